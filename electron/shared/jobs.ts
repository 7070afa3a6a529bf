import { z } from 'zod';
import { conversionStageSchema } from './conversion-stage.js';
import { remoteReceiptSchema } from './endpoints.js';
import { appErrorSchema } from './errors.js';
import { outputSchema } from './output.js';
import { preflightSchema } from './preflight.js';
import { conversionOptionsSchema } from './request/request.js';

export const jobStatuses = ['queued', 'running', 'completed', 'failed', 'canceled'] as const;
export type JobStatus = (typeof jobStatuses)[number];

/** How a job is done: taken from the form when it was added, and its own from then on. */
export const jobOptionsSchema = z.strictObject({
  request: conversionOptionsSchema,
  output: outputSchema,
  /** Id of the endpoint that makes the PDF; null: this computer does. */
  renderOn: z.string().nullable().default(null),
});
export type JobOptions = z.infer<typeof jobOptionsSchema>;

export const jobIdSchema = z.string().min(1).max(64);

/** A job as a line of the list. */
const jobRowSchema = z.object({
  id: jobIdSchema,
  /** A file's name, an address, or `HTML`. */
  name: z.string(),
  /** What tells it from others of that name: the file's folder; empty if there is nothing to tell. */
  place: z.string(),
  status: z.enum(jobStatuses),
  /** While it runs. */
  stage: conversionStageSchema.optional(),
  /** What the page has been waiting for, for a second or longer. */
  waitingFor: z.string().optional(),
  /** While it is sent to a service or fetched from it: bytes so far, and all, where that is known. */
  bytes: z.object({ done: z.number(), of: z.number().optional() }).optional(),
  /** Full path of the PDF, once completed; absent if it was not to be written to this computer. */
  path: z.string().optional(),
  /** Completed without making a PDF, as there was one of that name and the job was told to skip it. */
  skipped: z.boolean().optional(),
  pages: z.number().int().optional(),
  /** In bytes. */
  size: z.number().optional(),
  /** Why it failed; while it is queued, why it is not begun: the key of its service has to be put in first. */
  error: appErrorSchema.optional(),
  /** Failed only as its PDF could not be written: it is kept, can be looked at, and trying again does not convert again. */
  kept: z.boolean().optional(),
  /** Ids of the uploads and the webhook that came of it. */
  deliveries: z.array(z.string()).default([]),
  /** How many of its uploads the person dropped before they were delivered; absent for none. */
  dropped: z.number().int().optional(),
  /** Its PDF was only to be uploaded, and all its uploads were dropped: it is nowhere. */
  nowhere: z.boolean().optional(),
  /** Id of the endpoint that makes it; absent: this computer does. */
  renderOn: z.string().optional(),
  /** What a remote service answered, if it made the PDF. */
  remote: remoteReceiptSchema.optional(),
  /** How many things went wrong while the page loaded. */
  findings: z.number().int(),
});
export type JobRow = z.infer<typeof jobRowSchema>;

/** The queue as a whole. */
const queueSummarySchema = z.object({
  paused: z.boolean(),
  counts: z.record(z.enum(jobStatuses), z.number().int()),
  /** What has been asked for since the queue last stood still: null while it does. */
  batch: z
    .object({
      total: z.number().int(),
      ended: z.number().int(),
      failed: z.number().int(),
      /** Seconds until the batch ends, judged by how fast it went so far; null until that is worth saying. */
      secondsLeft: z.number().nullable(),
    })
    .nullable(),
  /** Why the queue cannot be kept on the disk at the moment, as a sentence; absent while it can. */
  trouble: z.string().optional(),
});
export type QueueSummary = z.infer<typeof queueSummarySchema>;

export const jobListSchema = z.object({ rows: z.array(jobRowSchema), summary: queueSummarySchema });
export type JobList = z.infer<typeof jobListSchema>;

/** What changed since the last event; several changes of one job are one row. */
export const jobChangesSchema = z.object({
  /** Rows that are new, at the end of the list and in this order, or that replace the one of their id. */
  rows: z.array(jobRowSchema),
  removed: z.array(jobIdSchema),
  /** All ids, where the order changed. */
  order: z.array(jobIdSchema).optional(),
  summary: queueSummarySchema,
});
export type JobChanges = z.infer<typeof jobChangesSchema>;

/** All that is known of one job. */
export const jobDetailsSchema = z.object({
  row: jobRowSchema,
  options: jobOptionsSchema,
  preflight: preflightSchema,
});
export type JobDetails = z.infer<typeof jobDetailsSchema>;
