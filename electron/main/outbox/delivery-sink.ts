import { randomUUID } from 'node:crypto';
import type { ExistingObjectPolicy } from '../../shared/output.js';
import type { UploadLocation } from '../../shared/upload-location.js';
import type { ConversionRequest } from '../../shared/request/request.js';
import type { Contents } from '../files/temporary-file.js';
import type {
  Delivery,
  JobOutcome,
  UploadDelivery,
  UploadOverrides,
  WebhookDelivery,
} from './delivery.js';

/** Where a PDF is uploaded, with placeholders filled in. */
export type UploadPlace = UploadLocation & {
  /** Id of the target; null: the one that matches, otherwise what the machine has. */
  readonly target: string | null;
  readonly existing: ExistingObjectPolicy;
};

/** A PDF with its uploads, and the webhook about it. */
export interface DeliveryInput {
  /** Id of the job; null for a PDF that is uploaded from the preview. */
  readonly job: string | null;
  readonly compliance?: ConversionRequest['compliance'];
  /** What a command line sets for the uploads, and the name of what it converts. */
  readonly overrides?: UploadOverrides;
  readonly source?: string;
  /** Absent if there are no uploads. */
  readonly pdf?: { readonly contents: Contents; readonly name: string; readonly size: number };
  readonly uploads: readonly UploadPlace[];
  readonly webhook?: {
    readonly address: string;
    readonly outcome: JobOutcome;
    /** What the job converted; see `eventSource`. */
    readonly source?: string | undefined;
  };
}

/**
 * Accepts the uploads and webhooks of jobs. Delivery has two steps, so that a job can be recorded
 * as finished in between: if the process were killed after sending and before that, the job would
 * run again and its PDF would be delivered twice.
 */
export interface DeliverySink {
  /**
   * Stores a PDF with its deliveries without sending anything.
   * @returns ids of the uploads, in their order, then of the webhook
   * @throws AppError `write-failed` if they cannot be stored; nothing remains then
   */
  stage(input: DeliveryInput): Promise<readonly string[]>;
  /** Starts sending staged deliveries; ignores ids that are not staged. */
  release(ids: readonly string[]): Promise<void>;
  /** Deletes staged deliveries; ignores ids that are not staged. */
  discard(ids: readonly string[]): Promise<void>;
}

/**
 * The uploads, in their order, then the webhook; all are staged.
 * @param now in milliseconds since the epoch
 */
export function newDeliveries(input: DeliveryInput, now: number): readonly Delivery[] {
  const { pdf, webhook, overrides, source } = input;
  if (pdf === undefined && input.uploads.length > 0) throw new Error('There is no PDF to upload.');
  const pdfId = randomUUID();
  const uploads = input.uploads.map((place, index): UploadDelivery => ({
    ...common(input, now + index),
    kind: 'upload',
    ...('bucket' in place ? { bucket: place.bucket } : { server: place.server }),
    ...{ target: place.target, key: place.key, existing: place.existing },
    ...(overrides && { overrides }),
    ...(source !== undefined && { source }),
    pdf: { id: pdfId, name: pdf?.name ?? '', size: pdf?.size ?? 0 },
  }));
  if (webhook === undefined) return uploads;
  const event: WebhookDelivery = {
    ...common(input, now + uploads.length),
    kind: 'webhook',
    address: webhook.address,
    after: uploads.map(({ id }) => id),
    outcome: webhook.outcome,
    ...(webhook.source !== undefined && { source: webhook.source }),
  };
  return [...uploads, event];
}

type Common = Pick<UploadDelivery, 'id' | 'job' | 'created' | 'compliance' | 'state'>;

/** @param created differs by a millisecond, so that stored deliveries can be read back in order */
function common({ job, compliance }: DeliveryInput, created: number): Common {
  return {
    id: randomUUID(),
    job,
    created,
    compliance: compliance ?? { gdpr: false, hipaa: false },
    state: { status: 'staged' },
  };
}
