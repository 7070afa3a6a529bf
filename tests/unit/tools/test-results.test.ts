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
    expect(vitestResults({ testResults: [file('failed', '', ...tests)] })).toEqual([
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
    expect(vitestResults({ testResults: [file('passed', '', ...tests)] })).toEqual([
      { status: 'skipped', name: 'buckets [needs a server] list', reason: 'needs a server' },
      { status: 'skipped', name: 'other one [needs a display]', reason: 'needs a display' },
      { status: 'skipped', name: 'other unexplained' },
    ]);
  });

  it.each([
    [['core'], 'skipped', 'needs a server'],
    [[], 'left', undefined],
  ])('tells a skipped test from one that lacks the tag (%j)', (tags, status, why) => {
    const skipped = { ...test('skipped', 'kills', 'one [needs a server]'), tags };
    const [result] = vitestResults({ testResults: [file('passed', '', skipped)] }, 'core');
    expect(result).toMatchObject({ status });
    expect(result?.reason).toBe(why);
  });

  it('counts a file that failed outside its tests as a failure', () => {
    const testResults = [file('failed', why, test('passed', 'uploads', 'end'))];
    expect(vitestResults({ testResults })).toEqual([
      { status: 'passed', name: 'uploads end' },
      { status: 'failed', name: 'some.test.ts', reason },
    ]);
  });
});

it("lists the tests in Playwright's report, where only timed-out ones may be flaky", () => {
  const spec = (
    status: string,
    results: readonly { status: string }[],
    annotations: { type: string }[] = [],
  ) => ({
    file: 'queue.spec.ts',
    title: status,
    tests: [{ status, annotations, results }],
  });
  const passed = { status: 'passed' };
  const failed = { status: 'failed', error: { message: why } };
  const timedOut = { status: 'timedOut', error: { message: why } };
  const inner = {
    specs: [
      spec('expected', [passed]),
      spec('flaky', [timedOut, passed]),
      spec('flaky', [failed, passed]),
      spec('unexpected', [failed]),
      spec('skipped', [], [{ type: 'skip', description: 'no server' } as { type: string }]),
    ],
  };
  expect(playwrightResults({ suites: [{ suites: [inner] }] })).toEqual([
    { status: 'passed', name: 'queue.spec.ts: expected' },
    { status: 'flaky', name: 'queue.spec.ts: flaky', reason },
    { status: 'failed', name: 'queue.spec.ts: flaky', reason },
    { status: 'failed', name: 'queue.spec.ts: unexpected', reason },
    { status: 'skipped', name: 'queue.spec.ts: skipped', reason: 'no server' },
  ]);
});

it('has no tests in a report that was not written', () => {
  expect([...vitestResults({}), ...playwrightResults({})]).toEqual([]);
});

describe('the summary', () => {
  it('ends with what needs attention, what ran, what was left, and the count', () => {
    const skipped = { status: 'skipped', name: 'list', reason: 'needs a server' } as const;
    const left = { status: 'left', name: 'kill' } as const;
    const lines = summary([
      { name: 'unit', seconds: 61.5, results: [{ status: 'failed', name: 'start', reason }] },
      {
        name: 'end-to-end',
        seconds: 9,
        results: [
          { status: 'flaky', name: 'resume', reason },
          { status: 'passed', name: 'end' },
          skipped,
          skipped,
          left,
        ],
      },
    ]);
    expect(lines).toBe(
      '2 skipped: needs a server\n' +
        `flaky: resume: ${reason}\n` +
        `failed: start: ${reason}\n` +
        'unit: 1 tests in 1 min 1 s\n' +
        'end-to-end: 2 tests in 0 min 9 s\n' +
        '1 tests were left for npm test -- --all\n' +
        '2 passed, 1 failed, 2 skipped\n',
    );
  });

  it('names neither skipped tests nor tests that were left if there are none', () => {
    const results = [{ status: 'passed', name: 'end' }] as const;
    expect(summary([{ name: 'unit', seconds: 1, results }])).toBe(
      'unit: 1 tests in 0 min 1 s\n1 passed, 0 failed\n',
    );
  });
});
