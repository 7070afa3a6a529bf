import { z } from 'zod';
import { deliveryReceiptSchema } from '../../shared/deliveries.js';
import { appErrorSchema } from '../../shared/messages/errors.js';
import { objectOptions, objectSettingsSchema } from '../../shared/object-settings.js';
import { existingObjectPolicies } from '../../shared/output.js';
import { complianceSchema, hasComplianceFlag } from '../../shared/request/fields.js';
import { ownerAcl } from '../../shared/targets.js';
import type { UploadLocation } from '../../shared/upload-location.js';

const attempts = z.number().int();

/** What a command line sets for its uploads, regardless of the settings. Contains no secret. */
const uploadOverridesSchema = z.object({
  /** Null: none. */
  acl: z.literal(ownerAcl).nullable().optional(),
  object: objectSettingsSchema.optional(),
  /** The options of the target that it removes. */
  cleared: z.array(z.enum(objectOptions)).readonly().optional(),
  /** How it signs in to servers. */
  server: z
    .object({
      /** Full path of a private key. */
      identity: z.string().optional(),
      /** Full path of a file with the password, or the passphrase of the key. */
      passwordFile: z.string().optional(),
      /** The only key that a server may have, as `SHA256:…`. */
      hostKey: z.string().optional(),
    })
    .optional(),
});
export type UploadOverrides = Readonly<z.infer<typeof uploadOverridesSchema>>;
export type ServerOverrides = NonNullable<UploadOverrides['server']>;

/**
 * What attempts may have left at the destination: an object or file with this key, and an open
 * multipart upload or a temporary file.
 */
const uploadState = z
  .object({
    key: z.string(),
    multipart: z.string().optional(),
    /** Path of a temporary file on a server. */
    temporary: z.string().optional(),
  })
  .optional();

const deliveryStateSchema = z.discriminatedUnion('status', [
  /**
   * Not sent until it is released. At the start, staged deliveries that no finished job refers to
   * are discarded.
   */
  z.object({ status: z.literal('staged') }),
  z.object({
    status: z.literal('waiting'),
    attempts,
    /** In milliseconds since the epoch; absent: at once. */
    retryAt: z.number().optional(),
    error: appErrorSchema.optional(),
    /** Its secret is missing. It is not attempted before secrets have changed. */
    missingSecret: z.boolean().optional(),
    uploadState,
  }),
  z.object({ status: z.literal('running'), attempts, uploadState }),
  /** A webhook has no receipt. */
  z.object({
    status: z.literal('delivered'),
    attempts,
    receipt: deliveryReceiptSchema.optional(),
  }),
  z.object({ status: z.literal('skipped'), attempts, receipt: deliveryReceiptSchema.optional() }),
  z.object({ status: z.literal('failed'), attempts, error: appErrorSchema, uploadState }),
  /** The error says why parts of the upload are still in the bucket. */
  z.object({
    status: z.literal('canceled'),
    attempts,
    error: appErrorSchema.optional(),
    uploadState,
  }),
]);
export type DeliveryState = Readonly<z.infer<typeof deliveryStateSchema>>;

const common = {
  id: z.string(),
  /** Id of the job that created the PDF; null for one that was uploaded from the preview. */
  job: z.string().nullable(),
  /** In milliseconds since the epoch. */
  created: z.number(),
  compliance: complianceSchema,
};

const upload = {
  kind: z.literal('upload'),
  ...common,
  /** Id of the target; null: the one that matches, otherwise what the machine has. */
  target: z.string().nullable(),
  key: z.string(),
  existing: z.enum(existingObjectPolicies),
  overrides: uploadOverridesSchema.optional(),
  /** What was converted; absent in the window, and if it is private. */
  source: z.string().optional(),
  pdf: z.object({
    /** Id of the bytes in the outbox; several uploads may share them. */
    id: z.string(),
    name: z.string(),
    /** In bytes. */
    size: z.number().int(),
  }),
};

const eventFile = z.object({ name: z.string(), size: z.number().int() });

const uploadResultSchema = z.object({
  /** Id of the upload. */
  id: z.string(),
  /** Its `s3://`, `sftp://` or `davs://` URL; absent if the upload is unknown. */
  destination: z.string().optional(),
  status: z.enum(['delivered', 'skipped', 'failed', 'canceled']),
  /** Of a delivered one. A skipped one has neither: the object is not of this job. */
  url: z.string().optional(),
  file: eventFile.optional(),
  error: appErrorSchema.optional(),
});
/** The end of an upload, as a webhook reports it. */
export type UploadResult = Readonly<z.infer<typeof uploadResultSchema>>;

