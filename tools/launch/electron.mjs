import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';

/**
 * The path of Electron's binary, or null if it has not been downloaded. Asking the `electron` package itself would
 * start the download.
 * @param {string} root
 */
export function electronBinary(root) {
  const folder = join(root, 'node_modules', 'electron');
  const pathFile = join(folder, 'path.txt');
  if (!existsSync(pathFile)) return null;
  const distribution = process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(folder, 'dist');
  const binary = join(distribution, readFileSync(pathFile, 'utf8'));
  return existsSync(binary) ? binary : null;
}

/**
 * Runs Platen on Electron and ends with its exit status.
 * @param {string} binary
 * @param {string} appFolder
 * @param {string[]} args
 */
export function runOnElectron(binary, appFolder, args) {
  if (!args.includes('--quiet')) process.stderr.write('platen: running on Electron\n');
  const child = spawn(binary, [appFolder, ...platformSwitches(args), ...args], {
    stdio: 'inherit',
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal));
  }
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
  });
}

/**
 * A command needs no display; Chromium's own platform for that is named `headless`.
 * @param {string[]} args
 */
function platformSwitches(args) {
  const hasDisplay = process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY'];
  const isCommand = args[0] === 'convert' || args[0] === 'serve';
  return process.platform === 'linux' && !hasDisplay && isCommand
    ? ['--ozone-platform=headless']
    : [];
}
