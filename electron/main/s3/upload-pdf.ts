import { AppError } from '../../shared/messages/errors.js';
import { message } from '../../shared/messages/message.js';
import { type BucketClients, bucketClients } from './bucket-connection.js';
import { bucketFailure, existsFailure, manyNamesFailure } from './bucket-failure.js';
import { discardEarlier, earlierParts, NameTaken, putMultipart } from './multipart-upload.js';
import { maxNumbers, numberedKey } from '../uploads/numbered-key.js';
import { checkMayOmitCondition, putObject, type WholePdf, wholePdf } from './put-object.js';
import { serverAnswer, TransportFault } from './s3-fault.js';
import { inspectObject, type Stored, type StoredObject } from './stored-object.js';
import {
  type PartSizes,
  SentBytes,
  type Upload,
  type UploadHooks,
  type UploadOutcome,
  type Uploading,
} from './upload.js';

export interface UploadOptions {
  readonly sizes?: PartSizes;
  readonly clients?: BucketClients;
}

const defaultSizes: PartSizes = { multipartAbove: 64 * 2 ** 20, part: 16 * 2 ** 20 };

/**
 * Uploads a PDF to a bucket, a large one in parts. Can be repeated for the same delivery, also
 * after a kill: an object of an earlier attempt is recognized by the delivery's ID, and its
 * multipart upload continues.
 * @throws DeliveryFailure, or AppError `canceled`; the bucket then contains at most what the next
 * attempt continues or aborts
 */
export async function uploadPdf(
  upload: Upload,
  hooks: UploadHooks,
  { sizes = defaultSizes, clients = bucketClients }: UploadOptions = {},
): Promise<UploadOutcome> {
  const { access, place, encryptedOnly } = upload;
  const isConditional = upload.existing !== 'overwrite';
  const sent = new SentBytes(hooks.onProgress);
  let region: string | undefined;
  try {
    hooks.signal.throwIfAborted();
    return await clients.use(access, place.bucket, { encryptedOnly }, async (connection) => {
      region = connection.region;
      const uploading: Uploading = { upload, hooks, connection, sent, sizes, isConditional };
      return (await outcomeOfEarlierAttempt(uploading)) ?? (await uploadToFreeKey(uploading));
    });
  } catch (thrown) {
    if (!(thrown instanceof AppError) && hooks.signal.aborted) {
      throw new AppError('canceled', message('s3.canceled'));
    }
    throw bucketFailure(thrown, { access, place, operation: 'upload', region });
  }
}

/**
 * The result of writing to one key. `maybe-ours`: the object cannot be read, and an earlier attempt
 * was interrupted.
 */
type Written =
  | { readonly kind: 'stored'; readonly stored: Stored }
  | { readonly kind: 'exists' | 'exists-unread' | 'maybe-ours' };

/** Null unless the earlier attempt has succeeded. */
async function outcomeOfEarlierAttempt(uploading: Uploading): Promise<UploadOutcome | null> {
  const { upload, connection, hooks } = uploading;
  const { uploadState } = upload;
  if (uploadState === undefined) return null;
  const existing = await inspectObject(connection, uploadState.key, upload.id, hooks.signal);
  return existing.kind === 'ours' ? uploaded(uploading, uploadState.key, existing) : null;
}

/** Uploads to the requested key, or follows the policy for an existing object. */
async function uploadToFreeKey(uploading: Uploading): Promise<UploadOutcome> {
  const { upload, connection } = uploading;
  const { existing, place, access } = upload;
  for (let number = 1; number <= maxNumbers; number += 1) {
    const key = numberedKey(place.key, number);
    const at = { bucket: place.bucket, key };
    const written = await write(uploading, key);
    if (written.kind === 'stored') return await uploaded(uploading, key, written.stored);
    const isLast = existing !== 'number' || written.kind === 'maybe-ours' || number === maxNumbers;
    if (isLast) await discardEarlier(uploading);
    if (existing === 'skip') return { kind: 'skipped', place: at, url: connection.addressOf(key) };
    if (written.kind === 'maybe-ours') throw existsFailure(access, at, 's3.existsMaybeOurs');
    const isUnread = written.kind === 'exists-unread';
    if (existing !== 'number')
      throw existsFailure(access, at, isUnread ? 's3.existsUnread' : 's3.exists');
  }
  throw manyNamesFailure(access, place, maxNumbers);
}

