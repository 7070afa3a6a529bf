import { type Message, message } from '../messages/message.js';
import type { ConversionSource, SingleSource } from './source.js';
import { excerpt, nearestName, withoutEnd } from './text.js';
import { decodedOrSame } from './url.js';

/** The longest file name, in bytes, that Linux, Windows and macOS all accept. */
export const maxFilenameBytes = 255;

/** In characters: a name with placeholders may be longer than the name that it becomes. */
const maxPatternLength = 4 * maxFilenameBytes;

const ending = '.pdf';
const fallbackName = 'document';

/** The names that Windows reserves for devices, with any extension. */
const reservedName = /^(con|prn|aux|nul|com[1-9]|lpt[1-9])(\.|$)/i;

/**
 * The rule of the API (section 2.1: letters, digits, underscores, hyphens and dots, ending in
 * .pdf).
 */
export function checkPdfFilename(name: string): Message | null {
  return checkName(name, name, (subject) => {
    if (/[\r\n]/.test(name)) return message('request.filenameLineBreak', subject);
    if (/\s/.test(name)) return message('request.filenameSpace', subject);
    const character = /[^A-Za-z0-9_.-]/u.exec(name)?.[0];
    if (character === undefined) return null;
    return message('request.filenameCharacter', { ...subject, character: excerpt(character) });
  });
}

/**
 * Every system must be able to store the file.
 * @param shown what the message quotes, if the name stands for another text
 */
export function checkLocalFilename(name: string, shown: string = name): Message | null {
  const issue = checkName(name, shown, (subject) => {
    const character = forbiddenCharacter.exec(name)?.[0];
    if (character === undefined) return null;
    return message('request.filenameForbidden', { ...subject, character: excerpt(character) });
  });
  const reserved = reservedName.exec(name)?.[1];
  if (issue !== null || reserved === undefined) return issue;
  return message('request.filenameReserved', { name: excerpt(shown), reserved });
}

/** What Windows forbids, control characters, marks that change the text direction, and braces. */
const forbiddenCharacter =
  // eslint-disable-next-line no-control-regex -- control characters are forbidden in names
  /[<>:"|?*{}\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\p{Surrogate}]/u;

function checkName(
  name: string,
  shown: string,
  characterIssue: (subject: { readonly name: string }) => Message | null,
): Message | null {
  if (name.trim() === '') return message('request.filenameEmpty');
  const subject = { name: excerpt(shown) };
  if (name.length > maxPatternLength) return tooLongIssue(name, subject);
  if (/[/\\]/.test(name)) return message('request.filenameFolder', subject);
  const issue = characterIssue(subject);
  if (issue !== null) return issue;
  if (/\.pdf$/i.test(name) && !name.endsWith(ending)) {
    return message('request.filenameUppercase', { ...subject, ending: name.slice(-4) });
  }
  if (!name.endsWith(ending)) return message('request.filenameEnding', subject);
  if (/^[\s.]*$/.test(name.slice(0, -4))) return message('request.filenameNoStem', subject);
  const tooLong = tooLongIssue(name, subject);
  if (tooLong !== null) return tooLong;
  return null;
}

function tooLongIssue(name: string, subject: { readonly name: string }): Message | null {
  const bytes = new TextEncoder().encode(name).length;
  if (bytes <= maxFilenameBytes) return null;
  return message('request.filenameTooLong', { ...subject, bytes, max: maxFilenameBytes });
}

/**
 * For a title or another name; always valid by {@link checkPdfFilename}. Removes diacritics and
 * replaces other characters with hyphens; `document.pdf` if nothing is left.
 */
export function suggestPdfFilename(title: string): string {
  const plain = title
    .trim()
    .replace(/\.pdf$/i, '')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^A-Za-z0-9_.-]+/g, '-')
    .replace(/-{2,}/g, '-')
    .replace(/\.{2,}/g, '.');
  const named = withoutEdges(plain, /[-.]/);
  const safe = reservedName.test(named) ? `_${named}` : named;
  const cut = withoutEnd(safe.slice(0, maxFilenameBytes - '.pdf'.length), /[-.]/);
  return `${cut === '' ? fallbackName : cut}.pdf`;
}

