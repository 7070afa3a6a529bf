// Starts the application whose folder is the first argument that is not a switch, as Electron's
// default_app/main.ts does, which the package lacks.
require('./newer-api.cjs');
const { readFileSync } = require('node:fs');
const Module = require('node:module');
const path = require('node:path');
const { app } = require('electron');

/**
 * What Electron's own default application calls besides.
 * @typedef {{ [name in 'setVersion' | 'setDesktopName' | 'setAppPath']: (value: string) => void }} InternalApp
 */
const internal = /** @type {InternalApp} */ (/** @type {unknown} */ (app));

const { folder, preloads } = parse(process.argv.slice(1));
if (folder === null) {
  process.stderr.write('Usage: electron [-r MODULE] [switches] FOLDER [arguments]\n');
  process.exit(2);
}
/** @type {typeof Module & { _preloadModules: (names: readonly string[]) => void }} */ (
  Module
)._preloadModules(preloads);
start(path.resolve(folder));

/** @param {readonly string[]} args */
function parse(args) {
  /** @type {string[]} */
  const preloads = [];
  const rest = args.values();
  for (const arg of rest) {
    if (arg === '-r' || arg === '--require') preloads.push(String(rest.next().value));
    else if (!arg.startsWith('-')) return { folder: arg, preloads };
  }
  return { folder: null, preloads };
}

/** @param {string} appPath */
function start(appPath) {
  Object.defineProperty(process, 'defaultApp', { enumerable: true, value: true });
  const description =
    /** @type {{ name: string, productName?: string, version: string, desktopName?: string, main: string }} */ (
      JSON.parse(readFileSync(path.join(appPath, 'package.json'), 'utf8'))
    );
  const { name, productName = name, version, desktopName = `${productName}.desktop` } = description;
  app.name = productName;
  internal.setVersion(version);
  internal.setDesktopName(desktopName);
  internal.setAppPath(appPath);
  require(path.join(appPath, description.main));
}
