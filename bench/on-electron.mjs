import { electronVersions } from '../tools/check-electron/electron-versions.mjs';
import { ordinaryPlace, withElectron } from '../tools/check-electron/ordinary-place.mjs';
import { runStep } from '../tools/check-electron/run-step.mjs';
import { buildIfStale } from '../tools/launch/build.mjs';
import { electronBinary } from '../tools/launch/electron.mjs';
import { installElectron } from '../tools/real-electron/install.mjs';
import { root } from './bundle.mjs';

/**
 * Runs a bench on Electron if `--electron` is one of the arguments, and then ends this process: on
 * the installed Electron, or else on the newest that the npm registry contains. As
 * `npm run check:electron` does, root runs it as an ordinary user, in a copy of the project.
 * @param {string} script from the project's folder
 */
export async function answerElectron(script) {
  const args = process.argv.slice(2);
  if (!args.includes('--electron')) return;
  const others = args.filter((arg) => arg !== '--electron');
  process.exit(await runOnElectron(script, others));
}

/**
 * @param {string} script
 * @param {readonly string[]} args
 */
async function runOnElectron(script, args) {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('--electron needs Linux x64, as the headless Chromium of the others does.');
  }
  const folder = electronBinary(root) === null ? await installElectron(root, print) : null;
  await buildIfStale(root);
  const own = ordinaryPlace(root, process.env);
  try {
    const place = folder === null ? own : withElectron(own, root, folder);
    const versions = electronVersions(place) ?? undefined;
    const env = { ...place.env, PLATEN_RUNTIME: 'electron', PLATEN_BENCH_ELECTRON: versions };
    return runStep({ script, args, env }, place);
  } finally {
    own.leave();
  }
}

/** @param {string} line */
function print(line) {
  process.stderr.write(`${line}\n`);
}
