import { z } from 'zod';
import { jobIdSchema, jobOptionsSchema } from '../../shared/jobs.js';
import { jobSourceSchema, jobStateSchema } from './job.js';

/** The first line of the journal: what it is, and how it is written. */
export const journalHeader = { format: 'platen-queue', version: 1 } as const;
export const headerSchema = z.object({
  format: z.literal(journalHeader.format),
  version: z.literal(journalHeader.version),
});

const reference = z.number().int();

/** A line of the journal. Each stands for itself, so that a damaged one costs what it says and no more. */
export const journalEntrySchema = z.discriminatedUnion('entry', [
  /** Options that jobs refer to by the number. */
  z.object({ entry: z.literal('options'), ref: reference, options: jobOptionsSchema }),
  z.object({
    entry: z.literal('job'),
    id: jobIdSchema,
    source: jobSourceSchema,
    number: z.number().int(),
    of: z.number().int(),
    added: z.number(),
    options: reference,
    state: jobStateSchema,
  }),
  z.object({ entry: z.literal('state'), id: jobIdSchema, state: jobStateSchema }),
  z.object({ entry: z.literal('change'), ids: z.array(jobIdSchema), options: reference }),
  z.object({ entry: z.literal('removed'), ids: z.array(jobIdSchema) }),
  z.object({
    entry: z.literal('moved'),
    ids: z.array(jobIdSchema),
    before: jobIdSchema.nullable(),
  }),
  z.object({ entry: z.literal('paused'), paused: z.boolean() }),
]);
export type JournalEntry = z.infer<typeof journalEntrySchema>;
