// Runs all tests, unit and integration tests with vitest and end-to-end tests with Playwright, and
// prints one count.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildIfStale } from './launch/build.mjs';
import { installPackages } from './test/install-packages.mjs';
import { flakyLines } from './test/flaky-tests.mjs';
import { playwrightSkipReasons, skipLines, vitestSkipReasons } from './test/skip-reasons.mjs';
import { answerHelp } from './answer-help.mjs';

answerHelp(`npm test

Runs all tests, and prints their count in the last line. To run some of them:

  npm run test:unit -- FILE          npm run test:e2e -- FILE
  npm run test:integration -- FILE   npm run test:load -- FILE
`);

const root = resolve(import.meta.dirname, '..');
const results = mkdtempSync(join(tmpdir(), 'platen-test-'));
const total = { passed: 0, failed: 0, skipped: 0 };
/** @type {string[]} */
const skipReasons = [];
let flaky = '';

installPackages();
await buildIfStale(root);
runVitest();
runPlaywright();
rmSync(results, { recursive: true });

const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
process.stdout.write(
  `\n${skipLines(skipReasons)}${flaky}${total.passed} passed, ${total.failed} failed${skipped}\n`,
);
process.exitCode = total.failed > 0 ? 1 : 0;

function runVitest() {
  const file = join(results, 'vitest.json');
  const status = run('vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  /**
   * @type {import('./test/skip-reasons.mjs').VitestReport &
   * import('./test/flaky-tests.mjs').VitestReport & { numPassedTests?: number, numFailedTests?:
   * number, numPendingTests?: number }}
   */
  const report = readReport(file);
  skipReasons.push(...vitestSkipReasons(report));
  flaky = flakyLines(report);
  count(report.numPassedTests, report.numFailedTests, report.numPendingTests, status);
}

function runPlaywright() {
  const file = join(results, 'playwright.json');
  process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] = file;
  const status = run('playwright', [
    'test',
    '--config=tests/e2e/playwright.config.ts',
    '--reporter=list,json',
  ]);
  /**
   * @type {import('./test/skip-reasons.mjs').PlaywrightSuite & { stats?: { expected: number,
   * unexpected: number, flaky: number, skipped: number } }}
   */
  const report = readReport(file);
  skipReasons.push(...playwrightSkipReasons(report));
  const { expected, unexpected = 0, flaky = 0, skipped } = report.stats ?? {};
  count((expected ?? 0) + flaky, unexpected, skipped, status);
}

/**
 * Counts the results. A run that fails without a failed test (such as a failed start) counts as one
 * failure.
 * @param {number | undefined} passed
 * @param {number | undefined} failed
 * @param {number | undefined} skipped
 * @param {number} status
 */
function count(passed, failed, skipped, status) {
  total.passed += passed ?? 0;
  total.failed += status === 0 ? (failed ?? 0) : Math.max(failed ?? 0, 1);
  total.skipped += skipped ?? 0;
}

/**
 * @param {string} name a program of the project's own packages
 * @param {string[]} args
 */
function run(name, args) {
  const command = join(root, 'node_modules', '.bin', name);
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  return status ?? 1;
}

/**
 * Returns a runner's report, empty if it wrote none.
 * @param {string} file
 * @returns {object}
 */
function readReport(file) {
  if (!existsSync(file)) return {};
  return /** @type {object} */ (JSON.parse(readFileSync(file, 'utf8')));
}
