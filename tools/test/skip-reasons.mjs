/**
 * @typedef {{ readonly status: string, readonly ancestorTitles: readonly string[], readonly title: string }} VitestTest
 * @typedef {{ readonly testResults?: readonly { readonly assertionResults: readonly VitestTest[] }[] }} VitestReport
 * @typedef {{ readonly status: string, readonly annotations: readonly { readonly type: string, readonly description?: string }[] }} PlaywrightTest
 * @typedef {{ readonly specs?: readonly { readonly tests: readonly PlaywrightTest[] }[], readonly suites?: readonly PlaywrightSuite[] }} PlaywrightSuite
 */

/**
 * Returns the reasons of skipped tests, which are in brackets at the end of a title.
 * @param {VitestReport} report of vitest's JSON reporter
 * @returns {readonly string[]}
 */
export function vitestSkipReasons({ testResults = [] }) {
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'skipped' || status === 'pending')
    .flatMap(({ ancestorTitles, title }) =>
      [...ancestorTitles, title].flatMap(reasonIn).slice(0, 1),
    );
}

/**
 * Returns the reasons of skipped tests, the arguments of `test.skip`.
 * @param {PlaywrightSuite} report of Playwright's JSON reporter
 * @returns {readonly string[]}
 */
export function playwrightSkipReasons({ specs = [], suites = [] }) {
  const own = specs
    .flatMap(({ tests }) => tests)
    .filter(({ status }) => status === 'skipped')
    .flatMap(
      ({ annotations }) => annotations.find(({ type }) => type === 'skip')?.description ?? [],
    );
  return [...own, ...suites.flatMap(playwrightSkipReasons)];
}

/**
 * Returns a line for each reason with its number of skipped tests.
 * @param {readonly string[]} reasons
 */
export function skipLines(reasons) {
  return [...new Set(reasons)]
    .map((reason) => `${reasons.filter((each) => each === reason).length} skipped: ${reason}\n`)
    .join('');
}

/** @param {string} title */
function reasonIn(title) {
  return /\[([^\]]+)\]$/.exec(title)?.[1] ?? [];
}