/** The source's name, the page's title, the day, and the number of the PDF in its batch. */
const placeholders = ['name', 'title', 'date', 'n'] as const;
type Placeholder = (typeof placeholders)[number];

/** The placeholders as they are written. */
export const placeholderTexts = placeholders.map((name) => `{${name}}`);

/**
 * A part of a path in a bucket that stands for the folders between a source and the source folder
 * that it was found in; for none of them, it is left out.
 */
export const folderPlaceholder = '{folder}';

export interface PlaceholderValues {
  readonly name: string;
  /** The folders of {@link folderPlaceholder}, from the top; absent: none. */
  readonly folders?: readonly string[];
  readonly title: string;
  /** Written as 2026-03-09, in local time. */
  readonly date: Date;
  /** The number in the batch, from 1. */
  readonly n: number;
  /** The number of PDFs in the batch; `n` gets as many digits. */
  readonly of: number;
}

const inBraces = /\{([^{}]*)\}/g;

/** Of the name of a local file, which may contain placeholders. */
export function checkFilenamePattern(text: string): Message | null {
  if (text.length > maxPatternLength) return tooLongIssue(text, { name: excerpt(text) });
  const found = unknownPlaceholders(text);
  if (found === null) return checkLocalFilename(text.replace(inBraces, 'x'), text);
  const { unknown, nearest } = found;
  const params = { text: excerpt(text), unknown };
  return nearest === null
    ? message('request.filenamePlaceholder', {
        ...params,
        count: unknown.length,
        placeholders: placeholderTexts,
      })
    : message('request.filenamePlaceholderNear', { ...params, nearest });
}

/** Of a single one, also the known one closest to it. */
export function unknownPlaceholders(text: string): {
  readonly unknown: readonly string[];
  readonly nearest: string | null;
} | null {
  const words = [...text.matchAll(inBraces)].map(([, word = '']) => word);
  const unknown = [...new Set(words)].filter((word) => !isPlaceholder(word));
  const [first, ...others] = unknown;
  if (first === undefined) return null;
  // Any short word is close to {n}.
  const isClear = others.length === 0 && first.length >= 3;
  const nearest = isClear ? nearestName(first.toLowerCase(), placeholders) : null;
  return {
    unknown: unknown.map((word) => excerpt(`{${word}}`)),
    nearest: nearest === null ? null : `{${nearest}}`,
  };
}

/** Of one kind if given. */
export function hasPlaceholder(text: string, kind?: Placeholder): boolean {
  return [...text.matchAll(inBraces)].some(
    ([, word]) => word !== undefined && isPlaceholder(word) && (kind ?? word) === word,
  );
}

/**
 * Fills in a file name so that every system can store it: replaces forbidden characters with
 * hyphens, an empty value with `document`, and cuts a long name between characters.
 */
export function expandFilename(pattern: string, values: PlaceholderValues): string {
  if (!hasPlaceholder(pattern)) return pattern;
  return `${expandSegment(pattern.slice(0, -ending.length), values)}${ending}`;
}

