import { AppError } from '../../../shared/messages/errors.js';
import { message } from '../../../shared/messages/message.js';
import { localScheme, schemelessAddress } from '../addresses/page-address.js';

/**
 * Reads and amends the PDF files that Chromium writes: a classic cross-reference table and one
 * trailer (ISO 32000-1, 7.5.4 and 7.5.5). Anything else is an error.
 */
export interface PdfStructure {
  /** Number of pages, from the root of the page tree. */
  readonly pages: number;
  readonly producer: string;
  /** @internal what changes of the file need */
  readonly trailer: Trailer;
  /** @internal the catalog's dictionary */
  readonly catalog: string;
}

export interface Trailer {
  readonly size: number;
  readonly root: string;
  readonly information: number;
  readonly tableOffset: number;
}

/** Document information (ISO 32000-1, 14.3.3). Empty texts are omitted. */
export interface PdfInformation {
  readonly title: string;
  readonly author: string;
  readonly subject: string;
  readonly keywords: string;
  /** A language tag (BCP 47); empty: as the file says. */
  readonly language: string;
  readonly creator: string;
  readonly producer: string;
  readonly created: Date;
}

export interface PageNode {
  readonly number: number;
  /** The text of its object. */
  readonly text: string;
}

/** In their order (7.7.3). */
export function pageNodes(bytes: Buffer, { trailer }: PdfStructure): Generator<PageNode> {
  return pagesBelow(trailer, (number) => readObject(bytes, trailer, number));
}

/** Yields the pages of a file whose objects are read otherwise. */
export function* pagesBelow(
  { root }: Trailer,
  read: (number: number) => string,
): Generator<PageNode> {
  const catalog = read(referenceIn(root));
  // A stack: the first page on top. Pushed one by one, as a call takes a limited number of
  // arguments.
  const waiting = references(catalog, /\/Pages\s+(\d+ \d+ R)/).toReversed();
  for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) {
    const text = read(number);
    const kids = references(text, /\/Kids\s*\[([^\]]*)\]/).toReversed();
    if (kids.length === 0) yield { number, text };
    for (const kid of kids) waiting.push(kid);
  }
}

/** Returns the numbers of the objects that an entry of a dictionary refers to. */
export function references(text: string, pattern: RegExp): number[] {
  const found = pattern.exec(text)?.[1] ?? '';
  return [...found.matchAll(/(\d+) \d+ R/g)].map(([, number]) => Number(number));
}

export function dictionaryAt(dictionary: string, key: string): string {
  const entry = new RegExp(`/${key}\\s*(?=<<)`, 'd').exec(dictionary)?.indices?.[0]?.[1];
  const rest = dictionary.slice(entry ?? dictionary.length);
  let depth = 0;
  for (const { 0: sign, index } of rest.matchAll(/<<|>>/g)) {
    depth += sign === '<<' ? 1 : -1;
    if (depth === 0) return rest.slice(0, index + sign.length);
  }
  throw unknownStructure();
}

/** Reads the page count and the data needed to amend the file, but not the pages. */
export function readPdfStructure(bytes: Buffer): PdfStructure {
  const trailer = readTrailer(bytes);
  const catalog = readObject(bytes, trailer, referenceIn(trailer.root));
  const tree = readObject(bytes, trailer, referenceIn(match(catalog, /\/Pages\s+(\d+ \d+ R)/)));
  const information = readObject(bytes, trailer, trailer.information);
  return {
    pages: Number(match(tree, /\/Count\s+(\d+)/)),
    producer: /\/Producer\s*\(([^()\\]*)\)/.exec(information)?.[1] ?? 'Chromium',
    trailer,
    catalog: match(catalog, /(<<[^]*>>)/),
  };
}

/**
 * Returns an incremental update (ISO 32000-1, 7.5.6) that changes the document information and
 * language when it is appended to the file. The file itself is unchanged, so that a large one takes
 * no longer than a small one.
 * @param size of the file, in bytes
 */
