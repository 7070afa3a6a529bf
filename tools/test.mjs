// Runs the tests, unit and integration tests with vitest and end-to-end tests with Playwright, and
// prints one count.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildIfStale } from './launch/build.mjs';
import { installPackages } from './test/install-packages.mjs';
import { playwrightResults, summary, vitestResults } from './test/results.mjs';
import { answerHelp } from './answer-help.mjs';

answerHelp(`npm test
npm test -- --all [--core-window]

Runs all unit tests and the core of the other tests, with --all everything; with --core-window too,
only the core of the end-to-end tests. The last line is their count. To run some of them:

  npm run test:unit -- FILE          npm run test:e2e -- FILE
  npm run test:integration -- FILE   npm run test:load -- FILE

PLATEN_TEST_WORKERS is the number of test files that run at the same time, by default the number of
cores.
`);

/** The tag of integration and end-to-end tests that run without --all. */
const core = 'core';

const isAll = process.argv.includes('--all');
const isCoreWindow = !isAll || process.argv.includes('--core-window');
const root = resolve(import.meta.dirname, '..');
const reports = mkdtempSync(join(tmpdir(), 'platen-test-'));

installPackages();
await buildIfStale(root);
const runs = [
  ...(isAll
    ? [timed('unit and integration', () => runVitest('*'))]
    : [
        timed('unit', () => runVitest('unit*')),
        timed('integration', () => runVitest('integration*', core)),
      ]),
  timed('end-to-end', () => runPlaywright(isCoreWindow ? core : undefined)),
];
rmSync(reports, { recursive: true });

process.stdout.write(`\n${summary(runs)}`);
const hasFailed = runs.some(({ results }) => results.some(({ status }) => status === 'failed'));
process.exitCode = hasFailed ? 1 : 0;

/**
 * @param {string} name
 * @param {() => readonly import('./test/results.mjs').TestResult[]} run
 * @returns {import('./test/results.mjs').TestRun}
 */
function timed(name, run) {
  const start = performance.now();
  const results = run();
  return { name, results, seconds: (performance.now() - start) / 1000 };
}

/**
 * @param {string} project a pattern of the projects in vitest.config.ts
 * @param {string} [tag] runs only tests with it
 */
function runVitest(project, tag) {
  const file = join(reports, 'vitest.json');
  const status = run('vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    `--project=${project}`,
    ...(tag === undefined ? [] : [`--tagsFilter=${tag}`]),
  ]);
  return withExitStatus('vitest', status, vitestResults(readReport(file), tag));
}

/** @param {string} [tag] runs only tests with it */
function runPlaywright(tag) {
  const file = join(reports, 'playwright.json');
  process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] = file;
  const command = ['test', '--config=tests/e2e/playwright.config.ts'];
  if (tag === undefined) {
    const status = run('playwright', [...command, '--reporter=list,json']);
    return withExitStatus('Playwright', status, playwrightResults(readReport(file)));
  }
  const left = ['--list', '--reporter=json', `--grep-invert=@${tag}`];
  run('playwright', [...command, ...left], 'ignore');
  const others = playwrightResults(readReport(file));
  const status = run('playwright', [...command, '--reporter=list,json', `--grep=@${tag}`]);
  return [
    ...withExitStatus('Playwright', status, playwrightResults(readReport(file))),
    ...others.map(({ name }) => ({ status: /** @type {const} */ ('left'), name })),
  ];
}

/**
 * A run that fails without a failed test, such as one that didn't start, counts as one failure.
 * @param {string} name
 * @param {number} status
 * @param {readonly import('./test/results.mjs').TestResult[]} results
 * @returns {readonly import('./test/results.mjs').TestResult[]}
 */
function withExitStatus(name, status, results) {
  if (status === 0 || results.some((result) => result.status === 'failed')) return results;
  return [...results, { status: 'failed', name, reason: `exit status ${status}` }];
}

/**
 * @param {string} name a program of the project's own packages
 * @param {string[]} args
 * @param {'inherit' | 'ignore'} [stdout]
 */
function run(name, args, stdout = 'inherit') {
  const command = join(root, 'node_modules', '.bin', name);
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: ['inherit', stdout, 'inherit'],
    shell: process.platform === 'win32',
  });
  return status ?? 1;
}

/**
 * Returns a runner's report and removes it; empty if the runner wrote none.
 * @param {string} file
 * @returns {object}
 */
function readReport(file) {
  if (!existsSync(file)) return {};
  const text = readFileSync(file, 'utf8');
  rmSync(file);
  return /** @type {object} */ (JSON.parse(text));
}
