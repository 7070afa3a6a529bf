import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  app,
  evaluate,
  hiddenWindow,
  nextEvent,
  servePages,
  type TestServer,
} from './support/electron.js';
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
  test('runs before the scripts of the page, in its own world', async () => {
    expect(await run('atStart')).toBe('object');
    expect(await run('secretAtStart')).toBe('undefined');
    expect(await run('api.worlds()')).toEqual(['string', 'undefined']);
  });

  test('runs in the main frame only', async () => {
    expect(await run('frames[0].atStart')).toBe('undefined');
  });

  test('has no Node, and knows its process', async () => {
    expect(await run('noNode')).toBe('module not found: node:fs');
    expect(await run('typeof require + typeof process')).toBe('undefinedundefined');
    expect(await run('api.environment()')).toEqual(['renderer', true, true]);
  });

  test('reports its error', async () => {
    using broken = preloadFile('throw new Error("broken preload")');
    using other = hiddenWindow({ preload: broken.path });
    const reported = nextEvent(other.webContents, 'preload-error');
    await other.loadURL(server.origin);
    const [, path, error] = await reported;
    expect([path, (error as Error).message]).toEqual([broken.path, 'broken preload']);
  });

  test('finds no more of Electron than is implemented', async () => {
    await expect(run('(async () => api.sendSync())()')).rejects.toThrow(
      'not implemented by electron-on-chromium: ipcRenderer.sendSync',
    );
  });
});

describe('getPathForFile', () => {
  test('returns the path of a selected file, and nothing for one created by a script', async () => {
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
    expect(await run("api.pathOf(new Blob(['x']))")).toBe('');
    await expect(run("(async () => api.pathOf('x'))()")).rejects.toThrow(
      'getPathForFile expected to receive a File object but one was not provided',
    );
  });

  test("ignores the page's debugger statements", async () => {
    expect(await run('(() => { debugger; return 1 })()')).toBe(1);
  });
});
