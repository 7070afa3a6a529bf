import { z } from 'zod';
import { appErrorSchema } from './messages/errors.js';
import { messageSchema } from './messages/message.js';
import { complianceSchema } from './request/fields.js';

/**
 * States of an upload or a webhook. `waiting`: for its first attempt or a retry. `skipped`: an
 * object of that name existed. `failed`: refused; kept with its PDF until it is retried or
 * discarded. `canceled`: by the user, kept likewise.
 */
const deliveryStatuses = [
  'waiting',
  'running',
  'delivered',
  'skipped',
  'failed',
  'canceled',
] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** The proof of a delivery: the response of the API's section 2.5, the destination and the time. */
export const deliveryReceiptSchema = z.object({
  url: z.string(),
  file: z.object({ name: z.string(), size: z.number().int() }),
  compliance: complianceSchema,
  /** What was written: `s3://bucket/path/name.pdf`, or `sftp://host/path/name.pdf`. */
  destination: z.string(),
  /** As returned by the server, if it returns one. */
  etag: z.string().optional(),
  versionId: z.string().optional(),
  /** In milliseconds since the epoch. */
  deliveredAt: z.number(),
});
export type DeliveryReceipt = Readonly<z.infer<typeof deliveryReceiptSchema>>;

/** An upload or a webhook as a row of the list. */
const deliveryRowSchema = z.object({
  id: z.string(),
  kind: z.enum(['upload', 'webhook']),
  /** The job whose PDF it is; null if it was uploaded from the preview. */
  job: z.string().nullable(),
  /** File name of the PDF; empty for a webhook about a job without one. */
  file: z.string(),
  /** The name of the destination, or the host of the webhook. */
  to: z.string(),
  /** Id of the target of an upload, if it has one. It may have been removed since. */
  target: z.string().optional(),
  /** As in the receipt, or the URL of the webhook. */
  destination: z.string(),
  status: z.enum(deliveryStatuses),
  /** In bytes. */
  size: z.number(),
  /** Bytes sent so far, while it runs. */
  sent: z.number().optional(),
  /** Number of attempts so far. */
  attempts: z.number().int(),
  /** Time of the next automatic retry, in milliseconds since the epoch. */
  retryAt: z.number().optional(),
  /** Why it failed, or why it must be retried. */
  error: appErrorSchema.optional(),
  /** The receipt of a delivered upload. */
  receipt: deliveryReceiptSchema.optional(),
});
export type DeliveryRow = Readonly<z.infer<typeof deliveryRowSchema>>;

/** Why deliveries cannot be written to the disk; absent while they can. */
const persistenceError = messageSchema.optional();

/** All uploads and webhooks. */
export const deliveryListSchema = z.object({ rows: z.array(deliveryRowSchema), persistenceError });
export type DeliveryList = z.infer<typeof deliveryListSchema>;

/** What changed since the last event, and the current persistence error. */
export const deliveryChangesSchema = z.object({
  /** New rows, at the end of the list in this order, and rows that replace those of their id. */
  rows: z.array(deliveryRowSchema),
  removed: z.array(z.string()),
  persistenceError,
});
export type DeliveryChanges = z.infer<typeof deliveryChangesSchema>;