async function write(uploading: Uploading, key: string): Promise<Written> {
  const { upload, connection, hooks, sizes } = uploading;
  const isLarge = upload.size > sizes.multipartAbove;
  // Some servers ignore the condition of a write, and a large PDF would be sent for nothing.
  const isChecked = uploading.isConditional && (isLarge || !connection.honorsConditions);
  const existing = isChecked ? await inspectObject(connection, key, upload.id, hooks.signal) : null;
  if (existing?.kind === 'ours') return { kind: 'stored', stored: existing };
  if (existing?.kind === 'other') return { kind: 'exists' };
  const resumed = isLarge ? await earlierParts(uploading, key) : null;
  if (resumed === null) await discardEarlier(uploading);
  await hooks.beforeSending({ key, ...(resumed && { multipart: resumed.id }) });
  const pdf = isLarge ? null : await wholePdf(uploading);
  try {
    const stored =
      pdf === null
        ? await putMultipart(uploading, key, resumed)
        : await putWhole(uploading, key, pdf, existing?.kind === 'nothing');
    return { kind: 'stored', stored: await confirmed(uploading, key, stored, pdf === null) };
  } catch (thrown) {
    if (thrown instanceof NameTaken) return { kind: 'exists' };
    const answer = serverAnswer(thrown);
    if (answer?.status !== 412) throw thrown;
    const wasCutOff = upload.uploadState !== undefined || answer.attempts > 1;
    return afterPrecondition(uploading, key, pdf, wasCutOff);
  }
}

/** @param isFree whether the key is known to be free */
async function putWhole(
  uploading: Uploading,
  key: string,
  pdf: WholePdf,
  isFree: boolean,
): Promise<Stored> {
  if (!uploading.isConditional) return putObject(uploading, key, pdf, {});
  try {
    return await putObject(uploading, key, pdf, { IfNoneMatch: '*' });
  } catch (thrown) {
    checkMayOmitCondition(thrown, isFree);
    return putObject(uploading, key, pdf, {});
  }
}

/**
 * Checks that a bucket has stored the object, rather than, say, the login page of a network: the
 * response has an entity tag, or the object can be read.
 * @param isProven whether the server has proven to be a bucket by the ID of a multipart upload:
 * Ceph 16 returns no entity tag for these
 */
async function confirmed(
  uploading: Uploading,
  key: string,
  stored: Stored,
  isProven: boolean,
): Promise<Stored> {
  if (stored.etag !== undefined && stored.etag !== '') return stored;
  const { connection, upload, hooks } = uploading;
  const existing = await inspectObject(connection, key, upload.id, hooks.signal);
  if (existing.kind === 'ours') return existing;
  if (existing.kind === 'unknown' && isProven) return stored;
  throw new TransportFault('no-bucket-answer');
}

/**
 * Decides what an existing object means: an earlier request of this upload, whose response was
 * lost, may have written it.
 */
async function afterPrecondition(
  uploading: Uploading,
  key: string,
  pdf: WholePdf | null,
  wasCutOff: boolean,
): Promise<Written> {
  const { connection, upload, hooks } = uploading;
  const existing: StoredObject = await inspectObject(connection, key, upload.id, hooks.signal);
  if (existing.kind === 'ours') return { kind: 'stored', stored: existing };
  if (existing.kind === 'other') return { kind: 'exists' };
  if (!wasCutOff) return { kind: 'exists-unread' };
  return pdf === null ? { kind: 'maybe-ours' } : putOverSameBytes(uploading, key, pdf);
}

/** Overwrites an object that cannot be read, but only if it has the same bytes. */
async function putOverSameBytes(
  uploading: Uploading,
  key: string,
  pdf: WholePdf,
): Promise<Written> {
  try {
    const stored = await putObject(uploading, key, pdf, { IfMatch: pdf.etag });
    return { kind: 'stored', stored };
  } catch (thrown) {
    // 412 proves nothing: entity tags of encrypted objects are not checksums.
    const status = serverAnswer(thrown)?.status ?? 0;
    if (status === 412 || status === 403 || status === 501) return { kind: 'maybe-ours' };
    throw thrown;
  }
}

async function uploaded(uploading: Uploading, key: string, stored: Stored): Promise<UploadOutcome> {
  const { connection } = uploading;
  const { etag, versionId } = stored;
  await tagParts(uploading, key, versionId);
  return {
    kind: 'uploaded',
    place: { bucket: connection.bucket, key },
    url: connection.addressOf(key),
    ...(etag !== undefined && { etag }),
    ...(versionId !== undefined && { versionId }),
  };
}

/**
 * Tags an object that was uploaded in parts: Ceph 16 ignores the tags of the request that starts
 * such an upload. Amazon, which is the server known to honor conditions, does not. If this fails,
 * the next attempt finds the object and tags it.
 */
async function tagParts(
  { upload, connection, sizes, hooks }: Uploading,
  key: string,
  versionId: string | undefined,
): Promise<void> {
  const { tags } = upload.access.object ?? {};
  const isInParts = upload.size > sizes.multipartAbove;
  if (tags === undefined || !isInParts || connection.honorsConditions) return;
  await connection.s3.putObjectTagging(
    {
      Bucket: connection.bucket,
      Key: key,
      ...(versionId !== undefined && { VersionId: versionId }),
      Tagging: { TagSet: Object.entries(tags).map(([Key, Value]) => ({ Key, Value })) },
    },
    { abortSignal: hooks.signal },
  );
}
