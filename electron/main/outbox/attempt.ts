import type { DeliveryReceipt } from '../../shared/deliveries.js';
import { s3Uri } from '../../shared/request/storage.js';
import type { UploadHooks } from '../s3/upload.js';
import { webhookBody } from './webhook-message.js';
import type { OutboxParts } from './outbox-parts.js';
import type { UploadDelivery, WebhookDelivery } from './delivery.js';
import { begunOf } from './delivery-state.js';

/** What a try came to that did not fail. */
export interface AttemptResult {
  readonly status: 'delivered' | 'skipped';
  readonly receipt?: DeliveryReceipt;
  /** The key that the object has in the end. */
  readonly key?: string;
}

/** Tries once to put a PDF into its bucket. @throws AppError */
export async function attemptUpload(
  parts: OutboxParts,
  delivery: UploadDelivery,
  hooks: UploadHooks,
  now: () => number,
): Promise<AttemptResult> {
  const { id, target, bucket, key, existing, pdf, compliance } = delivery;
  const place = { bucket, key };
  const access = await parts.accessTo(target, place);
  hooks.signal.throwIfAborted();
  const outcome = await parts.upload(
    {
      id,
      access,
      place,
      existing,
      path: parts.pdfs.pathOf(pdf.id),
      size: pdf.size,
      encryptedOnly: compliance.hipaa,
      begun: begunOf(delivery.state),
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

/** Tries once to deliver a message. @throws AppError */
export async function attemptWebhook(
  parts: Pick<OutboxParts, 'sendWebhook'>,
  delivery: WebhookDelivery,
  signal: AbortSignal,
): Promise<AttemptResult> {
  const { id, address, compliance, outcome, created, ready = created } = delivery;
  const body = webhookBody(outcome, compliance, new Date(ready));
  await parts.sendWebhook({ id, address, body, encryptedOnly: compliance.hipaa }, signal);
  return { status: 'delivered' };
}
