import { expect, it } from 'vitest';
import { flakyLines } from '../../../tools/test/flaky-tests.mjs';

it('lists the tests that passed on the second attempt, and why they failed on the first', () => {
  const why = 'AssertionError: expected 1 to be 2\n    at some.test.ts:3:46';
  const assertionResults = [
    { status: 'passed', fullName: 'uploads resume', failureMessages: [why] },
    { status: 'passed', fullName: 'uploads end', failureMessages: [] },
    { status: 'failed', fullName: 'uploads start', failureMessages: [why] },
  ];
  expect(flakyLines({ testResults: [{ assertionResults }] })).toBe(
    'flaky: uploads resume: AssertionError: expected 1 to be 2\n',
  );
  expect(flakyLines({})).toBe('');
});
