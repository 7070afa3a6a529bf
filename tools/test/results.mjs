import { stripVTControlCharacters } from 'node:util';

/**
 * @typedef {{
 *   readonly status: string,
 *   readonly fullName: string,
 *   readonly title: string,
 *   readonly ancestorTitles: readonly string[],
 *   readonly failureMessages: readonly string[],
 *   readonly tags?: readonly string[],
 * }} VitestTest
 * @typedef {{
 *   readonly name: string,
 *   readonly status: string,
 *   readonly message: string,
 *   readonly assertionResults: readonly VitestTest[],
 * }} VitestFile
 * @typedef {{ readonly testResults?: readonly VitestFile[] }} VitestReport
 *
 * @typedef {{
 *   readonly status: string,
 *   readonly annotations: readonly { readonly type: string, readonly description?: string }[],
 *   readonly results: readonly {
 *     readonly status: string,
 *     readonly error?: { readonly message?: string },
 *   }[],
 * }} PlaywrightTest
 * @typedef {{
 *   readonly file: string,
 *   readonly title: string,
 *   readonly tests: readonly PlaywrightTest[],
 * }} PlaywrightSpec
 * @typedef {{
 *   readonly specs?: readonly PlaywrightSpec[],
 *   readonly suites?: readonly PlaywrightSuite[],
 * }} PlaywrightSuite
 */

/**
 * What a runner reports of one test. A flaky one timed out at first and passed when repeated, and
 * must be fixed; one that is left runs with `--all`. The reason is the first line of its failure,
 * or why it was skipped.
 * @typedef {{ readonly status: 'passed' | 'flaky' | 'failed' | 'skipped' | 'left',
 * readonly name: string, readonly reason?: string | undefined }} TestResult
 */

/**
 * Returns the tests in a report of vitest's JSON reporter. A file that failed without a failed
 * test, such as one that could not be loaded, counts as a failed test. A test is skipped for the
 * reason in brackets at the end of its title, or of its group's, or because it lacks the tag.
 * @param {VitestReport} report
 * @param {string} [tag] only tests with this tag ran
 * @returns {readonly TestResult[]}
 */
export function vitestResults({ testResults = [] }, tag) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const results = assertionResults.map((test) => vitestResult(test, tag));
    if (status !== 'failed' || results.some((result) => result.status === 'failed')) return results;
    return [
      ...results,
      { status: /** @type {const} */ ('failed'), name, reason: firstLine(message) },
    ];
  });
}

/**
 * @param {VitestTest} test
 * @param {string | undefined} tag
 * @returns {TestResult}
 */
function vitestResult({ status, fullName: name, failureMessages: [first], ...test }, tag) {
  if (status === 'failed') return { status, name, reason: firstLine(first) };
  if (status === 'passed') {
    return first ? { status: 'flaky', name, reason: firstLine(first) } : { status, name };
  }
  const { title, ancestorTitles, tags = [] } = test;
  if (tag !== undefined && !tags.includes(tag)) return { status: 'left', name };
  const reason = [...ancestorTitles, title].map((each) => /\[([^\]]+)\]$/.exec(each)?.[1]);
  return { status: 'skipped', name, reason: reason.find(Boolean) };
}

/**
 * Returns the tests in a report of Playwright's JSON reporter. A test is skipped for the reason
 * given to `test.skip`. Playwright repeats each failed test, but only a timeout may be repeated:
 * any other failure is final.
 * @param {PlaywrightSuite} report
 * @returns {readonly TestResult[]}
 */
export function playwrightResults({ specs = [], suites = [] }) {
  return [...specs.flatMap(specResults), ...suites.flatMap(playwrightResults)];
}

/**
 * @param {PlaywrightSpec} spec
 * @returns {readonly TestResult[]}
 */
function specResults({ file, title, tests }) {
  return tests.map(({ status, annotations, results }) => {
    const name = `${file}: ${title}`;
    const error = firstLine(results.find((result) => result.error)?.error?.message);
    if (status === 'expected') return { status: 'passed', name };
    const isFlaky = status === 'flaky' && results[0]?.status === 'timedOut';
    if (isFlaky) return { status, name, reason: error };
    if (status !== 'skipped') return { status: 'failed', name, reason: error };
    const reason = annotations.find(({ type }) => type === 'skip')?.description;
    return { status: 'skipped', name, reason };
  });
}

/** @param {string | undefined} message */
function firstLine(message = '') {
  return stripVTControlCharacters(message)
    .split('\n')
    .find((line) => line.trim() !== '')
    ?.trim();
}

/**
 * One run of a runner.
 * @typedef {{
 *   readonly name: string,
 *   readonly seconds: number,
 *   readonly results: readonly TestResult[],
 * }} TestRun
 */

/**
 * Returns what to print after all runs: each reason for skipping with its number of tests, each
 * flaky and each failed test with its reason, what each run took, what was left for `--all`, and
 * the count.
 * @param {readonly TestRun[]} runs
 */
export function summary(runs) {
  const results = runs.flatMap((run) => run.results);
  const reasons = results.flatMap(({ status, reason }) =>
    status === 'skipped' && reason ? reason : [],
  );
  const skips = [...new Set(reasons)].map(
    (reason) => `${reasons.filter((each) => each === reason).length} skipped: ${reason}`,
  );
  const skipped = count(results, 'skipped') > 0 ? `, ${count(results, 'skipped')} skipped` : '';
  const left = count(results, 'left');
  return [
    ...skips,
    ...withStatus(results, 'flaky'),
    ...withStatus(results, 'failed'),
    ...runs.map((run) => `${run.name}: ${countRun(run)} tests in ${minutes(run.seconds)}`),
    ...(left > 0 ? [`${left} tests were left for npm test -- --all`] : []),
    `${count(results, 'passed') + count(results, 'flaky')} passed, ${count(results, 'failed')} failed${skipped}`,
    '',
  ].join('\n');
}

/**
 * @param {readonly TestResult[]} results
 * @param {TestResult['status']} status
 */
function count(results, status) {
  return results.filter((result) => result.status === status).length;
}

/** @param {TestRun} run */
function countRun({ results }) {
  return results.length - count(results, 'skipped') - count(results, 'left');
}

/** @param {number} seconds */
function minutes(seconds) {
  return `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;
}

/**
 * @param {readonly TestResult[]} results
 * @param {TestResult['status']} status
 */
function withStatus(results, status) {
  return results
    .filter((result) => result.status === status)
    .map(({ name, reason = 'no reason was reported' }) => `${status}: ${name}: ${reason}`);
}