/** Fills in the name of a folder, which has no extension, like {@link expandFilename}. */
export function expandSegment(pattern: string, values: PlaceholderValues): string {
  if (!hasPlaceholder(pattern)) return pattern;
  return safeSegment(pattern.replace(inBraces, (_, word: Placeholder) => textOf(word, values)));
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

/** A name without extension that every system can store. */
export function safeSegment(text: string): string {
  const plain = withoutEdges(
    text
      .normalize('NFC')
      .replace(/\p{Surrogate}/gu, '-')
      // eslint-disable-next-line no-control-regex -- control characters are forbidden in names
      .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
      .replace(/\s+/gu, ' ')
      .replace(/[<>:"/\\|?*]+/g, '-')
      // Marks that change the text direction make a name look like another one.
      .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, ''),
    hiddenEdge,
  );
  const named = plain === '' ? fallbackName : plain;
  const safe = reservedName.test(named) ? `_${named}` : named;
  return withoutEdges(cutToBytes(safe, maxFilenameBytes - ending.length), hiddenEdge);
}

/** Windows drops trailing dots and spaces; elsewhere a leading dot hides the file. */
const hiddenEdge = /[\s.]/;

function withoutEdges(text: string, character: RegExp): string {
  let start = 0;
  while (character.test(text.charAt(start))) start += 1;
  return withoutEnd(text.slice(start), character);
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

const documentEnding = /\.(html?|xhtml|mhtml?|svg|txt|php|aspx?|jsp)$/i;

/**
 * Without extension: of a file, of the last part of a URL or its host, `document` for text. Merged
 * documents are named after their folder, else after the first.
 */
export function sourceName(source: ConversionSource): string {
  switch (source.kind) {
    case 'file':
      return nameOfFile(source.path);
    case 'url':
      return nameOfAddress(new URL(source.url));
    case 'html':
      return source.name ?? 'document';
    case 'merged':
      return mergedName(source.parts);
  }
}

/** Those between a file and the source folder that it was found in, from the top. */
export function sourceFolders(source: ConversionSource): readonly string[] {
  if (source.kind !== 'file' || source.folder === undefined) return [];
  const below = source.path.slice(source.folder.length);
  return below
    .split(pathSeparator(source.path))
    .slice(0, -1)
    .filter((name) => name !== '');
}

/** It differs from the names of all parts, as those may be PDFs in the same folder. */
function mergedName(parts: readonly SingleSource[]): string {
  const folders = new Set(parts.map((part) => (part.kind === 'file' ? part.folder : undefined)));
  const [folder] = folders;
  const named = folder === undefined ? '' : nameOfPath(withoutEnd(folder, /[\\/]/));
  const [first] = parts;
  return folders.size === 1 && named !== ''
    ? named
    : `${first === undefined ? fallbackName : sourceName(first)}-merged`;
}

/** For a file the same name, else a safe one. */
export function defaultFilename(source: ConversionSource): string {
  const name = sourceName(source);
  const isFile = (source.kind === 'merged' ? source.parts[0] : source)?.kind === 'file';
  return isFile ? `${name}.pdf` : suggestPdfFilename(name);
}

/**
 * Suggests a name for a previewed PDF from its title, else from its source. A title that is a file
 * name, such as `b.html`, becomes `b.pdf`.
 * @param title may be empty
 */
export function suggestedFilename(source: ConversionSource, title: string): string {
  if (source.kind === 'merged') return defaultFilename(source);
  const plain = /\s/.test(title.trim()) ? title : title.trim().replace(documentEnding, '');
  return suggestPdfFilename(plain || sourceName(source));
}

/** Without its extension. Only Windows paths have backslashes. */
function nameOfFile(path: string): string {
  const name = nameOfPath(path);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
}

/** The last part of a path of any system. */
export function nameOfPath(path: string): string {
  return path.split(pathSeparator(path)).at(-1) ?? '';
}

function pathSeparator(path: string): RegExp | string {
  return /^([A-Za-z]:[\\/]|\\\\)/.test(path) ? /[\\/]/ : '/';
}

function nameOfAddress({ pathname, hostname }: URL): string {
  const segment = pathname.split('/').findLast((part) => part !== '') ?? '';
  const name = decodedOrSame(segment).replace(documentEnding, '');
  return name === '' ? hostname : name;
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
const encoder = new TextEncoder();

/** The longest start within that many bytes of UTF-8, cut between graphemes. */
export function cutToBytes(text: string, maxBytes: number): string {
  if (encoder.encode(text).length <= maxBytes) return text;
  let bytes = 0;
  let end = 0;
  for (const { segment, index } of segmenter.segment(text)) {
    bytes += encoder.encode(segment).length;
    if (bytes > maxBytes) break;
    end = index + segment.length;
  }
  return text.slice(0, end);
}