export function informationUpdate(
  size: number,
  structure: PdfStructure,
  information: PdfInformation,
): Buffer {
  const { trailer, catalog } = structure;
  const { language } = information;
  const objects = [
    [trailer.information, informationDictionary(information)] as const,
    ...(language === ''
      ? []
      : [[referenceIn(trailer.root), inLanguage(catalog, language)] as const]),
  ];
  let update = '\n';
  const entries: string[] = [];
  for (const [number, text] of objects.toSorted(([a], [b]) => a - b)) {
    const offset = String(size + update.length).padStart(10, '0');
    entries.push(`${number} 1`, `${offset} 00000 n `);
    update += `${number} 0 obj\n${text}\nendobj\n`;
  }
  const table = [
    'xref',
    ...entries,
    'trailer',
    `<</Size ${trailer.size} /Root ${trailer.root} /Info ${trailer.information} 0 R /Prev ${trailer.tableOffset}>>`,
    'startxref',
    String(size + update.length),
    '%%EOF\n',
  ].join('\n');
  return Buffer.from(update + table, 'latin1');
}

/** Sets the language of a catalog (14.9.2). */
function inLanguage(catalog: string, language: string): string {
  const others = catalog.replace(/\/Lang\s*(?:\((?:\\.|[^\\)])*\)|<[\da-f]*>)/i, '');
  return others.replace(/>>$/, `/Lang ${textString(language)}>>`);
}

function readTrailer(bytes: Buffer): Trailer {
  const tail = bytes.subarray(-64).toString('latin1');
  const tableOffset = Number(match(tail, /startxref\s+(\d+)\s+%%EOF/));
  const text = bytes.subarray(bytes.lastIndexOf('trailer')).toString('latin1');
  return {
    size: Number(match(text, /\/Size (\d+)/)),
    root: match(text, /\/Root (\d+ \d+ R)/),
    information: referenceIn(match(text, /\/Info (\d+ \d+ R)/)),
    tableOffset,
  };
}

/** Returns the text of an object up to its end or the start of its stream. */
export function readObject(bytes: Buffer, trailer: Trailer, number: number): string {
  const offset = objectOffset(bytes, trailer, number);
  const end = bytes.indexOf('endobj', offset);
  return bytes.subarray(offset, end).toString('latin1');
}

/** Chromium writes one section that starts at object 0, with entries of 20 bytes (7.5.4). */
export function objectOffset(bytes: Buffer, trailer: Trailer, number: number): number {
  const head = bytes.subarray(trailer.tableOffset, trailer.tableOffset + 32).toString('latin1');
  const section = match(head, /^(xref\s+0 \d+\s*?\n)/);
  const entry = trailer.tableOffset + section.length + number * 20;
  return Number(match(bytes.subarray(entry, entry + 20).toString('latin1'), /^(\d{10}) \d{5} n/));
}

/** The longest dictionary that Chromium writes before a stream, in bytes. */
const maxHeadBytes = 256;

export interface StreamContent {
  readonly bytes: Buffer;
  readonly isPacked: boolean;
}

/**
 * Returns the bytes between `stream` and `endstream` (7.3.8) of the object at an offset, by the
 * length in its dictionary; null for other objects, and for streams that Chromium does not write.
 */
export function streamAt(bytes: Buffer, offset: number): StreamContent | null {
  const head = bytes.subarray(offset, offset + maxHeadBytes).toString('latin1');
  const keyword = /\bstream\r?\n/.exec(head);
  if (keyword === null) return null;
  const dictionary = head.slice(0, keyword.index);
  const length = /\/Length (\d+)(?! \d+ R)/.exec(dictionary)?.[1];
  const isPacked = dictionary.includes('/FlateDecode');
  if (length === undefined || (!isPacked && dictionary.includes('/Filter'))) return null;
  const start = offset + keyword.index + keyword[0].length;
  return { bytes: bytes.subarray(start, start + Number(length)), isPacked };
}

/** Object numbers. Chromium writes one for each page. */
export function contentsOf(page: string): readonly number[] {
  return references(page, /\/Contents\s+(\d+ \d+ R)/);
}

/** Null for a page without content, and where {@link streamAt} returns null. */
export function contentOf(
  bytes: Buffer,
  { trailer }: PdfStructure,
  page: string,
): StreamContent | null {
  const [number] = contentsOf(page);
  return number === undefined ? null : streamAt(bytes, objectOffset(bytes, trailer, number));
}

export function referenceIn(reference: string): number {
  return Number.parseInt(reference, 10);
}

function match(text: string, pattern: RegExp): string {
  const found = pattern.exec(text)?.[1];
  if (found === undefined) throw unknownStructure();
  return found;
}

function unknownStructure(): AppError {
  return new AppError('print-failed', message('engine.unknownPdfStructure'));
}

