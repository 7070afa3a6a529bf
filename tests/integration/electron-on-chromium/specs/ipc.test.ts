import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type BridgePage, bridgePage } from '../support/bridge-window.js';
import {
  type TestServer,
  app,
  hiddenWindow,
  ipcMain,
  servePages,
  standInTest,
} from '../support/electron.js';

// Asserts what Electron's spec/api-ipc-main.spec.ts, api-ipc.spec.ts and api-ipc-renderer.spec.ts
// assert, as far as the stand-in implements it; the README of the stand-in lists the rest.

const preload = `
  expose('invoke', (...args) => ipcRenderer.invoke(...args));
  expose('invokeMade', (code) => ipcRenderer.invoke('echo', new Function('return ' + code)()));
  expose('listen', (channel, callback) => {
    const receive = (_event, ...args) => callback(...args);
    ipcRenderer.on(channel, receive);
    return () => { ipcRenderer.off(channel, receive) };
  });
  expose('member', (name) => String(ipcRenderer[name]));
  expose('eventMember', (channel, name) => new Promise((resolve) => {
    ipcRenderer.on(channel, (event) => {
      try { resolve(String(event[name])) } catch (error) { resolve(error.message) }
    });
  }));
`;

let server: TestServer;
let page: BridgePage;

beforeAll(async () => {
  await app.whenReady();
  server = await servePages({ '/': '<!doctype html><p>page</p>', '/other': '<p>other</p>' });
  page = await bridgePage(preload, `${server.origin}/`);
});

