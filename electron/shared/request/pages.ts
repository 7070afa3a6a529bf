import { type Message, message } from '../messages/message.js';
import { excerpt } from './text.js';
import { type Parsed, invalid, valid } from './validation.js';

/** Pages from the first to the last, both included; a single page has the same number twice. */
export interface PageRange {
  readonly first: number;
  readonly last: number;
}

const maxPageNumber = 1_000_000;

/** Limits the time that an untrusted request can take. */
const maxParts = 1000;

/**
 * Reads which pages to keep: `1-3`, `2`, `1,4,9` (the API, section 2.1), or a mix such as `1-3, 5`.
 * Duplicates and overlaps are allowed; pages stay in the document's order.
 */
export function parsePageRanges(text: string): Parsed<readonly PageRange[]> {
  const written = text.trim();
  if (written === '') return invalid(message('request.pagesEmpty'));
  const pages = excerpt(written);
  const parts = written.split(',', maxParts + 1);
  if (parts.length > maxParts) {
    return invalid(message('request.pagesTooManyParts', { pages, max: maxParts }));
  }
  const ranges: PageRange[] = [];
  for (const part of parts) {
    const range = parsePart(pages, part.trim());
    if (!range.ok) return range;
    ranges.push(range.value);
  }
  return valid(ranges);
}

function parsePart(pages: string, part: string): Parsed<PageRange> {
  if (part === '') return invalid(message('request.pagesEmptyPart', { pages }));

  const [, first, dash, last] = /^(\d*)\s*([-–]?)\s*(\d*)$/.exec(part) ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) {
    return invalid(message('request.pagesNotANumber', { pages, part: excerpt(part) }));
  }
  if (first === '') return invalid(message('request.pagesNoFirst', { pages, last }));
  if (dash === '') return checkRange(pages, first, first);
  if (last === '') return invalid(message('request.pagesNoLast', { pages, first }));
  return checkRange(pages, first, last);
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

/** Returns the normalized text that goes into a request and over the wire: `1-3,5`. */
export function pageRangesText(ranges: readonly PageRange[]): string {
  return ranges
    .map(({ first, last }) => (first === last ? String(first) : `${first}-${last}`))
    .join(',');
}

/** Returns the highest page in the ranges; 0 without any. */
export function lastPage(ranges: readonly PageRange[]): number {
  return ranges.reduce((highest, { last }) => Math.max(highest, last), 0);
}

/** Returns how many pages of a document are in the ranges, each counted once. */
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

/** Returns a message if the ranges go beyond the last page, else null. */
export function pagesBeyondEnd(ranges: readonly PageRange[], total: number): Message | null {
  const highest = lastPage(ranges);
  if (highest <= total) return null;
  return message('request.pagesBeyondEnd', {
    pages: excerpt(pageRangesText(ranges)),
    highest,
    total,
  });
}
