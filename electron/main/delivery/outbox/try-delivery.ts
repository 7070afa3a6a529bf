import type { DeliveryReceipt } from '../../../shared/deliveries.js';
import { destinationText } from '../../../shared/request/bucket-destination.js';
import type { UploadHooks } from '../bucket/upload.js';
import { webhookBody } from '../webhook/webhook-message.js';
import type { OutboxParts } from './outbox-parts.js';
import type { OutgoingUpload, OutgoingWebhook } from './outgoing.js';
import { begunOf } from './outgoing-state.js';

/** What a try came to that did not fail. */
export interface TryEnd {
  readonly status: 'delivered' | 'skipped';
  readonly receipt?: DeliveryReceipt;
  /** The key that the object has in the end. */
  readonly key?: string;
}

/** Tries once to put a PDF into its bucket. @throws AppError */
export async function tryUpload(
  parts: OutboxParts,
  outgoing: OutgoingUpload,
  hooks: UploadHooks,
  now: () => number,
): Promise<TryEnd> {
  const { id, target, bucket, key, existing, pdf, compliance } = outgoing;
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
      begun: begunOf(outgoing.state),
    },
    hooks,
  );
  const receipt: DeliveryReceipt = {
    url: outcome.url,
    file: { name: outcome.place.key.split('/').at(-1) ?? pdf.name, size: pdf.size },
    compliance,
    destination: destinationText(outcome.place),
    etag: outcome.etag,
    versionId: outcome.versionId,
    deliveredAt: now(),
  };
  const status = outcome.kind === 'uploaded' ? 'delivered' : 'skipped';
  return { status, receipt, key: outcome.place.key };
}

/** Tries once to deliver a message. @throws AppError */
export async function tryWebhook(
  parts: Pick<OutboxParts, 'sendWebhook'>,
  outgoing: OutgoingWebhook,
  signal: AbortSignal,
): Promise<TryEnd> {
  const { id, address, compliance, outcome, created, ready = created } = outgoing;
  const body = webhookBody(outcome, compliance, new Date(ready));
  await parts.sendWebhook({ id, address, body, encryptedOnly: compliance.hipaa }, signal);
  return { status: 'delivered' };
}
