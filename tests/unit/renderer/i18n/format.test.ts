import { describe, expect, it } from 'vitest';
import {
  addedText,
  formatAgo,
  formatBytes,
  formatDuration,
  formatFiles,
  formatList,
  formatNumber,
  formatPages,
  formatPercent,
  formatTransfer,
} from '../../../../renderer/i18n/format.js';

describe('a size', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1 KB'],
    [183_600, '184 KB'],
    [999_499, '999 KB'],
    [999_500, '1.0 MB'],
    [14_240_000, '14.2 MB'],
    [1_234_500_000, '1,234.5 MB'],
  ])('of %i bytes is %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });

  it.each([
    [900_000, 10_000_000, '900 KB of 10.0 MB'],
    [3_200_000, 10_000_000, '3.2 of 10.0 MB'],
    [12_000, 184_000, '12 of 184 KB'],
    [0, 10_000_000, '0 B of 10.0 MB'],
    [1, 2, '1 of 2 B'],
    [500, undefined, '500 B'],
  ])('shows a common unit once: %i of %j is %s', (done, of, text) => {
    expect(formatTransfer(done, of)).toBe(text);
  });
});

it.each([
  [0, '1 s'],
  [59.4, '59 s'],
  [59.6, '1 min'],
  [3540, '59 min'],
  [3600, '1 h'],
  [4800, '1 h 20 min'],
  [7190, '2 h'],
])('%s seconds are %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});

it('numbers and lists are written as in the language of the window', () => {
  expect(formatNumber(1530)).toBe('1,530');
  expect(formatPercent(0.854)).toBe('85%');
  expect(formatList(['a', 'b', 'c'])).toBe('a, b, c');
});

describe('a time in the past', () => {
  const now = new Date(2026, 10, 21, 9, 30).getTime();

  it.each([
    [new Date(2026, 10, 21, 9, 29, 40), 'now'],
    [new Date(2026, 10, 21, 9, 40), 'now'],
    [new Date(2026, 10, 21, 9, 28), '2 minutes ago'],
    [new Date(2026, 10, 21, 0, 15), '9 hours ago'],
    [new Date(2026, 10, 20, 23, 50), 'yesterday'],
    [new Date(2026, 10, 20, 0, 0), 'yesterday'],
    [new Date(2026, 10, 18, 12, 0), 'Wednesday'],
    [new Date(2026, 10, 14, 12, 0), 'Nov 14, 2026'],
  ])('%s is %s', (time, text) => {
    expect(formatAgo(time.getTime(), now)).toBe(text);
  });
});

describe('formatFiles', () => {
  it.each([
    [1, '1 file'],
    [1530, '1,530 files'],
  ])('shows %i as %s', (count, text) => {
    expect(formatFiles(count)).toBe(text);
  });
});

describe('formatPages', () => {
  it.each([
    [1, '1 page'],
    [12, '12 pages'],
    [1234, '1,234 pages'],
  ])('shows %i as %s', (count, text) => {
    expect(formatPages(count)).toBe(text);
  });
});

describe('addedText', () => {
  const folder = '/home/a/manual';

  it('names the folder that files were found in', () => {
    expect(addedText({ files: [{ folder }, { folder }] })).toBe('Added 2 files from “manual”');
    expect(addedText({ files: [{ folder: 'C:\\docs\\' }] })).toBe('Added 1 file from “docs”');
  });

  it('counts several folders, and is empty for single files', () => {
    expect(addedText({ files: [{ folder }, { folder: '/b' }] })).toBe(
      'Added 2 files from 2 folders',
    );
    expect(addedText({ files: [{}, {}] })).toBeNull();
  });

  it('names the kinds of files in folders that were left out, the most frequent first', () => {
    const text = (leftOut: Record<string, number>) =>
      addedText({ files: [{ folder: '/manual' }], leftOut });
    expect(text({ '.css': 1 })).toBe(
      'Added 1 file from “manual”. 1 file of another kind was left out: 1 .css.',
    );
    expect(text({ '': 2, '.css': 1, '.png': 40, '.zip': 3 })).toBe(
      'Added 1 file from “manual”. 46 files of other kinds were left out: 40 .png, 3 .zip, 2 without an extension, and others. Add ZIP archives and PDFs one by one.',
    );
    expect(text({ '.css': 9, '.js': 8, '.png': 7, link: 2 })).toBe(
      'Added 1 file from “manual”. 26 files of other kinds were left out: 2 links to files outside of the folder, 9 .css, 8 .js, and others.',
    );
    expect(text({})).toBe('Added 1 file from “manual”');
  });
});
