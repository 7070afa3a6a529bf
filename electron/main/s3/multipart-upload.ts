import type { CompletedPart } from '@aws-sdk/client-s3';
import { AppError } from '../../shared/errors.js';
import { message } from '../../shared/messages/message.js';
import type { ObjectLocation } from '../../shared/request/storage.js';
import type { BucketAccess } from './bucket-access.js';
import { type BucketConnection, bucketClients } from './bucket-connection.js';
import { bucketFailure } from './bucket-failure.js';
import { cancelLate, checkMayOmitCondition, md5Of, readPiece, sendOptions } from './put-object.js';
import { serverAnswer, TransportFault } from './s3-fault.js';
import { inspectObject, objectHeaders, type Stored } from './stored-object.js';
import type { UploadState, Uploading } from './upload.js';

/** How long aborting an upload may take, in milliseconds. The next attempt aborts what remains. */
const abortMs = 10_000;

/** Another client has written an object with that name. */
export class NameTaken extends Error {
  override readonly name = 'NameTaken';
}

/**
 * Uploads the PDF in parts. Aborts the upload if it fails or is canceled.
 * @throws NameTaken, or what the client throws
 */
export async function putMultipart(uploading: Uploading, key: string): Promise<Stored> {
  const { hooks } = uploading;
  const id = await begin(uploading, key);
  try {
    await hooks.beforeSending({ key, multipart: id });
    hooks.signal.throwIfAborted();
    const parts = await sendParts(uploading, key, id);
    hooks.signal.throwIfAborted();
    const isFree = await isStillFree(uploading, key);
    return await complete(uploading, { key, id, parts, isFree });
  } catch (thrown) {
    await abortFailed(uploading, key, id);
    throw thrown;
  }
}

/**
 * Starts a multipart upload. A cancellation waits for the response, because only its ID allows
 * aborting the upload. One whose ID was lost stays in the bucket, without parts: a list of uploads
 * does not say who began them, and another program may use the same credentials and the same key.
 * @returns its ID
 */
async function begin(uploading: Uploading, key: string): Promise<string> {
  const { connection, hooks, sizes } = uploading;
  const { s3, bucket } = connection;
  const canceling = cancelLate(hooks.signal, () => false);
  try {
    const { UploadId: id } = await s3.createMultipartUpload(
      { Bucket: bucket, Key: key, ...objectHeaders(uploading) },
      { abortSignal: canceling.signal },
    );
    if (id === undefined) throw new TransportFault('no-bucket-answer');
    return id;
  } catch (cause) {
    if (serverAnswer(cause)?.name !== 'AccessDenied') throw cause;
    const mebibytes = String(sizes.multipartAbove / 2 ** 20);
    throw new TransportFault('parts-refused', { subject: mebibytes, cause });
  } finally {
    canceling.end();
  }
}

/**
 * Returns whether the key is known to be free. Checked again after the parts, as they take long
 * and Ceph 16 ignores the condition on their completion.
 * @throws NameTaken if there is an object now
 */
async function isStillFree(uploading: Uploading, key: string): Promise<boolean> {
  const { connection, upload, hooks, isConditional } = uploading;
  if (!isConditional) return false;
  const existing = await inspectObject(connection, key, upload.id, hooks.signal);
  if (existing.kind === 'other') throw new NameTaken();
  return existing.kind === 'nothing';
}

/** A multipart upload whose parts have all been sent. */
interface Sent {
  readonly key: string;
  readonly id: string;
  readonly parts: readonly CompletedPart[];
  /** Whether the key is known to be free. */
  readonly isFree: boolean;
}

/**
 * Completes a multipart upload. A cancellation waits for the response; if that is lost, the object
 * is looked up, because the server forgets completed uploads.
 */
