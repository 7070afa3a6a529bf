// Runs the built application as a packaged one on the stand-in: `node
// tests/support/run-packaged.mjs [switches] [arguments]`. Differs from `tools/run.mjs` as in
// Electron: app.isPackaged, and no application folder on the command line.
import Module, { createRequire } from 'node:module';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const require = createRequire(import.meta.url);
const runtime = /** @type {typeof import('../../tools/electron-on-chromium/index.js')} */ (
  require(resolve(root, 'dist/electron-on-chromium/index.cjs'))
);
Object.defineProperty(runtime.app, 'isPackaged', { value: true });

const loader = /** @type {{ _load: (request: string, ...rest: unknown[]) => unknown }} */ (
  /** @type {unknown} */ (Module)
);
const load = loader._load;
/** @type {typeof load} */
loader._load = (request, ...rest) => (request === 'electron' ? runtime : load(request, ...rest));

// A packaged application has a display; the stand-in opens none.
process.env['DISPLAY'] ??= ':0';
const args = process.argv.slice(2);
// The stand-in removes its application's folder from the command line, once.
process.argv = [process.execPath, root];
runtime.app.getAppPath();
process.argv = [process.execPath, ...args];
require(resolve(root, 'dist/main/index.cjs'));
