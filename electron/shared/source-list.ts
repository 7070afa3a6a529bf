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
  /** How many files of folders are not converted, by their extension such as `.png`, or empty. */
  leftOut: z.record(z.string(), z.number().int()).optional(),
});
export type SourceList = z.infer<typeof sourceListSchema>;

/** A file, a folder or a URL that was loaded. */
export const recentSourceSchema = z.object({
  kind: z.enum(['file', 'folder', 'url']),
  /** Full path of the file or folder, or the URL. */
  location: z.string().min(1),
  /** How many documents the folder contained. */
  count: z.number().int().optional(),
  /** When it was loaded last, in milliseconds since the epoch. */
  at: z.number(),
});
export type RecentSource = Readonly<z.infer<typeof recentSourceSchema>>;
