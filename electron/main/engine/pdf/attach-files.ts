import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import { AppError } from '../../../shared/messages/errors.js';
import { type Message, message } from '../../../shared/messages/message.js';
import type { Attachment, relationships } from '../../../shared/request/attachments.js';
import { quotePath } from '../../../shared/request/text.js';
import { fieldIssue } from '../../../shared/request/validation.js';
import { readFailure } from '../../util/disk-path.js';
import { contentTypeOf } from '../sources/source-kinds.js';
import { joined } from './parts.js';
import { pdfDate, textString } from './pdf-file.js';
import { Lexer, type PdfTables, byteOf, readTables, unknownStructure } from './pdf-objects.js';

const compress = promisify(deflate);

/** How large all attachments may be together, in bytes, because they are held in memory. */
const maxBytes = 256 * 1024 ** 2;

/**
 * Checks the files before anything is converted.
 * @throws AppError `source-unreadable` for a file that is missing, and if all are too large
 */
export async function checkAttachments(attachments: readonly Attachment[]): Promise<void> {
  let size = 0;
  for (const { path } of attachments) {
    const found = await stat(path).catch((thrown: unknown) => {
      throw unreadable(readFailure(path, thrown));
    });
    if (!found.isFile()) {
      throw unreadable(message('attachments.notFile', { path: quotePath(path) }));
    }
    size += found.size;
    checkSize(size, path);
  }
}

function checkSize(size: number, path: string): void {
  if (size <= maxBytes) return;
  const params = { path: quotePath(path), megabytes: maxBytes / 1024 ** 2 };
  throw unreadable(message('attachments.tooLarge', params));
}

function unreadable(reason: Message): AppError {
  return new AppError('source-unreadable', reason, [fieldIssue('attachments', reason)]);
}

/**
 * Attaches files to a PDF (ISO 32000-2, 7.11.4) with an update that is appended to it. Files that
 * are attached already stay.
 * @param parts the PDF in consecutive parts, with a cross-reference table
 * @param attachments files of the same name are numbered
 * @throws AppError `source-unreadable` if a file cannot be read, `print-failed` for other PDFs
 */
export async function attachFiles(
  parts: readonly Buffer[],
  attachments: readonly Attachment[],
): Promise<readonly Buffer[]> {
  const bytes = joined(parts);
  const tables = readTables(bytes);
  const catalog = dictionaryOf(bytes, tables, tables.root.text);
  const names = dictionaryOf(bytes, tables, catalog.get('Names'));
  const tree = dictionaryOf(bytes, tables, names.get('EmbeddedFiles'));
  // Only foreign PDFs have trees of several nodes, and those are merged into one.
  if (tree.has('Kids')) throw unknownStructure();
  const attached = nameTreeEntries(tree.get('Names') ?? '[]');
  const update = new Update(bytes.length, Math.max(...tables.objects.keys()) + 1);
  const added: string[] = [];
  let size = 0;
  for (const attachment of attachments) {
    const { path } = attachment;
    const content = await readFile(path).catch((thrown: unknown) => {
      throw unreadable(readFailure(path, thrown));
    });
    size += content.length;
    checkSize(size, path);
    const wanted = attachment.name ?? basename(path);
    const name = freeName(wanted, (each) => attached.has(nameKey(each)));
    const reference = await writeFile(update, { ...attachment, name }, content);
    attached.set(nameKey(name), reference);
    added.push(reference);
  }
  const sorted = [...attached].sort(([a], [b]) => (a < b ? -1 : 1));
  const list = sorted.map(([key, reference]) => `<${key}> ${reference}`).join('\n');
  names.set('EmbeddedFiles', `<</Names [${list}]>>`);
  catalog.set('Names', dictionaryText(names));
  catalog.set('AF', `[${[listed(catalog.get('AF')), ...added].join(' ').trim()}]`);
  update.write(tables.root.number, dictionaryText(catalog));
  return [...parts, ...update.end(tables)];
}

