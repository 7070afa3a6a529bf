import { z } from 'zod';
import { appErrorSchema } from './errors.js';
import { complianceSchema } from './request/fields.js';

/**
 * States of an upload or a webhook. `waiting`: it is its turn soon, or it is tried again by itself.
 * `skipped`: there was an object of that name. `failed`: refused; it stays, with its PDF, until it
 * is tried again or dropped. `canceled`: the same, by the person's own word.
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

/** What proves a delivery: the response of the interface's section 2.5, and where and when. */
export const deliveryReceiptSchema = z.object({
  url: z.string(),
  file: z.object({ name: z.string(), size: z.number().int() }),
  compliance: complianceSchema,
  /** `s3://bucket/path/name.pdf`, as it was in the end. */
  destination: z.string(),
  /** As the server gives it; absent where it gives none. */
  etag: z.string().optional(),
  versionId: z.string().optional(),
  /** In milliseconds since the epoch. */
  deliveredAt: z.number(),
});
export type DeliveryReceipt = Readonly<z.infer<typeof deliveryReceiptSchema>>;

/** An upload or a webhook as a line of the list. */
const deliveryRowSchema = z.object({
  id: z.string(),
  kind: z.enum(['upload', 'webhook']),
  /** The job whose PDF it is; null for one that was sent from the preview. */
  job: z.string().nullable(),
  /**
   * Name of the file; for a webhook that of the PDF that it tells of, empty where there is none.
   */
  file: z.string(),
  /** What it goes to, in a word: the target's name or the webhook's host. */
  to: z.string(),
  /** Id of the target of an upload; absent where none was named. It may have been removed since. */
  target: z.string().optional(),
  /** `s3://bucket/path/name.pdf`, or the address of the webhook. */
  destination: z.string(),
  status: z.enum(deliveryStatuses),
  /** In bytes. */
  size: z.number(),
  /** Bytes sent so far, while it runs. */
  sent: z.number().optional(),
  /** How often it has been tried. */
  attempts: z.number().int(),
  /** When it is tried again by itself, in milliseconds since the epoch. */
  retryAt: z.number().optional(),
  /** Why it failed, or why it has to be tried again. */
  error: appErrorSchema.optional(),
  /** For an upload that was delivered. */
  receipt: deliveryReceiptSchema.optional(),
});
export type DeliveryRow = Readonly<z.infer<typeof deliveryRowSchema>>;

/** Why deliveries cannot be remembered at the moment, as a sentence; absent while they can. */
const trouble = z.string().optional();

/** All uploads and webhooks that there are. */
export const deliveryListSchema = z.object({ rows: z.array(deliveryRowSchema), trouble });
export type DeliveryList = z.infer<typeof deliveryListSchema>;

/** What changed since the last event, and the trouble that there is now. */
export const deliveryChangesSchema = z.object({
  /** New rows, at the end of the list and in this order, or in the place of the one of their id. */
  rows: z.array(deliveryRowSchema),
  removed: z.array(z.string()),
  trouble,
});
export type DeliveryChanges = z.infer<typeof deliveryChangesSchema>;
