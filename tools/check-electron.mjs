// Tests Platen on Electron: `npm run check:electron [-- core|convert|window [arguments for the test
// runner]]`. With PLATEN_RUNTIME=chromium the same steps run on the stand-in, which tests the steps
// but not Electron.
import { resolve } from 'node:path';
import { checkElectron } from './check-electron/check-electron.mjs';
import { runStep } from './check-electron/run-step.mjs';
import { electronBinary } from './launch/electron.mjs';
import { answerHelp } from './answer-help.mjs';

answerHelp(`npm run check:electron -- [STEP] [arguments for the test runner]

Tests Platen on Electron. Exits with 0 if everything passed, with 1 if something failed or Electron
is not installed. PLATEN_RUNTIME=chromium runs the same steps on the stand-in.

  core      the core of the conversion tests, in Electron's main process
  convert   a conversion without a display
  window    the end-to-end tests
`);

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
