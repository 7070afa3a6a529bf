import { z } from 'zod';
import { appErrorSchema } from '../../../shared/errors.js';
import type { JobOptions, JobStatus } from '../../../shared/jobs.js';
import { preflightSchema } from '../../../shared/preflight.js';
import { sourceSchema } from '../../../shared/request/source.js';
import { deliveryIntentSchema } from '../../delivery/deliver.js';
import type { ConversionProgress } from '../pdf-engine.js';

/** HTML that the queue's memory keeps in a file of its own, and reads when its turn comes. */
const storedHtmlSchema = z.strictObject({
  kind: z.literal('stored-html'),
  /** Name of the file in the memory's folder. */
  file: z.string().regex(/^[0-9a-f]{64}\.html$/),
  base: z.string().optional(),
});

/** What a job converts. */
export const jobSourceSchema = z.union([sourceSchema, storedHtmlSchema]);
export type JobSource = z.infer<typeof jobSourceSchema>;

/** What is known of a PDF beside its bytes. */
export const pdfFactsSchema = z.object({
  pages: z.number().int(),
  /** In bytes. */
  size: z.number(),
  title: z.string(),
  preflight: preflightSchema.readonly(),
});
export type PdfFacts = Readonly<z.infer<typeof pdfFactsSchema>>;

/** At how many ends of Platen in a row it was running, which were no quits. */
const interruptionsSchema = z.number().int().positive();

const running = z.object({
  status: z.literal('running'),
  interrupted: interruptionsSchema.optional(),
  /** Its PDF is made and kept; it is only to be written where it belongs. */
  kept: pdfFactsSchema.optional(),
  /** Its PDF is whole and on the disk, and is about to get its name. */
  placing: z.object({ intent: deliveryIntentSchema, pdf: pdfFactsSchema }).optional(),
});

/** Where a job stands, with all that belongs to that: what is remembered of it over a restart, beside source and options. */
export const jobStateSchema = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('queued'),
    interrupted: interruptionsSchema.optional(),
    kept: pdfFactsSchema.optional(),
  }),
  running,
  z.object({
    status: z.literal('completed'),
    path: z.string(),
    /** Null: nothing was made, as there was a file of that name and it was to be skipped. */
    pdf: pdfFactsSchema.nullable(),
  }),
  z.object({
    status: z.literal('failed'),
    error: appErrorSchema,
    kept: pdfFactsSchema.optional(),
    /** What was found of its page until it failed. */
    preflight: preflightSchema.readonly().optional(),
  }),
  z.object({ status: z.literal('canceled'), kept: pdfFactsSchema.optional() }),
]);
export type JobState = Readonly<z.infer<typeof jobStateSchema>>;
export type RunningState = Extract<JobState, { status: 'running' }>;

/** States in which nothing happens to a job any more by itself. */
export type EndState = Exclude<JobState, { status: 'queued' | 'running' }>;

/** What a job is from its beginning on. */
export interface JobCore {
  readonly id: string;
  readonly source: JobSource;
  /** Its number among those that were added together, from 1, and how many those were. */
  readonly number: number;
  readonly of: number;
  /** When they were added, in milliseconds since the epoch. */
  readonly added: number;
}

/** A job of the queue. Only the queue changes it. */
export interface Job extends JobCore {
  options: JobOptions;
  state: JobState;
  /** While it runs. */
  progress: ConversionProgress | null;
}

/** Whether a state is one that a job ends in. */
export function isEnded(state: { readonly status: JobStatus }): boolean {
  return state.status !== 'queued' && state.status !== 'running';
}

/** The PDF that is kept as it could not be written, if there is one. */
export function keptPdf(state: JobState): PdfFacts | undefined {
  return state.status === 'completed' ? undefined : state.kept;
}

/** That PDF as a part of the next state, which has it too. */
export function withKeptPdf(state: JobState): { readonly kept?: PdfFacts } {
  const kept = keptPdf(state);
  return kept === undefined ? {} : { kept };
}
