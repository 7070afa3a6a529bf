/**
 * @typedef {{ readonly status: string, readonly ancestorTitles: readonly string[], readonly title: string }} VitestTest
 * @typedef {{ readonly testResults?: readonly { readonly assertionResults: readonly VitestTest[] }[] }} VitestReport
 * @typedef {{ readonly status: string, readonly annotations: readonly { readonly type: string, readonly description?: string }[] }} PlaywrightTest
 * @typedef {{ readonly specs?: readonly { readonly tests: readonly PlaywrightTest[] }[], readonly suites?: readonly PlaywrightSuite[] }} PlaywrightSuite
 */

/**
 * Why tests were left out, one reason for each that names one: in brackets at the end of a title.
 * @param {VitestReport} report as vitest's JSON reporter writes it
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
 * Why tests were left out, one reason for each that names one: what `test.skip` was given.
 * @param {PlaywrightSuite} report as Playwright's JSON reporter writes it
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
 * A line for each reason, with how many tests it has left out.
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
