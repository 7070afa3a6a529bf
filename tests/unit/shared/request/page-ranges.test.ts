import { describe, expect, it } from 'vitest';
import {
  countInRanges,
  lastPage,
  pageRangesText,
  pagesBeyondEnd,
  parsePageRanges,
} from '../../../../electron/shared/request/pages.js';

const good = [
  ['1-3', '1-3', 3],
  ['2', '2', 1],
  ['1,4,9', '1,4,9', 3],
  [' 1 - 3 , 5 ', '1-3,5', 4],
  ['3,1', '3,1', 2],
  ['2,2,1-3', '2,2,1-3', 3],
  ['2-2', '2', 1],
  ['1–3', '1-3', 3],
  ['1000000', '1000000', 0],
] as const;

const forms = 'write a range such as 1-3, or numbers with commas such as 1,4,9';
const bad = [
  ['', `The pages are empty; ${forms}, or leave pages out for all of them.`],
  ['0', 'The pages "0" name page 0; the first page is 1.'],
  ['0-2', 'The pages "0-2" name page 0; the first page is 1.'],
  ['3-1', 'The pages "3-1" hold a range that runs backwards; write the smaller number first: 1-3.'],
  [
    '1-',
    'The pages "1-" hold a range with no last page; write the number of its last page after 1-.',
  ],
  ['-2', 'The pages "-2" hold a range with no first page; write 1-2, for example.'],
  ['a', `The pages "a" hold "a", which is no page number; ${forms}.`],
  ['1.5', `The pages "1.5" hold "1.5", which is no page number; ${forms}.`],
  ['1-2-3', `The pages "1-2-3" hold "1-2-3", which is no page number; ${forms}.`],
  ['-', `The pages "-" hold "-", which is no page number; ${forms}.`],
  ['1,,2', `The pages "1,,2" have a comma with no page beside it; ${forms}.`],
  ['1,', `The pages "1," have a comma with no page beside it; ${forms}.`],
  [
    '99999999999999',
    'The pages "99999999999999" name a page above 1,000,000, the highest page number.',
  ],
] as const;

function ranges(text: string) {
  const parsed = parsePageRanges(text);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.value;
}

describe('parsePageRanges', () => {
  it.each(good)('reads %j', (text, canonical, count) => {
    expect(pageRangesText(ranges(text))).toBe(canonical);
    expect(countInRanges(ranges(text), 12)).toBe(count);
  });

  it.each(bad)('refuses %j in a sentence', (text, message) => {
    expect(parsePageRanges(text)).toEqual({ ok: false, message });
  });
});

describe('many ranges', () => {
  it('are counted by their ends: overlapping, touching and apart, in any order', () => {
    expect(countInRanges(ranges('5-9,1-3,2-4,20,8-30,30'), 100)).toBe(30);
    expect(countInRanges(ranges('5-9,1-3,2-4,20,8-30,30'), 6)).toBe(6);
    expect(countInRanges(ranges('1-9,3-4'), 100)).toBe(9);
  });

  it('are counted at once, however far they go', () => {
    const before = performance.now();
    expect(countInRanges(ranges(Array(1000).fill('1-999999').join()), 1_000_000)).toBe(999_999);
    expect(performance.now() - before).toBeLessThan(1000);
  });

  it('are refused above 1,000', () => {
    const text = Array(1001).fill('1').join();
    expect(parsePageRanges(text)).toEqual({
      ok: false,
      message: `The pages "${text.slice(0, 60)}…" have more than 1,000 parts; write fewer, such as 1-9 in place of single pages.`,
    });
  });
});

describe('pagesBeyondEnd', () => {
  it('says how many pages the document has', () => {
    expect(pagesBeyondEnd(ranges('2-9'), 3)).toBe(
      'The pages "2-9" go up to page 9, but the document has 3 pages.',
    );
    expect(pagesBeyondEnd(ranges('2'), 1)).toBe(
      'The pages "2" go up to page 2, but the document has 1 page.',
    );
  });

  it('says nothing when all pages are there', () => {
    expect(pagesBeyondEnd(ranges('1,3'), 3)).toBeNull();
  });
});

it('finds the highest page wherever it stands', () => {
  expect(lastPage(ranges('7-9,2'))).toBe(9);
  expect(lastPage([])).toBe(0);
});
