// Starts Platen from this folder: `node tools/run.mjs [--build] [--app FOLDER] [arguments for
// Platen]`. On Electron where it runs or can be downloaded, else on a Chromium of this machine
// (tools/electron-on-chromium).
import { resolve } from 'node:path';
import { thisHost } from './launch/host.mjs';
import { start } from './launch/start.mjs';

// npm runs scripts in the project's folder; a path that the user types is relative to theirs.
process.chdir(process.env['INIT_CWD'] ?? process.cwd());

await start(resolve(import.meta.dirname, '..'), process.argv.slice(2), thisHost());
