import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { setImmediate as otherWork } from 'node:timers/promises';
import { type Message, message } from '../../shared/messages/message.js';
import { DeliveryFailure } from '../network/delivery-failure.js';
import type { RequestOptionsOfSdk } from './request-transport.js';
import { serverAnswer, TransportFault } from './s3-fault.js';
import { objectHeaders, type Stored } from './stored-object.js';
import type { Upload, Uploading } from './upload.js';

/** A condition on the key: it is free, or has an object with this entity tag. */
export type PutCondition = { readonly IfNoneMatch: '*' } | { readonly IfMatch: string } | object;

export interface WholePdf {
  readonly bytes: Buffer;
  /** MD5 in base64, as in `Content-MD5`. */
  readonly md5: string;
  /**
   * The entity tag of an object that was uploaded in one request: its MD5 in hexadecimal, without
   * the quotes, which Ceph 16 does not compare.
   */
  readonly etag: string;
}

export async function wholePdf({ upload }: Uploading): Promise<WholePdf> {
  const bytes = await readPiece(upload, 0, upload.size);
  const digest = await md5Of(bytes);
  return { bytes, md5: digest.toString('base64'), etag: digest.toString('hex') };
}

/** Uploads the PDF in one request. A cancellation after the last byte was sent has no effect. */
export async function putObject(
  uploading: Uploading,
  key: string,
  pdf: WholePdf,
  condition: PutCondition,
): Promise<Stored> {
  const { connection, hooks, sent } = uploading;
  const canceling = cancelLate(hooks.signal, () => sent.total < pdf.bytes.length);
  try {
    const { ETag, VersionId } = await connection.s3.putObject(
      {
        Bucket: connection.bucket,
        Key: key,
        Body: pdf.bytes,
        ContentMD5: pdf.md5,
        ...objectHeaders(uploading),
        ...condition,
      },
      sendOptions(canceling.signal, sent.of(1)),
    );
    return { etag: ETag, versionId: VersionId };
  } finally {
    canceling.end();
  }
}

/** Returns options of a command whose body is reported while it is sent. */
export function sendOptions(
  abortSignal: AbortSignal,
  onSent: (bytes: number) => void,
): RequestOptionsOfSdk & { readonly abortSignal: AbortSignal } {
  return { abortSignal, onSent };
}

/**
 * Checks that a write may be repeated without its condition, because the server does not support
 * conditions.
 * @param thrown what the conditional write threw
 * @param isFree whether the key is known to be free
 * @throws TransportFault `no-condition` if it is not; `thrown` if it has another cause
 */
export function checkMayOmitCondition(thrown: unknown, isFree: boolean): void {
  if (serverAnswer(thrown)?.status !== 501) throw thrown;
  if (!isFree) throw new TransportFault('no-condition', { cause: thrown });
}

/**
 * Reads a part of the PDF of an upload.
 * @param from start of the part, in bytes
 * @param length in bytes
 * @throws DeliveryFailure `delivery-refused` if the PDF is unreadable or shorter than before
 */
export async function readPiece(
  { path, size, bytes: inMemory }: Pick<Upload, 'path' | 'size' | 'bytes'>,
  from: number,
  length: number,
): Promise<Buffer> {
  if (inMemory !== undefined) return pieceOf(inMemory, from, length);
  let read = 0;
  const bytes = Buffer.allocUnsafe(length);
  try {
    const file = await open(path, 'r');
    try {
      while (read < length) {
        const { bytesRead } = await file.read(bytes, read, length - read, from + read);
        if (bytesRead === 0) break;
        read += bytesRead;
      }
    } finally {
      await file.close();
    }
  } catch (cause) {
    throw unreadable(message('s3.pdfUnreadable', { path }), cause);
  }
  if (read === length) return bytes;
  throw unreadable(message('s3.pdfShorter', { path, size }));
}

function unreadable(text: Message, cause?: unknown): DeliveryFailure {
  return new DeliveryFailure('delivery-refused', text, { cause });
}

function pieceOf(parts: readonly Buffer[], from: number, length: number): Buffer {
  const pieces: Buffer[] = [];
  let start = 0;
  for (const part of parts) {
    const end = start + part.length;
    if (end > from && start < from + length) {
      pieces.push(part.subarray(Math.max(0, from - start), from + length - start));
    }
    start = end;
  }
  return pieces.length === 1 ? (pieces[0] ?? Buffer.alloc(0)) : Buffer.concat(pieces);
}

/** Hashed within a few milliseconds, so that the event loop is not blocked; in bytes. */
const sliceBytes = 2 * 2 ** 20;

/** For `Content-MD5`; does not block the event loop. */
export async function md5Of(bytes: Buffer): Promise<Buffer> {
  const hash = createHash('md5');
  for (let from = 0; from < bytes.length; from += sliceBytes) {
    hash.update(bytes.subarray(from, from + sliceBytes));
    await otherWork();
  }
  return hash.digest();
}

/**
 * How long a canceled request may take to respond if it may have written something, in
 * milliseconds.
 */
const graceMs = 5_000;

/** A signal that follows another with a delay; `end` releases it. */
export interface LateSignal {
  readonly signal: AbortSignal;
  readonly end: () => void;
}

/**
 * Returns a signal for a request whose response is needed to undo it. It follows a cancellation
 * immediately while the server cannot have acted yet, otherwise after a grace period.
 * @param isEarly returns true while the server cannot have acted
 */
export function cancelLate(signal: AbortSignal, isEarly: () => boolean): LateSignal {
  const follower = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const follow = () => {
    if (isEarly()) follower.abort();
    else timer = setTimeout(() => follower.abort(), graceMs);
  };
  signal.addEventListener('abort', follow);
  if (signal.aborted) follower.abort();
  return {
    signal: follower.signal,
    end: () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', follow);
    },
  };
}
