import type { CompletedPart } from '@aws-sdk/client-s3';
import { AppError } from '../../shared/errors.js';
import type { ObjectLocation } from '../../shared/request/storage.js';
import type { BucketAccess } from './bucket-access.js';
import { type BucketConnection, connectTo } from './bucket-connection.js';
import { bucketFailure } from './bucket-failure.js';
import { cancelLate, checkMayDoWithout, md5Of, readPiece } from './put-object.js';
import { isRefusal, serverAnswer, TransportFault } from './s3-fault.js';
import { lookAt, objectHeaders, type Stored } from './stored-object.js';
import type { UploadState, Uploading } from './upload.js';

/**
 * How long taking an upload back may take, in milliseconds: what cannot be taken back now is,
 * before the next try.
 */
const abortMs = 10_000;

/** Somebody else has written an object of that name meanwhile. */
export class NameTaken extends Error {
  override readonly name = 'NameTaken';
}

/**
 * Puts the PDF under a key in parts. Whatever goes wrong, or if it is canceled, the parts are taken
 * back.
 * @throws NameTaken, or what the client throws
 */
export async function putMultipart(uploading: Uploading, key: string): Promise<Stored> {
  const { hooks } = uploading;
  const { id, mayHaveStrays } = await begin(uploading, key);
  try {
    await hooks.beforeSending({ key, multipart: id });
    hooks.signal.throwIfAborted();
    if (mayHaveStrays) await abortStrays(uploading.connection, key, id, hooks.signal);
    const parts = await sendParts(uploading, key, id);
    hooks.signal.throwIfAborted();
    const isFree = await isStillFree(uploading, key);
    return await complete(uploading, { key, id, parts, isFree });
  } catch (thrown) {
    await undoEnqueue(uploading, key, id);
    throw thrown;
  }
}

/**
 * Begins an upload in parts. A cancel waits for the answer: without its id, nobody could take the
 * upload back.
 */
async function begin(
  uploading: Uploading,
  key: string,
): Promise<{ readonly id: string; readonly mayHaveStrays: boolean }> {
  const { connection, hooks, upload, sizes } = uploading;
  const { s3, bucket } = connection;
  const canceling = cancelLate(hooks.signal, () => false);
  try {
    const { UploadId: id, $metadata } = await s3.createMultipartUpload(
      { Bucket: bucket, Key: key, ...objectHeaders(uploading) },
      { abortSignal: canceling.signal },
    );
    if (id === undefined) throw new TransportFault('no-bucket-answer');
    const wasMadeAgain = ($metadata.attempts ?? 1) > 1;
    return { id, mayHaveStrays: wasMadeAgain || upload.uploadState !== undefined };
  } catch (cause) {
    if (serverAnswer(cause)?.name !== 'AccessDenied') throw cause;
    const mebibytes = String(sizes.multipartAbove / 2 ** 20);
    throw new TransportFault('parts-refused', { subject: mebibytes, cause });
  } finally {
    canceling.end();
  }
}

/**
 * Whether it is seen that nothing is under the key; asked again, as parts take long and Ceph 16
 * overlooks the condition on their completion.
 * @throws NameTaken where there is an object now
 */
async function isStillFree(uploading: Uploading, key: string): Promise<boolean> {
  const { connection, upload, hooks, isConditional } = uploading;
  if (!isConditional) return false;
  const there = await lookAt(connection, key, upload.id, hooks.signal);
  if (there.kind === 'other') throw new NameTaken();
  return there.kind === 'nothing';
}

/** An upload whose parts have all been sent. */
interface Sent {
  readonly key: string;
  readonly id: string;
  readonly parts: readonly CompletedPart[];
  /** Whether it was seen that nothing is under the key. */
  readonly isFree: boolean;
}

/**
 * Makes the object out of its parts. A cancel waits for the answer, and where its answer is lost,
 * the object itself tells: the upload is unknown to the server once it has been completed.
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
    // Ceph 16 answers with an empty one.
    return { etag: ETag === '' ? undefined : ETag, versionId: VersionId };
  } catch (thrown) {
    if (isConditional && serverAnswer(thrown)?.status === 501) {
      checkMayDoWithout(thrown, isFree);
      return await complete(uploading, sent, false);
    }
    const there = await lookAt(connection, key, upload.id, AbortSignal.timeout(abortMs));
    if (there.kind === 'ours') return there;
    throw thrown;
  } finally {
    canceling.end();
  }
}

/**
 * @throws AppError where the upload was canceled and what had been sent cannot be taken back:
 * nobody else would
 */
async function undoEnqueue(uploading: Uploading, key: string, id: string): Promise<void> {
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

/** So many parts are on their way, and in memory, at once. */
const atOnce = 4;

/** The most parts that an object may have (Amazon S3, "Multipart upload limits"). */
const maxParts = 10_000;

/**
 * Sends the parts of an upload, a few at once. When it ends, well or not, none is on its way any
 * more.
 * @param id of the upload in parts
 * @returns what the upload is completed with
 */
export async function sendParts(
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
      ContentMD5: (await md5Of(bytes)).toString('base64'),
    },
    { abortSignal: signal },
  );
  return { PartNumber: number, ...(ETag !== undefined && { ETag }) };
}

/** Takes back an upload in parts. One that the server does not know (any more) is no fault. */
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
 * Takes back uploads in parts that were begun for the same key, by the same credentials, and whose
 * id nobody knows, as the answer was lost or Platen was killed before it came. Where they may not
 * be listed they stay; owners of buckets have a rule against that (Amazon S3,
 * "AbortIncompleteMultipartUpload").
 * @param own id of the upload that is to stay, by which one's own credentials are known in the list
 */
export async function abortStrays(
  connection: BucketConnection,
  key: string,
  own: string,
  abortSignal: AbortSignal,
): Promise<void> {
  const { s3, bucket } = connection;
  try {
    const { Uploads = [] } = await s3.listMultipartUploads(
      { Bucket: bucket, Prefix: key },
      { abortSignal },
    );
    const same = Uploads.filter((upload) => upload.Key === key);
    const initiator = same.find(({ UploadId }) => UploadId === own)?.Initiator?.ID;
    if (initiator === undefined) return;
    for (const { UploadId, Initiator } of same) {
      if (UploadId === undefined || UploadId === own || Initiator?.ID !== initiator) continue;
      await abortMultipart(connection, key, UploadId, abortSignal);
    }
  } catch (thrown) {
    if (!isRefusal(thrown)) throw thrown;
  }
}

/**
 * Takes back what an upload had begun that is not to be tried any more: its parts, if it was one in
 * parts. A whole object that it put stays.
 * @throws DeliveryFailure where they are still there
 */
export async function abortUpload(
  access: BucketAccess,
  { bucket }: Pick<ObjectLocation, 'bucket'>,
  { key, multipart }: UploadState,
  signal: AbortSignal,
): Promise<void> {
  if (multipart === undefined) return;
  try {
    const connection = await connectTo(access, bucket);
    try {
      await abortMultipart(connection, key, multipart, signal);
    } finally {
      connection.close();
    }
  } catch (thrown) {
    throw bucketFailure(thrown, { access, place: { bucket, key }, doing: 'deleted' });
  }
}
