import { expect, it } from 'vitest';
import { flakyLines } from '../../../tools/test/flaky-tests.mjs';

it('names the tests that passed when they were tried again, and why they failed at first', () => {
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
