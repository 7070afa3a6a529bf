import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { OwnValues } from '../../../shared/request/own-options.js';
import {
  Lexer,
  type PdfTables,
  byteOf,
  isDelimiter,
  isSpace,
  numberOf,
  readTables,
  unknownStructure,
} from './pdf-objects.js';
import { type PdfPasswords, normalPassword } from './pdf-password.js';

/** What a PDF that is opened with the open password allows. */
export type PdfPermissions = Pick<OwnValues, 'allowPrinting' | 'allowCopying' | 'allowChanges'>;

/**
 * How long to work without a break, in milliseconds: the thread also serves other conversions and
 * the window.
 */
const stretchMs = 8;

/** How many bytes are encrypted, and collected for the result, at a time. */
const blockSize = 1024 ** 2;

/**
 * Encrypts a PDF with AES-256 (ISO 32000-2, 7.6: version 5, revision 6): every string and stream of
 * it, the metadata included. It is written again without what earlier versions of it have replaced.
 * Object numbers, compressed streams and everything else stay as they are.
 * @param parts the file in consecutive parts, with a cross-reference table, as Chromium and Platen
 * write it
 * @throws AppError `print-failed` for any other file
 */
export async function encryptPdf(
  parts: readonly Buffer[],
  passwords: PdfPasswords,
  permissions: PdfPermissions,
): Promise<readonly Buffer[]> {
  const [only, ...others] = parts;
  const bytes = only !== undefined && others.length === 0 ? only : Buffer.concat(parts);
  const { objects, root, information } = readTables(bytes);
  const key = randomBytes(32);
  const output = new Output();
  const encryption = new ObjectEncryption(bytes, objects, key, output);
  output.write(header);
  const written: WrittenObject[] = [];
  let rest = performance.now() + stretchMs;
  const sorted = [...objects].sort(([, a], [, b]) => a.offset - b.offset);
  for (const [number, { offset, generation }] of sorted) {
    written.push({ number, generation, offset: output.size });
    output.write(`${number} ${generation} obj\n`);
    await encryption.write({ number, offset }, number === root.number ? extensions : '');
    output.write('\nendobj\n');
    if (performance.now() < rest) continue;
    await setImmediate();
    rest = performance.now() + stretchMs;
  }
  const encrypt = Math.max(...objects.keys()) + 1;
  written.push({ number: encrypt, generation: 0, offset: output.size });
  output.write(`${encrypt} 0 obj\n${encryptionDictionary(key, passwords, permissions)}\nendobj\n`);
  const id = hexString(randomBytes(16));
  const entries = [
    `/Size ${encrypt + 1}`,
    `/Root ${root.text}`,
    ...(information === null ? [] : [`/Info ${information}`]),
    `/Encrypt ${encrypt} 0 R`,
    `/ID [${id}${id}]`,
  ];
  const tableOffset = output.size;
  output.write(`${crossReferences(written)}trailer\n<<${entries.join('\n')}>>\n`);
  output.write(`startxref\n${tableOffset}\n%%EOF\n`);
  return output.end();
}

/**
 * The bytes after the version mark the file as binary (7.5.2). Readers know revision 6 as an
 * extension of PDF 1.7, which Acrobat X introduced, or as part of PDF 2.0, which older ones refuse.
 */
const header = Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1');

const extensions = '/Extensions<</ADBE<</BaseVersion/1.7/ExtensionLevel 8>>>>';

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

  /** Returns all that was written. */
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

/** Encrypts objects one by one. */
class ObjectEncryption {
  readonly #bytes: Buffer;
  readonly #objects: PdfTables['objects'];
  readonly #key: Buffer;
  readonly #output: Output;
  #random = Buffer.alloc(0);

  constructor(bytes: Buffer, objects: PdfTables['objects'], key: Buffer, output: Output) {
    this.#bytes = bytes;
    this.#objects = objects;
    this.#key = key;
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
    pieces[length.piece] = String(encryptedSize(length.value));
    this.#output.write(`${pieces.join('')}stream\n`);
    await this.#stream(lexer, length.value);
    this.#output.write('\nendstream');
  }