/** Of those uploads that have ended or were removed, in their order; absent without uploads. */
const uploadResults = z.array(uploadResultSchema).readonly().optional();

/** What a webhook reports of a job. */
const jobOutcomeSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('completed'),
    /** URL of the first delivered upload. */
    url: z.string().optional(),
    /** As delivered first; before that, as created. */
    file: eventFile,
    uploads: uploadResults,
  }),
  z.object({
    kind: z.literal('failed'),
    error: appErrorSchema,
    /** Absent if there is no PDF. */
    file: eventFile.optional(),
    uploads: uploadResults,
  }),
]);
export type JobOutcome = Readonly<z.infer<typeof jobOutcomeSchema>>;

/** An event about the end of a job (the API, section 6). */
const webhookDeliverySchema = z.object({
  kind: z.literal('webhook'),
  ...common,
  address: z.string(),
  /** Ids of the uploads that it waits for and reports. */
  after: z.array(z.string()),
  /** What the job converted; see `eventSource`. */
  source: z.string().optional(),
  outcome: jobOutcomeSchema,
  /**
   * When the outcome was known, in milliseconds since the epoch: the timestamp of the event, the
   * same in each attempt. Absent while it waits for uploads.
   */
  ready: z.number().optional(),
  /** Id of the event that it replaces, because the outcome has changed. */
  instead: z.string().optional(),
});

const bucketUploadSchema = z.object({ ...upload, bucket: z.string(), state: deliveryStateSchema });
const serverUploadSchema = z.object({ ...upload, server: z.string(), state: deliveryStateSchema });

export const storedDeliverySchema = z.union([
  bucketUploadSchema,
  serverUploadSchema,
  webhookDeliverySchema.extend({ state: deliveryStateSchema }),
]);
/** An upload or a webhook. Only the outbox changes it. */
export type Delivery = Readonly<z.infer<typeof storedDeliverySchema>>;
export type UploadDelivery = Extract<Delivery, { kind: 'upload' }>;
export type WebhookDelivery = Extract<Delivery, { kind: 'webhook' }>;

type StateOf<Status extends DeliveryState['status']> = Extract<DeliveryState, { status: Status }>;
export type WaitingState = StateOf<'waiting'>;
export type CanceledState = StateOf<'canceled'>;

export function placeOfUpload(upload: UploadDelivery, key = upload.key): UploadLocation {
  return 'bucket' in upload ? { bucket: upload.bucket, key } : { server: upload.server, key };
}

/** True if it needs neither its PDF nor another attempt. */
export function isDone({ status }: Pick<DeliveryState, 'status'>): boolean {
  return status === 'delivered' || status === 'skipped';
}

/** True if it is not attempted again unless the user retries it. */
export function isAtRest({ status }: DeliveryState): boolean {
  return isDone({ status }) || status === 'failed' || status === 'canceled';
}

/** True if its names and URLs must stay out of logs and history. */
export function isPrivate({ compliance }: Pick<Delivery, 'compliance'>): boolean {
  return hasComplianceFlag(compliance);
}

/** Counted since the delivery was added or retried by the user. */
export function attemptsOf(state: DeliveryState): number {
  return state.status === 'staged' ? 0 : state.attempts;
}

export function uploadStateOf(state: DeliveryState): WaitingState['uploadState'] {
  return 'uploadState' in state ? state.uploadState : undefined;
}

function retained(state: DeliveryState): Pick<WaitingState, 'attempts' | 'uploadState'> {
  const uploadState = uploadStateOf(state);
  return { attempts: attemptsOf(state), ...(uploadState && { uploadState }) };
}

/** @param change the fields that differ from the previous state */
export function waitingAfter(
  state: DeliveryState,
  change: Partial<Omit<WaitingState, 'status'>> = {},
): WaitingState {
  return { status: 'waiting', ...retained(state), ...change };
}

export function runningAfter(state: DeliveryState): StateOf<'running'> {
  const { attempts: before, ...rest } = retained(state);
  return { status: 'running', attempts: before + 1, ...rest };
}

export function failedAfter(
  state: DeliveryState,
  error: StateOf<'failed'>['error'],
): StateOf<'failed'> {
  return { status: 'failed', ...retained(state), error };
}

export function canceledAfter(
  state: DeliveryState,
  change: Partial<Omit<CanceledState, 'status'>> = {},
): CanceledState {
  return { status: 'canceled', ...retained(state), ...change };
}
