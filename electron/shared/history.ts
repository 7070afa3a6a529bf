import { z } from 'zod';
import { jobOptionsSchema } from './jobs.js';
import { messageSchema } from './messages/message.js';
import { sourceSchema } from './request/source.js';

export const historyIdSchema = z.string().min(1).max(64);

/** A converted document as a row of the history. */
const historyRowSchema = z.object({
  id: historyIdSchema,
  /** When it was converted, in milliseconds since the epoch. */
  at: z.number(),
  /** A file name or URL as text, or a message for other sources. */
  name: z.union([z.string(), messageSchema]),
  /** The file's folder; empty for other sources. */
  place: z.string(),
  /** Full path of the PDF; absent if it was not saved locally. */
  path: z.string().optional(),
  /** True if the PDF is no longer at its path. */
  isMissing: z.boolean(),
  pages: z.number().int().optional(),
  /** In bytes. */
  size: z.number().optional(),
  /** How many PDFs it was divided into; the path is that of the first. */
  parts: z.number().int().optional(),
  options: jobOptionsSchema,
});
export type HistoryRow = Readonly<z.infer<typeof historyRowSchema>>;

/** The newest entry is the first. */
export const historyListSchema = z.array(historyRowSchema);

/** What to convert again or to edit. */
export const historySourceSchema = z.object({ source: sourceSchema, options: jobOptionsSchema });
