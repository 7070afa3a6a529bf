/**
 * @typedef {{ readonly status: string, readonly fullName: string, readonly failureMessages:
 * readonly string[] }} VitestTest
 * @typedef {{ readonly testResults?: readonly { readonly assertionResults: readonly VitestTest[]
 * }[] }} VitestReport
 */

/**
 * Returns a line for each test that failed at first and passed on retry, with its failure. These
 * tests are flaky and must be fixed.
 * @param {VitestReport} report of vitest's JSON reporter
 */
export function flakyLines({ testResults = [] }) {
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
    .map(({ fullName, failureMessages: [first = ''] }) => {
      const [reason = ''] = first.split('\n');
      return `flaky: ${fullName}: ${reason}\n`;
    })
    .join('');
}
