import { z } from 'zod';
import { deliveryReceiptSchema } from '../../shared/deliveries.js';
import { appErrorSchema } from '../../shared/errors.js';
import { existingObjectPolicies } from '../../shared/output.js';
import { complianceSchema } from '../../shared/request/fields.js';

const attempts = z.number().int();

/** What a try may have left at the other side: the key that it wrote to, and an upload in parts. */
const begun = z.object({ key: z.string(), multipart: z.string().optional() }).optional();

/** Where an outgoing delivery stands. */
const deliveryStateSchema = z.discriminatedUnion('status', [
  /** Nothing is sent until it is released; at a start, what no job speaks of is dropped. */
  z.object({ status: z.literal('held') }),
  z.object({
    status: z.literal('waiting'),
    attempts,
    /** In milliseconds since the epoch; absent: at once. */
    retryAt: z.number().optional(),
    error: appErrorSchema.optional(),
    /** Its secret is not known: it is not tried before that may have changed. */
    missingSecret: z.boolean().optional(),
    begun,
  }),
  z.object({ status: z.literal('running'), attempts, begun }),
  /** A webhook has no receipt. */
  z.object({
    status: z.literal('delivered'),
    attempts,
    receipt: deliveryReceiptSchema.optional(),
  }),
  z.object({ status: z.literal('skipped'), attempts, receipt: deliveryReceiptSchema.optional() }),
  z.object({ status: z.literal('failed'), attempts, error: appErrorSchema, begun }),
  /** With parts that could not be taken back, and why: they are as it is tried again or dropped. */
  z.object({
    status: z.literal('canceled'),
    attempts,
    error: appErrorSchema.optional(),
    begun,
  }),
]);
export type DeliveryState = Readonly<z.infer<typeof deliveryStateSchema>>;

const common = {
  id: z.string(),
  /** The job whose PDF it is; null for one that was sent from the preview. */
  job: z.string().nullable(),
  /** When it came to be, in milliseconds since the epoch. */
  created: z.number(),
  compliance: complianceSchema,
};

/** A PDF that goes into a bucket. */
const uploadDeliverySchema = z.object({
  kind: z.literal('upload'),
  ...common,
  /** Id of the target; null: the one that matches, else the machine's own settings. */
  target: z.string().nullable(),
  bucket: z.string(),
  key: z.string(),
  existing: z.enum(existingObjectPolicies),
  pdf: z.object({
    /** Under which id the outbox keeps the bytes; several deliveries may share them. */
    id: z.string(),
    name: z.string(),
    /** In bytes. */
    size: z.number().int(),
  }),
});

/** What a webhook tells of a job. */
const jobOutcomeSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('completed'),
    /** Where the PDF is; absent for a job without uploads, and while they have not ended. */
    url: z.string().optional(),
    file: z.object({ name: z.string(), size: z.number().int() }),
  }),
  z.object({ kind: z.literal('failed'), error: appErrorSchema }),
]);
export type JobOutcome = Readonly<z.infer<typeof jobOutcomeSchema>>;

/** A message about the end of a job (the interface, section 6). */
const webhookDeliverySchema = z.object({
  kind: z.literal('webhook'),
  ...common,
  address: z.string(),
  /** Ids of the uploads that it waits for; it tells what became of the first. */
  after: z.array(z.string()),
  outcome: jobOutcomeSchema,
  /** When what it tells came about, in milliseconds since the epoch: a fixed part of the message. Absent while it waits for uploads. */
  ready: z.number().optional(),
  /** Id of the message whose place it takes, as the outcome is another one now. */
  instead: z.string().optional(),
});

export const storedDeliverySchema = z.discriminatedUnion('kind', [
  uploadDeliverySchema.extend({ state: deliveryStateSchema }),
  webhookDeliverySchema.extend({ state: deliveryStateSchema }),
]);
/** A delivery that leaves this computer. Only the outbox changes it. */
export type Delivery = Readonly<z.infer<typeof storedDeliverySchema>>;
export type UploadDelivery = Extract<Delivery, { kind: 'upload' }>;
export type WebhookDelivery = Extract<Delivery, { kind: 'webhook' }>;
