import { describe, expect, it } from 'vitest';
import { playwrightResults, summary, vitestResults } from '../../../tools/test/results.mjs';

const why = '\n\u001b[31mAssertionError\u001b[39m: expected 1 to be 2\n    at some.test.ts:3:46';
const reason = 'AssertionError: expected 1 to be 2';

describe("vitest's report", () => {
  const test = (status: string, group: string, title: string, ...failureMessages: string[]) => ({
    status,
    ancestorTitles: [group],
    title,
    fullName: `${group} ${title}`,
    failureMessages,
  });
  const file = (
    status: string,
    message: string,
    ...assertionResults: ReturnType<typeof test>[]
  ) => ({
    name: 'some.test.ts',
    status,
    message,
    assertionResults,
  });

  it('lists each test with its failure', () => {
    const tests = [
      test('passed', 'uploads', 'end'),
      test('passed', 'uploads', 'resume', why),
      test('failed', 'uploads', 'start', why),
    ];
    expect(vitestResults({ testResults: [file('failed', '', ...tests)] }, true)).toEqual([
      { status: 'passed', name: 'uploads end' },
      { status: 'flaky', name: 'uploads resume', reason },
      { status: 'failed', name: 'uploads start', reason },
    ]);
  });

  it('names why tests were skipped', () => {
    const tests = [
      test('skipped', 'buckets [needs a server]', 'list'),
      test('pending', 'other', 'one [needs a display]'),
      test('skipped', 'other', 'unexplained'),
    ];
    expect(vitestResults({ testResults: [file('passed', '', ...tests)] }, false)).toEqual([
      { status: 'skipped', name: 'buckets [needs a server] list', reason: 'needs a server' },
      { status: 'skipped', name: 'other one [needs a display]', reason: 'needs a display' },
      { status: 'skipped', name: 'other unexplained' },
    ]);
  });

  it.each([
    [false, 'run by npm test -- --all'],
    [true, 'needs a server'],
  ])('names why a test that is tagged was skipped (all: %s)', (isAll, why) => {
    const tagged = { ...test('skipped', 'kills', 'one [needs a server]'), tags: ['long'] };
    const [result] = vitestResults({ testResults: [file('passed', '', tagged)] }, isAll);
    expect(result?.reason).toBe(why);
  });

  it('counts a file that failed outside its tests as a failure', () => {
    const testResults = [file('failed', why, test('passed', 'uploads', 'end'))];
    expect(vitestResults({ testResults }, true)).toEqual([
      { status: 'passed', name: 'uploads end' },
      { status: 'failed', name: 'some.test.ts', reason },
    ]);
  });
});

it("lists the tests in Playwright's report, at any depth", () => {
  const spec = (
    status: string,
    results: readonly object[],
    annotations: { type: string }[] = [],
  ) => ({
    file: 'queue.spec.ts',
    title: status,
    tests: [{ status, annotations, results }],
  });
  const failed = { error: { message: why } };
  const inner = {
    specs: [
      spec('expected', [{}]),
      spec('flaky', [failed, {}]),
      spec('unexpected', [failed]),
      spec('skipped', [], [{ type: 'skip', description: 'no server' } as { type: string }]),
    ],
  };
  expect(playwrightResults({ suites: [{ suites: [inner] }] })).toEqual([
    { status: 'passed', name: 'queue.spec.ts: expected' },
    { status: 'flaky', name: 'queue.spec.ts: flaky', reason },
    { status: 'failed', name: 'queue.spec.ts: unexpected', reason },
    { status: 'skipped', name: 'queue.spec.ts: skipped', reason: 'no server' },
  ]);
});

it('has no tests in a report that was not written', () => {
  expect([...vitestResults({}, true), ...playwrightResults({})]).toEqual([]);
});

describe('the summary', () => {
  it('ends with what needs attention, and the count', () => {
    const skipped = { status: 'skipped', name: 'list', reason: 'needs a server' } as const;
    const lines = summary([
      { status: 'failed', name: 'start', reason },
      { status: 'flaky', name: 'resume', reason },
      { status: 'passed', name: 'end' },
      skipped,
      skipped,
    ]);
    expect(lines).toBe(
      '2 skipped: needs a server\n' +
        `flaky: resume: ${reason}\n` +
        `failed: start: ${reason}\n` +
        '2 passed, 1 failed, 2 skipped\n',
    );
  });

  it('names no skipped tests if there are none', () => {
    expect(summary([{ status: 'passed', name: 'end' }])).toBe('1 passed, 0 failed\n');
  });
});
