// Starts Platen from this folder: `node tools/run.mjs [--build] [--app FOLDER] [arguments for Platen]`.
// Electron where its binary is installed, else a Chromium of this machine (see tools/electron-on-chromium).
import { resolve } from 'node:path';
import { buildIfStale } from './launch/build.mjs';
import { electronBinary, runOnElectron } from './launch/electron.mjs';
import { runOnChromium } from './launch/chromium.mjs';

const root = resolve(import.meta.dirname, '..');
const { build, appFolder, args } = launcherArguments(process.argv.slice(2));

// npm runs scripts in the project's folder; a path that a person types is meant from where they stand.
process.chdir(process.env['INIT_CWD'] ?? process.cwd());

if (build) await buildIfStale(root);

const forced = process.env['PLATEN_RUNTIME'];
const binary = electronBinary(root);
if (forced === 'electron' && binary === null) {
  fail("Electron's binary is not installed. Run `npx install-electron`, or unset PLATEN_RUNTIME.");
} else if (forced !== undefined && forced !== 'electron' && forced !== 'chromium') {
  fail(`PLATEN_RUNTIME is "${forced}"; it must be electron or chromium.`);
} else if (binary !== null && forced !== 'chromium') {
  runOnElectron(binary, appFolder ?? root, args);
} else {
  runOnChromium(root, appFolder ?? root, args);
}

/**
 * Takes the launcher's own arguments, which stand first, off the line.
 * @param {string[]} line
 */
function launcherArguments(line) {
  const rest = [...line];
  const build = rest[0] === '--build' && rest.shift() !== undefined;
  const appFolder = rest[0] === '--app' ? resolve(rest.splice(0, 2)[1] ?? '') : undefined;
  return { build, appFolder, args: rest };
}

/** @param {string} message */
function fail(message) {
  process.stderr.write(`platen: ${message}\n`);
  process.exitCode = 1;
}
