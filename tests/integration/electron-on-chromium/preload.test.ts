import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  app,
  evaluate,
  hiddenWindow,
  ipcMain,
  nextEvent,
  servePages,
  type TestServer,
} from './support/stand-in.js';
import { preloadFile, preloadScript } from './support/preload-script.js';

const file = preloadFile(preloadScript);
const preload = file.path;

let server: TestServer;
let window: Electron.BrowserWindow;

beforeAll(async () => {
  await app.whenReady();
  server = await servePages({
    '/': `<script>window.ofPage = 1; window.atStart = typeof window.api; window.secretAtStart = typeof window.secret</script>
      <input type=file><iframe src="/frame"></iframe>`,
    '/frame': '<script>window.atStart = typeof window.api</script>',
  });
  window = hiddenWindow({ preload });
  await window.loadURL(server.origin);
});

afterAll(async () => {
  file[Symbol.dispose]();
  await server[Symbol.asyncDispose]();
});

const run = async (code: string) => evaluate(window, code);

describe('the preload script', () => {
  test('has run before the scripts of the page, in a world of its own', async () => {
    expect(await run('atStart')).toBe('object');
    expect(await run('secretAtStart')).toBe('undefined');
    expect(await run('api.worlds()')).toEqual(['string', 'undefined']);
  });

  test('runs in the main frame only', async () => {
    expect(await run('frames[0].atStart')).toBe('undefined');
  });

  test('has no Node, and knows what it is', async () => {
    expect(await run('noNode')).toBe('module not found: node:fs');
    expect(await run('typeof require + typeof process')).toBe('undefinedundefined');
    expect(await run('api.environment()')).toEqual(['renderer', true, true]);
  });

  test('that fails is told of', async () => {
    using broken = preloadFile('throw new Error("broken preload")');
    using other = hiddenWindow({ preload: broken.path });
    const told = nextEvent(other.webContents, 'preload-error');
    await other.loadURL(server.origin);
    const [, path, error] = await told;
    expect([path, (error as Error).message]).toEqual([broken.path, 'broken preload']);
  });

  test('finds no more of Electron than there is', async () => {
    await expect(run('api.sendSync()')).rejects.toThrow(
      'not implemented by electron-on-chromium: ipcRenderer.sendSync',
    );
  });
});

describe('contextBridge', () => {
  test('copies data and freezes it', async () => {
    expect(await run('[api.number, api.nested.list[1].deep, api.nested.date.getTime()]')).toEqual([
      7,
      true,
      0,
    ]);
    expect(await run('[api, api.nested, api.nested.list].every(Object.isFrozen)')).toBe(true);
    expect(
      await run("'use strict'; (() => { try { window.api = 1 } catch { return 'kept' } })()"),
    ).toBe('kept');
  });

  test('gives values at once, and promises', async () => {
    expect(await run('api.add(1, 2)')).toBe(3);
    expect(await run('api.later(5)')).toEqual({ value: 5 });
    expect(await run('api.later(5) instanceof Promise')).toBe(true);
  });

  test('keeps the messages of errors, thrown and rejected', async () => {
    const caught = '(e) => [e instanceof Error, e.message]';
    expect(
      await run(`(() => { try { api.fails() } catch (e) { return (${caught})(e) } })()`),
    ).toEqual([true, 'told by the preload script']);
    expect(await run(`api.failsLater().catch(${caught})`)).toEqual([true, 'told later']);
  });

  test('stands in for functions, both ways and the same each time', async () => {
    expect(await run("api.call((text) => 'heard ' + text)")).toBe('heard from the preload script');
    expect(
      await run(
        '(() => { const f = () => 1; api.keep(f); return [api.isKept(f), api.isKept(() => 1)] })()',
      ),
    ).toEqual([true, false]);
    expect(await run('(() => { const next = api.makeCounter(); next(); return next() })()')).toBe(
      2,
    );
    await expect(run("api.call(() => { throw new Error('from the page') })")).rejects.toThrow(
      'from the page',
    );
  });

  test('takes what can be cloned, and nothing else', async () => {
    expect(await run('api.kindOf(new Map())')).toBe('[object Map]');
    expect(await run('api.kindOf(new Uint8Array(3))')).toBe('[object Uint8Array]');
    await expect(run('api.kindOf(new WeakMap())')).rejects.toThrow('could not be cloned');
  });

  test('puts nothing over what is there', async () => {
    expect(await run('secondTime')).toBe(
      'Cannot bind an API on top of an existing property on the window object',
    );
  });
});

