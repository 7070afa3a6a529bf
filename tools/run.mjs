// Starts Platen from this folder: `node tools/run.mjs [--build] [--app FOLDER] [arguments for
// Platen]`, on Electron if possible, otherwise on Chromium (tools/electron-on-chromium).
import { resolve } from 'node:path';
import { thisHost } from './launch/host.mjs';
import { start } from './launch/start.mjs';

// npm runs scripts in the project's folder; paths are relative to the user's folder.
if (enterFolder(process.env['INIT_CWD'])) {
  await start(resolve(import.meta.dirname, '..'), process.argv.slice(2), thisHost());
}

/**
 * Returns false if the user's folder was removed.
 * @param {string | undefined} folder without it, the current one
 */
function enterFolder(folder) {
  try {
    process.chdir(folder ?? process.cwd());
    return true;
  } catch {
    const name = folder === undefined ? 'The current folder' : `The folder ${folder}`;
    process.stderr.write(`platen: ${name} cannot be entered. Change to another one.\n`);
    process.exitCode = 1;
    return false;
  }
}
