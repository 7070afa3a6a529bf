import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  ProgressLine,
  progressMessage,
  summaryMessage,
  uploadsMessage,
} from '../../../../../electron/main/cli/convert/progress.js';
import { literal } from '../../../../../electron/shared/messages/message.js';
import { englishText } from '../../../../../electron/shared/messages/translator.js';

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

  it('is erased while other lines are written', () => {
    const stderr = output(true);
    const line = new ProgressLine(stderr);
    line.around(() => stderr.write('before\n'));
    line.show('1 of 3');
    line.around(() => stderr.write('a warning\n'));
    expect(stderr.written).toEqual(['before\n', '1 of 3', erase, 'a warning\n', '1 of 3']);
  });

  it('is shorter than the terminal is wide, so that it does not wrap', () => {
    const stderr = output(true, 6);
    new ProgressLine(stderr).show('214 of 1,000');
    expect(stderr.written).toEqual(['214 o']);
  });

  it('writes nothing without a terminal', () => {
    const stderr = output(false);
    const line = new ProgressLine(stderr);
    line.show('1 of 25');
    line.around(() => stderr.write('a.pdf'));
    expect(stderr.written).toEqual(['a.pdf']);
  });
});

it.each([
  [
    { total: 1000, ended: 214, failed: 3, secondsLeft: 40 },
    '214 of 1,000 · 3 failed · about 40 s left',
  ],
  [{ total: 3, ended: 0, failed: 0, secondsLeft: null }, '0 of 3'],
  [{ total: 9000, ended: 1, failed: 0, secondsLeft: 4000 }, '1 of 9,000 · about 1 h 6 min left'],
])('shows the progress of %j', (batch, text) => {
  expect(englishText(progressMessage(batch))).toBe(text);
});

it.each([
  [{ converted: 997, skipped: 0, failed: 3 }, 41.4, '997 converted, 3 failed in 41 s'],
  [{ converted: 1200, skipped: 0, failed: 0 }, 0.2, '1,200 converted in 1 s'],
  [{ converted: 0, skipped: 5, failed: 1 }, 125, '0 converted, 5 skipped, 1 failed in 2 min 5 s'],
  [{ converted: 1, skipped: 0, failed: 0 }, 3600, '1 converted in 1 h'],
])('summarizes %j', (counts, seconds, text) => {
  expect(englishText(summaryMessage(counts, seconds))).toBe(text);
});

type Upload = Parameters<typeof uploadsMessage>[0][number];

function upload(size: number, sent?: number): Upload {
  return { file: 'a.pdf', size, ...(sent !== undefined && { sent }) };
}

const uploadsText = (uploads: readonly Upload[]) =>
  englishText(uploadsMessage(uploads) ?? literal(''));

it('names one upload, and counts several', () => {
  expect(uploadsMessage([])).toBeNull();
  expect(uploadsText([upload(2_000)])).toBe('uploading a.pdf');
  expect(uploadsText([upload(2_000), upload(2_000)])).toBe('uploading 2 PDFs');
});

it('shows bytes of large uploads', () => {
  const large = upload(200_000_000, 12_400_000);
  expect(uploadsText([large])).toBe('uploading a.pdf, 12.4 MB of 200.0 MB');
  expect(uploadsText([large, upload(200_000_000, 600_000)])).toBe(
    'uploading 2 PDFs, 13.0 MB of 400.0 MB',
  );
});
