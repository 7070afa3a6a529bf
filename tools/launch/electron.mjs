import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { thisHost } from './host.mjs';

/** Path of the program inside Electron's distribution (its `install.js`). */
const programs = {
  darwin: join('Electron.app', 'Contents', 'MacOS', 'Electron'),
  win32: 'electron.exe',
  other: 'electron',
};

/**
 * Returns the path of Electron's binary, or null if it is not installed completely: `path.txt` is
 * what its installer writes last, and `dist/version` must be the package's own. Loading the
 * `electron` package instead would start the download.
 * @param {string} root
 * @param {Pick<import('./host.mjs').Host, 'platform' | 'env' | 'readText'>} host
 * @returns {string | null}
 */
export function electronBinary(root, host = thisHost()) {
  const folder = electronFolder(root);
  const given = host.env['ELECTRON_OVERRIDE_DIST_PATH'];
  if (given) return existing(join(given, programPath(host.platform)));
  const program = host.readText(join(folder, 'path.txt'));
  const version = host.readText(join(folder, 'dist', 'version'))?.replace(/^v/, '');
  if (!program || version === undefined || version !== electronVersion(root, host)) return null;
  return existing(join(folder, 'dist', program));
}

/**
 * Returns the version of the `electron` package, or null if the package is not installed, as after
 * `npm ci --omit=dev`.
 * @param {string} root
 * @param {Pick<import('./host.mjs').Host, 'readText'>} host
 * @returns {string | null}
 */
export function electronVersion(root, host) {
  const text = host.readText(join(electronFolder(root), 'package.json'));
  if (text === null) return null;
  return /** @type {{ version: string }} */ (JSON.parse(text)).version;
}

/**
 * Returns the folder of the `electron` package.
 * @param {string} root
 */
export function electronFolder(root) {
  return join(root, 'node_modules', 'electron');
}

/** @param {NodeJS.Platform} platform */
function programPath(platform) {
  return platform === 'darwin' || platform === 'win32' ? programs[platform] : programs.other;
}

/** @param {string} path */
function existing(path) {
  return existsSync(path) ? path : null;
}
