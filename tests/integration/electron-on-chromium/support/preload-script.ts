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

/** A preload script, as a sandboxed one is written. */
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
