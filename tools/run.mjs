// Starts Platen from this folder: `node tools/run.mjs [--build] [--app FOLDER] [arguments for
// Platen]`, on Electron if possible, otherwise on Chromium (tools/electron-on-chromium).
import { resolve } from 'node:path';
import { thisHost } from './launch/host.mjs';
import { start } from './launch/start.mjs';

// npm runs scripts in the project's folder; paths are relative to the user's folder.
process.chdir(process.env['INIT_CWD'] ?? process.cwd());

await start(resolve(import.meta.dirname, '..'), process.argv.slice(2), thisHost());
