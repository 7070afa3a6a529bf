/**
 * @typedef {{ readonly status: string, readonly fullName: string, readonly failureMessages:
 * readonly string[] }} VitestTest
 * @typedef {{ readonly testResults?: readonly { readonly assertionResults: readonly VitestTest[]
 * }[] }} VitestReport
 */

/**
 * A line for each test that failed at first and passed when it was tried again, with why it failed:
 * to be mended, as Playwright's flaky ones are.
 * @param {VitestReport} report as vitest's JSON reporter writes it
 */
export function secondTryLines({ testResults = [] }) {
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
    .map(({ fullName, failureMessages: [first = ''] }) => {
      const [why = ''] = first.split('\n');
      return `flaky: ${fullName}: ${why}\n`;
    })
    .join('');
}
