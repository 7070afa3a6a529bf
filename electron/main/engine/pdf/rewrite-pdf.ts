import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import {
  Lexer,
  type PdfTables,
  byteOf,
  isDelimiter,
  isSpace,
  numberOf,
  unknownStructure,
} from './pdf-objects.js';

/**
 * How long to work without a break, in milliseconds: the thread also serves other conversions and
 * the window.
 */
const stretchMs = 8;

/** How many bytes are encrypted, and collected for the result, at a time. */
export const blockSize = 1024 ** 2;

/** Encrypts or decrypts what a PDF encrypts: strings and streams. */
export interface ObjectCipher {
  string(bytes: Buffer): Buffer;
  /** Returns how many bytes {@link stream} yields, which are written before. */
  streamSize(bytes: Buffer): number;
  stream(bytes: Buffer): AsyncGenerator<Buffer>;
}

interface RewriteOptions {
  /** The first lines of the result. */
  readonly header: Buffer;
  /** Added to the document catalog, unless it has such an entry. */
  readonly catalogEntry?: string;
  /** The encryption dictionary of the result; absent for a result without encryption. */
  readonly encrypt?: string;
}

/**
 * Writes a PDF again with all its strings and streams encrypted or decrypted, and one new table,
 * without the encryption dictionary that it has.
 * @throws AppError `print-failed` for a file that Chromium and Platen do not write
 */
export async function rewritePdf(
  bytes: Buffer,
  { objects, root, information, encryption }: PdfTables,
  cipher: ObjectCipher,
  { header, catalogEntry = '', encrypt }: RewriteOptions,
): Promise<readonly Buffer[]> {
  const output = new Output();
  const writer = new ObjectWriter(bytes, objects, cipher, output);
  output.write(header);
  const written: WrittenObject[] = [];
  let rest = performance.now() + stretchMs;
  const sorted = [...objects].sort(([, a], [, b]) => a.offset - b.offset);
  for (const [number, { offset, generation }] of sorted) {
    if (number === encryption) continue;
    written.push({ number, generation, offset: output.size });
    output.write(`${number} ${generation} obj\n`);
    await writer.write({ number, offset }, number === root.number ? catalogEntry : '');
    output.write('\nendobj\n');
    if (performance.now() < rest) continue;
    await setImmediate();
    rest = performance.now() + stretchMs;
  }
  const last = Math.max(...objects.keys());
  if (encrypt !== undefined) {
    written.push({ number: last + 1, generation: 0, offset: output.size });
    output.write(`${last + 1} 0 obj\n${encrypt}\nendobj\n`);
  }
  const id = hexString(randomBytes(16));
  const entries = [
    `/Size ${(encrypt === undefined ? last : last + 1) + 1}`,
    `/Root ${root.text}`,
    ...(information === null ? [] : [`/Info ${information}`]),
    ...(encrypt === undefined ? [] : [`/Encrypt ${last + 1} 0 R`]),
    `/ID [${id}${id}]`,
  ];
  const tableOffset = output.size;
  output.write(`${crossReferences(written)}trailer\n<<${entries.join('\n')}>>\n`);
  output.write(`startxref\n${tableOffset}\n%%EOF\n`);
  return output.end();
}

export function hexString(bytes: Buffer): string {
  return `<${bytes.toString('hex')}>`;
}

interface WrittenObject {
  readonly number: number;
  readonly generation: number;
  readonly offset: number;
}

/** Returns a cross-reference table of one section (7.5.4). */
function crossReferences(written: readonly WrittenObject[]): string {
  const byNumber = new Map(written.map((object) => [object.number, object]));
  const size = Math.max(...byNumber.keys()) + 1;
  const entries = Array.from({ length: size }, (_, number) => {
    const object = byNumber.get(number);
    if (object === undefined) return '0000000000 65535 f \n';
    const [offset, generation] = [String(object.offset), String(object.generation)];
    return `${offset.padStart(10, '0')} ${generation.padStart(5, '0')} n \n`;
  });
  return `xref\n0 ${size}\n${entries.join('')}`;
}

/** Collects what is written in blocks, as a file may have a hundred thousand small pieces. */
class Output {
  readonly #blocks: Buffer[] = [];
  #block = Buffer.allocUnsafe(blockSize);
  #used = 0;
  #size = 0;

  /** The number of bytes so far. */
  get size(): number {
    return this.#size;
  }

