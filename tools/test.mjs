// Runs all tests, unit and integration tests with vitest and end-to-end tests with Playwright, and
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
npm test -- --all

Runs the tests, with --all also those that are tagged as long, and those of the stand-in for
Electron. The last line is their count. To run some of them:

  npm run test:unit -- FILE          npm run test:e2e -- FILE
  npm run test:integration -- FILE   npm run test:load -- FILE
`);

const isAll = process.argv.includes('--all');
const root = resolve(import.meta.dirname, '..');
const reports = mkdtempSync(join(tmpdir(), 'platen-test-'));

installPackages();
await buildIfStale(root);
const results = [...runVitest(), ...runPlaywright()];
rmSync(reports, { recursive: true });

process.stdout.write(`\n${summary(results)}`);
process.exitCode = results.some(({ status }) => status === 'failed') ? 1 : 0;

function runVitest() {
  const file = join(reports, 'vitest.json');
  const status = run('vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...(isAll ? [] : ['--tagsFilter=!long', '--project=!integration-stand-in']),
  ]);
  return withExitStatus('vitest', status, vitestResults(readReport(file), isAll));
}

function runPlaywright() {
  const file = join(reports, 'playwright.json');
  process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] = file;
  const status = run('playwright', [
    'test',
    '--config=tests/e2e/playwright.config.ts',
    '--reporter=list,json',
    ...(isAll ? [] : ['--grep-invert=@long']),
  ]);
  return withExitStatus('Playwright', status, playwrightResults(readReport(file)));
}

/**
 * A run that fails without a failed test, such as one that didn't start, counts as one failure.
 * @param {string} name
 * @param {number} status
 * @param {readonly import('./test/results.mjs').TestResult[]} found
 * @returns {readonly import('./test/results.mjs').TestResult[]}
 */
function withExitStatus(name, status, found) {
  if (status === 0 || found.some((result) => result.status === 'failed')) return found;
  return [...found, { status: 'failed', name, reason: `exit status ${status}` }];
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