afterAll(async () => {
  await page[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

const run = async (code: string) => page.run(`(async () => (${code}))()`);
const failureOf = (code: string) =>
  `await (async () => { try { await (${code}); return null } catch (error) { return error.message } })()`;

let channels = 0;

/** A channel for one test: a handler stays as long as the application runs. */
function freshChannel(): string {
  return `channel-${++channels}`;
}

/** Captures what the main process writes about failed handlers. */
function stderr() {
  return vi.spyOn(process.stderr, 'write').mockReturnValue(true);
}

const refusal = (what: string) => `not implemented by electron-on-chromium: ${what}`;

describe('invoke', () => {
  test.each([
    ['immediately', (_event: unknown, arg: number) => arg - 120],
    [
      'later',
      async (_event: unknown, arg: number) => {
        await new Promise(setImmediate);
        return arg - 120;
      },
    ],
  ])('returns what a handler returns %s', async (_name, handler) => {
    const channel = freshChannel();
    ipcMain.handle(channel, handler);
    expect(await run(`invoke('${channel}', 123)`)).toBe(3);
  });

  test.each([
    [
      'throws',
      () => {
        throw new Error('some error');
      },
      'Error: some error',
    ],
    [
      'rejects later',
      async () => {
        await new Promise(setImmediate);
        throw new RangeError('some error');
      },
      'RangeError: some error',
    ],
    [
      'returns a value that cannot be cloned',
      () => () => 1,
      'Error: An object could not be cloned.',
    ],
    [
      'returns an object of Electron',
      (event: Electron.IpcMainInvokeEvent) => event.sender.mainFrame,
      'Error: An object could not be cloned.',
    ],
  ])('fails with the channel and the error if a handler %s', async (_name, handler, text) => {
    const written = stderr();
    const channel = freshChannel();
    ipcMain.handle(channel, handler);
    const message = await run(failureOf(`invoke('${channel}')`));
    written.mockRestore();
    expect(message).toBe(`Error invoking remote method '${channel}': ${text}`);
  });

  test('fails without a handler for the channel', async () => {
    expect(await run(failureOf("invoke('nobody')"))).toBe(
      "Error invoking remote method 'nobody': Error: No handler registered for 'nobody'",
    );
  });

  test('requires a channel that is a string', async () => {
    expect(await run(failureOf('invoke(7)'))).toMatch(/Error processing argument at index \d/);
  });

  test('preserves the order of the messages', async () => {
    const channel = freshChannel();
    const received: unknown[] = [];
    ipcMain.handle(channel, (_event, n: number) => {
      received.push(n);
    });
    await run(
      `Promise.all(Array.from({ length: 500 }, (_, n) => invoke('${channel}', n))).then(() => 1)`,
    );
    expect(received).toEqual(Array.from({ length: 500 }, (_, n) => n));
  });
});

describe('ipcMain.handle', () => {
  test('allows one handler per channel', () => {
    const channel = freshChannel();
    ipcMain.handle(channel, () => 1);
    expect(() => {
      ipcMain.handle(channel, () => 2);
    }).toThrow(`Attempted to register a second handler for '${channel}'`);
  });

  test('accepts functions only', () => {
    expect(() => {
      ipcMain.handle(freshChannel(), 'x' as unknown as () => void);
    }).toThrow("Expected handler to be a function, but found type 'string'");
  });

  test('passes the sender to the handler', async () => {
    const channel = freshChannel();
    ipcMain.handle(channel, ({ sender, senderFrame }) => [
      sender === page.window.webContents,
      senderFrame === page.window.webContents.mainFrame,
      senderFrame?.url,
    ]);
    expect(await run(`invoke('${channel}')`)).toEqual([true, true, `${server.origin}/`]);
  });

  test('has no sender frame once its document is gone', async () => {
    await using other = await bridgePage(preload, `${server.origin}/`);
    const channel = freshChannel();
    const called = new Promise<Electron.IpcMainInvokeEvent>((resolve) => {
      ipcMain.handle(channel, resolve);
    });
    await other.run(`void invoke('${channel}')`);
    const event = await called;
    expect(event.senderFrame).toBe(other.window.webContents.mainFrame);
    await other.window.loadURL(`${server.origin}/other`);
    expect(event.senderFrame).toBe(null);
  });

  test('works for the next document, also in another process', async () => {
    const channel = freshChannel();
    ipcMain.handle(channel, () => 'yes');
    await using other = await bridgePage(preload, `${server.origin}/`);
    await other.window.loadURL(server.origin.replace('127.0.0.1', 'localhost'));
    expect(await other.run(`invoke('${channel}')`)).toBe('yes');
  });
});

describe('values', () => {
  const received: unknown[] = [];

  beforeAll(() => {
    ipcMain.handle('echo', (_event, ...args: unknown[]) => {
      received.splice(0, received.length, ...args);
      return args[0];
    });
  });

  test.each([
    ["'text'", 'text'],
    ["{ id: 1, name: 'ly' }", { id: 1, name: 'ly' }],
    ['[1.5, NaN, -Infinity, -0]', [1.5, NaN, -Infinity, -0]],
    ['[null, undefined, true]', [null, undefined, true]],
    ['{ a: { b: [{}] }, none: undefined }', { a: { b: [{}] }, none: undefined }],
    ["{ $electron: 'date', time: 5 }", { $electron: 'date', time: 5 }],
    ['new Date(5)', new Date(5)],
    ['new Date(NaN)', new Date(NaN)],
    ["new RangeError('far')", new RangeError('far')],
  ])('%s is received as sent', async (code, value) => {
    expect(await run(`invokeMade(${JSON.stringify(code)}).then(() => 1)`)).toBe(1);
    expect(received).toEqual([value]);
    expect(Object.getPrototypeOf(received[0])).toBe(Object.getPrototypeOf(value));
  });

  test('are returned as they were sent', async () => {
    const code = `(([text, number, none, date]) => [text, Number.isNaN(number), none === undefined, date.getTime()])
      (await invoke('echo', ['text', NaN, undefined, new Date(5)]))`;
    expect(await run(code)).toEqual(['text', true, true, 5]);
  });

  test('an error of a custom class is received as an Error', async () => {
    const code = "Object.assign(new Error('odd'), { name: 'OddError', code: 7 })";
    await run(`invokeMade(${JSON.stringify(code)}).then(() => 1)`);
    expect(received[0]).toMatchObject({ name: 'Error', message: 'odd' });
    expect(received[0]).not.toHaveProperty('code');
  });

  test('an object with two references is received in both places', async () => {
    const code =
      "(() => { const child = { hello: 'world' }; return [{ name: 'foo', child }, { name: 'bar', child }] })()";
    await run(`invokeMade(${JSON.stringify(code)}).then(() => 1)`);
    const child = { hello: 'world' };
    expect(received[0]).toEqual([
      { name: 'foo', child },
      { name: 'bar', child },
    ]);
  });

  test.each([
    ['() => 1'],
    ["Symbol('s')"],
    ['{ call: () => 1 }'],
    ['document.location'],
    ['document'],
    ['new WeakMap()'],
    ['new Proxy({ a: 1 }, {})'],
    ['Promise.resolve(1)'],
  ])('%s cannot be cloned', async (code) => {
    expect(await run(failureOf(`invokeMade(${JSON.stringify(code)})`))).toBe(
      'An object could not be cloned.',
    );
  });

  standInTest.each([
    ['10n', 'bigint'],
    ['new Map()', 'values of type Map'],
    ['new Set()', 'values of type Set'],
    ['/a/g', 'values of type RegExp'],
    ['new Uint8Array(3)', 'values of type Uint8Array'],
    ['(() => { const a = [5]; a.push(a); return a })()', 'cyclic references'],
    ['(() => { const a = {}; a.a = a; return a })()', 'cyclic references'],
  ])('%s is rejected by name', async (code, what) => {
    expect(await run(failureOf(`invokeMade(${JSON.stringify(code)})`))).toBe(
      refusal(`ipc with ${what}`),
    );
  });
});

describe('send', () => {
  test('reaches the listeners of a channel until they are removed', async () => {
    await run(
      "listen('down', (...args) => { (window.got ??= []).push(args.map((one) => one ?? typeof one)) }).call && 1",
    );
    await page.run('window.end = listen("other", () => { window.other = true }); 1');
    page.window.webContents.send('down', 'answer', { n: 1 }, undefined);
    await expect.poll(async () => run('window.got')).toEqual([['answer', { n: 1 }, 'undefined']]);
    await run('end() ?? 1');
    page.window.webContents.send('other', 'nobody listens');
    page.window.webContents.send('down', 'last');
    await expect.poll(async () => run('got.length')).toBe(2);
    expect(await run('typeof window.other')).toBe('undefined');
  });

  standInTest('throws for values that cannot be cloned, also before there is a document', () => {
    using window = hiddenWindow({ preload: '/dev/null' });
    expect(() => {
      window.webContents.send('channel', window);
    }).toThrow('An object could not be cloned.');
  });
});

describe('unimplemented parts throw with their name:', () => {
  standInTest.each(['send', 'sendSync', 'sendToHost', 'postMessage', 'once', 'removeAllListeners'])(
    'ipcRenderer.%s',
    async (member) => {
      expect(await run(failureOf(`member('${member}')`))).toBe(refusal(`ipcRenderer.${member}`));
    },
  );

  standInTest.each([
    'on',
    'once',
    'handleOnce',
    'removeHandler',
    'removeAllListeners',
    'eventNames',
  ])('ipcMain.%s', (member) => {
    expect((): unknown => Reflect.get(ipcMain, member)).toThrow(refusal(`ipcMain.${member}`));
  });

  standInTest('members of events', async () => {
    const channel = freshChannel();
    ipcMain.handle(channel, (event) => {
      for (const name of ['reply', 'returnValue', 'frameId', 'processId', 'ports']) {
        expect((): unknown => Reflect.get(event, name)).toThrow(
          refusal(`IpcMainInvokeEvent.${name}`),
        );
      }
      return 'asked';
    });
    expect(await run(`invoke('${channel}')`)).toBe('asked');
    await page.run("window.asked = eventMember('event', 'ports'); 1");
    page.window.webContents.send('event');
    expect(await run('asked')).toBe(refusal('IpcRendererEvent.ports'));
  });
});
