import { once } from 'node:events';
import { chmodSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FakeProject, ended } from '../../../support/launcher/fake-project.js';

// Each run is two processes.
const launchFolders = (project: FakeProject) =>
  readdirSync(project.root).filter((name) => name.startsWith('platen-launch-'));

it('passes arguments to Electron after --, in an environment without ELECTRON_RUN_AS_NODE', async () => {
  const project = new FakeProject({ isInstalled: true });
  const words = ['convert', 'https://a.example/', 'b.html', '--out', 'pdf'];
  await project.run(words, { env: { ELECTRON_RUN_AS_NODE: '1' } });
  expect(project.events()).toMatchObject([
    { args: [project.root, '--', ...words], runAsNode: null, warnings: 'true' },
  ]);
});

it('finds ELECTRON_RUN_AS_NODE in any case on Windows', async () => {
  const { childEnvironment } = await import('../../../../tools/launch/run-electron.mjs');
  const host = { uid: null, hasTerminal: false, readText: () => null, isSetuidRoot: () => false };
  const env = { Electron_Run_As_Node: '1', PATH: 'p' };
  const names = (platform: NodeJS.Platform) =>
    Object.keys(childEnvironment({ ...host, platform, env }, '/folder'));
  const added = ['ELECTRON_DISABLE_SECURITY_WARNINGS', 'PLATEN_LAUNCH_FOLDER'];
  expect(names('win32')).toEqual(['PATH', ...added]);
  expect(names('linux')).toEqual(['Electron_Run_As_Node', 'PATH', ...added]);
});

it('passes standard input and the exit status on', async () => {
  const project = new FakeProject({ isInstalled: true });
  const options = { input: '<p>from stdin', env: { FAKE_STATUS: '2' } };
  const run = await project.run(['convert', '-'], options);
  expect(run).toMatchObject({ status: 2, stdout: 'electron:<p>from stdin\n' });
  expect(launchFolders(project)).toEqual([]);
});

it('puts standard input into a file on Windows, where Electron has none, and removes it', async () => {
  const project = new FakeProject({ isInstalled: true });
  const options = { input: '<p>from stdin', host: { platform: 'win32', uid: null } } as const;
  const run = await project.run(['convert', '-'], options);
  expect(run).toMatchObject({ status: 0, stdout: 'electron:<p>from stdin\n' });
  expect(launchFolders(project)).toEqual([]);
});

it('removes the empty line that Electron prints first on Windows', async () => {
  const project = new FakeProject({ isInstalled: true });
  const env = { FAKE_ELECTRON: 'prints as on Windows' };
  const windows = await project.run(['convert', 'a.html'], { env, host: { platform: 'win32' } });
  expect(windows.stdout).toBe('{"path":"a.pdf"}\n\n');
  const linux = await project.run(['convert', 'a.html'], { env });
  expect(linux.stdout).toBe('\r\n{"path":"a.pdf"}\n\n');
});

it.each([
  ['crashes at startup', 'Electron ended by SIGTRAP before Platen began'],
  ['lacks a library', 'Electron ended with status 127 before Platen began'],
])('falls back to the stand-in, with standard input, if Electron %s', async (behavior, why) => {
  const project = new FakeProject({ isInstalled: true });
  const options = {
    input: '<p>from stdin',
    env: { FAKE_ELECTRON: behavior },
    host: { platform: 'win32' },
  } as const;
  const run = await project.run(['convert', '-'], options);
  expect(run).toEqual({
    status: 0,
    stdout: 'stand-in:["--","convert","-"]<p>from stdin\n',
    stderr: `platen: running on Electron\nplaten: running on Fakeium 1 through electron-on-chromium. ${why}.\n`,
  });
  expect(launchFolders(project)).toEqual([]);
});

it('ends with one sentence if a forced Electron crashes at startup', async () => {
  const project = new FakeProject({ isInstalled: true });
  const env = { FAKE_ELECTRON: 'crashes at startup', PLATEN_RUNTIME: 'electron' };
  expect(await project.run(['convert', 'a.html', '--quiet'], { env })).toEqual({
    status: 1,
    stdout: '',
    stderr: 'platen: Electron ended by SIGTRAP before Platen began.\n',
  });
});

