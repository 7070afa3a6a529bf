import { AppError } from '../../shared/errors.js';
import { connectTo } from './bucket-connection.js';
import {
  bucketFailure,
  existsFailure,
  manyNamesFailure,
  maybeOursFailure,
} from './bucket-failure.js';
import { abortMultipart, NameTaken, putMultipart } from './multipart-upload.js';
import { numberedKey } from './object-key.js';
import { checkMayDoWithout, putObject, type WholePdf, wholePdf } from './put-object.js';
import type { TransportLimits } from './request-transport.js';
import { isRefusal, serverAnswer, TransportFault } from './s3-fault.js';
import { lookAt, type Stored, type StoredObject } from './stored-object.js';
import type { PartSizes, Upload, UploadHooks, UploadOutcome, Uploading } from './upload.js';

const defaultSizes: PartSizes = { multipartAbove: 64 * 2 ** 20, part: 16 * 2 ** 20 };

/**
 * Puts a PDF into a bucket: in one request, or in parts where it is large. It may be called again
 * for the same delivery, also after a kill: what an earlier try left is found by the delivery's id
 * and taken for this one's, or taken back.
 * @throws DeliveryFailure, or AppError `canceled`; then nothing is left at the other side but what
 * the next try takes back
 */
export async function uploadPdf(
  upload: Upload,
  hooks: UploadHooks,
  {
    sizes = defaultSizes,
    limits,
  }: { readonly sizes?: PartSizes; readonly limits?: TransportLimits } = {},
): Promise<UploadOutcome> {
  const { access, place } = upload;
  let region: string | undefined;
  try {
    hooks.signal.throwIfAborted();
    const connection = await connectTo(access, place.bucket, {
      encryptedOnly: upload.encryptedOnly,
      onSent: hooks.onProgress,
      ...(limits && { limits }),
    });
    region = connection.region;
    const isConditional = upload.existing !== 'overwrite';
    const uploading: Uploading = { upload, hooks, connection, sizes, isConditional };
    try {
      return (await leftByEarlierAttempt(uploading)) ?? (await uploadToFreeKey(uploading));
    } finally {
      connection.close();
    }
  } catch (thrown) {
    if (!(thrown instanceof AppError) && hooks.signal.aborted) {
      throw new AppError('canceled', 'The upload was canceled.');
    }
    throw bucketFailure(thrown, { access, place, doing: 'written', region });
  }
}

/** So many names are tried before it is said that there are too many. */
const maxNumbers = 1_000;

/**
 * What came of writing under one key. `maybe-ours`: there is an object that may not be read, and a
 * try of this delivery was cut off.
 */
type Written =
  | { readonly kind: 'stored'; readonly stored: Stored }
  | { readonly kind: 'exists' | 'exists-unread' | 'maybe-ours' };

/**
 * What an earlier try got done, if it was all; if it was a part of an upload, that is taken back.
 * Null: there is still everything to do.
 */
export async function leftByEarlierAttempt(uploading: Uploading): Promise<UploadOutcome | null> {
  const { upload, connection, hooks } = uploading;
  const { uploadState } = upload;
  if (uploadState === undefined) return null;
  const there = await lookAt(connection, uploadState.key, upload.id, hooks.signal);
  if (there.kind === 'ours') return uploaded(uploading, uploadState.key, there);
  if (uploadState.multipart === undefined) return null;
  try {
    await abortMultipart(connection, uploadState.key, uploadState.multipart, hooks.signal);
  } catch (thrown) {
    // Who may not take parts back may write all the same.
    if (!isRefusal(thrown)) throw thrown;
  }
  return null;
}

/** Writes the PDF under the key that was wished for, or does with what is there as was wished. */
export async function uploadToFreeKey(uploading: Uploading): Promise<UploadOutcome> {
  const { upload, connection } = uploading;
  const { existing, place, access } = upload;
  for (let number = 1; number <= maxNumbers; number += 1) {
    const key = numberedKey(place.key, number);
    const at = { bucket: place.bucket, key };
    const written = await write(uploading, key);
    if (written.kind === 'stored') return uploaded(uploading, key, written.stored);
    if (existing === 'skip') return { kind: 'skipped', place: at, url: connection.addressOf(key) };
    if (written.kind === 'maybe-ours') throw maybeOursFailure(access, at);
    if (existing !== 'number') throw existsFailure(access, at, written.kind === 'exists-unread');
  }
  throw manyNamesFailure(access, place, maxNumbers);
}

