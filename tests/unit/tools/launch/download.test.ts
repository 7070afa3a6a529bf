import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { type Server, createServer } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LaunchOptions, FakeProject, ended } from '../../../support/launcher/fake-project.js';
import { thisHost } from '../../../../tools/launch/host.mjs';
import { downloadLimits, electronDownload } from '../../../../tools/launch/download.mjs';

// A run is two or three processes; a choice starts the installer at most.
let server: Server;
let mirror: string;
let closedMirror: string;

beforeAll(async () => {
  const portOf = async (one: Server) => {
    await once(one.listen(0, '127.0.0.1'), 'listening');
    const address = one.address();
    if (address === null || typeof address === 'string') throw new Error('It has no port.');
    return address.port;
  };
  server = createServer();
  mirror = `http://127.0.0.1:${await portOf(server)}/`;
  const closed = createServer();
  closedMirror = `http://127.0.0.1:${await portOf(closed)}/`;
  closed.close();
});
afterAll(() => server.close());

const online = (env: Readonly<Record<string, string>> = {}): LaunchOptions => ({
  env: { ELECTRON_MIRROR: mirror, ...env },
});
const convert = ['convert', 'a.html'];
const installs = (project: FakeProject) => project.events().filter((event) => 'install' in event);
/**
 * Returns whether a process runs; one that has ended stays a zombie (Z) until its parent waits for
 * it.
 */
const isRunning = (pid: number) => {
  const file = `/proc/${String(pid)}/stat`;
  return existsSync(file) && !readFileSync(file, 'utf8').includes(') Z ');
};
const electronOf = ({ electronFolder }: FakeProject) => ({
  name: 'electron',
  binary: join(electronFolder, 'dist', 'electron'),
});
const cacheOf = (project: FakeProject) => {
  const folder = project.path('node_modules', '.cache', 'platen');
  return existsSync(folder) ? readdirSync(folder) : [];
};

it('downloads Electron once, with stdout free for results, and runs on it', async () => {
  const project = new FakeProject({ isInstalled: false });
  const first = await project.run(convert, online());
  expect(first.stdout).toBe('electron:\n');
  expect(first.stderr).toMatch(
    /^platen: downloading Electron 45\.4\.1, about 120 MB, once\nplaten: Electron 45\.4\.1 is installed, after \d+ s\nplaten: running on Electron\n$/,
  );
  const second = await project.run(convert, online());
  expect(second).toMatchObject({ stdout: 'electron:\n', stderr: 'platen: running on Electron\n' });
  expect(installs(project)).toHaveLength(1);
  expect(cacheOf(project)).toEqual([]);
});

it('downloads for a forced Electron also in CI', async () => {
  const project = new FakeProject({ isInstalled: false });
  const forced = online({ PLATEN_RUNTIME: 'electron', CI: '1' });
  expect((await project.choose(convert, forced)).runtime).toEqual(electronOf(project));
  expect(installs(project)).toHaveLength(1);
});

it.each([
  ['CI', "Electron's binary is not installed, and CI is set, so it is not downloaded."],
  [
    'ELECTRON_SKIP_BINARY_DOWNLOAD',
    "Electron's binary is not installed, and ELECTRON_SKIP_BINARY_DOWNLOAD is set.",
  ],
])('downloads nothing with %s', async (name, reason) => {
  const project = new FakeProject({ isInstalled: false });
  const choice = await project.choose(convert, online({ [name]: '1' }));
  expect(choice).toEqual({ runtime: { name: 'chromium', reason }, written: '' });
  expect(installs(project)).toEqual([]);
});

it('downloads nothing for a forced stand-in, for root, and for a window without a display', async () => {
  const project = new FakeProject({ isInstalled: false });
  const choices = [
    await project.choose(convert, online({ PLATEN_RUNTIME: 'chromium' })),
    await project.choose(convert, { ...online(), host: { uid: 0 } }),
    await project.choose(['a.html'], online({ DISPLAY: '' })),
  ];
  expect(choices.map(({ runtime }) => runtime.name)).toEqual(['chromium', 'chromium', 'chromium']);
  expect(installs(project)).toEqual([]);
});

it.each([
  ['fails', 'Response code 404 (Not Found) for http://127.0.0.1/'],
  ['stops halfway', 'its installer ended without an error, and without the program'],
])('remembers for a day that the installer %s', async (behavior, reason) => {
  const project = new FakeProject({ isInstalled: false });
  const failing = online({ FAKE_INSTALLER: behavior });
  const standIn = (hours: number) => ({
    name: 'chromium',
    reason:
      `Electron 45.4.1 could not be downloaded (${reason}); ` +
      `the next attempt is in ${hours} h, and PLATEN_RUNTIME=electron makes one now.`,
  });
  const written = 'platen: downloading Electron 45.4.1, about 120 MB, once\n';
  expect(await project.choose(convert, failing)).toEqual({ runtime: standIn(24), written });
  expect(await project.choose(convert, online())).toEqual({ runtime: standIn(24), written: '' });
  expect(installs(project)).toHaveLength(1);

  const record = project.path('node_modules', '.cache', 'platen', 'electron-download.json');
  const failure = JSON.parse(readFileSync(record, 'utf8')) as { failedAt: number };
  const age = (hours: number) =>
    writeFileSync(
      record,
      JSON.stringify({ ...failure, failedAt: failure.failedAt - hours * 3_600_000 }),
    );
  age(20);
  expect((await project.choose(convert, online())).runtime).toEqual(standIn(4));
  age(24);
  expect((await project.choose(convert, online())).runtime).toEqual(electronOf(project));
});

