import Module, { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(import.meta.url);

/** The types are those of Node 20. */
const compileCache = /** @type {{ enableCompileCache?: (folder: string) => unknown }} */ (Module);

/**
 * Runs Platen's own bundles in this process, with the development run-time in the place of Electron's module.
 * @param {string} root
 * @param {string} appFolder
 * @param {string[]} args
 */
export function runOnChromium(root, appFolder, args) {
  // Node 22 and newer keep compiled code between runs.
  compileCache.enableCompileCache?.(join(root, 'node_modules', '.cache', 'platen', 'compiled'));
  // Electron brings a newer Node; that the AWS SDK will want that one day is nothing to who converts a page on this one.
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';
  const runtime = /** @type {typeof import('../electron-on-chromium/index.js')} */ (
    require(join(root, 'dist', 'electron-on-chromium', 'index.cjs'))
  );
  const isCommand = args[0] === 'convert' || args[0] === 'serve';
  const wantsWindow = !isCommand && !args.includes('--headless');
  if (wantsWindow && !runtime.canShowWindow()) {
    process.stderr.write(
      'platen: a window needs a display and an installed Chromium, Chrome or Edge; ' +
        'without them, `npm run convert -- examples/invoice.html` makes a PDF.\n',
    );
    // Loading the run-time keeps the process alive, as Electron's does.
    process.exit(1);
  }
  if (!args.includes('--quiet')) {
    process.stderr.write(
      `platen: running on ${runtime.describeChromium()} through electron-on-chromium\n`,
    );
  }
  process.argv = [process.execPath, appFolder, ...args];
  takePlaceOfElectron(runtime);
  require(join(appFolder, mainEntry(appFolder)));
}

/** @param {string} appFolder */
function mainEntry(appFolder) {
  const description = /** @type {{ main: string }} */ (require(join(appFolder, 'package.json')));
  return description.main;
}

/**
 * Node 20 has no public hook for `require`; this one is what test tools use.
 * @param {object} runtime
 */
function takePlaceOfElectron(runtime) {
  const loader = /** @type {{ _load: (request: string, ...rest: unknown[]) => unknown }} */ (
    /** @type {unknown} */ (Module)
  );
  const load = loader._load;
  loader._load = (request, ...rest) => (request === 'electron' ? runtime : load(request, ...rest));
}
