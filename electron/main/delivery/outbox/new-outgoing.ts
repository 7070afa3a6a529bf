import { randomUUID } from 'node:crypto';
import type { HandedOver, UploadPlace } from './handover.js';
import type { Outgoing, OutgoingUpload, OutgoingWebhook } from './outgoing.js';

/** What goes out for a piece of work: its uploads, in their order, then its webhook. All are held. @param now in milliseconds since the epoch */
export function newOutgoing(work: HandedOver, now: number): readonly Outgoing[] {
  const { pdf, webhook } = work;
  if (pdf === undefined && work.uploads.length > 0) throw new Error('There is no PDF to upload.');
  const pdfId = randomUUID();
  const uploads = work.uploads.map(({ target, bucket, key, existing }: UploadPlace, index) => ({
    ...common(work, now + index),
    kind: 'upload' as const,
    ...{ target, bucket, key, existing },
    pdf: { id: pdfId, name: pdf?.name ?? '', size: pdf?.size ?? 0 },
  }));
  if (webhook === undefined) return uploads;
  const message: OutgoingWebhook = {
    ...common(work, now + uploads.length),
    kind: 'webhook',
    address: webhook.address,
    after: uploads.map(({ id }) => id),
    outcome: webhook.outcome,
  };
  return [...uploads, message];
}

type Common = Pick<OutgoingUpload, 'id' | 'job' | 'created' | 'compliance' | 'state'>;

/** Times differ by a millisecond, so that a list that is read back has its order. */
function common({ job, compliance }: HandedOver, created: number): Common {
  return {
    id: randomUUID(),
    job,
    created,
    compliance: compliance ?? { gdpr: false, hipaa: false },
    state: { status: 'held' },
  };
}
