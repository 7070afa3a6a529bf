import { z } from 'zod';
import { messageSchema } from './messages/message.js';

/** A file to convert, as the main process found it on the disk. */
const sourceFileSchema = z.object({
  path: z.string(),
  name: z.string(),
  /** In bytes. */
  size: z.number(),
  /** The folder it was found in, if the user added a folder; its pages may read that folder. */
  folder: z.string().optional(),
});
export type SourceFile = z.infer<typeof sourceFileSchema>;

/** The convertible files of a set of paths (folders are searched), and the refused ones. */
export const sourceListSchema = z.object({
  files: z.array(sourceFileSchema),
  refused: z.array(z.object({ path: z.string(), message: messageSchema })),
});
export type SourceList = z.infer<typeof sourceListSchema>;
