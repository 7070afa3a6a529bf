import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * What a step runs: a script of Node's, with its arguments and environment.
 * @typedef {object} Step
 * @property {string} script from the project's folder
 * @property {readonly string[]} args
 * @property {NodeJS.ProcessEnv} env
 * @property {boolean} [wantsDisplay] a window is shown, so that Linux needs a display
 *
 * @typedef {object} StepContext
 * @property {string} root the project's folder
 * @property {string | null} binary Electron's, where it is installed
 * @property {boolean} isRehearsal
 * @property {NodeJS.ProcessEnv} env
 * @property {(step: Step, root: string) => number} run runs a step to its end and returns its exit
 * status
 * @property {(line: string) => void} print
 */

const names = /** @type {const} */ (['core', 'convert', 'window']);

/** @typedef {typeof names[number]} StepName */

const titles = {
  core: "the core of the conversion tests, in Electron's main process",
  convert: 'a conversion without a display',
  window: 'the end-to-end tests',
};

/**
 * Runs the named step, or all of them, and returns the exit status: 0 all passed, 1 something
 * failed or Electron is not installed, 2 invalid arguments.
 * @param {readonly string[]} args
 * @param {StepContext} context
 */
export function checkElectron(args, context) {
  const { binary, isRehearsal, print } = context;
  const [first, ...more] = args;
  const chosen = names.filter((name) => first === undefined || name === first);
  if (chosen.length === 0) {
    print(`check:electron: "${String(first)}" is not one of ${names.join(', ')}.`);
    return 2;
  }
  if (binary === null && !isRehearsal) {
    print(
      "check:electron: nothing was checked, because Electron's binary is not installed; `npx install-electron` downloads it.",
    );
    return 1;
  }
  if (isRehearsal)
    print('check:electron: a rehearsal on the stand-in, which proves nothing about Electron.');
  const failed = chosen.filter((name) => !passes(name, more, context));
  const where = isRehearsal ? 'the stand-in' : 'Electron';
  for (const name of chosen) {
    print(`${failed.includes(name) ? 'failed' : 'passed'} on ${where}: ${titles[name]}`);
  }
  return failed.length === 0 ? 0 : 1;
}

/**
 * @param {StepName} name
 * @param {readonly string[]} more
 * @param {StepContext} context
 */
function passes(name, more, context) {
  context.print(`check:electron: ${titles[name]}`);
  if (name === 'convert') return convertsWithoutDisplay(context);
  const { root, run } = context;
  const env = stepEnvironment(context);
  const runner = {
    core: ['node_modules/vitest/vitest.mjs', 'run', '--config', 'tests/electron/vitest.config.ts'],
    window: [
      'node_modules/@playwright/test/cli.js',
      'test',
      '--config',
      'tests/e2e/playwright.config.ts',
    ],
  }[name];
  const [script = '', ...args] = runner;
  return (
    run({ script, args: [...args, ...more], env, wantsDisplay: name === 'window' }, root) === 0
  );
}

/** @param {StepContext} context */
function convertsWithoutDisplay(context) {
  const { root, run, print } = context;
  const folder = mkdtempSync(join(tmpdir(), 'platen-check-'));
  const pdf = join(folder, 'invoice.pdf');
  try {
    const env = {
      ...stepEnvironment(context),
      DISPLAY: undefined,
      WAYLAND_DISPLAY: undefined,
    };
    const args = ['--build', 'convert', join(root, 'examples', 'invoice.html'), '--out', pdf];
    if (run({ script: 'tools/run.mjs', args, env }, root) !== 0) return false;
    const start = readFileSync(pdf).subarray(0, 5).toString('latin1');
    if (start === '%PDF-') return true;
    print(`check:electron: the PDF starts with "${start}".`);
    return false;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Forces the run-time, so that nothing silently falls back to the other.
 * @param {StepContext} context
 * @returns {NodeJS.ProcessEnv}
 */
function stepEnvironment({ env, isRehearsal }) {
  return { ...env, PLATEN_RUNTIME: isRehearsal ? 'chromium' : 'electron', INIT_CWD: undefined };
}
