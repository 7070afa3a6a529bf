import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { setImmediate as otherWork } from 'node:timers/promises';
import { DeliveryFailure } from '../network/delivery-failure.js';
import { serverAnswer, TransportFault } from './s3-fault.js';
import { objectHeaders, type Stored } from './stored-object.js';
import type { Upload, Uploading } from './upload.js';

/** A condition on what is under the key: nothing, or an object of this entity tag. */
export type PutCondition = { readonly IfNoneMatch: '*' } | { readonly IfMatch: string } | object;

/** The PDF in one piece, with its checksum. */
export interface WholePdf {
  readonly bytes: Buffer;
  /** MD5, in base64 as `Content-MD5` has it. */
  readonly md5: string;
  /**
   * The entity tag that S3 gives an object that was put in one piece: its MD5 in hexadecimal;
   * without its quotes, which Ceph 16 does not compare.
   */
  readonly etag: string;
}

/** Reads the PDF of an upload. */
export async function wholePdf({ upload }: Uploading): Promise<WholePdf> {
  const bytes = await readPiece(upload, 0, upload.size);
  const digest = await md5Of(bytes);
  return { bytes, md5: digest.toString('base64'), etag: digest.toString('hex') };
}

/**
 * Puts the PDF under a key in one request, which S3 carries out whole or not at all. A cancel that
 * comes when all is sent comes too late.
 */
export async function putObject(
  uploading: Uploading,
  key: string,
  pdf: WholePdf,
  condition: PutCondition,
): Promise<Stored> {
  const { connection, hooks } = uploading;
  const canceling = cancelLate(hooks.signal, () => connection.sent() < pdf.bytes.length);
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
      { abortSignal: canceling.signal },
    );
    return { etag: ETag, versionId: VersionId };
  } finally {
    canceling.end();
  }
}

/**
 * Whether something may be written without its condition after all.
 * @param thrown what came of writing it on condition; it is thrown again unless it may be the
 * condition that the server does not know
 * @param isFree whether it was seen that nothing is under the key: who has not seen it may not
 * write without the condition
 * @throws TransportFault `no-condition`
 */
export function checkMayDoWithout(thrown: unknown, isFree: boolean): void {
  if (serverAnswer(thrown)?.status !== 501) throw thrown;
  if (!isFree) throw new TransportFault('no-condition', { cause: thrown });
}

/**
 * Reads a piece of the PDF of an upload.
 * @param from its beginning, in bytes
 * @param length in bytes
 * @throws DeliveryFailure `delivery-refused` where the PDF is not there as it was
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
    throw unreadable(`The PDF ${path} could not be read for its upload`, cause);
  }
  if (read === length) return bytes;
  throw unreadable(`The PDF ${path} is shorter than the ${size} bytes that it had`);
}

function unreadable(what: string, cause?: unknown): DeliveryFailure {
  return new DeliveryFailure('delivery-refused', `${what}. Make it again and upload that.`, {
    cause,
  });
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

/** Takes a few milliseconds; what else the process has to do comes between two of them. */
const sliceBytes = 2 * 2 ** 20;

/**
 * The MD5 of bytes, as `Content-MD5` asks for it. It keeps nobody else waiting, however many they
 * are.
 */
export async function md5Of(bytes: Buffer): Promise<Buffer> {
  const hash = createHash('md5');
  for (let from = 0; from < bytes.length; from += sliceBytes) {
    hash.update(bytes.subarray(from, from + sliceBytes));
    await otherWork();
  }
  return hash.digest();
}

/**
 * How long the answer to what cannot be taken back blindly is waited for after a cancel, in
 * milliseconds.
 */
const graceMs = 5_000;

/** A signal that follows another, but later; it is ended when what it is for has ended. */
export interface LateSignal {
  readonly signal: AbortSignal;
  readonly end: () => void;
}

/**
 * A signal for a request that leaves something at the server whose answer one has to know. It
 * follows a cancel at once as long as nothing can have been left, and else after a grace.
 * @param isEarly whether nothing can have been left yet
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
