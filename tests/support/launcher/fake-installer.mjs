// Replaces Electron's `install.js`: behaves as FAKE_INSTALLER says.
import { appendFileSync, cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const { FAKE_INSTALLER = 'succeeds', FAKE_LOG = '' } = process.env;
const dist = join(import.meta.dirname, 'dist');
const proxies = ['HTTPS_PROXY', 'HTTP_PROXY', 'ELECTRON_GET_USE_PROXY', 'NODE_USE_ENV_PROXY'];
appendFileSync(
  FAKE_LOG,
  `${JSON.stringify({ install: tmpdir(), pid: process.pid, ...Object.fromEntries(proxies.map((name) => [name, process.env[name]])) })}\n`,
);
process.stdout.write('Downloading Electron binary...\n');

function unpack() {
  mkdirSync(dist, { recursive: true });
  cpSync(join(import.meta.dirname, 'fake-electron'), join(dist, 'electron'));
  writeFileSync(join(dist, 'version'), '45.4.1');
}

/** @type {Record<string, () => void>} */
const behaviors = {
  succeeds() {
    mkdirSync(join(tmpdir(), 'electron-download-1'));
    writeFileSync(join(tmpdir(), 'electron-download-1', 'electron.zip'), 'half of it');
    unpack();
    writeFileSync(join(import.meta.dirname, 'path.txt'), 'electron');
  },
  'succeeds once it may'() {
    const file = join(import.meta.dirname, 'may-go-on');
    const timer = setInterval(() => {
      if (!existsSync(file)) return;
      clearInterval(timer);
      behaviors['succeeds']?.();
    }, 20);
  },
  'stops halfway'() {
    unpack();
  },
  fails() {
    process.stderr.write(
      'HTTPError: Response code 404 (Not Found) for http://127.0.0.1/\n    at download (x.js:1:1)\n',
    );
    process.exit(1);
  },
  hangs() {
    setInterval(() => undefined, 1000);
  },
};
behaviors[FAKE_INSTALLER]?.();
