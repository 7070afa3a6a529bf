import { createDecipheriv } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { passwordHash } from './encrypt-pdf.js';
import { Lexer, readTables, unknownStructure } from './pdf-objects.js';
import { type PdfPasswords, normalPassword } from '../../../shared/request/pdf-password.js';
import { type ObjectCipher, blockSize, rewritePdf } from './rewrite-pdf.js';

/**
 * Returns true if the newest trailer of a file names an encryption dictionary.
 * @param end at least the last kilobyte of the file
 */
export function isEncryptedPdf(end: Buffer): boolean {
  const tail = end.toString('latin1');
  return /\/Encrypt\s+\d+\s+\d+\s+R/.test(tail.slice(tail.lastIndexOf('trailer')));
}

/**
 * Returns a PDF without the encryption that {@link encryptPdf} gave it.
 * @throws AppError `print-failed` for a file of another application or other passwords
 */
export async function decryptPdf(
  bytes: Buffer,
  passwords: PdfPasswords,
): Promise<readonly Buffer[]> {
  const tables = readTables(bytes, true);
  const { objects, encryption } = tables;
  const place = encryption === null ? undefined : objects.get(encryption);
  if (encryption === null || place === undefined) throw unknownStructure();
  const dictionary = new Lexer(bytes, place.offset).textUntil('endobj');
  const key = unlockedKey(dictionary, passwords);
  if (key === null) throw unknownStructure();
  const header = bytes.subarray(0, bytes.indexOf('\n', bytes.indexOf('\n') + 1) + 1);
  return rewritePdf(bytes, tables, new Decryption(key), { header });
}

/** Decrypts strings and streams, whose first block is random (7.6.3.2). */
class Decryption implements ObjectCipher {
  readonly #key: Buffer;

  constructor(key: Buffer) {
    this.#key = key;
  }

  string(bytes: Buffer): Buffer {
    checkBlocks(bytes);
    const cipher = createDecipheriv('aes-256-cbc', this.#key, bytes.subarray(0, 16));
    return Buffer.concat([cipher.update(bytes.subarray(16)), cipher.final()]);
  }

  /** The last byte of the last block is the number of bytes that pad it. */
  streamSize(bytes: Buffer): number {
    checkBlocks(bytes);
    const before = bytes.subarray(-32, -16);
    const cipher = createDecipheriv('aes-256-cbc', this.#key, before).setAutoPadding(false);
    const padding = cipher.update(bytes.subarray(-16)).at(-1) ?? 0;
    return bytes.length - 16 - padding;
  }

  async *stream(bytes: Buffer): AsyncGenerator<Buffer> {
    const cipher = createDecipheriv('aes-256-cbc', this.#key, bytes.subarray(0, 16));
    for (let at = 16; at < bytes.length; at += blockSize) {
      if (at > 16) await setImmediate();
      yield cipher.update(bytes.subarray(at, at + blockSize));
    }
    yield cipher.final();
  }
}

function checkBlocks({ length }: Buffer): void {
  if (length < 32 || length % 16 !== 0) throw unknownStructure();
}

/** Either password opens it (7.6.4.3.3); null if neither does. */
function unlockedKey(dictionary: string, { open, owner }: PdfPasswords): Buffer | null {
  const [user, userKey] = [entry(dictionary, 'U'), entry(dictionary, 'UE')];
  const [all, allKey] = [entry(dictionary, 'O'), entry(dictionary, 'OE')];
  const ownerPassword = Buffer.from(normalPassword(owner === '' ? open : owner));
  return (
    unlocked(Buffer.from(normalPassword(open)), user, userKey, Buffer.alloc(0)) ??
    unlocked(ownerPassword, all, allKey, user)
  );
}

function unlocked(password: Buffer, check: Buffer, key: Buffer, user: Buffer): Buffer | null {
  const hash = passwordHash(password, check.subarray(32, 40), user);
  if (!hash.equals(check.subarray(0, 32))) return null;
  const opening = passwordHash(password, check.subarray(40, 48), user);
  const cipher = createDecipheriv('aes-256-cbc', opening, Buffer.alloc(16)).setAutoPadding(false);
  return Buffer.concat([cipher.update(key), cipher.final()]);
}

/** Returns a string of the encryption dictionary. */
function entry(dictionary: string, name: string): Buffer {
  const hex = new RegExp(`/${name}\\s*<([\\da-f]+)>`).exec(dictionary)?.[1];
  if (hex === undefined) throw unknownStructure();
  return Buffer.from(hex, 'hex');
}