it('falls back to the stand-in if the binary cannot be executed', async () => {
  const project = new FakeProject({ isInstalled: true });
  chmodSync(join(project.electronFolder, 'dist', 'electron'), 0o644);
  const run = await project.run(['convert', 'a.html']);
  expect(run.stdout).toMatch(/^stand-in:/);
  expect(run.stderr).toMatch(/ Electron could not be started: spawn .* EACCES\.\n$/);
});

it('starts nothing again once Platen has started, and reports the signal by the exit status', async () => {
  const project = new FakeProject({ isInstalled: true });
  const env = { FAKE_ELECTRON: 'crashes while it works' };
  const run = await project.run(['convert', 'a.html'], { env });
  expect(run).toEqual({ status: 139, stdout: '', stderr: 'platen: running on Electron\n' });
});

/** Starts the launcher with an Electron that waits, and returns once it runs. */
async function waiting(
  project: FakeProject,
  behavior: string,
  host: Parameters<FakeProject['run']>[1],
) {
  const child = project.spawn(['convert', 'a.html'], {
    ...host,
    env: { FAKE_ELECTRON: behavior },
  });
  const end = ended(child);
  await once(child.stdout, 'data');
  return { child, end };
}

const signalsOf = (project: FakeProject) =>
  project.events().flatMap((event) => ('signal' in event ? [event['signal']] : []));

it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('forwards %s once', async (signal) => {
  const project = new FakeProject({ isInstalled: true });
  const { child, end } = await waiting(project, 'waits for signals', {});
  child.kill(signal);
  expect((await end).status).toBe(130);
  expect(signalsOf(project)).toEqual([signal]);
});

it.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)('exits as documented after %s before Platen has started', async (signal, status) => {
  const project = new FakeProject({ isInstalled: true });
  const { child, end } = await waiting(project, 'waits before it starts', {});
  child.kill(signal);
  expect((await end).status).toBe(status);
});

it('removes its folder although a signal arrives after Electron has ended', async () => {
  const project = new FakeProject({ isInstalled: true });
  const script = `if (process.argv[1]?.endsWith('launch.mjs'))
    process.once('beforeExit', () => process.kill(process.pid, 'SIGTERM'));`;
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(script)}`;
  const run = await project.run(['convert', 'a.html'], { env: { NODE_OPTIONS } });
  expect(run).toMatchObject({ status: 0 });
  expect(launchFolders(project)).toEqual([]);
});

it.each([
  ['SIGTERM', ['SIGTERM']],
  // The terminal itself sends it to Electron.
  ['SIGINT', []],
] as const)('forwards %s in a terminal as %j', async (signal, expected) => {
  const project = new FakeProject({ isInstalled: true });
  const { child, end } = await waiting(project, 'waits for signals', {
    host: { hasTerminal: true },
  });
  child.kill(signal);
  if (signal === 'SIGINT') process.kill(Number(project.events()[0]?.['pid']), 'SIGHUP');
  await end;
  expect(signalsOf(project)).toEqual(signal === 'SIGINT' ? ['SIGHUP'] : expected);
});

it('requests a stop with a file on Windows, which has no signals', async () => {
  const project = new FakeProject({ isInstalled: true });
  const host = { platform: 'win32', hasTerminal: true } as const;
  const { child, end } = await waiting(project, 'waits for signals', { host });
  child.kill('SIGINT');
  expect((await end).status).toBe(130);
  expect(signalsOf(project)).toContain('stop file');
});

it('kills an Electron that does not end after the second request', async () => {
  const project = new FakeProject({ isInstalled: true });
  const { child, end } = await waiting(project, 'does not stop', {});
  child.kill('SIGTERM');
  await expect.poll(() => signalsOf(project).length).toBe(1);
  // Signals at the same time are one request.
  await new Promise((later) => setTimeout(later, 600));
  child.kill('SIGINT');
  expect((await end).status).toBe(137);
});