  /** @param piece a string in Latin-1 */
  write(piece: Buffer | string): void {
    const bytes = typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece;
    this.#size += bytes.length;
    for (let at = 0; at < bytes.length;) {
      const copied = bytes.copy(this.#block, this.#used, at);
      this.#used += copied;
      at += copied;
      if (this.#used === blockSize) this.#flush();
    }
  }

  end(): readonly Buffer[] {
    if (this.#used > 0) this.#flush();
    return this.#blocks;
  }

  #flush(): void {
    this.#blocks.push(this.#block.subarray(0, this.#used));
    this.#block = Buffer.allocUnsafe(blockSize);
    this.#used = 0;
  }
}

const { lineFeed, carriageReturn, opening, less, greater, slash, percent } = byteOf;

/** Writes objects one by one. */
class ObjectWriter {
  readonly #bytes: Buffer;
  readonly #objects: PdfTables['objects'];
  readonly #cipher: ObjectCipher;
  readonly #output: Output;

  constructor(bytes: Buffer, objects: PdfTables['objects'], cipher: ObjectCipher, output: Output) {
    this.#bytes = bytes;
    this.#objects = objects;
    this.#cipher = cipher;
    this.#output = output;
  }

  /**
   * Writes an object without `obj` and `endobj`.
   * @param added entries of its dictionary, unless it has the first of them
   */
  async write(
    object: { readonly number: number; readonly offset: number },
    added: string,
  ): Promise<void> {
    const lexer = this.#lexerOf(object.number, object.offset);
    lexer.skipSpace();
    const { pieces, length, isStream } = this.#body(lexer);
    if (added !== '' && !/\/Extensions\b/.test(pieces.join(''))) {
      pieces[0] = pieces[0]?.replace(/^<</, `<<${added}`) ?? '';
    }
    if (!isStream) {
      this.#output.write(pieces.join('').trimEnd());
      return;
    }
    if (length === null) throw unknownStructure();
    const bytes = this.#streamAt(lexer, length.value);
    pieces[length.piece] = String(this.#cipher.streamSize(bytes));
    this.#output.write(`${pieces.join('')}stream\n`);
    for await (const block of this.#cipher.stream(bytes)) this.#output.write(block);
    this.#output.write('\nendstream');
  }

  #lexerOf(number: number, offset: number): Lexer {
    const lexer = new Lexer(this.#bytes, offset);
    if (numberOf(lexer.word()) !== number) throw unknownStructure();
    numberOf(lexer.word());
    if (lexer.word() !== 'obj') throw unknownStructure();
    return lexer;
  }

  /** Reads up to `stream` or `endobj`, with its strings encrypted or decrypted. */
  #body(lexer: Lexer): ObjectBody {
    const pieces: string[] = [];
    let length: ObjectBody['length'] = null;
    let copied = lexer.at;
    const copy = (end: number) => void pieces.push(this.#bytes.toString('latin1', copied, end));
    const replace = (start: number, string: Buffer) => {
      copy(start);
      pieces.push(hexString(this.#cipher.string(string)));
      copied = lexer.at;
    };
    for (let depth = 0; ;) {
      const start = lexer.at;
      const { byte } = lexer;
      if (isSpace[byte] === 1) lexer.at += 1;
      else if (byte === percent) lexer.skipComment();
      else if (byte === opening) {
        lexer.at += 1;
        replace(start, lexer.literalString());
      } else if (byte === less || byte === greater) {
        const isPair = this.#bytes[start + 1] === byte;
        lexer.at += isPair ? 2 : 1;
        if (isPair) depth += byte === less ? 1 : -1;
        else if (byte === less) replace(start, lexer.hexString());
        else throw unknownStructure();
      } else if (byte === slash) {
        lexer.at += 1;
        const isEmpty = isSpace[lexer.byte] === 1;
        if (!isEmpty && lexer.word() === 'Length' && depth === 1) {
          lexer.skipSpace();
          copy(lexer.at);
          const value = this.#lengthAt(lexer);
          copied = value.start;
          copy(lexer.at);
          copied = lexer.at;
          if (value.bytes !== null) length = { piece: pieces.length - 1, value: value.bytes };
        }
      } else if (isDelimiter[byte] === 1) lexer.at += 1;
      else {
        const word = lexer.word();
        if (word !== 'stream' && word !== 'endobj') continue;
        copy(start);
        return { pieces, length, isStream: word === 'stream' };
      }
    }
  }

  /** Reads the length of a stream, which may be another object; null if it is neither. */
  #lengthAt(lexer: Lexer): { readonly start: number; readonly bytes: number | null } {
    const start = lexer.at;
    const text = this.#bytes.toString('latin1', start, start + 32);
    const [written = '', number = '', isReference] = /^(\d+)(\s+\d+\s+R\b)?/.exec(text) ?? [];
    lexer.at += written.length;
    if (written === '') return { start, bytes: null };
    if (isReference === undefined) return { start, bytes: Number(number) };
    const place = this.#objects.get(Number(number));
    if (place === undefined) throw unknownStructure();
    return { start, bytes: numberOf(this.#lexerOf(Number(number), place.offset).word()) };
  }

  /** Returns the bytes of a stream, after its keyword. */
  #streamAt(lexer: Lexer, length: number): Buffer {
    if (lexer.byte === carriageReturn) lexer.at += 1;
    if (lexer.byte !== lineFeed) throw unknownStructure();
    const start = lexer.at + 1;
    const after = new Lexer(this.#bytes, start + length);
    if (after.word() !== 'endstream') throw unknownStructure();
    return this.#bytes.subarray(start, start + length);
  }
}

/** An object up to its stream or end. */
interface ObjectBody {
  /** Its text, in Latin-1. */
  readonly pieces: string[];
  /** The length of its stream in bytes, and the piece of text that says so. */
  readonly length: { readonly piece: number; readonly value: number } | null;
  readonly isStream: boolean;
}
