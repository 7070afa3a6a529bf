import type { CompletedPart } from '@aws-sdk/client-s3';
import { AppError } from '../../shared/messages/errors.js';
import { message } from '../../shared/messages/message.js';
import type { ObjectLocation } from '../../shared/request/storage.js';
import type { BucketAccess } from './bucket-access.js';
import { type BucketConnection, bucketClients } from './bucket-connection.js';
import { bucketFailure } from './bucket-failure.js';
import { cancelLate, checkMayOmitCondition, md5Of, readPiece, sendOptions } from './put-object.js';
import { isRefusal, serverAnswer, TransportFault } from './s3-fault.js';
import { inspectObject, objectHeaders, type Stored } from './stored-object.js';
import type { UploadState, Uploading } from './upload.js';

/** How long aborting an upload may take, in milliseconds. The next attempt aborts what remains. */
const abortMs = 10_000;

/** Another client has written an object with that name. */
export class NameTaken extends Error {
  override readonly name = 'NameTaken';
}

/** A multipart upload that an earlier attempt began. */
export interface EarlierParts {
  readonly id: string;
  /** What the bucket has of it, by the number of the part. */
  readonly parts: ReadonlyMap<number, StoredPart>;
}

interface StoredPart {
  /** In bytes. */
  readonly size: number;
  /** The MD5 in hexadecimal, unless the server encrypts with a key of its own. */
  readonly etag: string;
}

/** Null if there is none for the key, or the server does not say which parts it has. */
export async function earlierParts(
  { upload: { uploadState }, connection: { s3, bucket }, hooks }: Uploading,
  key: string,
): Promise<EarlierParts | null> {
  if (uploadState?.multipart === undefined || uploadState.key !== key) return null;
  const id = uploadState.multipart;
  const request = { Bucket: bucket, Key: key, UploadId: id };
  const parts = new Map<number, StoredPart>();
  let after: string | undefined;
  try {
    do {
      const page = await s3.listParts(
        { ...request, ...(after !== undefined && { PartNumberMarker: after }) },
        { abortSignal: hooks.signal },
      );
      for (const { PartNumber: number, Size: size = 0, ETag: etag = '' } of page.Parts ?? []) {
        if (number !== undefined) parts.set(number, { size, etag });
      }
      after = page.IsTruncated === true ? page.NextPartNumberMarker : undefined;
    } while (after !== undefined);
    return { id, parts };
  } catch (thrown) {
    // The permission to list parts is not needed to write.
    if (serverAnswer(thrown)?.status === 404 || isRefusal(thrown)) return null;
    throw thrown;
  }
}

/** Aborts the multipart upload of an earlier attempt, if there is one, as it is not continued. */
export async function discardEarlier({ upload, connection, hooks }: Uploading): Promise<void> {
  const { uploadState } = upload;
  if (uploadState?.multipart === undefined) return;
  try {
    await abortMultipart(connection, uploadState.key, uploadState.multipart, hooks.signal);
  } catch (thrown) {
    // The permission to abort uploads is not needed to write.
    if (!isRefusal(thrown)) throw thrown;
  }
}

/**
 * Uploads the PDF in parts. If that fails or is canceled, aborts the upload, unless another attempt
 * continues it.
 * @param earlier the upload to continue; null begins one
 * @throws NameTaken, or what the client throws
 */
export async function putMultipart(
  uploading: Uploading,
  key: string,
  earlier: EarlierParts | null,
): Promise<Stored> {
  const { hooks } = uploading;
  const id = earlier?.id ?? (await begin(uploading, key));
  try {
    if (earlier === null) await hooks.beforeSending({ key, multipart: id });
    hooks.signal.throwIfAborted();
    const parts = await sendParts(uploading, key, { id, parts: earlier?.parts ?? new Map() });
    hooks.signal.throwIfAborted();
    const isFree = await isStillFree(uploading, key);
    return await complete(uploading, { key, id, parts, isFree });
  } catch (thrown) {
    if (!isResumed(uploading, key, thrown)) await abortFailed(uploading, key, id);
    throw thrown;
  }
}

/** Returns whether another attempt continues an upload that failed. */
function isResumed({ upload, connection, hooks }: Uploading, key: string, thrown: unknown) {
  if (hooks.isResumed?.() !== true || thrown instanceof NameTaken) return false;
  if (hooks.signal.aborted) return true;
  const status = serverAnswer(thrown)?.status;
  // After another refusal, such as of a part, a new upload is safer.
  if (status !== undefined) return status === 429 || (status >= 500 && status !== 501);
  const place = { bucket: connection.bucket, key };
  const failure = bucketFailure(thrown, { access: upload.access, place, operation: 'upload' });
  return failure.toData().code === 'delivery-interrupted';
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
 * Sends the parts of an upload that the bucket does not have, a few at a time. When it settles, no
 * request is pending.
 */
async function sendParts(
  uploading: Uploading,
  key: string,
  { id, parts: stored }: EarlierParts,
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
      const number = index + 1;
      const part = { key, id, number, bytes, signal };
      parts[index] = await sendPart(uploading, part, stored.get(number));
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

/** Sends a part, unless the bucket has the same bytes. */
async function sendPart(
  { connection: { s3, bucket }, sent }: Uploading,
  { key, id, number, bytes, signal }: Part,
  stored: StoredPart | undefined,
): Promise<CompletedPart> {
  const digest = await md5Of(bytes);
  if (stored?.size === bytes.length && stored.etag.replaceAll('"', '') === digest.toString('hex')) {
    sent.of(number)(bytes.length);
    return { PartNumber: number, ETag: stored.etag };
  }
  const { ETag } = await s3.uploadPart(
    {
      Bucket: bucket,
      Key: key,
      UploadId: id,
      PartNumber: number,
      Body: bytes,
      ContentMD5: digest.toString('base64'),
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
