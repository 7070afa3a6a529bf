import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Creates a file with a preload script, which is removed after the tests. */
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

/** Creates a preload script for a sandboxed page. */
export const preloadScript = `
const { contextBridge, ipcRenderer, webUtils } = require('electron');

globalThis.secret = 'only here';

contextBridge.exposeInMainWorld('api', {
  worlds: () => [typeof globalThis.secret, typeof globalThis.ofPage],
  pathOf: (file) => webUtils.getPathForFile(file),
  sendSync: () => ipcRenderer.sendSync('x'),
  environment: () => [process.type, process.sandboxed, process.contextIsolated],
});

try {
  require('node:fs');
} catch (error) {
  contextBridge.exposeInMainWorld('noNode', error.message);
}
`;
