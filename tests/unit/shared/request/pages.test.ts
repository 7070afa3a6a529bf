import { describe, expect, it } from 'vitest';
import {
  countInRanges,
  pageNumbers,
  pageNumbersText,
  pageRangesText,
  pagesBeyondEnd,
  parsePageRanges,
  requiredPages,
} from '../../../../electron/shared/request/pages.js';
import { issueOf, textOf, valueOf } from './support.js';

const valid = [
  ['1-3', '1-3', 3],
  ['2', '2', 1],
  ['1,4,9', '1,4,9', 3],
  [' 1 - 3 , 5 ', '1-3,5', 4],
  ['3,1', '3,1', 2],
  ['2,2,1-3', '2,2,1-3', 3],
  ['2-2', '2', 1],
  ['1–3', '1-3', 3],
  ['1000000', '1000000', 0],
  ['2-', '2-', 11],
  ['1-', '1-', 12],
  ['1, 9 -', '1,9-', 5],
  ['-3', '1-3', 3],
  ['20-', '20-', 0],
] as const;

const forms = 'Enter a range such as 1-3 or numbers such as 1,4,9';
const invalid = [
  ['', `Pages is empty. ${forms}, or leave it out for all pages.`],
  ['0', 'Pages "0" contains page 0. The first page is 1.'],
  ['0-2', 'Pages "0-2" contains page 0. The first page is 1.'],
  ['3-1', 'Pages "3-1" runs backwards. Write the smaller number first: 1-3.'],
  ['0-', 'Pages "0-" contains page 0. The first page is 1.'],
  ['a', `Pages "a" contains "a", which is not a page number. ${forms}.`],
  ['1.5', `Pages "1.5" contains "1.5", which is not a page number. ${forms}.`],
  ['1-2-3', `Pages "1-2-3" contains "1-2-3", which is not a page number. ${forms}.`],
  ['-', `Pages "-" contains "-", which is not a page number. ${forms}.`],
  ['1,,2', `Pages "1,,2" has a comma with no page next to it. ${forms}.`],
  ['1,', `Pages "1," has a comma with no page next to it. ${forms}.`],
  [
    '99999999999999',
    'Pages "99999999999999" contains a page above 1,000,000, the highest page number.',
  ],
] as const;

function ranges(text: string) {
  return valueOf(parsePageRanges(text));
}

describe('parsePageRanges', () => {
  it.each(valid)('reads %j', (text, canonical, count) => {
    expect(pageRangesText(ranges(text))).toBe(canonical);
    expect(countInRanges(ranges(text), 12)).toBe(count);
  });

  it.each(invalid)('rejects %j', (text, message) => {
    expect(issueOf(parsePageRanges(text))).toBe(message);
  });

  it.each([
    ['1-', 'Pages "1-" has a range without a last page. Write the last page after 1-.'],
    ['-2', 'Pages "-2" has a range without a first page. Write 1-2, for example.'],
  ])('rejects %j in the API', (text, message) => {
    expect(issueOf(parsePageRanges(text, 'api'))).toBe(message);
  });
});

describe('many ranges', () => {
  it('are merged: overlapping, adjacent and separate, in any order', () => {
    expect(countInRanges(ranges('5-9,1-3,2-4,20,8-30,30'), 100)).toBe(30);
    expect(countInRanges(ranges('5-9,1-3,2-4,20,8-30,30'), 6)).toBe(6);
    expect(countInRanges(ranges('1-9,3-4'), 100)).toBe(9);
  });

  it('are counted without expanding them, however large', () => {
    // To expand them takes longer than a test may.
    expect(countInRanges(ranges(Array(1000).fill('1-999999').join()), 1_000_000)).toBe(999_999);
  });

  it('are rejected above 1,000', () => {
    const text = Array(1001).fill('1').join();
    expect(issueOf(parsePageRanges(text))).toBe(
      `Pages "${text.slice(0, 60)}…" has more than 1,000 parts. Use ranges such as 1-9 instead of single pages.`,
    );
  });
});

describe('pagesBeyondEnd', () => {
  it('reports how many pages the document has', () => {
    expect(textOf(pagesBeyondEnd(ranges('2-9'), 3))).toBe(
      'Pages "2-9" goes up to page 9, but the document has 3 pages.',
    );
    expect(textOf(pagesBeyondEnd(ranges('2'), 1))).toBe(
      'Pages "2" goes up to page 2, but the document has 1 page.',
    );
  });

  it('returns null if all pages exist', () => {
    expect(pagesBeyondEnd(ranges('1,3'), 3)).toBeNull();
  });
});

it('finds the highest page that a document must have, wherever it stands', () => {
  expect(requiredPages(ranges('7-9,2'))).toBe(9);
  expect(requiredPages(ranges('2-4,3-'))).toBe(4);
  expect(requiredPages(ranges('6-,2'))).toBe(6);
  expect(requiredPages([])).toBe(0);
});

describe('pageNumbers', () => {
  it.each([
    [null, 3, '1-3'],
    ['2-4', 3, '2-4'],
    ['7-,2,3', 4, '2-3,7-8'],
    ['1-3,2-5,4', 5, '1-5'],
    ['9', 0, ''],
  ])('lists the pages %s of a print with %i pages: %s', (text, count, listed) => {
    const numbers = pageNumbers(text === null ? null : ranges(text), count);
    expect(pageNumbersText(numbers)).toBe(listed);
    expect(numbers).toHaveLength(count);
  });
});
