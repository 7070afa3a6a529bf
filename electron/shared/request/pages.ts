import { quote, withCommas } from './text.js';
import { type Parsed, invalid, valid } from './validation.js';

/** Pages from the first to the last, both included; a single page has the same number twice. */
export interface PageRange {
  readonly first: number;
  readonly last: number;
}

/** The highest page number that is understood. */
const maxPageNumber = 1_000_000;

/** More ranges than anybody writes; reading and printing them takes time, which a stranger's request may not take. */
const maxParts = 1000;

const forms = 'a range such as 1-3, or numbers with commas such as 1,4,9';

/**
 * Reads which pages to keep: `1-3`, `2`, `1,4,9` (the interface, section 2.1), or a mix such as `1-3, 5`.
 * Duplicates and overlaps are fine; the document's own order holds.
 */
export function parsePageRanges(text: string): Parsed<readonly PageRange[]> {
  const written = text.trim();
  if (written === '') {
    return invalid(`The pages are empty; write ${forms}, or leave pages out for all of them.`);
  }
  const parts = written.split(',', maxParts + 1);
  if (parts.length > maxParts) {
    return invalid(
      `The pages ${quote(written)} have more than ${withCommas(maxParts)} parts; write fewer, such as 1-9 in place of single pages.`,
    );
  }
  const ranges: PageRange[] = [];
  for (const part of parts) {
    const range = parsePart(written, part.trim());
    if (!range.ok) return range;
    ranges.push(range.value);
  }
  return valid(ranges);
}

function parsePart(written: string, part: string): Parsed<PageRange> {
  const issue = (rest: string) => invalid(`The pages ${quote(written)} ${rest}`);
  if (part === '') return issue(`have a comma with no page beside it; write ${forms}.`);

  const [, first, dash, last] = /^(\d*)\s*([-–]?)\s*(\d*)$/.exec(part) ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) {
    return issue(`hold ${quote(part)}, which is no page number; write ${forms}.`);
  }
  if (first === '') return issue(`hold a range with no first page; write 1-${last}, for example.`);
  if (dash === '') return checkRange(issue, first, first);
  if (last === '') {
    return issue(
      `hold a range with no last page; write the number of its last page after ${first}-.`,
    );
  }
  return checkRange(issue, first, last);
}

function checkRange(
  issue: (rest: string) => Parsed<never>,
  firstDigits: string,
  lastDigits: string,
): Parsed<PageRange> {
  const [first, last] = [Number(firstDigits), Number(lastDigits)];
  if (first === 0 || last === 0) return issue('name page 0; the first page is 1.');
  if (Math.max(first, last) > maxPageNumber) {
    return issue(`name a page above ${withCommas(maxPageNumber)}, the highest page number.`);
  }
  if (first > last) {
    return issue(
      `hold a range that runs backwards; write the smaller number first: ${last}-${first}.`,
    );
  }
  return valid({ first, last });
}

/** The one spelling that goes into a request and over the wire: `1-3,5`. */
export function pageRangesText(ranges: readonly PageRange[]): string {
  return ranges
    .map(({ first, last }) => (first === last ? String(first) : `${first}-${last}`))
    .join(',');
}

/** The highest page that the ranges name; 0 if there are none. */
export function lastPage(ranges: readonly PageRange[]): number {
  return ranges.reduce((highest, { last }) => Math.max(highest, last), 0);
}

/** How many pages of a document the ranges take, each counted once. */
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

/** A sentence if the ranges name a page beyond the last one, else null. */
export function pagesBeyondEnd(ranges: readonly PageRange[], total: number): string | null {
  const highest = lastPage(ranges);
  if (highest <= total) return null;
  const pages = total === 1 ? '1 page' : `${withCommas(total)} pages`;
  return `The pages ${quote(pageRangesText(ranges))} go up to page ${withCommas(highest)}, but the document has ${pages}.`;
}
