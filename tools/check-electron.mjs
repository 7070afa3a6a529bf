// Tests Platen on Electron: `npm run check:electron [-- core|convert|window [arguments for the test
// runner]]`. With PLATEN_RUNTIME=chromium the same steps run on the stand-in, which tests the steps
// but not Electron.
import { resolve } from 'node:path';
import { checkElectron } from './check-electron/check-electron.mjs';
import { runStep } from './check-electron/run-step.mjs';
import { electronBinary } from './launch/electron.mjs';

const root = resolve(import.meta.dirname, '..');
const isRehearsal = process.env['PLATEN_RUNTIME'] === 'chromium';

process.exitCode = checkElectron(process.argv.slice(2), {
  root,
  binary: isRehearsal ? null : electronBinary(root),
  isRehearsal,
  env: process.env,
  run: runStep,
  print: (line) => void process.stderr.write(`${line}\n`),
});
