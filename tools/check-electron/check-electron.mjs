/**
 * What a step runs: a script of Node's, with its arguments and environment.
 * @typedef {object} Step
 * @property {string} script from the project's folder
 * @property {readonly string[]} args
 * @property {NodeJS.ProcessEnv} env
 *
 * @typedef {object} StepContext
 * @property {string | null} electron the versions of Electron and its Chromium; null if it is not
 * installed
 * @property {boolean} isRehearsal
 * @property {NodeJS.ProcessEnv} env
 * @property {(step: Step) => number} run runs a step to its end and returns its exit status
 * @property {(line: string) => void} print
 */

const names = /** @type {const} */ (['probe', 'convert', 'core', 'window', 'packed']);

/** What is installed elsewhere: the workflow checks its packages. */
const onlyByName = 'packed';

/** @typedef {typeof names[number]} StepName */

const titles = {
  probe: 'the frames and animations of a hidden page',
  convert: 'conversions by the command line',
  core: "the core of the conversion tests, in Electron's main process",
  window: 'the end-to-end tests',
  packed: 'conversions by the packed program',
};

const coreTests = [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--config',
  'tests/electron/vitest.config.ts',
];

const runners = {
  probe: [...coreTests, 'tests/integration/electron/frames.test.ts'],
  convert: ['tools/check-command.mjs'],
  core: coreTests,
  window: [
    'node_modules/@playwright/test/cli.js',
    'test',
    '--config',
    'tests/e2e/playwright.config.ts',
  ],
  packed: ['tools/check-electron/packed.mjs'],
};

/**
 * Runs the named step, or all but the packed program, and returns the exit status: 0 all passed, 1
 * something failed or Electron is not installed, 2 invalid arguments.
 * @param {readonly string[]} args
 * @param {StepContext} context
 */
export function checkElectron(args, context) {
  const { electron, isRehearsal, print } = context;
  const [first, ...more] = args;
  const chosen = names.filter((name) =>
    first === undefined ? name !== onlyByName : name === first,
  );
  if (chosen.length === 0) {
    print(`check:electron: "${String(first)}" is not one of ${names.join(', ')}.`);
    return 2;
  }
  if (electron === null && !isRehearsal) {
    print(
      "check:electron: nothing was checked, because Electron's binary is not installed; `npx install-electron` downloads it.",
    );
    return 1;
  }
  if (isRehearsal)
    print('check:electron: a rehearsal on the stand-in, which proves nothing about Electron.');
  if (electron !== null) print(`check:electron: on ${electron}`);
  const failed = chosen.filter((name) => !passes(name, more, context));
  const where = electron ?? 'the stand-in';
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
  const env = stepEnvironment(context);
  const [script = '', ...args] = runners[name];
  return context.run({ script, args: [...args, ...more], env }) === 0;
}

/**
 * Forces the run-time, so that nothing silently falls back to the other.
 * @param {StepContext} context
 * @returns {NodeJS.ProcessEnv}
 */
function stepEnvironment({ env, isRehearsal }) {
  return { ...env, PLATEN_RUNTIME: isRehearsal ? 'chromium' : 'electron', INIT_CWD: undefined };
}
