import type { DeliveryChanges } from '../../shared/deliveries.js';
import type { ObjectLocation } from '../../shared/request/storage.js';
import type { AccessTo, BucketAccess } from '../s3/bucket-access.js';
import type { UploadState, Upload, UploadHooks, UploadOutcome } from '../s3/upload.js';
import type { PdfSpool } from '../files/pdf-spool.js';
import type { SendWebhook } from '../webhooks/webhook-post.js';
import type { Clock } from '../util/clock.js';
import type { DeliveryStore } from './delivery-store.js';
import type { Delivery, UploadDelivery } from './delivery.js';
import type { Schedule } from './schedule.js';

/** Puts one PDF into a bucket. @throws DeliveryFailure; whatever it likes once its signal is aborted */
export type UploadPdf = (upload: Upload, hooks: UploadHooks) => Promise<UploadOutcome>;

/** Takes back what a try that was cut off left open in a bucket. */
export type AbortUpload = (
  access: BucketAccess,
  place: ObjectLocation,
  begun: UploadState,
  signal: AbortSignal,
) => Promise<void>;

/** What an outbox stands on, and who hears of it. */
export interface OutboxParts {
  readonly memory: DeliveryStore;
  /** Keeps the PDFs until no delivery needs them. */
  readonly pdfs: Pick<PdfSpool, 'keep' | 'remove' | 'pathOf'>;
  readonly upload: UploadPdf;
  readonly abortUpload: AbortUpload;
  readonly sendWebhook: SendWebhook;
  readonly accessTo: AccessTo;
  /** What a target is called in the list; without it, by its bucket. */
  readonly nameOf?: (target: string | null, place: ObjectLocation) => string;
  readonly schedule: Schedule;
  /** How many go out at the same time; 4 uploads and 8 webhooks unless told otherwise. */
  readonly concurrency?: { readonly upload: number; readonly webhook: number };
  /** Deliveries of an earlier Platen, in their order. */
  readonly remembered?: readonly Delivery[];
  /** A few times a second at most; with the trouble that there is. */
  readonly onChange?: (changes: DeliveryChanges) => void;
  /** An upload was delivered, or skipped. */
  readonly onDelivered?: (upload: UploadDelivery) => void;
  /** `trouble` of the outbox has changed. */
  readonly onTrouble?: () => void;
  /** Takes a line for the log; none holds a name or an address of a private delivery, nor more than the host of a webhook. */
  readonly log?: (line: string) => void;
  /** The computer's own, unless a test has another. */
  readonly clock?: Clock;
  /** From 0 to 1: spreads tries that would fall together. */
  readonly random?: () => number;
}
