import { type Message, message } from '../../../shared/messages/message.js';
import { fieldIssue, invalidRequest } from '../../../shared/request/validation.js';
import { sizeMessage } from '../../../shared/messages/measures.js';
import type { InlinedPage } from '../contract/pdf-engine.js';
import { decodedText, isEncoding, markedEncoding } from '../sources/text-encoding.js';
import { type LoadedFile, type LoadedFiles, localReference } from './loaded-files.js';

/** The largest inlined page, in bytes. It is held in memory, and services accept far less. */
const maxInlinedBytes = 100_000_000;

/** Why a requested file that does not exist is not inlined. */
export const notThere = message('engine.notInlinedMissing');

interface InliningOptions {
  /** The largest result, in bytes. */
  readonly largest?: number | undefined;
  /** Whether the page's own scripts keep their URLs, to find out what they request. */
  readonly retainsScripts?: boolean;
}

/** The state of inlining one page. */
export class Inlining {
  readonly files: LoadedFiles;
  /**
   * Scripts that keep their URLs, with the number of elements that name each; null if scripts are
   * inlined.
   */
  readonly retainedScripts: Map<string, number> | null;
  readonly #largest: number;
  readonly #unresolved = new Map<string, Message>();
  #namesLocalFile = false;
  #inlined = 0;
  #bytes = 0;

  constructor(
    files: LoadedFiles,
    { largest = maxInlinedBytes, retainsScripts = false }: InliningOptions = {},
  ) {
    this.files = files;
    this.retainedScripts = retainsScripts ? new Map() : null;
    this.#largest = largest;
  }

  /** Whether the text names a local file, loaded or not. */
  get namesLocalFile(): boolean {
    return this.#namesLocalFile;
  }

  get inlined(): number {
    return this.#inlined;
  }

  get unresolved(): InlinedPage['unresolved'] {
    return [...this.#unresolved].map(([address, reason]) => ({ address, reason }));
  }

  /** Counts an inlined file. @throws AppError `invalid-request` if the result is too large */
  count(text: string): void {
    this.#inlined += 1;
    this.#bytes += text.length;
    this.checkSize(this.#bytes);
  }

  /** @throws AppError `invalid-request` */
  checkSize(bytes: number): void {
    if (bytes <= this.#largest) return;
    const size = sizeMessage(this.#largest);
    throw invalidRequest([fieldIssue('source', message('engine.inlinedTooLarge', { size }))]);
  }

  /** Records a URL that the page needs and that cannot be inlined. */
  markUnresolved(address: string, reason: Message): void {
    this.#unresolved.set(address, reason);
  }

  /**
   * Returns the file that a URL names, if the page has loaded it. A requested file that does not
   * exist is recorded; one that was never requested is not needed.
   * @param base of the URL
   */
  find(address: string, base: string): { readonly file: string; readonly fragment: string } | null {
    const reference = localReference(address, base);
    if (reference === null) return null;
    this.#namesLocalFile = true;
    if (this.files.has(reference.file)) return reference;
    if (this.files.isRefused(reference.file)) {
      this.files.settle(reference.file);
      this.markUnresolved(address, notThere);
    }
    return null;
  }
}

/** RFC 2397. */
export function dataAddress(type: string, bytes: Buffer): string {
  return `data:${type.replaceAll(/\s/g, '')};base64,${bytes.toString('base64')}`;
}

/** In UTF-8, whatever the text's encoding was. */
export function textDataAddress(type: string, text: string): string {
  return dataAddress(`${essence(type)};charset=utf-8`, Buffer.from(text));
}

/** Returns a media type without its parameters. */
export function essence(type: string): string {
  return (type.split(';', 1)[0] ?? '').trim().toLowerCase();
}

/**
 * Decodes a file by its byte order mark, else the response's charset, else its own declaration,
 * else the encoding of the file that refers to it (Encoding Standard, 6; CSS Syntax, 3.2).
 */
export function textOf({ type, bytes }: LoadedFile, stated: string | null, around: string): string {
  const ofAnswer = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(type)?.[1] ?? null;
  const label = [markedEncoding(bytes), ofAnswer, stated, around].find(
    (each) => each !== null && isEncoding(each),
  );
  return decodedText(bytes, label ?? 'utf-8');
}

/** Returns the encoding that a style sheet declares in its first bytes, or null. */
export function styleEncoding(bytes: Buffer): string | null {
  return /^@charset "([^"]*)";/.exec(bytes.toString('latin1', 0, 200))?.[1] ?? null;
}

export interface TextEdit {
  /** Offsets in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Applies edits that do not overlap; everything else stays byte for byte. */
export function edited(text: string, edits: readonly TextEdit[]): string {
  const pieces: string[] = [];
  let place = 0;
  for (const edit of edits.toSorted((one, other) => one.start - other.start)) {
    pieces.push(text.slice(place, edit.start), edit.text);
    place = edit.end;
  }
  return [...pieces, text.slice(place)].join('');
}
