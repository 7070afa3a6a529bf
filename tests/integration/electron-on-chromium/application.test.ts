import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Applications, isRunning } from './support/application.js';

let applications: Applications;

beforeAll(async () => {
  applications = await Applications.create();
});

afterAll(() => {
  applications[Symbol.dispose]();
});

const openWindow = `
  const { app, BrowserWindow, session } = require('electron');
  app.on('window-all-closed', () => undefined);
  const open = async () => {
    const window = new BrowserWindow({ show: false, webPreferences: { session: session.fromPartition('x') } });
    await window.loadURL('data:text/html,page');
    return window;
  };
`;

describe('app', () => {
  test('is ready once the main script has run, and knows its name and paths', async () => {
    const run = applications.start(
      `const { app } = require('electron');
       app.enableSandbox();
       app.whenReady().then(() => {
         const failureOf = (call) => { try { call(); return null } catch (error) { return error.message } };
         console.log(JSON.stringify([app.isReady(), app.getVersion(), app.isPackaged, app.getPath('userData')]));
         console.log(JSON.stringify([
           failureOf(() => app.enableSandbox()),
           failureOf(() => app.getPath('does-not-exist')),
           failureOf(() => app.getPath('music')),
           failureOf(() => app.setPath('userData', 'relative')),
         ]));
         app.setPath('userData', '/elsewhere');
         console.log(app.getPath('userData'));
         app.exit(3);
       });
       console.log('script', app.isReady());`,
      `--user-data-dir=${applications.userData}`,
    );
    expect(await run.exitCode()).toBe(3);
    expect(run.lines[0]).toBe('script false');
    expect(JSON.parse(run.lines[1] ?? '')).toEqual([true, '1.2.3', false, applications.userData]);
    expect(JSON.parse(run.lines[2] ?? '')).toEqual([
      'app.enableSandbox() can only be called before app is ready',
      "Failed to get 'does-not-exist' path",
      "not implemented by electron-on-chromium: app.getPath('music')",
      'Path must be absolute',
    ]);
    expect(run.lines[3]).toBe('/elsewhere');
  });

  // As Electron's spec/api-app-spec.ts asserts.
  test('has a user agent for all pages, which can be replaced and restored', async () => {
    const run = applications.start(`${openWindow}
      const initial = app.userAgentFallback;
      app.userAgentFallback = 'test-agent/123';
      const replaced = app.userAgentFallback;
      app.userAgentFallback = '';
      const restored = app.userAgentFallback;
      app.userAgentFallback = 'test-agent/456';
      app.whenReady().then(async () => {
        const window = await open();
        const page = await window.webContents.executeJavaScript('navigator.userAgent');
        console.log(JSON.stringify([initial, replaced, restored, page]));
        app.exit();
      });`);
    expect(await run.exitCode()).toBe(0);
    const [initial, ...others] = JSON.parse(run.lines[0] ?? '') as readonly string[];
    expect(initial).toMatch(/ test-app\/1\.2\.3 Chrome\/[\d.]+ Electron\/[\d.]+ Safari\/537\.36$/);
    expect(others).toEqual(['test-agent/123', initial, 'test-agent/456']);
  });

  test('rejects, before it is ready, what Electron rejects then', async () => {
    const run = applications.start(`
      const { app, dialog, Notification, safeStorage } = require('electron');
      const failureOf = async (call) => { try { await call(); return null } catch (error) { return error.message } };
      const failures = [
        () => dialog.showOpenDialog({}),
        () => dialog.showSaveDialog({}),
        () => new Notification({ title: 'x' }),
        () => safeStorage.encryptStringAsync('x'),
        () => safeStorage.decryptStringAsync(Buffer.from('x')),
      ].map(failureOf);
      const available = safeStorage.isAsyncEncryptionAvailable();
      const backend = process.platform === 'linux' ? safeStorage.getSelectedStorageBackend() : 'unknown';
      Promise.all([available, ...failures]).then((lines) => {
        console.log([...lines, backend, app.getPath('userData').split(/[\\\\/]/).at(-1)].join('\\n'));
        app.exit();
      });`);
    expect(await run.exitCode()).toBe(0);
    expect(run.lines).toEqual([
      'false',
      'dialog module can only be used after app is ready',
      'dialog module can only be used after app is ready',
      'Cannot create Notification before app is ready',
      'safeStorage cannot be used before app is ready',
      'safeStorage cannot be used before app is ready',
      'unknown',
      'test-app',
    ]);
  });

  test('quits in the documented order when the last window is closed', async () => {
    const run = applications.start(`${openWindow}
      app.removeAllListeners('window-all-closed');
      for (const name of ['before-quit', 'will-quit']) app.on(name, () => console.log(name));
      process.on('exit', (code) => console.log('exit', code));
      app.whenReady().then(open).then((window) => {
        window.on('close', () => console.log('close'));
        window.on('closed', () => console.log('closed'));
        window.close();
      });`);
    expect(await run.exitCode()).toBe(0);
    expect(run.lines).toEqual(['close', 'closed', 'before-quit', 'will-quit', 'exit 0']);
  });

  test('keeps running if the application prevents the quit', async () => {
    const run = applications.start(`${openWindow}
      let isRefusing = true;
      app.on('before-quit', (event) => { if (isRefusing) event.preventDefault(); });
      app.whenReady().then(open).then((window) => {
        app.quit();
        console.log('destroyed', window.isDestroyed());
        isRefusing = false;
        app.quit();
      });`);
    expect(await run.exitCode()).toBe(0);
    expect(run.lines).toEqual(['destroyed false']);
  });
});

