// Runs all tests and closes with one count: unit and integration tests with vitest, end-to-end tests with Playwright.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildIfStale } from './launch/build.mjs';

const root = resolve(import.meta.dirname, '..');
const results = mkdtempSync(join(tmpdir(), 'platen-test-'));
const total = { passed: 0, failed: 0, skipped: 0 };

await buildIfStale(root);
runVitest();
runPlaywright();
rmSync(results, { recursive: true });

const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed${skipped}\n`);
process.exitCode = total.failed > 0 ? 1 : 0;

function runVitest() {
  const file = join(results, 'vitest.json');
  const status = run('vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]);
  const report = readReport(file);
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
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = readReport(file).stats ?? {};
  count(expected, unexpected + flaky, skipped, status);
}

/**
 * A run that ends badly without a failed test (it could not start, say) counts as one failure.
 * @param {number} passed
 * @param {number} failed
 * @param {number} skipped
 * @param {number} status
 */
function count(passed = 0, failed = 0, skipped = 0, status) {
  total.passed += passed;
  total.failed += status !== 0 ? Math.max(failed, 1) : failed;
  total.skipped += skipped;
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

/** @param {string} file */
function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}
