import { AppError } from '../../../shared/messages/errors.js';
import { message } from '../../../shared/messages/message.js';

// Reads the objects of files with cross-reference tables, as Chromium and Platen write them, with
// their updates (ISO 32000-2, 7.5.4 to 7.5.6). Anything else is an error.

/** Where an object begins. */
export interface ObjectPlace {
  readonly offset: number;
  readonly generation: number;
}

export interface PdfTables {
  /** The objects in use, by their numbers. */
  readonly objects: ReadonlyMap<number, ObjectPlace>;
  readonly root: { readonly number: number; readonly text: string };
  /** A reference; null without document information. */
  readonly information: string | null;
  /** Offset of the newest table. */
  readonly offset: number;
  /** Number of the encryption dictionary; null for a file that is not encrypted. */
  readonly encryption: number | null;
}

/**
 * Reads the cross-reference tables of a file and its updates, the newest first.
 * @param isEncrypted whether the file is expected to be encrypted
 * @throws AppError `print-failed` for a file with other tables, and for an unexpected encryption
 */
export function readTables(bytes: Buffer, isEncrypted = false): PdfTables {
  const tail = bytes.toString('latin1', Math.max(0, bytes.length - 1024));
  const newest = found(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(tail)?.[1]);
  const objects = new Map<number, ObjectPlace>();
  const free = new Set<number>();
  let trailer = '';
  const read = new Set<number>();
  for (let offset: number | null = Number(newest); offset !== null;) {
    if (read.has(offset)) throw unknownStructure();
    read.add(offset);
    const older: string = readTable(new Lexer(bytes, offset), objects, free);
    trailer ||= older;
    if (/\/XRefStm\b/.test(older)) throw unknownStructure();
    if (/\/Encrypt\b/.test(older) !== isEncrypted) throw unknownStructure();
    const previous = /\/Prev\s+(\d+)/.exec(older)?.[1];
    offset = previous === undefined ? null : Number(previous);
  }
  const encryption = /\/Encrypt\s+(\d+)\s+\d+\s+R/.exec(trailer)?.[1];
  const root = found(/\/Root\s+(\d+\s+\d+\s+R)/.exec(trailer)?.[1]);
  return {
    objects,
    root: { number: Number.parseInt(root, 10), text: root },
    information: /\/Info\s+(\d+\s+\d+\s+R)/.exec(trailer)?.[1] ?? null,
    offset: Number(newest),
    encryption: encryption === undefined ? null : Number(encryption),
  };
}

/**
 * Adds the objects of a table that newer ones do not have.
 * @param free the numbers that newer tables have freed; changed too
 * @returns the text of its trailer
 */
function readTable(lexer: Lexer, objects: Map<number, ObjectPlace>, free: Set<number>): string {
  if (lexer.word() !== 'xref') throw unknownStructure();
  for (let word = lexer.word(); word !== 'trailer'; word = lexer.word()) {
    const [first, count] = [numberOf(word), numberOf(lexer.word())];
    for (let number = first; number < first + count; number += 1) {
      const [offset, generation] = [numberOf(lexer.word()), numberOf(lexer.word())];
      const isFree = lexer.word() === 'f';
      if (objects.has(number) || free.has(number)) continue;
      if (isFree) free.add(number);
      else objects.set(number, { offset, generation });
    }
  }
  return lexer.textUntil('startxref');
}

/** The bytes that end or group tokens. */
export const byteOf = {
  lineFeed: 10,
  carriageReturn: 13,
  opening: 0x28,
  closing: 0x29,
  percent: 0x25,
  slash: 0x2f,
  less: 0x3c,
  greater: 0x3e,
  backslash: 0x5c,
} as const;
const { lineFeed, carriageReturn, opening, closing, percent, greater, backslash } = byteOf;

/** The class of each byte (7.2.3). */
export const isSpace = new Uint8Array(256);
for (const byte of Buffer.from('\0\t\n\f\r ')) isSpace[byte] = 1;
export const isDelimiter = new Uint8Array(256);
for (const byte of Buffer.from('()<>[]{}/%')) isDelimiter[byte] = 1;

/** Reads the tokens of a file. */
export class Lexer {
  readonly bytes: Buffer;
  at: number;

  constructor(bytes: Buffer, at: number) {
    this.bytes = bytes;
    this.at = at;
  }

  /** The next byte. @throws AppError at the end of the file */
  get byte(): number {
    const byte = this.bytes[this.at];
    if (byte === undefined) throw unknownStructure();
    return byte;
  }

  skipSpace(): void {
    while (isSpace[this.byte] === 1 || this.byte === percent) {
      if (this.byte === percent) this.skipComment();
      else this.at += 1;
    }
  }

  skipComment(): void {
    while (this.byte !== lineFeed && this.byte !== carriageReturn) this.at += 1;
  }

  /** Reads a number, a keyword, or a name after its slash; empty before a delimiter. */
  word(): string {
    this.skipSpace();
    const start = this.at;
    while (isSpace[this.byte] !== 1 && isDelimiter[this.byte] !== 1) this.at += 1;
    return this.bytes.toString('latin1', start, this.at);
  }

  textUntil(word: string): string {
    const end = this.bytes.indexOf(word, this.at, 'latin1');
    if (end === -1) throw unknownStructure();
    return this.bytes.toString('latin1', this.at, end);
  }

  /** Reads a literal string after its parenthesis (7.3.4.2). */
  literalString(): Buffer {
    const start = this.at;
    let depth = 1;
    let isPlain = true;
    for (; depth > 0; this.at += 1) {
      const { byte } = this;
      if (byte === opening) depth += 1;
      else if (byte === closing) depth -= 1;
      else if (byte === backslash || byte === carriageReturn) isPlain = false;
      if (byte === backslash) this.at += 1;
    }
    const written = this.bytes.subarray(start, this.at - 1);
    return isPlain ? written : unescapedString(written);
  }

  /** Reads a hexadecimal string after its bracket (7.3.4.3). */
  hexString(): Buffer {
    const end = this.bytes.indexOf(greater, this.at);
    if (end === -1) throw unknownStructure();
    const digits = this.bytes.toString('latin1', this.at, end).replace(/[\0\s]/g, '');
    if (/[^\da-f]/i.test(digits)) throw unknownStructure();
    this.at = end + 1;
    return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex');
  }
}

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  '\n': '',
  '\r': '',
  '\r\n': '',
};

/** @param written what stands between the parentheses of a literal string (7.3.4.2) */
export function unescapedString(written: Buffer): Buffer {
  const text = written
    .toString('latin1')
    .replace(/\\(\r\n|[0-7]{1,3}|[^])|\r\n?/g, (_, escape: string | undefined) => {
      if (escape === undefined) return '\n';
      if (/^[0-7]/.test(escape)) return String.fromCharCode(Number.parseInt(escape, 8) & 0xff);
      return escapes[escape] ?? escape;
    });
  return Buffer.from(text, 'latin1');
}

/** @throws AppError `print-failed` for anything but a whole number */
export function numberOf(word: string): number {
  if (!/^\d+$/.test(word)) throw unknownStructure();
  return Number(word);
}

function found(text: string | undefined): string {
  if (text === undefined) throw unknownStructure();
  return text;
}

/** An error, as a PDF that is only partly understood must not be changed or seem protected. */
export function unknownStructure(): AppError {
  return new AppError('print-failed', message('protection.unknownStructure'));
}
