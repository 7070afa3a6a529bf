// Replaces Electron's binary: records how it was started, and behaves as FAKE_ELECTRON says.
import { appendFileSync, existsSync, readFileSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const {
  FAKE_ELECTRON = 'works',
  FAKE_STATUS = '0',
  PLATEN_LAUNCH_FOLDER: folder = '',
} = process.env;
/** @param {object} event */
const record = (event) =>
  appendFileSync(process.env['FAKE_LOG'] ?? '', `${JSON.stringify(event)}\n`);
const started = () => writeFileSync(join(folder, 'started'), '');

/** @type {Record<string, () => void>} */
const behaviors = {
  works() {
    started();
    const spooled = join(folder, 'stdin');
    const input = existsSync(spooled)
      ? readFileSync(spooled, 'utf8')
      : process.argv.includes('-')
        ? readFileSync(0, 'utf8')
        : '';
    process.stdout.write(`electron:${input}\n`);
    process.exitCode = Number(FAKE_STATUS);
  },
  'prints as on Windows'() {
    started();
    process.stdout.write('\r\n{"path":"a.pdf"}\n\n');
  },
  'crashes at startup'() {
    process.kill(process.pid, 'SIGTRAP');
    setInterval(() => undefined, 1000);
  },
  'lacks a library'() {
    process.exit(127);
  },
  'crashes while it works'() {
    started();
    process.kill(process.pid, 'SIGSEGV');
    setInterval(() => undefined, 1000);
  },
  'waits for signals'() {
    /** @param {string} name */
    const onStop = (name) => {
      record({ signal: name });
      // Long enough for a second signal of the launcher.
      setTimeout(() => process.exit(130), 700);
    };
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => onStop(name));
    watch(folder, (_event, name) => {
      if (name === 'stop') onStop('stop file');
    });
    setInterval(() => undefined, 1000);
    started();
    process.stdout.write('waiting\n');
  },
  /** As Chromium, before Platen's own handlers are there. */
  'waits before it starts'() {
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => process.exit(143));
    setInterval(() => undefined, 1000);
    process.stdout.write('waiting\n');
  },
  'does not stop'() {
    for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => record({ signal: name }));
    setInterval(() => undefined, 1000);
    started();
    process.stdout.write('waiting\n');
  },
};

record({
  args: process.argv.slice(2),
  runAsNode: process.env['ELECTRON_RUN_AS_NODE'] ?? null,
  warnings: process.env['ELECTRON_DISABLE_SECURITY_WARNINGS'] ?? null,
  pid: process.pid,
});
behaviors[FAKE_ELECTRON]?.();
