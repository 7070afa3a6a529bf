import { type ObjectLocation, objectLocation, s3Uri } from '../../../shared/request/storage.js';
import { AppError, errorText } from '../../../shared/messages/errors.js';
import { type MessageKey, message } from '../../../shared/messages/message.js';
import { englishText } from '../../../shared/messages/translator.js';
import type { AccessTo, BucketAccess } from '../../s3/bucket-access.js';
import type { Upload, UploadOutcome } from '../../s3/upload.js';
import { DeliveryFailure, requestedDelayMs } from '../../network/delivery-failure.js';
import { interactiveSchedule, delayAfter } from '../../outbox/schedule.js';
import { withRetry } from '../../util/async.js';

export interface BucketPdf {
  /**
   * Stored in the object's metadata: an object with the same ID is this PDF, uploaded by a server
   * that was killed before it could report it.
   */
  readonly id: string;
  /** Valid, in the API's form (section 2.4). */
  readonly destination: string;
  readonly parts: readonly Buffer[];
  readonly size: number;
  readonly compliance: { readonly hipaa: boolean };
}

/**
 * Only the service's operator can fix access to the bucket. Callers get a generic message; the log
 * has the reason.
 */
export class ServerMisconfigured extends DeliveryFailure {
  /** @param reason for the log; names the profile or the file, and no key */
  constructor(
    readonly reason: string,
    details: { readonly field?: string | undefined; readonly cause: unknown },
    code: keyof typeof publicMessages = 'delivery-refused',
  ) {
    super(code, publicMessages[code], details);
  }
}

const publicMessages = {
  'delivery-refused': message('service.bucketNotConfigured'),
  'delivery-interrupted': message('service.bucketUnreachable'),
} as const;

/** Fields of a destination that only the operator can fix. */
const operatorFields = /^(credentials(\.\w+)?|caFile|region|endpoint)$/;

/** Reasons that only the operator can remove, without a field of the destination. */
const operatorReasons: ReadonlySet<string> = new Set<MessageKey>([
  's3.aclUnsupported',
  's3.clockDiffers',
  's3.clockAhead',
  's3.clockBehind',
]);

/**
 * Uploads a PDF from memory to its bucket (the API, section 4.1, rule 1); nothing is written to
 * disk. An interrupted upload is retried for half a minute, as the client waits. An existing object
 * is not replaced, unless it is this PDF.
 * @returns the object's URL (section 2.5) and its name
 * @throws AppError `object-exists`, `delivery-refused` (ServerMisconfigured if the operator must
 *   act), `delivery-interrupted` (always ServerMisconfigured), `canceled`
 */
export async function uploadToBucket(
  accessTo: AccessTo,
  { id, destination, parts, size, compliance }: BucketPdf,
  signal: AbortSignal,
): Promise<{ readonly url: string; readonly name: string }> {
  const place = placeOf(destination);
  const upload: Upload = {
    id,
    access: await accessFor(accessTo, place),
    place,
    existing: 'ask',
    path: '',
    bytes: parts,
    size,
    encryptedOnly: compliance.hipaa,
  };
  try {
    const { url } = await uploadRepeatedly(upload, signal);
    return { url, name: nameIn(place.key) };
  } catch (error) {
    if (signal.aborted)
      throw new AppError('canceled', message('service.uploadCanceled', { url: s3Uri(place) }));
    throw publicFailure(error);
  }
}

/** Uploads a PDF. An interrupted upload is repeated for half a minute, as a client waits. */
export async function uploadRepeatedly(
  upload: Upload,
  signal: AbortSignal,
): Promise<UploadOutcome> {
  const { uploadPdf } = await import('../../s3/upload-pdf.js');
  let { uploadState } = upload;
  const attempt = async () =>
    uploadPdf(
      { ...upload, uploadState },
      {
        signal,
        onProgress: () => undefined,
        beforeSending: async (state) => {
          uploadState = state;
          return Promise.resolve();
        },
      },
    );
  return withRetry(attempt, { delayAfter: retryDelay, signal });
}

/**
 * Replaces the name of the destination in this machine's settings, which callers must not see.
 * @throws ServerMisconfigured
 */
async function accessFor(accessTo: AccessTo, place: ObjectLocation): Promise<BucketAccess> {
  try {
    return { ...(await accessTo(null, place)), name: place.bucket };
  } catch (cause) {
    throw new ServerMisconfigured(errorText(cause), { field: 'credentials', cause });
  }
}

/** Returns the error that callers may see. */
function publicFailure(thrown: unknown): unknown {
  if (!(thrown instanceof DeliveryFailure)) return thrown;
  const { code, details } = thrown;
  const { field, isGrant = false } = details;
  const reason = details.reason === undefined ? code : englishText(details.reason);
  const publicDetails = { field, cause: thrown };
  if (code === 'delivery-interrupted') return new ServerMisconfigured(reason, publicDetails, code);
  const isOperators =
    operatorFields.test(field ?? '') || operatorReasons.has(details.reason?.key ?? '');
  const isOperatorBucket = code === 'delivery-refused' && !isGrant && isOperators;
  return isOperatorBucket ? new ServerMisconfigured(reason, publicDetails) : thrown;
}

/** @param destination valid, and without placeholders, which requests may not have */
export function placeOf(destination: string): ObjectLocation {
  return objectLocation(destination, noPlaceholders);
}

const noPlaceholders = { name: '', title: '', date: new Date(0), n: 1, of: 1 };

function retryDelay(thrown: unknown, attempt: number): number | null {
  if (!(thrown instanceof DeliveryFailure) || thrown.code !== 'delivery-interrupted') return null;
  const requestedMs = requestedDelayMs(thrown);
  return delayAfter(interactiveSchedule.upload, attempt, Math.random(), requestedMs);
}

function nameIn(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1);
}
