import type { CompletedPart } from '@aws-sdk/client-s3';
import { AppError } from '../../shared/errors.js';
import { bucketFailure } from './bucket-failure.js';
import { cancelLate } from './late-cancel.js';
import { abortMultipart, abortStrays } from './abort-uploads.js';
import { checkMayDoWithout } from './put-object.js';
import { sendParts } from './send-parts.js';
import { serverAnswer } from './server-answer.js';
import { lookAt, type Stored, objectHeaders } from './stored-object.js';
import { TransportFault } from './transport-fault.js';
import type { Uploading } from './upload.js';

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

/** Begins an upload in parts. A cancel waits for the answer: without its id, nobody could take the upload back. */
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
 * Whether it is seen that nothing is under the key; asked again, as parts take long and Ceph 16 overlooks the condition on their completion.
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
 * Makes the object out of its parts. A cancel waits for the answer, and where its answer is lost, the object itself tells: the upload is unknown to the server
 * once it has been completed.
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

/** @throws AppError where the upload was canceled and what had been sent cannot be taken back: nobody else would */
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