  #lexerOf(number: number, offset: number): Lexer {
    const lexer = new Lexer(this.#bytes, offset);
    if (numberOf(lexer.word()) !== number) throw unknownStructure();
    numberOf(lexer.word());
    if (lexer.word() !== 'obj') throw unknownStructure();
    return lexer;
  }

  /** Reads up to `stream` or `endobj`, with its strings encrypted. */
  #body(lexer: Lexer): ObjectBody {
    const pieces: string[] = [];
    let length: ObjectBody['length'] = null;
    let copied = lexer.at;
    const copy = (end: number) => void pieces.push(this.#bytes.toString('latin1', copied, end));
    const replace = (start: number, string: Buffer) => {
      copy(start);
      pieces.push(hexString(this.#encrypted(string)));
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

  /** Encrypts the bytes of a stream after its keyword. */
  async #stream(lexer: Lexer, length: number): Promise<void> {
    if (lexer.byte === carriageReturn) lexer.at += 1;
    if (lexer.byte !== lineFeed) throw unknownStructure();
    const start = lexer.at + 1;
    const end = start + length;
    const after = new Lexer(this.#bytes, end);
    if (after.word() !== 'endstream') throw unknownStructure();
    const iv = this.#randomBlock();
    const cipher = createCipheriv('aes-256-cbc', this.#key, iv);
    this.#output.write(iv);
    for (let at = start; at < end; at += blockSize) {
      if (at > start) await setImmediate();
      this.#output.write(cipher.update(this.#bytes.subarray(at, Math.min(end, at + blockSize))));
    }
    this.#output.write(cipher.final());
  }

  /** Encrypts a string (7.6.3.2): a random block, then the blocks of its text. */
  #encrypted(string: Buffer): Buffer {
    const iv = this.#randomBlock();
    const cipher = createCipheriv('aes-256-cbc', this.#key, iv);
    return Buffer.concat([iv, cipher.update(string), cipher.final()]);
  }

  /** Many at once, as each call to the system takes longer than the encryption of a string. */
  #randomBlock(): Buffer {
    if (this.#random.length === 0) this.#random = randomBytes(16 * 512);
    const block = this.#random.subarray(0, 16);
    this.#random = this.#random.subarray(16);
    return block;
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

/** The size of encrypted bytes: a random block, and the text padded to whole blocks. */
function encryptedSize(length: number): number {
  return 16 + (Math.floor(length / 16) + 1) * 16;
}

function hexString(bytes: Buffer): string {
  return `<${bytes.toString('hex')}>`;
}

/** Permissions are bits, from 1 (7.6.4.2, table 22). */
const bits = { print: 3, change: 4, copy: 5, annotate: 6, fill: 9, assemble: 11, printWell: 12 };

/** Each value of the option allows what the ones before it do. */
const changeBits = [
  ['none', []],
  ['assemble', [bits.assemble]],
  ['forms', [bits.fill]],
  ['annotate', [bits.annotate]],
  ['any', [bits.change]],
] as const;

/**
 * Returns the permissions as a signed number of 32 bits. The reserved bits 7, 8, and from 13 on are
 * 1, and so is bit 10: the text may always be read aloud.
 */
export function permissionBits({
  allowPrinting = 'high',
  allowCopying = 'yes',
  allowChanges = 'any',
}: PdfPermissions): number {
  const last = changeBits.findIndex(([value]) => value === allowChanges);
  const allowed: readonly number[] = [
    ...(allowPrinting === 'none' ? [] : [bits.print]),
    ...(allowPrinting === 'high' ? [bits.printWell] : []),
    ...(allowCopying === 'yes' ? [bits.copy] : []),
    ...changeBits.slice(0, last + 1).flatMap(([, each]) => each),
  ];
  const reserved = ~0b1111_1111_1111 | 0b1100_0000 | (1 << 9);
  return allowed.reduce((all, bit) => all | (1 << (bit - 1)), reserved);
}

/** Returns the encryption dictionary (7.6.4.4): how the passwords lead to the key of the file. */
function encryptionDictionary(
  key: Buffer,
  { open, owner }: PdfPasswords,
  permissions: PdfPermissions,
): string {
  const openPassword = Buffer.from(normalPassword(open));
  const ownerPassword = Buffer.from(normalPassword(owner === '' ? open : owner));
  const user = lockedKey(key, openPassword, Buffer.alloc(0));
  const all = lockedKey(key, ownerPassword, user.check);
  const allowed = permissionBits(permissions);
  const entries = [
    '/Filter /Standard /V 5 /R 6 /Length 256',
    '/CF <</StdCF <</AuthEvent /DocOpen /CFM /AESV3 /Length 32>>>> /StmF /StdCF /StrF /StdCF',
    `/U ${hexString(user.check)} /UE ${hexString(user.key)}`,
    `/O ${hexString(all.check)} /OE ${hexString(all.key)}`,
    `/P ${allowed} /Perms ${hexString(lockedPermissions(key, allowed))} /EncryptMetadata true`,
  ];
  return `<<${entries.join('\n')}>>`;
}

/**
 * Returns what verifies a password, with its salts, and the file's key encrypted with it (7.6.4.4.7
 * and 7.6.4.4.8).
 * @param user what verifies the open password, for the owner password; empty for the open password
 */
function lockedKey(key: Buffer, password: Buffer, user: Buffer) {
  const [validationSalt, keySalt] = [randomBytes(8), randomBytes(8)];
  const hash = passwordHash(password, validationSalt, user);
  const cipher = createCipheriv(
    'aes-256-cbc',
    passwordHash(password, keySalt, user),
    Buffer.alloc(16),
  ).setAutoPadding(false);
  return {
    check: Buffer.concat([hash, validationSalt, keySalt]),
    key: Buffer.concat([cipher.update(key), cipher.final()]),
  };
}

/** Returns the permissions so that readers notice a change of them (7.6.4.4.9). */
function lockedPermissions(key: Buffer, permissions: number): Buffer {
  const block = Buffer.concat([
    Buffer.alloc(4),
    Buffer.alloc(4, 0xff),
    Buffer.from('Tadb'),
    randomBytes(4),
  ]);
  block.writeInt32LE(permissions);
  const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false);
  return Buffer.concat([cipher.update(block), cipher.final()]);
}

const hashes = ['sha256', 'sha384', 'sha512'] as const;

/**
 * Returns the hash of a password (algorithm 2.B, 7.6.4.3.4). It is repeated at least 64 times, and
 * how often depends on the password.
 * @param user see {@link lockedKey}
 */
export function passwordHash(password: Buffer, salt: Buffer, user: Buffer): Buffer {
  let hash = digest('sha256', Buffer.concat([password, salt, user]));
  for (let round = 1; ; round += 1) {
    const once = Buffer.concat([password, hash, user]);
    const repeated = Buffer.concat(Array<Buffer>(64).fill(once));
    const [key, iv] = [hash.subarray(0, 16), hash.subarray(16, 32)];
    const encrypted = createCipheriv('aes-128-cbc', key, iv).setAutoPadding(false).update(repeated);
    // The number in the first 16 bytes and their sum have the same remainder: 256 is 1 modulo 3.
    const sum = encrypted.subarray(0, 16).reduce((total, byte) => total + byte, 0);
    hash = digest(hashes[sum % 3] ?? 'sha256', encrypted);
    if (round >= 64 && (encrypted.at(-1) ?? 0) <= round - 32) return hash.subarray(0, 32);
  }
}

function digest(name: (typeof hashes)[number], bytes: Buffer): Buffer {
  return createHash(name).update(bytes).digest();
}
