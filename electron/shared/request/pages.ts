import { type Message, message } from '../messages/message.js';
import { excerpt } from './text.js';
import { type Parsed, invalid, lengthIssue, valid } from './validation.js';

/** Pages from the first to the last, both included; a single page has the same number twice. */
export interface PageRange {
  readonly first: number;
  /** `Infinity`: to the end of the document. */
  readonly last: number;
}

/** The highest page number of a request. */
export const maxPageNumber = 1_000_000;

/** Ranges and numbers in a request. Limits the time that an untrusted one can take. */
export const maxPageParts = 1000;

/** In characters: the most parts, of the highest numbers, with spaces. */
const maxPagesLength = 20_000;

/** In characters. A part is two numbers and a dash, with spaces. */
const maxPartLength = 100;

/**
 * Parses the pages to include: `1-3`, `2`, `1,4,9` (the API, section 2.1), or a mix such as `1-3,
 * 5`. Duplicates and overlaps are allowed; pages stay in the document's order. Except in the API, a
 * range may have one end: `2-` to the end of the document, `-3` from its start; and parts may be
 * separated by semicolons, as in Word, or Chinese commas.
 */
export function parsePageRanges(
  text: string,
  origin: 'user' | 'api' = 'user',
): Parsed<readonly PageRange[]> {
  const tooLong = lengthIssue(text, maxPagesLength);
  if (tooLong !== null) return invalid(tooLong);
  const written = text.trim();
  if (written === '') return invalid(message('request.pagesEmpty'));
  const pages = excerpt(written);
  const parts = written.split(separators[origin], maxPageParts + 1);
  if (parts.length > maxPageParts) {
    return invalid(message('request.pagesTooManyParts', { pages, max: maxPageParts }));
  }
  const ranges: PageRange[] = [];
  for (const part of parts) {
    const range = parsePart(pages, part.trim(), origin === 'user');
    if (!range.ok) return range;
    ranges.push(range.value);
  }
  return valid(ranges);
}

const separators = { user: /[,;，；、]/, api: ',' } as const;

function parsePart(pages: string, part: string, mayBeOpen: boolean): Parsed<PageRange> {
  if (part === '') return invalid(message('request.pagesEmptyPart', { pages }));
  const tooLong = lengthIssue(part, maxPartLength);
  if (tooLong !== null) return invalid(tooLong);

  const [, first, dash, last] = /^(\d*)\s*([-–]?)\s*(\d*)$/.exec(part) ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) {
    return invalid(message('request.pagesNotANumber', { pages, part: excerpt(part) }));
  }
  if (dash === '') return checkRange(pages, first, first);
  if (first === '' && !mayBeOpen) return invalid(message('request.pagesNoFirst', { pages, last }));
  if (last === '' && !mayBeOpen) return invalid(message('request.pagesNoLast', { pages, first }));
  if (last === '') return openRange(pages, first);
  return checkRange(pages, first === '' ? '1' : first, last);
}

function openRange(pages: string, firstDigits: string): Parsed<PageRange> {
  const range = checkRange(pages, firstDigits, firstDigits);
  return range.ok ? valid({ first: range.value.first, last: Infinity }) : range;
}

function checkRange(pages: string, firstDigits: string, lastDigits: string): Parsed<PageRange> {
  const [first, last] = [Number(firstDigits), Number(lastDigits)];
  if (first === 0 || last === 0) return invalid(message('request.pagesZero', { pages }));
  if (Math.max(first, last) > maxPageNumber) {
    return invalid(message('request.pagesTooHigh', { pages, max: maxPageNumber }));
  }
  if (first > last) {
    const swapped = { first: String(last), last: String(first) };
    return invalid(message('request.pagesBackwards', { pages, ...swapped }));
  }
  return valid({ first, last });
}

/** The normalized text that goes into a request and over the wire: `1-3,5`. */
export function pageRangesText(ranges: readonly PageRange[]): string {
  return ranges
    .map(({ first, last }) => {
      if (first === last) return String(first);
      return last === Infinity ? `${first}-` : `${first}-${last}`;
    })
    .join(',');
}

/**
 * The highest page that a document must have; 0 without ranges. Of a range to the end, that is its
 * first page.
 */
export function requiredPages(ranges: readonly PageRange[]): number {
  return ranges.reduce((highest, { first, last }) => {
    return Math.max(highest, last === Infinity ? first : last);
  }, 0);
}

/** Each page is counted once. */
export function countInRanges(ranges: readonly PageRange[], total: number): number {
  let count = 0;
  let counted = 0;
  for (const { first, last } of ranges.toSorted((a, b) => a.first - b.first)) {
    const end = Math.min(last, total);
    count += Math.max(0, end - Math.max(counted, first - 1));
    counted = Math.max(counted, end);
  }
  return count;
}

/**
 * In order, each once.
 * @param ranges null for all pages
 * @param count how many pages of the document are in the ranges
 */
export function pageNumbers(ranges: readonly PageRange[] | null, count: number): readonly number[] {
  const numbers: number[] = [];
  const sorted = (ranges ?? [{ first: 1, last: Infinity }]).toSorted((a, b) => a.first - b.first);
  for (const { first, last } of sorted) {
    let number = Math.max(first, (numbers.at(-1) ?? 0) + 1);
    for (; number <= last && numbers.length < count; number += 1) numbers.push(number);
  }
  return numbers;
}

/** The ranges of page numbers in ascending order: `1-3,5`. */
export function pageNumbersText(numbers: readonly number[]): string {
  const ranges: { first: number; last: number }[] = [];
  for (const number of numbers) {
    const range = ranges.at(-1);
    if (range?.last === number - 1) range.last = number;
    else ranges.push({ first: number, last: number });
  }
  return pageRangesText(ranges);
}

/** Null unless the ranges go beyond the last page. */
export function pagesBeyondEnd(ranges: readonly PageRange[], total: number): Message | null {
  const highest = requiredPages(ranges);
  if (highest <= total) return null;
  return message('request.pagesBeyondEnd', {
    pages: excerpt(pageRangesText(ranges)),
    highest,
    total,
  });
}
