import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import {
  type Entry,
  RandomAccessReader,
  type ZipFile,
  fromRandomAccessReaderPromise,
  getFileNameLowLevel,
  validateFileName,
} from 'yauzl';
import { AppError, thrownText } from '../../../../shared/messages/errors.js';
import { type Message, literal, message } from '../../../../shared/messages/message.js';
import { quote, quotePath } from '../../../../shared/request/text.js';
import { diskPath } from '../../../util/disk-path.js';
import { sourceKindOf } from '../source-kinds.js';

/** What an archive may hold, beyond any saved site or book. */
export interface ZipLimits {
  readonly files: number;
  /** Of one file unpacked, in bytes, because it is held in memory. */
  readonly fileBytes: number;
  /** Of all files unpacked, in bytes. */
  readonly totalBytes: number;
  /** How many times larger than packed an archive above {@link ZipLimits.freeBytes} may be. */
  readonly ratio: number;
  /** Smaller archives may be packed to any ratio, in bytes unpacked. */
  readonly freeBytes: number;
}

const megabyte = 1024 ** 2;

export const zipLimits: ZipLimits = {
  files: 50_000,
  fileBytes: 256 * megabyte,
  totalBytes: 4096 * megabyte,
  ratio: 200,
  freeBytes: 64 * megabyte,
};

/** Bit of an entry's flags for a name in UTF-8 (APPNOTE.TXT, 4.4.4). */
const utf8Flag = 0x800;

/** Type of a Unix file in the upper half of an entry's attributes. */
const typeMask = 0xf000;
const symbolicLink = 0xa000;

/**
 * The files of a ZIP archive by their names, which are relative paths with slashes. Nothing is
 * unpacked onto the disk: a file is read when it is asked for, into memory. Links are not files.
 */
export class ZipArchive {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip;
    this.#entries = entries;
  }

  /**
   * Reads the directory of an archive.
   * @throws AppError `source-unreadable` if it is damaged, encrypted or beyond the limits, or if a
   * name in it leads out of it
   */
  static async open(path: string, limits: ZipLimits = zipLimits): Promise<ZipArchive> {
    const quoted = { path: quotePath(path) };
    try {
      const real = diskPath(path);
      const { size } = await stat(real);
      const options = { lazyEntries: true, autoClose: false, decodeStrings: false };
      const zip = await fromRandomAccessReaderPromise(new PathReader(real), size, options);
      const entries = new Map<string, Entry>();
      const directory = new DirectoryCheck(quoted, limits, size);
      for await (const entry of zip.eachEntry()) {
        const name = nameOf(entry);
        directory.check(entry, name);
        if (isFile(entry, name)) entries.set(name, entry);
      }
      return new ZipArchive(zip, entries);
    } catch (thrown) {
      throw thrown instanceof AppError ? thrown : brokenArchive(path, thrown);
    }
  }

  get names(): Iterable<string> {
    return this.#entries.keys();
  }

  /**
   * Null if there is none of this name.
   * @throws Error if it is damaged
   */
  async read(name: string): Promise<Buffer | null> {
    const entry = this.#entries.get(name);
    if (entry === undefined) return null;
    const chunks: Buffer[] = [];
    // The stream fails if it gets longer than the size that was checked.
    for await (const chunk of await this.#zip.openReadStreamPromise(entry)) {
      chunks.push(chunk as Buffer);
    }
    const content = Buffer.concat(chunks);
    if (crc32(content) !== entry.crc32) throw new Error(`wrong CRC-32 of ${quote(name)}`);
    return content;
  }
}

/** How many bytes of the directory are read at once. */
const blockBytes = 64 * 1024;

/** Opens the file for each piece, so that an archive needs no end of its use. */
class PathReader extends RandomAccessReader {
  readonly #path: string | Buffer;
  #block: { readonly start: number; readonly bytes: Buffer } = { start: 0, bytes: Buffer.alloc(0) };

  constructor(path: string | Buffer) {
    super();
    this.#path = path;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return createReadStream(this.#path, { start, end: end - 1 });
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    this.#blockAt(position, length).then(
      (bytes) => {
        bytes.copy(buffer, offset, 0, length);
        callback(bytes.length < length ? new Error('unexpected end of the file') : null);
      },
      (thrown: unknown) => callback(thrown instanceof Error ? thrown : new Error(String(thrown))),
    );
  }

  /** Returns the bytes from a position on, at least `length` unless the file ends before. */
  async #blockAt(position: number, length: number): Promise<Buffer> {
    const from = position - this.#block.start;
    if (from >= 0 && from + length <= this.#block.bytes.length) {
      return this.#block.bytes.subarray(from);
    }
    const file = await open(this.#path, 'r');
    try {
      const size = Math.max(length, blockBytes);
      const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, position);
      this.#block = { start: position, bytes: buffer.subarray(0, bytesRead) };
      return this.#block.bytes;
    } finally {
      await file.close();
    }
  }
}

