import { describe, expect, it } from 'vitest';
import {
  playwrightSkipReasons,
  skipLines,
  vitestSkipReasons,
} from '../../../tools/test/skip-reasons.mjs';

const test = (status: string, ancestor: string, title = 'does it') => ({
  status,
  ancestorTitles: [ancestor],
  title,
});

describe('the reasons for skipped tests', () => {
  it("are read from the titles in vitest's report", () => {
    const assertionResults = [
      test('skipped', 'buckets [needs a server]'),
      test('pending', 'other', 'one [needs a display]'),
      test('passed', 'buckets [needs a server]'),
      test('skipped', 'said nowhere'),
    ];
    expect(vitestSkipReasons({ testResults: [{ assertionResults }] })).toEqual([
      'needs a server',
      'needs a display',
    ]);
  });

  it("are read from the annotations in Playwright's report, at any depth", () => {
    const skipped = {
      status: 'skipped',
      annotations: [{ type: 'skip', description: 'no server' }],
    };
    const passed = { status: 'expected', annotations: [] };
    const inner = { specs: [{ tests: [skipped] }, { tests: [passed, skipped] }] };
    expect(playwrightSkipReasons({ suites: [{ suites: [inner] }] })).toEqual([
      'no server',
      'no server',
    ]);
  });

  it('are counted', () => {
    expect(skipLines(['a', 'b', 'a'])).toBe('2 skipped: a\n1 skipped: b\n');
    expect(skipLines([])).toBe('');
  });

  it('are empty if a runner has written nothing', () => {
    expect([...vitestSkipReasons({}), ...playwrightSkipReasons({})]).toEqual([]);
  });
});
