import { createHash } from 'node:crypto';
import type { CompletedPart } from '@aws-sdk/client-s3';
import { AppError } from '../../../shared/errors.js';
import { bucketFailure } from './bucket-failure.js';
import { abortMultipart } from './multipart-abort.js';
import { readPiece } from './pdf-pieces.js';
import { serverAnswer } from './server-answer.js';
import { deliveryMetadata, lookAt } from './stored-object.js';
import { type Stored, type Uploading, objectHeaders } from './uploading.js';

/** So many parts are on their way, and in memory, at once. */
const atOnce = 4;

/** The most parts that an object may have (Amazon S3, "Multipart upload limits"). */
const mostParts = 10_000;

/** How long taking an upload back may take, in milliseconds: what cannot be taken back now is, before the next try. */
const abortMs = 10_000;

/** Somebody else has written an object of that name meanwhile. */
export class NameTaken extends Error {
  override readonly name = 'NameTaken';
}

/**
 * Puts the PDF under a key in parts. Whatever goes wrong, or if it is canceled, the parts are taken back.
 * @throws NameTaken, or what the client throws
 */
export async function putMultipart(uploading: Uploading, key: string): Promise<Stored> {
  const { connection, hooks } = uploading;
  const { s3, bucket } = connection;
  const { UploadId = '' } = await s3.createMultipartUpload(
    { Bucket: bucket, Key: key, ...objectHeaders(uploading, deliveryMetadata) },
    { abortSignal: hooks.signal },
  );
  try {
    await hooks.beforeSending({ key, multipart: UploadId });
    const parts = await sendParts(uploading, key, UploadId);
    hooks.signal.throwIfAborted();
    await checkStillFree(uploading, key);
    return await complete(uploading, key, UploadId, parts);
  } catch (thrown) {
    await takeBack(uploading, key, UploadId);
    throw thrown;
  }
}

/** Parts take long, and Ceph 16 overlooks the condition on their completion. */
async function checkStillFree(uploading: Uploading, key: string): Promise<void> {
  const { connection, upload, hooks, isConditional } = uploading;
  if (!isConditional) return;
  const there = await lookAt(connection, key, upload.id, hooks.signal);
  if (there.kind === 'other') throw new NameTaken();
}

async function sendParts(
  uploading: Uploading,
  key: string,
  id: string,
): Promise<readonly CompletedPart[]> {
  const { upload, sizes, hooks } = uploading;
  const size = Math.max(sizes.part, Math.ceil(upload.size / mostParts));
  const count = Math.ceil(upload.size / size);
  const parts: CompletedPart[] = [];
  const failing = new AbortController();
  const signal = AbortSignal.any([hooks.signal, failing.signal]);
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const index = next;
      next += 1;
      signal.throwIfAborted();
      const length = Math.min(size, upload.size - index * size);
      const bytes = await readPiece(upload, index * size, length);
      parts[index] = await sendPart(uploading, { key, id, number: index + 1, bytes, signal });
    }
  };
  const workers = Array.from({ length: Math.min(atOnce, count) }, worker);
  try {
    await Promise.all(workers);
  } finally {
    // A part that is still on its way would come in after the upload was taken back.
    failing.abort();
    await Promise.allSettled(workers);
  }
  return parts;
}

interface Part {
  readonly key: string;
  readonly id: string;
  readonly number: number;
  readonly bytes: Buffer;
  readonly signal: AbortSignal;
}

async function sendPart(
  { connection: { s3, bucket } }: Uploading,
  { key, id, number, bytes, signal }: Part,
): Promise<CompletedPart> {
  const { ETag } = await s3.uploadPart(
    {
      Bucket: bucket,
      Key: key,
      UploadId: id,
      PartNumber: number,
      Body: bytes,
      ContentMD5: createHash('md5').update(bytes).digest('base64'),
    },
    { abortSignal: signal },
  );
  return { PartNumber: number, ...(ETag !== undefined && { ETag }) };
}

/**
 * Makes the object out of its parts. It is not canceled any more, and where its answer is lost, the object itself tells: the upload is unknown to the server
 * once it has been completed.
 */
async function complete(
  uploading: Uploading,
  key: string,
  id: string,
  parts: readonly CompletedPart[],
): Promise<Stored> {
  const { connection, upload } = uploading;
  const { s3, bucket } = connection;
  const request = {
    Bucket: bucket,
    Key: key,
    UploadId: id,
    MultipartUpload: { Parts: [...parts] },
  };
  try {
    const { ETag, VersionId } = await s3.completeMultipartUpload({
      ...request,
      ...(uploading.isConditional && { IfNoneMatch: '*' }),
    });
    // Ceph 16 answers with an empty one.
    return { etag: ETag === '' ? undefined : ETag, versionId: VersionId };
  } catch (thrown) {
    if (uploading.isConditional && serverAnswer(thrown)?.status === 501) {
      uploading.isConditional = false;
      return complete(uploading, key, id, parts);
    }
    const there = await lookAt(connection, key, upload.id, AbortSignal.timeout(abortMs));
    if (there.kind === 'ours') return there;
    throw thrown;
  }
}

/** @throws AppError where the upload was canceled and what had been sent cannot be taken back: nobody else would */
async function takeBack(uploading: Uploading, key: string, id: string): Promise<void> {
  const { connection, upload, hooks } = uploading;
  try {
    await abortMultipart(connection, key, id, AbortSignal.timeout(abortMs));
  } catch (thrown) {
    // The first fault is the one to tell. The next try begins with taking this one back.
    if (!hooks.signal.aborted) return;
    const place = { bucket: connection.bucket, key };
    const failed = bucketFailure(thrown, { access: upload.access, place, doing: 'deleted' });
    const message = `The upload was canceled, but not all of it could be taken back. ${failed.message}`;
    throw new AppError('canceled', message, undefined, { cause: failed });
  }
}
