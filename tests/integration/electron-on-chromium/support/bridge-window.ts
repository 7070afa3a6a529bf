import { evaluate, hiddenWindow } from './electron.js';
import { preloadFile } from './preload-script.js';

/**
 * A page with a preload script of a test; closes with the test: `await using page = await
 * bridgePage(...)`.
 */
export interface BridgePage extends AsyncDisposable {
  readonly window: Electron.BrowserWindow;
  /** Runs code in the page's world. */
  run(code: string): Promise<unknown>;
}

/**
 * Opens a page with a preload script. @param preload text of the script; `contextBridge`,
 * `ipcRenderer` and `webUtils` are defined, and `expose(name, value)` @param url of the page,
 * which must allow preload scripts
 */
export async function bridgePage(preload: string, url: string): Promise<BridgePage> {
  const file = preloadFile(`
    const { contextBridge, ipcRenderer, webUtils } = require('electron');
    const expose = (name, value) => contextBridge.exposeInMainWorld(name, value);
    ${preload}
  `);
  const window = hiddenWindow({ preload: file.path });
  await window.loadURL(url);
  return {
    window,
    run: async (code) => evaluate(window, code),
    [Symbol.asyncDispose]: async () => {
      window[Symbol.dispose]();
      file[Symbol.dispose]();
      return Promise.resolve();
    },
  };
}
