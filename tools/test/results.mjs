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
 *   readonly results: readonly { readonly error?: { readonly message?: string } }[],
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
 * What a runner reports of one test. A flaky one failed at first and passed on retry, and must be
 * fixed. The reason is the first line of its failure, or why it was skipped.
 * @typedef {{ readonly status: 'passed' | 'flaky' | 'failed' | 'skipped', readonly name: string,
 * readonly reason?: string | undefined }} TestResult
 */

/**
 * Returns the tests in a report of vitest's JSON reporter. A file that failed without a failed
 * test, such as one that could not be loaded, counts as a failed test. A test is skipped for the
 * reason in brackets at the end of its title, or of its group's, or because of its tag.
 * @param {VitestReport} report
 * @param {boolean} isAll whether tests ran that are tagged as long
 * @returns {readonly TestResult[]}
 */
export function vitestResults({ testResults = [] }, isAll) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const results = assertionResults.map((test) => vitestResult(test, isAll));
    if (status !== 'failed' || results.some((result) => result.status === 'failed')) return results;
    return [
      ...results,
      { status: /** @type {const} */ ('failed'), name, reason: firstLine(message) },
    ];
  });
}

/**
 * @param {VitestTest} test
 * @param {boolean} isAll
 * @returns {TestResult}
 */
function vitestResult({ status, fullName: name, failureMessages: [first], ...test }, isAll) {
  if (status === 'failed') return { status, name, reason: firstLine(first) };
  if (status === 'passed') {
    return first ? { status: 'flaky', name, reason: firstLine(first) } : { status, name };
  }
  const { title, ancestorTitles, tags = [] } = test;
  if (!isAll && tags.includes('long')) {
    return { status: 'skipped', name, reason: 'run by npm test -- --all' };
  }
  const reason = [...ancestorTitles, title].map((each) => /\[([^\]]+)\]$/.exec(each)?.[1]);
  return { status: 'skipped', name, reason: reason.find(Boolean) };
}

/**
 * Returns the tests in a report of Playwright's JSON reporter. A test is skipped for the reason
 * given to `test.skip`.
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
    if (status === 'flaky') return { status, name, reason: error };
    if (status === 'unexpected') return { status: 'failed', name, reason: error };
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
 * Returns what to print after all runs: each reason for skipping with its number of tests, each
 * flaky and each failed test with its reason, and the count.
 * @param {readonly TestResult[]} results
 */
export function summary(results) {
  const reasons = results.flatMap(({ status, reason }) =>
    status === 'skipped' && reason ? reason : [],
  );
  const counted = [...new Set(reasons)].map(
    (reason) => `${reasons.filter((each) => each === reason).length} skipped: ${reason}`,
  );
  const count = (/** @type {TestResult['status']} */ status) =>
    results.filter((result) => result.status === status).length;
  const skipped = count('skipped') > 0 ? `, ${count('skipped')} skipped` : '';
  return [
    ...counted,
    ...withStatus(results, 'flaky'),
    ...withStatus(results, 'failed'),
    `${count('passed') + count('flaky')} passed, ${count('failed')} failed${skipped}`,
    '',
  ].join('\n');
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
