import { z } from 'zod';
import { conversionStageSchema } from './conversion-stage.js';
import { remoteReceiptSchema } from './endpoints.js';
import { appErrorSchema } from './messages/errors.js';
import { type Message, message, messageSchema } from './messages/message.js';
import { outputSchema } from './output.js';
import { preflightSchema } from './request/preflight.js';
import { conversionOptionsSchema } from './request/request.js';

export const jobStatuses = ['queued', 'running', 'completed', 'failed', 'canceled'] as const;
export type JobStatus = (typeof jobStatuses)[number];

/** The options of a job, copied from the form when it was added. */
export const jobOptionsSchema = z.strictObject({
  request: conversionOptionsSchema,
  output: outputSchema,
  /** Id of the service that renders the PDF; null: rendered locally. */
  renderOn: z.string().nullable().default(null),
});
export type JobOptions = z.infer<typeof jobOptionsSchema>;

export const jobIdSchema = z.string().min(1).max(64);

/** What a document is called. */
const documentNameSchema = z.object({
  /** A file name or URL as text, or a message for other sources. */
  name: z.union([z.string(), messageSchema]),
  /** The file's folder, which distinguishes files of the same name; empty for other sources. */
  place: z.string(),
});
export type DocumentName = z.infer<typeof documentNameSchema>;

/** A job as a row of the list. */
const jobRowSchema = documentNameSchema.extend({
  id: jobIdSchema,
  status: z.enum(jobStatuses),
  /** While it runs. */
  stage: conversionStageSchema.optional(),
  /** What the page has been waiting for, if for a second or longer. */
  waitingFor: messageSchema.optional(),
  /** While a service receives the request or sends the PDF: bytes so far, and in total if known. */
  bytes: z.object({ done: z.number(), of: z.number().optional() }).optional(),
  /** Full path of the PDF, once completed; absent if it was not saved locally. */
  path: z.string().optional(),
  /** The name that its PDF will probably get; absent once it ended, or if it needs the title. */
  expected: z.string().optional(),
  /** Completed without a PDF, because the file existed and was to be skipped. */
  skipped: z.boolean().optional(),
  /** How many PDFs it was divided into; absent for one that is not divided. */
  parts: z.number().int().optional(),
  pages: z.number().int().optional(),
  /** In bytes. */
  size: z.number().optional(),
  /** How long its conversion took, in milliseconds. */
  ranMs: z.number().optional(),
  /** Why it failed; while queued, why it waits: its service's credential is missing or refused. */
  error: appErrorSchema.optional(),
  /** Its PDF could not be written and is kept. It can be viewed; a retry only writes it. */
  kept: z.boolean().optional(),
  /** Ids of its uploads and its webhook. */
  deliveries: z.array(z.string()).default([]),
  /** How many uploads the user discarded before they were delivered; absent for none. */
  dropped: z.number().int().optional(),
  /** Its PDF was meant only for uploads, and the user discarded all of them. */
  discarded: z.boolean().optional(),
  /** Id of the service that renders it; absent: rendered locally. */
  renderOn: z.string().optional(),
  /** The receipt of the service that rendered the PDF. */
  remote: remoteReceiptSchema.optional(),
  /** How many warnings there are about the page. */
  findings: z.number().int(),
});
export type JobRow = z.infer<typeof jobRowSchema>;

/** How many jobs of a batch ended in which way. */
const batchResultSchema = z.object({
  converted: z.number().int(),
  skipped: z.number().int(),
  failed: z.number().int(),
  canceled: z.number().int(),
});
export type BatchResult = z.infer<typeof batchResultSchema>;

/** In words: `8 converted, 1 failed`. */
export function batchCounts({ converted, skipped, failed, canceled }: BatchResult): Message {
  const counts = [
    ...(converted > 0 ? [message('desktop.countConverted', { count: converted })] : []),
    ...(skipped > 0 ? [message('desktop.countSkipped', { count: skipped })] : []),
    ...(failed > 0 ? [message('desktop.countFailed', { count: failed })] : []),
    ...(canceled > 0 ? [message('desktop.countCanceled', { count: canceled })] : []),
  ];
  return message('desktop.batchCounts', { counts });
}

/** The queue as a whole. */
const queueSummarySchema = z.object({
  paused: z.boolean(),
  counts: z.record(z.enum(jobStatuses), z.number().int()),
  /** All jobs added or retried since the queue was last idle; null while it is idle. */
  batch: z
    .object({
      total: z.number().int(),
      ended: z.number().int(),
      failed: z.number().int(),
      /** Estimated seconds until the batch ends; null while there is no useful estimate. */
      secondsLeft: z.number().nullable(),
    })
    .nullable(),
  /** How the last batch ended; null until one has, and while another one runs. */
  lastBatch: batchResultSchema.nullable(),
  /** Why the queue cannot be written to the disk; absent while it can. */
  persistenceError: messageSchema.optional(),
});
export type QueueSummary = z.infer<typeof queueSummarySchema>;

export const jobListSchema = z.object({ rows: z.array(jobRowSchema), summary: queueSummarySchema });
export type JobList = z.infer<typeof jobListSchema>;

/** What changed since the last event; several changes of one job are one row. */
export const jobChangesSchema = z.object({
  /** New rows, at the end of the list in this order, and rows that replace those of their id. */
  rows: z.array(jobRowSchema),
  removed: z.array(jobIdSchema),
  /** All ids, where the order changed. */
  order: z.array(jobIdSchema).optional(),
  summary: queueSummarySchema,
});
export type JobChanges = z.infer<typeof jobChangesSchema>;

/** A warning, how many jobs have it, and its index in the details of one of them. */
export const warningGroupSchema = z.object({
  message: messageSchema,
  count: z.number().int(),
  job: jobIdSchema,
  index: z.number().int(),
});
export type WarningGroup = z.infer<typeof warningGroupSchema>;

/** A part of a divided PDF. */
const jobPartRowSchema = z.object({
  /** Its pages in the whole document, from 1. */
  firstPage: z.number().int(),
  lastPage: z.number().int(),
  /** Its file name, or the title of its bookmark; empty if it has neither. */
  name: z.string(),
  /** In bytes. */
  size: z.number(),
  status: z.enum(['waiting', 'saved', 'skipped', 'failed']),
});
export type JobPartRow = Readonly<z.infer<typeof jobPartRowSchema>>;

/** A job, or a part of its divided PDF by its index, from 0. */
export const jobPdfSchema = z.object({
  id: jobIdSchema,
  part: z.number().int().min(0).optional(),
});

export const jobDetailsSchema = z.object({
  row: jobRowSchema,
  options: jobOptionsSchema,
  /** The documents that it merges, in their order; empty for a single document. */
  documents: z.array(documentNameSchema).default([]),
  /** The parts of a divided PDF, in their order. */
  parts: z.array(jobPartRowSchema).default([]),
  /** What may surprise users about the parts. */
  partNotes: z.array(messageSchema).default([]),
  /** Folders that the user allowed its documents to read. */
  allowedFolders: z.array(z.string()).default([]),
  preflight: preflightSchema,
  /** How many jobs have each of these warnings, this one included, in the same order. */
  warningCounts: z.array(z.number().int()),
});
export type JobDetails = z.infer<typeof jobDetailsSchema>;