describe('getPathForFile', () => {
  test('gives the path of a chosen file, and nothing for one made by a script', async () => {
    const debug = window.webContents.debugger;
    debug.attach('1.3');
    const { root } = (await debug.sendCommand('DOM.getDocument')) as { root: { nodeId: number } };
    const input = (await debug.sendCommand('DOM.querySelector', {
      nodeId: root.nodeId,
      selector: 'input',
    })) as { nodeId: number };
    await debug.sendCommand('DOM.setFileInputFiles', { nodeId: input.nodeId, files: [preload] });
    debug.detach();
    expect(await run("api.pathOf(document.querySelector('input').files[0])")).toBe(preload);
    expect(await run("api.pathOf(new File(['x'], 'x.html'))")).toBe('');
    await expect(run("api.pathOf('x')")).rejects.toThrow('is not a File');
  });

  test("does not stop at the page's own debugger statements", async () => {
    expect(await run('(() => { debugger; return 1 })()')).toBe(1);
  });
});

describe('ipc', () => {
  test('carries values there and back', async () => {
    const received: unknown[] = [];
    ipcMain.handle('echo', (_event, ...args: unknown[]) => {
      received.push(args);
      return args;
    });
    const values =
      "['text', 1.5, NaN, -Infinity, null, undefined, [1], { a: { b: 2 } }, new Date(5)]";
    expect(
      await run(
        `api.invoke('echo', ...${values}).then(a => [a.length, a[2] !== a[2], a[3], a[5], a[8].getTime(), a[7].a.b])`,
      ),
    ).toEqual([9, true, null, null, 5, 2]);
    expect(received).toEqual([
      ['text', 1.5, NaN, -Infinity, null, undefined, [1], { a: { b: 2 } }, new Date(5)],
    ]);
    ipcMain.removeHandler('echo');
  });

  test('tells who called', async () => {
    ipcMain.handleOnce('who', (event) => [
      event.sender === window.webContents,
      event.senderFrame === window.webContents.mainFrame,
      event.senderFrame?.url,
    ]);
    expect(await run("api.invoke('who')")).toEqual([true, true, `${server.origin}/`]);
  });

  test.each([
    ['throws', "Error invoking remote method 'throws': Error: from the handler"],
    ['nobody', "Error invoking remote method 'nobody': Error: No handler registered for 'nobody'"],
  ])('%s: the error says so', async (channel, message) => {
    ipcMain.handle('throws', () => {
      throw new Error('from the handler');
    });
    expect(await run(`api.invoke('${channel}').catch(e => e.message)`)).toBe(message);
    ipcMain.removeHandler('throws');
  });

  test('refuses what it cannot carry', async () => {
    await expect(run("api.invoke('x', Symbol('s'))")).rejects.toThrow('could not be cloned');
    expect(await run("api.invoke('x', new Map()).catch(e => e.message)")).toBe(
      'not implemented by electron-on-chromium: ipc with values of type Map',
    );
  });

  test('has one handler a channel', () => {
    ipcMain.handle('once', () => 1);
    expect(() => {
      ipcMain.handle('once', () => 2);
    }).toThrow("Attempted to register a second handler for 'once'");
    ipcMain.removeHandler('once');
  });

  test('sends in both directions, until the listener is taken away', async () => {
    const received = new Promise<unknown[]>((resolve) => {
      ipcMain.once('up', (event, ...args) => {
        resolve(args);
        event.reply('down', 'answer', { n: 1 });
      });
    });
    await run(
      "window.got = []; window.end = api.on('down', (...args) => got.push(args)); api.send('up', 'hello')",
    );
    expect(await received).toEqual(['hello']);
    await expect.poll(async () => run('got')).toEqual([['answer', { n: 1 }]]);
    await run('end()');
    window.webContents.send('down', 'nobody listens');
    expect(await run('got.length')).toBe(1);
  });

  test('works in the next document too', async () => {
    ipcMain.handle('again', () => 'yes');
    using other = hiddenWindow({ preload });
    await other.loadURL(`${server.origin}/`);
    await other.loadURL(server.origin.replace('127.0.0.1', 'localhost'));
    expect(await evaluate(other, "api.invoke('again')")).toBe('yes');
    ipcMain.removeHandler('again');
  });
});