async function write(uploading: Uploading, key: string): Promise<Written> {
  const { upload, connection, hooks, sizes } = uploading;
  // Some servers overlook the condition of a write, so that it alone would not do; and what is
  // there already need not be sent.
  const there = uploading.isConditional
    ? await lookAt(connection, key, upload.id, hooks.signal)
    : null;
  if (there?.kind === 'ours') return { kind: 'stored', stored: there };
  if (there?.kind === 'other') return { kind: 'exists' };
  await hooks.beforeSending({ key });
  const pdf = upload.size > sizes.multipartAbove ? null : await wholePdf(uploading);
  try {
    const stored =
      pdf === null
        ? await putMultipart(uploading, key)
        : await putWhole(uploading, key, pdf, there?.kind === 'nothing');
    return { kind: 'stored', stored: await confirmed(uploading, key, stored, pdf === null) };
  } catch (thrown) {
    if (thrown instanceof NameTaken) return { kind: 'exists' };
    const answer = serverAnswer(thrown);
    if (answer?.status !== 412) throw thrown;
    const wasCutOff = upload.uploadState !== undefined || answer.attempts > 1;
    return afterPrecondition(uploading, key, pdf, wasCutOff);
  }
}

/** @param isFree whether it was seen that nothing is under the key */
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
    checkMayDoWithout(thrown, isFree);
    return putObject(uploading, key, pdf, {});
  }
}

/**
 * Everything that is a bucket gives an entity tag. What does not, such as the login page of a
 * network, has to show the object.
 * @param isProven whether the server has shown to be a bucket already, as it has where it gave an
 * id for parts: Ceph 16 gives no tag for the whole
 */
async function confirmed(
  uploading: Uploading,
  key: string,
  stored: Stored,
  isProven: boolean,
): Promise<Stored> {
  if (stored.etag !== undefined && stored.etag !== '') return stored;
  const { connection, upload, hooks } = uploading;
  const there = await lookAt(connection, key, upload.id, hooks.signal);
  if (there.kind === 'ours') return there;
  if (there.kind === 'unknown' && isProven) return stored;
  throw new TransportFault('no-bucket-answer');
}

/**
 * What to make of it that there is an object under the key: an earlier request of this upload,
 * whose answer was lost, may have made it.
 */
async function afterPrecondition(
  uploading: Uploading,
  key: string,
  pdf: WholePdf | null,
  wasCutOff: boolean,
): Promise<Written> {
  const { connection, upload, hooks } = uploading;
  const there: StoredObject = await lookAt(connection, key, upload.id, hooks.signal);
  if (there.kind === 'ours') return { kind: 'stored', stored: there };
  if (there.kind === 'other') return { kind: 'exists' };
  if (!wasCutOff) return { kind: 'exists-unread' };
  return pdf === null ? { kind: 'maybe-ours' } : putOverSameBytes(uploading, key, pdf);
}

/**
 * Where objects may be written but not read: writes the PDF over an object only if that has the
 * very same bytes.
 */
async function putOverSameBytes(
  uploading: Uploading,
  key: string,
  pdf: WholePdf,
): Promise<Written> {
  try {
    const stored = await putObject(uploading, key, pdf, { IfMatch: pdf.etag });
    return { kind: 'stored', stored };
  } catch (thrown) {
    // Neither does 412 settle it: where the server encrypts objects, their entity tags are no
    // checksums.
    const status = serverAnswer(thrown)?.status ?? 0;
    if (status === 412 || status === 403 || status === 501) return { kind: 'maybe-ours' };
    throw thrown;
  }
}

function uploaded({ connection }: Uploading, key: string, stored: Stored): UploadOutcome {
  const { etag, versionId } = stored;
  return {
    kind: 'uploaded',
    place: { bucket: connection.bucket, key },
    url: connection.addressOf(key),
    ...(etag !== undefined && { etag }),
    ...(versionId !== undefined && { versionId }),
  };
}
