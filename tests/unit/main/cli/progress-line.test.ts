import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  ProgressLine,
  progressText,
  summaryText,
} from '../../../../electron/main/cli/progress-line.js';

const erase = '\r\u001b[2K';

function output(isTTY: boolean, columns = 80) {
  const written: string[] = [];
  return { written, isTTY, columns, write: (text: string) => written.push(text) };
}

describe('ProgressLine', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('rewrites one line on a terminal, and only when it changes', () => {
    const stderr = output(true);
    const line = new ProgressLine(stderr);
    for (const text of ['1 of 3', '1 of 3', '2 of 3']) line.show(text);
    line.clear();
    line.clear();
    expect(stderr.written).toEqual(['1 of 3', `${erase}2 of 3`, erase]);
  });

  it('steps aside for other lines', () => {
    const stderr = output(true);
    const line = new ProgressLine(stderr);
    line.around(() => stderr.write('before\n'));
    line.show('1 of 3');
    line.around(() => stderr.write('a warning\n'));
    expect(stderr.written).toEqual(['before\n', '1 of 3', erase, 'a warning\n', '1 of 3']);
  });

  it('never fills the terminal, where the line would wrap', () => {
    const stderr = output(true, 6);
    new ProgressLine(stderr).show('214 of 1,000');
    expect(stderr.written).toEqual(['214 o']);
  });

  it('writes a line now and then where there is no terminal', () => {
    const stderr = output(false);
    const line = new ProgressLine(stderr);
    for (let second = 0; second < 25; second += 1) {
      line.show(`${second} of 25`);
      vi.advanceTimersByTime(1000);
    }
    expect(stderr.written).toEqual(['10 of 25\n', '20 of 25\n']);
  });
});

it.each([
  [
    { total: 1000, ended: 214, failed: 3, secondsLeft: 40 },
    '214 of 1,000 · 3 failed · about 40 s left',
  ],
  [{ total: 3, ended: 0, failed: 0, secondsLeft: null }, '0 of 3'],
  [{ total: 9000, ended: 1, failed: 0, secondsLeft: 4000 }, '1 of 9,000 · about 1 h 6 min left'],
])('says how far %j is', (batch, text) => {
  expect(progressText(batch)).toBe(text);
});

it.each([
  [{ made: 997, skipped: 0, failed: 3 }, 41.4, '997 made, 3 failed in 41 s'],
  [{ made: 1200, skipped: 0, failed: 0 }, 0.2, '1,200 made in 1 s'],
  [{ made: 0, skipped: 5, failed: 1 }, 125, '0 made, 5 skipped, 1 failed in 2 min 5 s'],
  [{ made: 1, skipped: 0, failed: 0 }, 3600, '1 made in 1 h'],
])('says what became of %j', (counts, seconds, text) => {
  expect(summaryText(counts, seconds)).toBe(text);
});
