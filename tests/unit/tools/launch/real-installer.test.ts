import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { type Socket, connect } from 'node:net';
import { dirname, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { FakeProject } from '../../../support/launcher/fake-project.js';
import { zipArchive } from '../../../support/zip.js';

vi.setConfig({ testTimeout: 120_000 });

const modules = resolve(import.meta.dirname, '../../../../node_modules');
const packageFile = readFileSync(resolve(modules, 'electron/package.json'), 'utf8');
const { version } = JSON.parse(packageFile) as { readonly version: string };
const archiveName = `electron-v${version}-linux-${process.arch}.zip`;
const program = readFileSync(
  resolve(import.meta.dirname, '../../../support/launcher/fake-electron.mjs'),
  'utf8',
);

/** A release of Electron whose binary is the fake one. */
const archive = zipArchive([
  { name: 'version', content: Buffer.from(version), mode: 0o100644 },
  { name: 'package.json', content: Buffer.from('{ "type": "module" }'), mode: 0o100644 },
  { name: 'electron', content: Buffer.from(`#!${process.execPath}\n${program}`), mode: 0o100755 },
]);
const sums = `${createHash('sha256').update(archive).digest('hex')} *${archiveName}\n`;

const asked: string[] = [];
const tunnels: string[] = [];
let mirror: Server;
let proxy: Server;

const portOf = (server: Server) => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('It has no port.');
  return address.port;
};

function release({ url = '' }: IncomingMessage, response: ServerResponse): void {
  asked.push(url);
  if (url.endsWith(archiveName)) response.end(archive);
  else if (url.endsWith('SHASUMS256.txt')) response.end(sums);
  else response.writeHead(404).end();
}

beforeAll(async () => {
  mirror = createServer(release);
  await once(mirror.listen(0, '127.0.0.1'), 'listening');
  proxy = createServer((request, response) => {
    tunnels.push(request.url ?? '');
    release(request, response);
  });
  // Only the proxy resolves this name.
  proxy.on('connect', ({ url = '' }: IncomingMessage, client: Socket) => {
    tunnels.push(url);
    const upstream = connect(portOf(mirror), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      upstream.pipe(client).pipe(upstream);
    });
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => {
  for (const server of [mirror, proxy]) {
    server.close();
    server.closeAllConnections();
  }
});

/** Creates a project with Electron's own installer. */
function projectWithInstaller(): FakeProject {
  const project = new FakeProject({ isInstalled: false });
  for (const name of ['package.json', 'install.js', 'checksums.json']) {
    cpSync(resolve(modules, 'electron', name), resolve(project.electronFolder, name));
  }
  for (const name of ['@electron/get', '@electron-internal/extract-zip']) {
    mkdirSync(dirname(project.path('node_modules', name)), { recursive: true });
    symlinkSync(resolve(modules, name), project.path('node_modules', name));
  }
  return project;
}

it.runIf(process.platform === 'linux').each([
  ['from a mirror', () => ({ ELECTRON_MIRROR: `http://127.0.0.1:${portOf(mirror)}/` }), false],
  [
    "through npm's proxy",
    () => ({
      ELECTRON_MIRROR: 'http://releases.example/',
      npm_config_proxy: `http://127.0.0.1:${portOf(proxy)}`,
    }),
    true,
  ],
])(
  "downloads and unpacks with Electron's own installer on this Node, %s",
  async (_way, env, isTunneled) => {
    asked.length = tunnels.length = 0;
    const project = projectWithInstaller();
    const run = await project.run(['convert', 'a.html'], {
      env: { ...env(), electron_use_remote_checksums: '1' },
    });
    expect(run.stderr).toMatch(
      new RegExp(
        `platen: Electron ${version} is installed, after \\d+ s\nplaten: running on Electron\n$`,
      ),
    );
    expect(run).toMatchObject({ status: 0, stdout: 'electron:\n' });
    expect(asked.some((url) => url.endsWith(archiveName))).toBe(true);
    expect(tunnels.length > 0).toBe(isTunneled);
  },
);
