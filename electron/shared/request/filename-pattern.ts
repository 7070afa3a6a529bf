import { checkPdfFilename, maxFilenameBytes, reservedName } from './filename.js';
import { cutToBytes } from './cut-text.js';
import { nearestName } from './nearest.js';
import { listInWords, quote } from './wording.js';

/** What a file name may hold in braces: the source's name, the page's title, the day, and the number of the PDF in its batch. */
const placeholders = ['name', 'title', 'date', 'n'] as const;
export type Placeholder = (typeof placeholders)[number];

/** What the placeholders of one PDF stand for. */
export interface PlaceholderValues {
  readonly name: string;
  readonly title: string;
  /** The day in local time; it is written as 2026-03-09. */
  readonly date: Date;
  /** The number in the batch, from 1. */
  readonly n: number;
  /** How many PDFs the batch makes; its digits are the width of `n`. */
  readonly of: number;
}

const inBraces = /\{([^{}]*)\}/g;
const ending = '.pdf';
const fallbackName = 'document';

/** The mistake in a file name that may hold placeholders, in a sentence; null if there is none. */
export function checkFilenamePattern(text: string): string | null {
  const unknown = placeholderIssue(text, `The file name ${quote(text)}`);
  return unknown ?? checkPdfFilename(text.replace(inBraces, 'x'), text);
}

/**
 * The mistake of a text that has something else than a placeholder in braces, in a sentence; null if there is none.
 * @param subject how the sentence begins, with the text that was written
 */
export function placeholderIssue(text: string, subject: string): string | null {
  for (const [written, word = ''] of text.matchAll(inBraces)) {
    if (!isPlaceholder(word)) return unknownPlaceholder(subject, written, word);
  }
  return null;
}

/** Whether a file name holds a placeholder; of one kind, if it is named. */
export function hasPlaceholder(text: string, kind?: Placeholder): boolean {
  return [...text.matchAll(inBraces)].some(
    ([, word]) => word !== undefined && isPlaceholder(word) && (kind ?? word) === word,
  );
}

/**
 * The file name that a pattern makes: one that every system can store. What no system takes becomes a hyphen, a value that is empty gives
 * `document`, and a name that is too long is cut between characters.
 */
export function expandFilename(pattern: string, values: PlaceholderValues): string {
  if (!hasPlaceholder(pattern)) return pattern;
  return `${expandSegment(pattern.slice(0, -ending.length), values)}${ending}`;
}

/** The same for the name of a folder, which has no ending. */
export function expandSegment(pattern: string, values: PlaceholderValues): string {
  if (!hasPlaceholder(pattern)) return pattern;
  return safeStem(pattern.replace(inBraces, (_, word: Placeholder) => textOf(word, values)));
}

function textOf(word: Placeholder, { name, title, date, n, of }: PlaceholderValues): string {
  switch (word) {
    case 'name':
      return name;
    case 'title':
      return title.trim() || fallbackName;
    case 'date':
      return localDay(date);
    case 'n':
      return String(n).padStart(String(of).length, '0');
  }
}

/** A name without its ending that every system can store, made from any text. */
function safeStem(text: string): string {
  const plain = withoutEdges(
    text
      .normalize('NFC')
      .replace(/\p{Surrogate}/gu, '-')
      // eslint-disable-next-line no-control-regex -- no system takes control characters in a name
      .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
      .replace(/\s+/gu, ' ')
      .replace(/[<>:"/\\|?*]+/g, '-')
      // Marks that turn the direction of writing make a name look like another one.
      .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, ''),
  );
  const named = plain === '' ? fallbackName : plain;
  const safe = reservedName.test(named) ? `_${named}` : named;
  return withoutEdges(cutToBytes(safe, maxFilenameBytes - ending.length));
}

/** Windows drops dots and spaces at the end of a name, and a dot before it hides a file elsewhere. */
function withoutEdges(text: string): string {
  return text.replace(/^[\s.]+|[\s.]+$/gu, '');
}

function localDay(date: Date): string {
  const [month, day] = [date.getMonth() + 1, date.getDate()];
  return [String(date.getFullYear()).padStart(4, '0'), twoDigits(month), twoDigits(day)].join('-');
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

function isPlaceholder(word: string): word is Placeholder {
  return placeholders.some((known) => known === word);
}

function unknownPlaceholder(subject: string, written: string, word: string): string {
  const known = listInWords(
    placeholders.map((each) => `{${each}}`),
    'and',
  );
  // Anything is near to {n} if it is short enough.
  const nearest = word.length < 3 ? null : nearestName(word.toLowerCase(), placeholders);
  const advice = nearest === null ? '' : ` The nearest is {${nearest}}.`;
  return `${subject} holds ${quote(written)}, which stands for nothing; the placeholders are ${known}.${advice}`;
}
