import { z } from 'zod';
import { messageSchema } from './messages/message.js';
import { jobOptionsSchema } from './jobs.js';

export const watchIdSchema = z.string().min(1).max(64);

/** A folder whose new and changed documents are converted while Platen is open. */
export const watchSchema = z.object({
  id: watchIdSchema,
  /** Full path. */
  folder: z.string().min(1),
  /** The options of its jobs, copied from the form or a preset when it was added. */
  options: jobOptionsSchema,
});
export type Watch = z.infer<typeof watchSchema>;

/** A watched folder in the list. */
export const watchRowSchema = watchSchema.extend({
  /** Why it is not watched now; absent while it is. */
  error: messageSchema.optional(),
});
export type WatchRow = z.infer<typeof watchRowSchema>;