/** Returns the elements of an array in text. */
function listed(array = '[]'): string {
  if (!array.startsWith('[')) throw unknownStructure();
  return array.slice(1, -1).trim();
}

/** Writes a file and its specification. @returns the reference to the latter */
async function writeFile(
  update: Update,
  { path, name, description, relationship = 'unspecified' }: Attachment & { readonly name: string },
  content: Buffer,
): Promise<string> {
  const { birthtime, mtime } = await stat(path);
  const data = await compress(content);
  const type = contentTypeOf(extname(path)) ?? 'application/octet-stream';
  // Some file systems do not know when a file was created.
  const created = birthtime.getTime() > 0 ? birthtime : mtime;
  const parameters = [
    `/Size ${content.length}`,
    `/CreationDate (${pdfDate(created)})`,
    `/ModDate (${pdfDate(mtime)})`,
    `/CheckSum <${createHash('md5').update(content).digest('hex')}>`,
  ].join(' ');
  const file = update.add(
    `<</Type /EmbeddedFile /Subtype /${type.replaceAll('/', '#2F').replaceAll('+', '#2B')}\n/Params <<${parameters}>>\n/Filter /FlateDecode /Length ${data.length}>>`,
    data,
  );
  const text = textString(name);
  const entries = [
    `/Type /Filespec /F ${text} /UF ${text} /EF <</F ${file} /UF ${file}>>`,
    ...(description === undefined ? [] : [`/Desc ${textString(description)}`]),
    `/AFRelationship /${relationshipNames[relationship]}`,
  ];
  return update.add(`<<${entries.join('\n')}>>`);
}

const relationshipNames: Readonly<Record<(typeof relationships)[number], string>> = {
  unspecified: 'Unspecified',
  source: 'Source',
  data: 'Data',
  alternative: 'Alternative',
  supplement: 'Supplement',
};

/** Returns `name (2).ext` and so on if a name is taken. */
function freeName(name: string, isTaken: (name: string) => boolean): string {
  const extension = extname(name);
  const base = name.slice(0, name.length - extension.length);
  let free = name;
  for (let number = 2; isTaken(free); number += 1) free = `${base} (${number})${extension}`;
  return free;
}

/** In hexadecimal digits, by which a tree is sorted (7.9.6). */
function nameKey(name: string): string {
  const text = textString(name);
  if (text.startsWith('<')) return text.slice(1, -1).toLowerCase();
  return Buffer.from(name, 'latin1').toString('hex');
}

/** Reads the entries of a flat name tree: references by their keys as hexadecimal digits. */
function nameTreeEntries(array: string): Map<string, string> {
  const entries = new Map<string, string>();
  const lexer = new Lexer(Buffer.from(`${array} `, 'latin1'), 1);
  for (;;) {
    lexer.skipSpace();
    const { byte } = lexer;
    lexer.at += 1;
    if (byte === closingBracket) return entries;
    if (byte !== byteOf.opening && byte !== byteOf.less) throw unknownStructure();
    const key = byte === byteOf.opening ? lexer.literalString() : lexer.hexString();
    entries.set(key.toString('hex'), valueText(lexer));
  }
}

const closingBracket = 0x5d;

/** Entries as text; none for undefined. @param value or a reference */
function dictionaryOf(
  bytes: Buffer,
  tables: PdfTables,
  value: string | undefined,
): Map<string, string> {
  if (value === undefined) return new Map();
  const reference = /^(\d+)\s+\d+\s+R$/.exec(value)?.[1];
  if (reference === undefined) return entriesOf(new Lexer(Buffer.from(`${value} `, 'latin1'), 0));
  const place = tables.objects.get(Number(reference));
  if (place === undefined) throw unknownStructure();
  const lexer = new Lexer(bytes, place.offset);
  lexer.word();
  lexer.word();
  if (lexer.word() !== 'obj') throw unknownStructure();
  return entriesOf(lexer);
}

