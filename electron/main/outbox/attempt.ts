import type { DeliveryReceipt } from '../../shared/deliveries.js';
import { s3Uri } from '../../shared/request/storage.js';
import type { AccessTo, BucketAccess } from '../s3/bucket-access.js';
import type * as LookUp from '../s3/look-up.js';
import type { Upload, UploadHooks, UploadOutcome, UploadState } from '../s3/upload.js';
import type { SendWebhook } from '../webhooks/webhook-post.js';
import { type UploadDelivery, type WebhookDelivery, uploadStateOf } from './delivery.js';
import { webhookBody } from './webhook-message.js';

/** The functions that send deliveries. */
export interface DeliveryTransports {
  /** @throws DeliveryFailure; anything once its signal is aborted */
  readonly upload: (upload: Upload, hooks: UploadHooks) => Promise<UploadOutcome>;
  /** Aborts a multipart upload that an interrupted attempt left in a bucket. */
  readonly abortUpload: (
    access: BucketAccess,
    place: { readonly bucket: string },
    state: UploadState,
    signal: AbortSignal,
  ) => Promise<void>;
  readonly sendWebhook: SendWebhook;
  readonly accessTo: AccessTo;
}

/** Requests that look before a PDF is made; see `s3/look-up.ts`. */
export const bucketLookUp: Pick<typeof LookUp, 'checkAccess' | 'existingObject'> = {
  checkAccess: async (...args) => {
    const { checkAccess } = await import('../s3/look-up.js');
    return checkAccess(...args);
  },
  existingObject: async (...args) => {
    const { existingObject } = await import('../s3/look-up.js');
    return existingObject(...args);
  },
};

/** Loads the S3 client with the first upload, so that neither window nor command waits for it. */
export const bucketTransports: Pick<DeliveryTransports, 'upload' | 'abortUpload'> = {
  upload: async (upload, hooks) => {
    const { uploadPdf } = await import('../s3/upload-pdf.js');
    return uploadPdf(upload, hooks);
  },
  abortUpload: async (access, place, state, signal) => {
    const { abortUpload } = await import('../s3/multipart-upload.js');
    await abortUpload(access, place, state, signal);
  },
};

/** The result of an attempt that did not fail. */
export interface AttemptResult {
  readonly status: 'delivered' | 'skipped';
  readonly receipt?: DeliveryReceipt;
  /** Key of the object, which may have been numbered. */
  readonly key?: string;
}

/**
 * Attempts an upload once.
 * @param path full path of the PDF
 * @param now in milliseconds since the epoch
 * @throws AppError
 */
export async function attemptUpload(
  transports: Pick<DeliveryTransports, 'upload' | 'accessTo'>,
  delivery: UploadDelivery,
  path: string,
  hooks: UploadHooks,
  now: () => number,
): Promise<AttemptResult> {
  const { id, target, bucket, key, existing, pdf, compliance } = delivery;
  const place = { bucket, key };
  const access = await transports.accessTo(target, place);
  hooks.signal.throwIfAborted();
  const outcome = await transports.upload(
    {
      id,
      access,
      place,
      existing,
      path,
      size: pdf.size,
      encryptedOnly: compliance.hipaa,
      uploadState: uploadStateOf(delivery.state),
    },
    hooks,
  );
  const receipt: DeliveryReceipt = {
    url: outcome.url,
    file: { name: outcome.place.key.split('/').at(-1) ?? pdf.name, size: pdf.size },
    compliance,
    destination: s3Uri(outcome.place),
    etag: outcome.etag,
    versionId: outcome.versionId,
    deliveredAt: now(),
  };
  const status = outcome.kind === 'uploaded' ? 'delivered' : 'skipped';
  return { status, receipt, key: outcome.place.key };
}

/** Attempts to send a webhook once. @throws AppError */
export async function attemptWebhook(
  { sendWebhook }: Pick<DeliveryTransports, 'sendWebhook'>,
  { id, address, job, source, compliance, outcome, created, ready = created }: WebhookDelivery,
  signal: AbortSignal,
): Promise<AttemptResult> {
  const about = { ...(job !== null && { job }), source };
  const body = webhookBody(outcome, about, compliance, new Date(ready));
  await sendWebhook({ id, address, body, encryptedOnly: compliance.hipaa }, signal);
  return { status: 'delivered' };
}
