import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file with a preload script, which goes when the tests are done with it. */
export function preloadFile(text: string): { readonly path: string } & Disposable {
  const folder = mkdtempSync(join(tmpdir(), 'platen-preload-'));
  const path = join(folder, 'preload.cjs');
  writeFileSync(path, text);
  return {
    path,
    [Symbol.dispose]: () => {
      rmSync(folder, { recursive: true });
    },
  };
}

/** The preload script of most tests, as a sandboxed one is written. */
export const preloadScript = `
const { contextBridge, ipcRenderer, webUtils } = require('electron');

globalThis.secret = 'only here';
let listener;

contextBridge.exposeInMainWorld('api', {
  number: 7,
  nested: { list: [1, { deep: true }], date: new Date(0) },
  worlds: () => [typeof globalThis.secret, typeof globalThis.ofPage],
  add: (a, b) => a + b,
  later: async (value) => ({ value }),
  fails: () => {
    throw new TypeError('told by the preload script');
  },
  failsLater: () => Promise.reject(new Error('told later')),
  call: (callback) => callback('from the preload script'),
  keep: (callback) => {
    listener = callback;
  },
  isKept: (callback) => callback === listener,
  makeCounter: () => {
    let count = 0;
    return () => ++count;
  },
  kindOf: (value) => Object.prototype.toString.call(value),
  pathOf: (file) => webUtils.getPathForFile(file),
  invoke: (...args) => ipcRenderer.invoke(...args),
  send: (...args) => ipcRenderer.send(...args),
  on: (channel, callback) => {
    const receive = (_event, ...args) => callback(...args);
    ipcRenderer.on(channel, receive);
    return () => ipcRenderer.off(channel, receive);
  },
  sendSync: () => ipcRenderer.sendSync('x'),
  environment: () => [process.type, process.sandboxed, process.contextIsolated],
});

try {
  contextBridge.exposeInMainWorld('api', {});
} catch (error) {
  contextBridge.exposeInMainWorld('secondTime', error.message);
}
try {
  require('node:fs');
} catch (error) {
  contextBridge.exposeInMainWorld('noNode', error.message);
}
`;