/** Adds up what the entries of an archive claim. */
class DirectoryCheck {
  readonly #path: { readonly path: string };
  readonly #limits: ZipLimits;
  readonly #packedBytes: number;
  #files = 0;
  #bytes = 0;

  constructor(path: { readonly path: string }, limits: ZipLimits, packedBytes: number) {
    this.#path = path;
    this.#limits = limits;
    this.#packedBytes = packedBytes;
  }

  /** @throws AppError `source-unreadable` */
  check(entry: Entry, name: string): void {
    const { files, fileBytes, totalBytes, ratio, freeBytes } = this.#limits;
    const path = this.#path;
    this.#files += 1;
    this.#bytes += entry.uncompressedSize;
    if (this.#files > files)
      throw unreadable(message('sources.zipTooMany', { ...path, limit: files }));
    if (entry.uncompressedSize > fileBytes) {
      const params = { ...path, name: quote(name), megabytes: fileBytes / megabyte };
      throw unreadable(message('sources.zipFileTooLarge', params));
    }
    if (this.#bytes > totalBytes) {
      throw unreadable(
        message('sources.zipTooLarge', { ...path, megabytes: totalBytes / megabyte }),
      );
    }
    if (this.#bytes > freeBytes && this.#bytes > ratio * this.#packedBytes) {
      throw unreadable(message('sources.zipBomb', { ...path, ratio }));
    }
    // Encrypted books say so elsewhere, and have a message of their own.
    if (entry.isEncrypted()) throw unreadable(message('sources.zipEncrypted', path));
    if (![0, 8].includes(entry.compressionMethod)) {
      throw unreadable(message('sources.zipMethod', path));
    }
    if (validateFileName(name) !== null || name.includes('\0')) {
      throw unreadable(message('sources.zipUnsafeName', { ...path, name: quote(name) }));
    }
  }
}

/**
 * Names in UTF-8 are often not marked as such, and old tools of Windows write backslashes; other
 * names are in code page 437 (APPNOTE.TXT, appendix D).
 */
function nameOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  const flags = isUtf8(fileNameRaw) ? generalPurposeBitFlag | utf8Flag : generalPurposeBitFlag;
  return getFileNameLowLevel(flags, fileNameRaw, extraFields, true).replaceAll('\\', '/');
}

function isFile({ externalFileAttributes }: Entry, name: string): boolean {
  return !name.endsWith('/') && ((externalFileAttributes >>> 16) & typeMask) !== symbolicLink;
}

export function brokenArchive(path: string, thrown: unknown): AppError {
  const params = { path: quotePath(path), reason: literal(thrownText(thrown).replace(/\.$/, '')) };
  const failure =
    sourceKindOf(path) === 'DOCX'
      ? message('sources.docxBroken', params)
      : message('sources.zipBroken', params);
  return unreadable(failure, thrown);
}

function unreadable(failure: Message, cause?: unknown): AppError {
  return new AppError('source-unreadable', failure, undefined, { cause });
}

/** Names that Finder adds to every archive. */
const ofFinder = /^__MACOSX\/|(?:^|\/)\.DS_Store$/;

const pageName = /\.x?html?$/i;
const indexName = /^index\.x?html?$/i;

/**
 * Returns the page that an archive is opened at: index.html, or else the only HTML file, at the top
 * or in the only folder there.
 * @param path of the archive, for the error
 * @throws AppError `source-unreadable` if the page does not exist
 */
export function startPageOf({ names }: Pick<ZipArchive, 'names'>, path: string): string {
  const files = [...names].filter((name) => !ofFinder.test(name));
  const folders = new Set(files.map((name) => name.slice(0, name.indexOf('/') + 1)));
  const [only = ''] = folders;
  const prefix = folders.size > 1 ? '' : only;
  const pages = files.filter((name) => {
    return name.startsWith(prefix) && pageName.test(name) && !name.includes('/', prefix.length);
  });
  const index = pages.find((name) => indexName.test(name.slice(prefix.length)));
  const [first] = pages;
  if (index !== undefined) return index;
  if (first !== undefined && pages.length === 1) return first;
  const params = { path: quotePath(path), count: pages.length };
  throw unreadable(
    pages.length === 0
      ? message('sources.zipWithoutPage', params)
      : message('sources.zipManyPages', params),
  );
}
