import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { OwnValues } from '../../../shared/request/own-options.js';
import { type PdfPasswords, normalPassword } from '../../../shared/request/pdf-password.js';
import { joined } from './parts.js';
import { readTables } from './pdf-objects.js';
import { type ObjectCipher, blockSize, hexString, rewritePdf } from './rewrite-pdf.js';

/** What a PDF that is opened with the open password allows. */
export type PdfPermissions = Pick<OwnValues, 'allowPrinting' | 'allowCopying' | 'allowChanges'>;

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
  const key = randomBytes(32);
  const bytes = joined(parts);
  return rewritePdf(bytes, readTables(bytes), new Encryption(key), {
    header,
    catalogEntry: extensions,
    encrypt: encryptionDictionary(key, passwords, permissions),
  });
}

/**
 * The bytes after the version mark the file as binary (7.5.2). Readers know revision 6 as an
 * extension of PDF 1.7, which Acrobat X introduced, or as part of PDF 2.0, which older ones refuse.
 */
const header = Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1');

const extensions = '/Extensions<</ADBE<</BaseVersion/1.7/ExtensionLevel 8>>>>';

/** Encrypts strings and streams: a random block, then the blocks of their bytes (7.6.3.2). */
class Encryption implements ObjectCipher {
  readonly #key: Buffer;
  #random = Buffer.alloc(0);

  constructor(key: Buffer) {
    this.#key = key;
  }

  string(bytes: Buffer): Buffer {
    const iv = this.#randomBlock();
    const cipher = createCipheriv('aes-256-cbc', this.#key, iv);
    return Buffer.concat([iv, cipher.update(bytes), cipher.final()]);
  }

  /** The random block, and the bytes padded to whole blocks. */
  streamSize({ length }: Buffer): number {
    return 16 + (Math.floor(length / 16) + 1) * 16;
  }

  async *stream(bytes: Buffer): AsyncGenerator<Buffer> {
    const iv = this.#randomBlock();
    const cipher = createCipheriv('aes-256-cbc', this.#key, iv);
    yield iv;
    for (let at = 0; at < bytes.length; at += blockSize) {
      if (at > 0) await setImmediate();
      yield cipher.update(bytes.subarray(at, at + blockSize));
    }
    yield cipher.final();
  }

  /** Many at once, as each call to the system takes longer than the encryption of a string. */
  #randomBlock(): Buffer {
    if (this.#random.length === 0) this.#random = randomBytes(16 * 512);
    const block = this.#random.subarray(0, 16);
    this.#random = this.#random.subarray(16);
    return block;
  }
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
 * A signed number of 32 bits. The reserved bits 7, 8, and from 13 on are 1, and so is bit 10: the
 * text may always be read aloud.
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

/** How the passwords lead to the key of the file (7.6.4.4). */
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

/** Readers notice a change of them (7.6.4.4.9). */
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
 * Algorithm 2.B (7.6.4.3.4). It is repeated at least 64 times, and how often depends on the
 * password.
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
