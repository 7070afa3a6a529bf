import type { DeliveryReceipt } from '../../shared/deliveries.js';
import { type UploadLocation, locationUri } from '../../shared/upload-location.js';
import type { UploadHooks, UploadState } from '../uploads/upload.js';
import type { SendWebhook } from '../webhooks/webhook-post.js';
import {
  type UploadDelivery,
  type WebhookDelivery,
  placeOfUpload,
  uploadStateOf,
} from './delivery.js';
import type { AnyOutcome, AnyUpload, UploadAccess, UploadAccessTo } from './uploaders.js';
import { webhookBody } from './webhook-message.js';

export interface DeliveryTransports {
  /** @throws DeliveryFailure; anything once its signal is aborted */
  readonly upload: (upload: AnyUpload, hooks: UploadHooks) => Promise<AnyOutcome>;
  /** Removes what an interrupted attempt left at its destination. */
  readonly abortUpload: (
    access: UploadAccess,
    place: UploadLocation,
    state: UploadState,
    signal: AbortSignal,
  ) => Promise<void>;
  readonly sendWebhook: SendWebhook;
  readonly accessTo: UploadAccessTo;
}

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
  const { id, target, existing, pdf, compliance } = delivery;
  const place = placeOfUpload(delivery);
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
    destination: locationUri(outcome.place),
    etag: outcome.etag,
    versionId: outcome.versionId,
    deliveredAt: now(),
  };
  const status = outcome.kind === 'uploaded' ? 'delivered' : 'skipped';
  return { status, receipt, key: outcome.place.key };
}

/** Removes what attempts of an upload left at its destination. @throws AppError */
export async function abortUpload(
  transports: Pick<DeliveryTransports, 'abortUpload' | 'accessTo'>,
  upload: UploadDelivery,
  state: UploadState,
  timeoutMs: number,
): Promise<void> {
  const place = placeOfUpload(upload, state.key);
  const access = await transports.accessTo(upload.target, place);
  await transports.abortUpload(access, place, state, AbortSignal.timeout(timeoutMs));
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
