import type { ConversionSource } from './source.js';
import { listInWords, nearestName, quote } from './text.js';

/** The longest file name, in bytes, that Linux, Windows and macOS all take. */
export const maxFilenameBytes = 255;

const fallbackName = 'document';
/** The names that Windows keeps for devices, with any ending. */
const reservedName = /^(con|prn|aux|nul|com[1-9]|lpt[1-9])(\.|$)/i;

/**
 * The mistake in an output file name, in a sentence; null if there is none. The rule is the interface's (section 2.1: letters,
 * digits, underscores, hyphens and dots, ending in .pdf), and what every system can store.
 * @param shown what the sentence quotes, where the name stands for something that was written in another way
 */
export function checkPdfFilename(name: string, shown: string = name): string | null {
  if (name.trim() === '') return 'The file name is empty; write a name such as invoice.pdf.';
  const subject = `The file name ${quote(shown)}`;
  if (/[/\\]/.test(name)) {
    return `${subject} holds a folder; write the name alone, such as invoice.pdf.`;
  }
  if (/\s/.test(name)) {
    return `${subject} holds a space; write - or _ in its place, as in my-invoice.pdf.`;
  }
  const foreign = /[^A-Za-z0-9_.-]/u.exec(name)?.[0];
  if (foreign !== undefined) {
    return `${subject} holds ${quote(foreign)}; only the letters A to Z, digits, _, - and . are allowed.`;
  }
  if (/\.pdf$/i.test(name) && !name.endsWith('.pdf')) {
    return `${subject} ends in ${quote(name.slice(-4))}; it must end in .pdf, in small letters.`;
  }
  if (!name.endsWith('.pdf'))
    return `${subject} does not end in .pdf; write, for example, invoice.pdf.`;
  if (/^\.*$/.test(name.slice(0, -4))) {
    return `${subject} has no name before .pdf; write, for example, invoice.pdf.`;
  }
  if (name.length > maxFilenameBytes) {
    return `${subject} is ${name.length} bytes long; the most that systems take is ${maxFilenameBytes}.`;
  }
  const reserved = reservedName.exec(name)?.[1];
  if (reserved !== undefined) {
    return `${subject} starts with ${reserved}, a name that Windows keeps for a device; choose another, such as ${reserved}-1.pdf.`;
  }
  return null;
}

/**
 * A file name made from a title or from another name, always valid by {@link checkPdfFilename}: marks are stripped from letters,
 * what is not allowed becomes a hyphen. `document.pdf` if nothing is left.
 */
export function suggestPdfFilename(title: string): string {
  const plain = title
    .trim()
    .replace(/\.pdf$/i, '')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^A-Za-z0-9_.-]+/g, '-')
    .replace(/-{2,}/g, '-')
    .replace(/\.{2,}/g, '.')
    .replace(/^[-.]+|[-.]+$/g, '');
  const safe = reservedName.test(plain) ? `_${plain}` : plain;
  const cut = safe.slice(0, maxFilenameBytes - '.pdf'.length).replace(/[-.]+$/, '');
  return `${cut === '' ? fallbackName : cut}.pdf`;
}

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

const documentEnding = /\.(html?|xhtml|mhtml?|svg|txt|php|aspx?|jsp)$/i;

/** What a source is called, without an ending: a file's own name, the last part of an address or its host, `document` for text. */
export function sourceName(source: ConversionSource): string {
  switch (source.kind) {
    case 'file':
      return nameOfFile(source.path);
    case 'url':
      return nameOfAddress(new URL(source.url));
    case 'html':
      return 'document';
  }
}

/** The name of a source's PDF where none is asked for: beside a file, the same name; else one that fits every program. */
export function defaultFilename(source: ConversionSource): string {
  const name = sourceName(source);
  return source.kind === 'file' ? `${name}.pdf` : suggestPdfFilename(name);
}

/**
 * A name for a PDF that is looked at before it is saved, one that fits every program: from its title, else from its source. A title that is the name of a
 * file, such as `b.html`, gives `b.pdf`.
 * @param title empty: it has none
 */
export function suggestedFilename(source: ConversionSource, title: string): string {
  const plain = /\s/.test(title.trim()) ? title : title.trim().replace(documentEnding, '');
  return suggestPdfFilename(plain || sourceName(source));
}

/** The name of a file without its last ending. A backslash parts folders only in a path that is one of Windows. */
function nameOfFile(path: string): string {
  const parting = /^([A-Za-z]:[\\/]|\\\\)/.test(path) ? /[\\/]/ : '/';
  const name = path.split(parting).at(-1) ?? '';
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
}

function nameOfAddress({ pathname, hostname }: URL): string {
  const segment = pathname.split('/').findLast((part) => part !== '') ?? '';
  const name = decoded(segment).replace(documentEnding, '');
  return name === '' ? hostname : name;
}

/** A segment that is not valid percent-encoding names itself. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
const encoder = new TextEncoder();

/** The longest start of a text that takes no more than so many bytes in UTF-8; cut between characters as a person sees them. */
export function cutToBytes(text: string, most: number): string {
  if (encoder.encode(text).length <= most) return text;
  let bytes = 0;
  let end = 0;
  for (const { segment, index } of segmenter.segment(text)) {
    bytes += encoder.encode(segment).length;
    if (bytes > most) break;
    end = index + segment.length;
  }
  return text.slice(0, end);
}