async function complete(
  uploading: Uploading,
  sent: Sent,
  isConditional = uploading.isConditional,
): Promise<Stored> {
  const { connection, upload, hooks } = uploading;
  const { key, id, parts, isFree } = sent;
  const { s3, bucket } = connection;
  const canceling = cancelLate(hooks.signal, () => false);
  const request = {
    Bucket: bucket,
    Key: key,
    UploadId: id,
    MultipartUpload: { Parts: [...parts] },
  };
  try {
    const { ETag, VersionId } = await s3.completeMultipartUpload(
      { ...request, ...(isConditional && { IfNoneMatch: '*' }) },
      { abortSignal: canceling.signal },
    );
    // Ceph 16 returns an empty one.
    return { etag: ETag === '' ? undefined : ETag, versionId: VersionId };
  } catch (thrown) {
    if (isConditional && serverAnswer(thrown)?.status === 501) {
      checkMayOmitCondition(thrown, isFree);
      return await complete(uploading, sent, false);
    }
    const existing = await inspectObject(connection, key, upload.id, AbortSignal.timeout(abortMs));
    if (existing.kind === 'ours') return existing;
    throw thrown;
  } finally {
    canceling.end();
  }
}

/**
 * Aborts an upload that failed.
 * @throws AppError if that fails after a cancellation, as no further attempt will abort it
 */
async function abortFailed(uploading: Uploading, key: string, id: string): Promise<void> {
  const { connection, upload, hooks } = uploading;
  try {
    await abortMultipart(connection, key, id, AbortSignal.timeout(abortMs));
  } catch (thrown) {
    // The original error is reported; the next attempt aborts this upload first.
    if (!hooks.signal.aborted) return;
    const place = { bucket: connection.bucket, key };
    const failed = bucketFailure(thrown, { access: upload.access, place, operation: 'delete' });
    const partsLeft = message('outbox.partsLeft', { reason: failed.toData().message });
    throw new AppError('canceled', partsLeft, undefined, { cause: failed });
  }
}

/** How many parts are sent, and held in memory, at once. */
const maxParallelParts = 4;

/** The maximum number of parts of an object (Amazon S3, "Multipart upload limits"). */
const maxParts = 10_000;

/**
 * Sends the parts of an upload, a few at a time. When it settles, no request is pending.
 * @param id ID of the multipart upload
 */
async function sendParts(
  uploading: Uploading,
  key: string,
  id: string,
): Promise<readonly CompletedPart[]> {
  const { upload, sizes, hooks } = uploading;
  const size = Math.max(sizes.part, Math.ceil(upload.size / maxParts));
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
  const workers = Array.from({ length: Math.min(maxParallelParts, count) }, worker);
  try {
    await Promise.all(workers);
  } finally {
    // A pending part could arrive after the upload was aborted.
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
  { connection: { s3, bucket }, sent }: Uploading,
  { key, id, number, bytes, signal }: Part,
): Promise<CompletedPart> {
  const { ETag } = await s3.uploadPart(
    {
      Bucket: bucket,
      Key: key,
      UploadId: id,
      PartNumber: number,
      Body: bytes,
      ContentMD5: (await md5Of(bytes)).toString('base64'),
    },
    sendOptions(signal, sent.of(number)),
  );
  return { PartNumber: number, ...(ETag !== undefined && { ETag }) };
}

/** Aborts a multipart upload. Ignores one that the server does not know. */
export async function abortMultipart(
  { s3, bucket }: BucketConnection,
  key: string,
  id: string,
  abortSignal: AbortSignal,
): Promise<void> {
  try {
    await s3.abortMultipartUpload({ Bucket: bucket, Key: key, UploadId: id }, { abortSignal });
  } catch (thrown) {
    if (serverAnswer(thrown)?.status !== 404) throw thrown;
  }
}

/**
 * Aborts the multipart upload of a delivery that is not retried. A complete object stays.
 * @throws DeliveryFailure if its parts are still in the bucket
 */
export async function abortUpload(
  access: BucketAccess,
  { bucket }: Pick<ObjectLocation, 'bucket'>,
  { key, multipart }: UploadState,
  signal: AbortSignal,
): Promise<void> {
  if (multipart === undefined) return;
  try {
    await bucketClients.use(access, bucket, {}, async (connection) =>
      abortMultipart(connection, key, multipart, signal),
    );
  } catch (thrown) {
    throw bucketFailure(thrown, { access, place: { bucket, key }, operation: 'delete' });
  }
}
