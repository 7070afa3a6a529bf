import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  type Choice,
  FakeProject,
  type LaunchOptions,
} from '../../../support/launcher/fake-project.js';
import type { Runtime } from '../../../../tools/launch/choose-runtime.mjs';

// A run is one process or two.
const appArmor = '/proc/sys/kernel/apparmor_restrict_unprivileged_userns';

/** What the launcher says about its choice. */
type Row = readonly [string, LaunchOptions, string];

const rootUser = { host: { uid: 0 } };
const restricted = { host: { files: { [appArmor]: '1' } } };
const allowed: LaunchOptions = { env: { PLATEN_RUNTIME: 'electron' } };
const convert = ['convert', 'a.html'];
const onFakeium = 'platen: running on Fakeium 1 through electron-on-chromium';
const isRoot = 'Electron does not run as root; start Platen as another user.';
const isInvalid = 'PLATEN_RUNTIME is "webkit"; it must be electron or chromium.';

const runs: readonly Row[] = [
  ['it is installed', {}, 'platen: running on Electron\n'],
  ['the stand-in is forced', { env: { PLATEN_RUNTIME: 'chromium' } }, `${onFakeium}\n`],
  ['the user is root', rootUser, `${onFakeium}. ${isRoot}\n`],
];

it.each(runs)('runs on its choice where Electron is installed: %s', async (_, options, line) => {
  const run = await new FakeProject({ isInstalled: true }).run(convert, options);
  expect(run.stderr).toBe(line);
  expect(run.stdout).toMatch(line.includes('Fakeium') ? /^stand-in:/ : /^electron:/);
  expect(run.status).toBe(0);
});

it('exits with one sentence if it cannot choose', async () => {
  const project = new FakeProject({ isInstalled: true });
  const run = await project.run(convert, { env: { PLATEN_RUNTIME: 'webkit' } });
  expect(run).toEqual({ status: 1, stdout: '', stderr: `platen: ${isInvalid}\n` });
  expect(project.events()).toEqual([]);
});

it.each<readonly [string, LaunchOptions]>([
  ['it is installed', {}],
  ['it is forced', allowed],
  ['in CI', { env: { CI: '1' } }],
  ['PLATEN_RUNTIME is empty', { env: { PLATEN_RUNTIME: '' } }],
  ['root has turned the sandbox off', { ...rootUser, env: { ELECTRON_DISABLE_SANDBOX: '1' } }],
  ['it is forced and AppArmor may have a profile', { ...restricted, ...allowed }],
  ['on macOS as root', { host: { uid: 0, platform: 'darwin' } }],
])('chooses an installed Electron: %s', async (_case, options) => {
  const project = new FakeProject({ isInstalled: true });
  expect(await project.choose(convert, options)).toEqual(electronOf(project));
});

it.each<readonly [string, LaunchOptions, Runtime]>([
  ['it is forced', { env: { PLATEN_RUNTIME: 'chromium' } }, { name: 'chromium', reason: null }],
  ['the user is root', rootUser, { name: 'chromium', reason: isRoot }],
  ['root forces Electron', { ...rootUser, ...allowed }, { name: 'none', message: isRoot }],
  [
    'PLATEN_RUNTIME is invalid',
    { env: { PLATEN_RUNTIME: 'webkit' } },
    { name: 'none', message: isInvalid },
  ],
])('chooses the stand-in or nothing: %s', async (_case, options, runtime) => {
  const project = new FakeProject({ isInstalled: true });
  expect(await project.choose(convert, options)).toEqual({ runtime, written: '' });
});

it('suggests the command that lets the sandbox start if user namespaces are restricted', async () => {
  const project = new FakeProject({ isInstalled: true });
  const helper = join(project.electronFolder, 'dist', 'chrome-sandbox');
  expect(await project.choose(convert, restricted)).toEqual(
    standIn(
      "Electron's sandbox does not start, as the system restricts user namespaces " +
        `(kernel.apparmor_restrict_unprivileged_userns is 1); this allows it: sudo chown root ${helper} && sudo chmod 4755 ${helper}`,
    ),
  );
  const set = { host: { ...restricted.host, setuid: [helper] } };
  expect(await project.choose(convert, set)).toEqual(electronOf(project));
});

it.each([[['a.html']], [convert]])(
  'does not run on Electron without a display: %j',
  async (args) => {
    const project = new FakeProject({ isInstalled: true });
    const reason =
      'Electron needs a display on Linux, and there is none; xvfb-run --auto-servernum before the command provides one.';
    expect(await project.choose(args, { env: { DISPLAY: '' } })).toEqual(standIn(reason));
    const forced = { env: { DISPLAY: '', PLATEN_RUNTIME: 'electron' } };
    expect((await project.choose(args, forced)).runtime).toEqual({ name: 'none', message: reason });
  },
);

it.each(['dist/version', 'path.txt', 'dist/electron'])(
  'ignores an installation without a valid %s',
  async (name) => {
    const project = new FakeProject({ isInstalled: true });
    const file = join(project.electronFolder, name);
    if (name === 'dist/version') writeFileSync(file, '45.3.0');
    else rmSync(file);
    expect(await project.choose(convert, { env: { CI: 'true' } })).toEqual(
      standIn("Electron's binary is not installed, and CI is set, so it is not downloaded."),
    );
  },
);

it('uses the distribution in ELECTRON_OVERRIDE_DIST_PATH', async () => {
  const project = new FakeProject({ isInstalled: true });
  const dist = join(project.electronFolder, 'dist');
  rmSync(join(project.electronFolder, 'path.txt'));
  const run = await project.run(convert, { env: { ELECTRON_OVERRIDE_DIST_PATH: dist } });
  expect(run.stdout).toBe('electron:\n');
  const wrong = { env: { ELECTRON_OVERRIDE_DIST_PATH: '/nowhere' } };
  expect(await project.choose(convert, wrong)).toEqual(
    standIn(
      "Electron's binary is not installed, and ELECTRON_OVERRIDE_DIST_PATH is /nowhere, which does not hold it.",
    ),
  );
  expect(project.events()).toHaveLength(1);
});

it('reports which package is missing', async () => {
  const project = new FakeProject({ isInstalled: false });
  rmSync(project.electronFolder, { recursive: true });
  expect(await project.choose(convert)).toEqual(
    standIn('The package electron is not installed; `npm ci` installs it.'),
  );
});

it('with --quiet, reports only that the sandbox is off', async () => {
  const project = new FakeProject({ isInstalled: true });
  const env = { PLATEN_RUNTIME: 'chromium', FAKE_SANDBOX: 'The sandbox is off.' };
  const run = await project.run([...convert, '--quiet'], { env });
  expect(run.stderr).toBe('platen: The sandbox is off.\n');
  const help = await project.run(['convert', '--help', '--quiet'], { env });
  expect(help.stderr).toBe('');
});

/** The choice of a project's own binary, without a download. */
function electronOf({ electronFolder }: FakeProject): Choice {
  const binary = join(electronFolder, 'dist', 'electron');
  return { runtime: { name: 'electron', binary }, written: '' };
}

/** The choice of the stand-in, without a download. */
function standIn(reason: string): Choice {
  return { runtime: { name: 'chromium', reason }, written: '' };
}