function entriesOf(lexer: Lexer): Map<string, string> {
  const entries = new Map<string, string>();
  lexer.skipSpace();
  const { byte: first } = lexer;
  if (first !== byteOf.less) throw unknownStructure();
  lexer.at += 2;
  for (;;) {
    lexer.skipSpace();
    const { byte } = lexer;
    if (byte === byteOf.greater) return entries;
    if (byte !== byteOf.slash) throw unknownStructure();
    lexer.at += 1;
    const key = lexer.word();
    entries.set(key, valueText(lexer));
  }
}

/** Reads a value of any type and returns its text. */
function valueText(lexer: Lexer): string {
  lexer.skipSpace();
  const start = lexer.at;
  skipValue(lexer);
  return lexer.bytes.toString('latin1', start, lexer.at);
}

function skipValue(lexer: Lexer): void {
  lexer.skipSpace();
  const { byte } = lexer;
  const isDictionary = byte === byteOf.less && lexer.bytes[lexer.at + 1] === byteOf.less;
  if (isDictionary || byte === openingBracket) {
    const [width, end] = isDictionary ? [2, byteOf.greater] : [1, closingBracket];
    lexer.at += width;
    lexer.skipSpace();
    while (lexer.byte !== end) {
      skipValue(lexer);
      lexer.skipSpace();
    }
    lexer.at += width;
    return;
  }
  if (byte === byteOf.opening || byte === byteOf.less || byte === byteOf.slash) {
    lexer.at += 1;
    if (byte === byteOf.slash) lexer.word();
    else if (byte === byteOf.less) lexer.hexString();
    else lexer.literalString();
    return;
  }
  const word = lexer.word();
  if (word === '') throw unknownStructure();
  const reference = /^\s+\d+\s+R(?![^\s()<>[\]{}/%])/.exec(
    lexer.bytes.toString('latin1', lexer.at, lexer.at + 32),
  );
  if (/^\d+$/.test(word) && reference !== null) lexer.at += reference[0].length;
}

const openingBracket = 0x5b;

function dictionaryText(entries: ReadonlyMap<string, string>): string {
  return `<<${[...entries].map(([key, value]) => `/${key} ${value}`).join('\n')}>>`;
}

/** An update of a file with new and changed objects (7.5.6). */
class Update {
  readonly #parts: Buffer[] = [];
  readonly #entries: string[] = [];
  #offset: number;
  #next: number;

  /** @param next the first free number of an object */
  constructor(fileSize: number, next: number) {
    this.#offset = fileSize;
    this.#next = next;
    this.#push(Buffer.from('\n'));
  }

  /** Adds an object. @returns the reference to it */
  add(object: string, stream?: Buffer): string {
    const number = this.#next;
    this.#next += 1;
    this.write(number, object, stream);
    return `${number} 0 R`;
  }

  write(number: number, object: string, stream?: Buffer): void {
    this.#entries.push(`${number} 1\n${String(this.#offset).padStart(10, '0')} 00000 n \n`);
    this.#push(Buffer.from(`${number} 0 obj\n${object}\n`, 'latin1'));
    if (stream) {
      this.#push(Buffer.from('stream\n'));
      this.#push(stream);
      this.#push(Buffer.from('\nendstream\n'));
    }
    this.#push(Buffer.from('endobj\n'));
  }

  end({ root, information, offset }: PdfTables): readonly Buffer[] {
    const table = this.#offset;
    const entries = [
      `/Size ${this.#next}`,
      `/Root ${root.text}`,
      ...(information === null ? [] : [`/Info ${information}`]),
      `/Prev ${offset}`,
    ];
    const end = `xref\n${this.#entries.join('')}trailer\n<<${entries.join('\n')}>>\nstartxref\n${table}\n%%EOF\n`;
    this.#push(Buffer.from(end, 'latin1'));
    return this.#parts;
  }

  #push(bytes: Buffer): void {
    this.#parts.push(bytes);
    this.#offset += bytes.length;
  }
}
