import Module, { createRequire } from 'node:module';
import { join } from 'node:path';
import { electronArguments, runsPages } from './command-line.mjs';
import { launchLine } from './launch-line.mjs';

const require = createRequire(import.meta.url);

/** The types are those of Node 20. */
const compileCache = /** @type {{ enableCompileCache?: (folder: string) => unknown }} */ (Module);

/**
 * Runs Platen's bundles in this process, with the stand-in as the module `electron`.
 * @param {object} options
 * @param {string} options.root
 * @param {string} options.appFolder
 * @param {import('./command-line.mjs').ApplicationArguments} options.args
 * @param {string | null} options.reason why this is not Electron; null if the stand-in was
 * requested
 * @param {(text: string) => void} options.write writes to standard error unless --quiet is given
 */
export function runOnChromium({ root, appFolder, args, reason, write }) {
  // Node 22 and newer keep compiled code between runs.
  compileCache.enableCompileCache?.(join(root, 'node_modules', '.cache', 'platen', 'compiled'));
  // Electron has a newer Node, so the AWS SDK's end-of-support notice does not concern the user.
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';
  const runtime = /** @type {typeof import('../electron-on-chromium/index.js')} */ (
    require(join(root, 'dist', 'electron-on-chromium', 'index.cjs'))
  );
  const wantsWindow = !args.isCommand && !args.switches.includes('--headless');
  if (wantsWindow && !runtime.canShowWindow()) {
    process.stderr.write(
      'platen: a window needs a display and an installed Chromium, Chrome or Edge; ' +
        'without them, try `npm run convert -- examples/invoice.html`.\n',
    );
    // Loading the run-time keeps the process alive, as Electron's does.
    process.exit(1);
  }
  const why = reason === null ? '' : `. ${reason}`;
  write(`platen: running on ${runtime.describeChromium()} through electron-on-chromium${why}\n`);
  // Also with --quiet, because it concerns safety.
  const sandbox = runsPages(args) ? runtime.missingSandbox() : null;
  if (sandbox !== null) {
    process.stderr.write(launchLine(args, `platen: ${sandbox}\n`, 'warn'));
    // The application decides whether other machines may use it then (sandbox-check.ts).
    process.env['PLATEN_SANDBOX_MISSING'] = '1';
  }
  process.argv = [process.execPath, appFolder, ...electronArguments(args)];
  replaceElectron(runtime);
  require(join(appFolder, mainEntry(appFolder)));
}

/** @param {string} appFolder */
function mainEntry(appFolder) {
  const description = /** @type {{ main: string }} */ (require(join(appFolder, 'package.json')));
  return description.main;
}

/**
 * Node 20 has no public hook for `require`; test tools use this one.
 * @param {object} runtime
 */
function replaceElectron(runtime) {
  const loader = /** @type {{ _load: (request: string, ...rest: unknown[]) => unknown }} */ (
    /** @type {unknown} */ (Module)
  );
  const load = loader._load;
  loader._load = (request, ...rest) => (request === 'electron' ? runtime : load(request, ...rest));
}
