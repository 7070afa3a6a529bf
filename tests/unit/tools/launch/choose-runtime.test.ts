import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { FakeProject, type LaunchOptions } from '../../../support/launcher/fake-project.js';

// Each run is two processes.
vi.setConfig({ testTimeout: 30_000 });

const appArmor = '/proc/sys/kernel/apparmor_restrict_unprivileged_userns';

/** Starts the launcher, and returns what it prints about the run-time. */
type Row = readonly [string, LaunchOptions, string];

const rootUser = { host: { uid: 0 } };
const restricted = { host: { files: { [appArmor]: '1' } } };
const allowed: LaunchOptions = { env: { PLATEN_RUNTIME: 'electron' } };
const onFakeium = 'platen: running on Fakeium 1 through electron-on-chromium';

const installed: readonly Row[] = [
  ['it is installed', {}, 'platen: running on Electron\n'],
  ['it is forced', allowed, 'platen: running on Electron\n'],
  ['in CI', { env: { CI: '1' } }, 'platen: running on Electron\n'],
  ['PLATEN_RUNTIME is empty', { env: { PLATEN_RUNTIME: '' } }, 'platen: running on Electron\n'],
  ['the stand-in is forced', { env: { PLATEN_RUNTIME: 'chromium' } }, `${onFakeium}\n`],
  [
    'the user is root',
    rootUser,
    `${onFakeium}. Electron does not run as root; start Platen as another user.\n`,
  ],
  [
    'root has turned the sandbox off',
    { ...rootUser, env: { ELECTRON_DISABLE_SANDBOX: '1' } },
    'platen: running on Electron\n',
  ],
  [
    'it is forced and AppArmor may have a profile',
    { ...restricted, ...allowed },
    'platen: running on Electron\n',
  ],
  ['on macOS as root', { host: { uid: 0, platform: 'darwin' } }, 'platen: running on Electron\n'],
];

it.each(installed)('chooses where Electron is installed: %s', async (_case, options, line) => {
  const run = await new FakeProject({ isInstalled: true }).run(['convert', 'a.html'], options);
  expect(run.stderr).toBe(line);
  expect(run.stdout).toMatch(line.includes('Fakeium') ? /^stand-in:/ : /^electron:/);
  expect(run.status).toBe(0);
});

it('suggests the command that lets the sandbox start if user namespaces are restricted', async () => {
  const project = new FakeProject({ isInstalled: true });
  const helper = join(project.electronFolder, 'dist', 'chrome-sandbox');
  const run = await project.run(['convert', 'a.html'], restricted);
  expect(run.stderr).toBe(
    `${onFakeium}. Electron's sandbox does not start, as the system restricts user namespaces ` +
      `(kernel.apparmor_restrict_unprivileged_userns is 1); this allows it: sudo chown root ${helper} && sudo chmod 4755 ${helper}\n`,
  );
  const set = await project.run(['convert', 'a.html'], {
    host: { ...restricted.host, setuid: [helper] },
  });
  expect(set.stderr).toBe('platen: running on Electron\n');
});

const refused: readonly Row[] = [
  [
    'root forces Electron',
    { ...rootUser, ...allowed },
    'platen: Electron does not run as root; start Platen as another user.\n',
  ],
  [
    'PLATEN_RUNTIME is invalid',
    { env: { PLATEN_RUNTIME: 'webkit' } },
    'platen: PLATEN_RUNTIME is "webkit"; it must be electron or chromium.\n',
  ],
];

it.each(refused)('exits with one sentence when %s', async (_case, options, line) => {
  const project = new FakeProject({ isInstalled: true });
  const run = await project.run(['convert', 'a.html'], options);
  expect(run).toEqual({ status: 1, stdout: '', stderr: line });
  expect(project.events()).toEqual([]);
});

it('does not open a window on Electron without a display, but converts there', async () => {
  const project = new FakeProject({ isInstalled: true });
  const env = { DISPLAY: '' };
  const window = await project.run(['a.html'], { env });
  expect(window.stderr).toBe(
    `${onFakeium}. A window needs a display, and neither DISPLAY nor WAYLAND_DISPLAY is set; convert and serve need none.\n`,
  );
  const command = await project.run(['convert', 'a.html'], { env });
  expect(command.stdout).toBe('electron:\n');
  expect(project.events()).toMatchObject([
    {
      args: [project.root, '--ozone-platform=headless', '--disable-gpu', '--', 'convert', 'a.html'],
    },
  ]);
});

it.each(['dist/version', 'path.txt', 'dist/electron'])(
  'ignores an installation without a valid %s',
  async (name) => {
    const project = new FakeProject({ isInstalled: true });
    const file = join(project.electronFolder, name);
    if (name === 'dist/version') writeFileSync(file, '45.3.0');
    else rmSync(file);
    const run = await project.run(['convert', 'a.html'], { env: { CI: 'true' } });
    expect(run.stderr).toBe(
      `${onFakeium}. Electron's binary is not installed, and CI is set, so it is not downloaded.\n`,
    );
  },
);

it('uses the distribution in ELECTRON_OVERRIDE_DIST_PATH', async () => {
  const project = new FakeProject({ isInstalled: true });
  const dist = join(project.electronFolder, 'dist');
  rmSync(join(project.electronFolder, 'path.txt'));
  const run = await project.run(['convert', 'a.html'], {
    env: { ELECTRON_OVERRIDE_DIST_PATH: dist },
  });
  expect(run.stdout).toBe('electron:\n');
  const wrong = await project.run(['convert', 'a.html'], {
    env: { ELECTRON_OVERRIDE_DIST_PATH: '/nowhere' },
  });
  expect(wrong.stderr).toBe(
    `${onFakeium}. Electron's binary is not installed, and ELECTRON_OVERRIDE_DIST_PATH is /nowhere, which does not hold it.\n`,
  );
  expect(project.events()).toHaveLength(1);
});

it('reports which package is missing', async () => {
  const project = new FakeProject({ isInstalled: false });
  rmSync(project.electronFolder, { recursive: true });
  const run = await project.run(['convert', 'a.html']);
  expect(run.stderr).toBe(
    `${onFakeium}. The package electron is not installed; \`npm ci\` installs it.\n`,
  );
});

it('with --quiet, reports only that the sandbox is off', async () => {
  const project = new FakeProject({ isInstalled: true });
  const env = { PLATEN_RUNTIME: 'chromium', FAKE_SANDBOX: 'The sandbox is off.' };
  const run = await project.run(['convert', 'a.html', '--quiet'], { env });
  expect(run.stderr).toBe('platen: The sandbox is off.\n');
  const help = await project.run(['convert', '--help', '--quiet'], { env });
  expect(help.stderr).toBe('');
});