describe('requestSingleInstanceLock', () => {
  const main = `const { app } = require('electron');
    app.on('second-instance', (_event, argv, folder, data) => {
      console.log(JSON.stringify([argv.includes('named.html'), folder === process.cwd(), data]));
      if (data?.n === 2) app.exit();
    });
    const n = process.argv.at(-1);
    const isFirst = app.requestSingleInstanceLock(n === 'none' ? undefined : { n: Number(n) });
    if (isFirst) app.whenReady().then(() => console.log('first'));
    else { console.log('not the first'); app.quit(); }`;
  const lock = () => [`--user-data-dir=${applications.userData}`];

  test('lets one instance run, and passes it the arguments of the others', async () => {
    const first = applications.start(main, ...lock());
    await first.printed('first');
    const second = applications.start(main, ...lock(), 'named.html', '1');
    expect(await second.exitCode()).toBe(0);
    expect(second.lines).toEqual(['not the first']);
    const bare = applications.start(main, ...lock(), 'none');
    expect(await bare.exitCode()).toBe(0);
    const third = applications.start(main, ...lock(), '2');
    expect(await third.exitCode()).toBe(0);
    expect(await first.exitCode()).toBe(0);
    expect(first.lines).toEqual([
      'first',
      '[true,true,{"n":1}]',
      '[false,true,null]',
      '[false,true,{"n":2}]',
    ]);
  });

  test('is released by a crash', async () => {
    const first = applications.start(main, ...lock());
    await first.printed('first');
    first.kill('SIGKILL');
    await first.exitCode();
    const second = applications.start(main, ...lock());
    await second.printed('first');
    second.kill('SIGTERM');
    expect(await second.exitCode()).toBe(0);
  });
});

describe.runIf(process.platform === 'linux')(
  'no Chromium is left behind when the application',
  () => {
    test.each([
      ['exits', 'app.exit(0)', undefined],
      ['fails', "setImmediate(() => { throw new Error('on purpose') })", undefined],
      ['is terminated', '', 'SIGTERM'],
      ['is killed', '', 'SIGKILL'],
    ] as const)('%s', async (_name, ending, signal) => {
      const run = applications.start(`${openWindow}
      app.whenReady().then(open).then(() => console.log('open'));
      process.on('SIGUSR2', () => { ${ending} });`);
      await run.printed('open');
      const processes = run.descendants();
      expect(processes.length).toBeGreaterThan(2);
      run.kill(signal ?? 'SIGUSR2');
      await run.exitCode();
      await expect.poll(() => processes.filter(isRunning)).toEqual([]);
    });
  },
);

describe('a configured Chromium that does not run', () => {
  test('is reported in one sentence', async () => {
    const run = applications.start(`
      process.env.PLATEN_CHROMIUM = '/nothing/here';
      const { describeChromium } = require('electron');
      try { describeChromium(); } catch (error) { console.log(error.message); }
      process.exit();`);
    expect(await run.exitCode()).toBe(0);
    expect(run.lines).toEqual([
      'PLATEN_CHROMIUM is /nothing/here, which is not a Chromium that runs. Name one, or unset it.',
    ]);
  });
});