it('retries immediately for another version, and when Electron is forced', async () => {
  const project = new FakeProject({ isInstalled: false });
  await project.choose(convert, online({ FAKE_INSTALLER: 'fails' }));
  const forced = { PLATEN_RUNTIME: 'electron' };
  const failed = await project.run(convert, online({ FAKE_INSTALLER: 'fails', ...forced }));
  expect(failed).toMatchObject({ status: 1, stdout: '' });
  expect(failed.stderr).toContain(
    'platen: Electron 45.4.1 could not be downloaded (Response code 404 (Not Found) for http://127.0.0.1/).\n',
  );
  writeFileSync(
    project.path('node_modules', '.cache', 'platen', 'electron-download.json'),
    JSON.stringify({ version: '45.3.0', failedAt: Date.now(), reason: 'none' }),
  );
  expect((await project.choose(convert, online())).runtime).toEqual(electronOf(project));
});

it('does not start the installer offline, and does not check again on the same day', async () => {
  const project = new FakeProject({ isInstalled: false });
  const offline = { env: { ELECTRON_MIRROR: closedMirror } };
  const first = await project.run(convert, offline);
  expect(first.stdout).toMatch(/^stand-in:/);
  expect(first.stderr).toMatch(
    /could not be downloaded \(127\.0\.0\.1:\d+: ECONNREFUSED\); the next attempt is in 24 h/,
  );
  expect((await project.choose(convert, online())).runtime).toMatchObject({
    reason: expect.stringContaining('ECONNREFUSED') as string,
  });
  expect(installs(project)).toEqual([]);
});

it('installs offline from the archive of an earlier download', async () => {
  const project = new FakeProject({ isInstalled: false });
  const folder = project.path('cache', 'electron', '0123');
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/electron-v45.4.1-linux-${process.arch}.zip`, '');
  const { runtime } = await project.choose(convert, { env: { ELECTRON_MIRROR: closedMirror } });
  expect(runtime).toEqual(electronOf(project));
});

it('downloads once for two starts at the same time', async () => {
  const project = new FakeProject({ isInstalled: false });
  const slow = online({ FAKE_INSTALLER: 'succeeds once it may' });
  const first = project.spawn(convert, slow);
  const firstRun = ended(first);
  await expect.poll(() => installs(project).length).toBe(1);
  const second = await project.run(convert, slow);
  expect(second.stderr).toBe(
    `platen: running on Fakeium 1 through electron-on-chromium. Electron 45.4.1 is being downloaded by another start of Platen (process ${String(first.pid)}).\n`,
  );
  writeFileSync(`${project.electronFolder}/may-go-on`, '');
  expect((await firstRun).stdout).toBe('electron:\n');
  expect(installs(project)).toHaveLength(1);
});

it.runIf(process.platform === 'linux')(
  'stops the installer with a launcher that is killed, and takes over its lock',
  async () => {
    const project = new FakeProject({ isInstalled: false });
    const killed = project.spawn(convert, online({ FAKE_INSTALLER: 'hangs' }));
    const end = ended(killed);
    await expect.poll(() => installs(project).length).toBe(1);
    killed.kill('SIGKILL');
    await end;
    const pid = Number(installs(project)[0]?.['pid']);
    await expect.poll(() => isRunning(pid)).toBe(false);
    expect(cacheOf(project)).toContain('electron-download.lock');
    expect((await project.run(convert, online())).stdout).toBe('electron:\n');
  },
);

it('leaves nothing behind when it is stopped during a download, and records no failure', async () => {
  const project = new FakeProject({ isInstalled: false });
  const child = project.spawn(convert, online({ FAKE_INSTALLER: 'hangs' }));
  const end = ended(child);
  await expect.poll(() => installs(project).length).toBe(1);
  child.kill('SIGINT');
  expect((await end).status).toBe(130);
  expect(cacheOf(project)).toEqual([]);
});

it.each([
  ['stallMs', { stallMs: 300 }, 'nothing arrived for 0 s'],
  ['totalMs', { totalMs: 300 }, 'it took longer than 0 minutes'],
  ['connectMs', { connectMs: 1 }, '127.0.0.1:'],
])('ends a download that hangs: %s', async (_limit, limits, reason) => {
  const project = new FakeProject({ isInstalled: false });
  const env = { ...project.environment({}), ELECTRON_MIRROR: mirror, FAKE_INSTALLER: 'hangs' };
  let output = '';
  const download = electronDownload({
    root: project.root,
    host: { ...thisHost(), env },
    write: (text) => (output += text),
    isTerminal: true,
    // The mirror is in this process, which may be busy.
    limits: { ...downloadLimits, connectMs: 20_000, ...limits },
  });
  const result = await download({ version: '45.4.1', isForced: false });
  expect(result).toEqual({ reason: expect.stringContaining(`(${reason}`) as string });
  // On a terminal, progress is a line that is cleared at the end.
  if (reason !== '127.0.0.1:')
    expect(output.endsWith('\r\u001B[Kplaten: 0 MB\r\u001B[K')).toBe(true);
});

it("passes npm's proxy on to the installer, and checks only the proxy", async () => {
  const project = new FakeProject({ isInstalled: false });
  const env = { npm_config_https_proxy: mirror };
  expect((await project.choose(convert, { env })).runtime).toEqual(electronOf(project));
  expect(installs(project)).toMatchObject([
    { HTTPS_PROXY: mirror, ELECTRON_GET_USE_PROXY: 'true', NODE_USE_ENV_PROXY: '1' },
  ]);
});