function informationDictionary(information: PdfInformation): string {
  const entries = [
    ['Title', information.title],
    ['Author', information.author],
    ['Subject', information.subject],
    ['Keywords', information.keywords],
    ['Creator', information.creator],
    ['Producer', information.producer],
  ].flatMap(([key, text]) => (text ? [`/${key} ${textString(text)}`] : []));
  const date = pdfDate(information.created);
  return `<<${entries.join('\n')}\n/CreationDate (${date})\n/ModDate (${date})>>`;
}

/** Encodes a text string (7.9.2.2): as ASCII if possible, else as UTF-16 with a byte order mark. */
export function textString(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return `(${text.replace(/[\\()]/g, (sign) => `\\${sign}`)})`;
  return `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase()}>`;
}

/** Encodes a date (7.9.4) in UTC. */
export function pdfDate(date: Date): string {
  return `D:${date.toISOString().replace(/[-:T]/g, '').slice(0, 14)}+00'00'`;
}

/**
 * Rewrites links to the origin of local pages to the files themselves, and links without a scheme
 * (`//host/path`) to the network. Chromium writes links as plain text (`/URI (address)`, ISO
 * 32000-1, 12.6.4.7). Each is padded to its old length, so that no other byte of the file moves.
 * @param bytes changed in place
 * @param origin as spelled by the page, such as `platen-page://3f2a.pages.local`; longer than
 * `file://`
 */
export function rewriteLocalLinks(bytes: Buffer, origin: string): Buffer {
  replaceLinks(bytes, `${origin}/`, () => 'file:///');
  return replaceLinks(bytes, `${localScheme}://`, (address) => {
    // A parenthesis in a URL is escaped in the PDF, but never in its beginning.
    return schemelessAddress(address) === null ? null : 'https://';
  });
}

/** Schemes of links that run code, reach other machines with the user's name, or start Platen. */
const unsafeSchemes = ['javascript', 'vbscript', 'data', 'smb', 'platen'];

/**
 * Removes the actions of links with an unsafe scheme, which a PDF reader may follow without asking.
 * Spaces take their place, so that no other byte of the file moves.
 * @param bytes changed in place
 * @returns the addresses
 */
export function removeUnsafeLinks(bytes: Buffer): readonly string[] {
  return unsafeSchemes.flatMap((scheme) => {
    const removed: string[] = [];
    const written = Buffer.from(`/URI (${scheme}:`, 'latin1');
    for (let at = bytes.indexOf(written); at !== -1; at = bytes.indexOf(written, at + 1)) {
      const start = bytes.lastIndexOf('/A <<', at, 'latin1');
      const end = endOfString(bytes, at + written.length);
      const close = bytes.indexOf('>>', end, 'latin1');
      if (start === -1 || end === -1 || close === -1) break;
      const address = bytes.toString('latin1', at + '/URI ('.length, end - 1);
      removed.push(address.replaceAll(/\\(.)/g, '$1'));
      bytes.fill(' ', start, close + '>>'.length);
    }
    return removed;
  });
}

/**
 * Replaces the beginning of links by a shorter one.
 * @param replacement returns it for a link; null leaves the link unchanged
 */
function replaceLinks(
  bytes: Buffer,
  beginning: string,
  replacement: (address: string) => string | null,
): Buffer {
  const before = '/URI (';
  const written = Buffer.from(before + beginning, 'latin1');
  for (let at = bytes.indexOf(written); at !== -1; at = bytes.indexOf(written, at + 1)) {
    const start = at + before.length;
    const rest = at + written.length;
    const end = endOfString(bytes, rest);
    if (end === -1) return bytes;
    const wanted = replacement(bytes.toString('latin1', start, end - 1));
    if (wanted === null) continue;
    bytes.write(wanted, start, 'latin1');
    bytes.copy(bytes, start + wanted.length, rest, end);
    bytes.fill(' ', start + wanted.length + end - rest, end);
  }
  return bytes;
}

/** The offset after the string, or -1. Parentheses inside it are escaped (7.3.4.2). */
function endOfString(bytes: Buffer, start: number): number {
  for (let at = start; at < bytes.length; at += 1) {
    if (bytes[at] === backslash) at += 1;
    else if (bytes[at] === closing) return at + 1;
  }
  return -1;
}

const backslash = 0x5c;
const closing = 0x29;
