import { randomUUID } from 'node:crypto';
import type { ExistingObjectPolicy } from '../../shared/output.js';
import type { ObjectLocation } from '../../shared/request/storage.js';
import type { ConversionRequest } from '../../shared/request/request.js';
import type { Contents } from '../files/temporary-file.js';
import type { JobOutcome, Delivery, UploadDelivery, WebhookDelivery } from './delivery.js';

/** One place that a PDF is to be put, its placeholders filled in. */
export interface UploadPlace extends ObjectLocation {
  /** Id of the target; null: the one that matches, else the machine's own settings. */
  readonly target: string | null;
  readonly existing: ExistingObjectPolicy;
}

/** What is handed to the outbox: the PDF for its uploads, and the message about it. */
export interface DeliveryInput {
  /** The job's id; null for a PDF that is sent from the preview. */
  readonly job: string | null;
  readonly compliance?: ConversionRequest['compliance'];
  /** The PDF for the uploads; absent where there are none. */
  readonly pdf?: { readonly contents: Contents; readonly name: string; readonly size: number };
  readonly uploads: readonly UploadPlace[];
  readonly webhook?: { readonly address: string; readonly outcome: JobOutcome };
}

/** The outbox, as far as those who make PDFs know it. */
export interface DeliverySink {
  /**
   * Takes a PDF and its messages into keeping, on the disk when it resolves. Nothing is sent before {@link release}: a job that is not known to
   * have ended would be made again after a kill, and its PDF be delivered twice.
   * @returns ids of the uploads, in their order, then of the webhook
   * @throws AppError `write-failed` where they cannot be kept; nothing is left then
   */
  hold(work: DeliveryInput): Promise<readonly string[]>;
  /**
   * Sends what is held. Ids that are not held (any more) are passed over. Resolves when the disk knows that it is to be sent, also after a kill, or when it is
   * plain that the disk does not take it now.
   */
  release(ids: readonly string[]): Promise<void>;
  /** Drops what is held, as it is not to be sent after all. */
  discard(ids: readonly string[]): Promise<void>;
}

/** What goes out for a piece of work: its uploads, in their order, then its webhook. All are held. @param now in milliseconds since the epoch */
export function newDeliveries(work: DeliveryInput, now: number): readonly Delivery[] {
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
  const message: WebhookDelivery = {
    ...common(work, now + uploads.length),
    kind: 'webhook',
    address: webhook.address,
    after: uploads.map(({ id }) => id),
    outcome: webhook.outcome,
  };
  return [...uploads, message];
}

type Common = Pick<UploadDelivery, 'id' | 'job' | 'created' | 'compliance' | 'state'>;

/** Times differ by a millisecond, so that a list that is read back has its order. */
function common({ job, compliance }: DeliveryInput, created: number): Common {
  return {
    id: randomUUID(),
    job,
    created,
    compliance: compliance ?? { gdpr: false, hipaa: false },
    state: { status: 'held' },
  };
}
