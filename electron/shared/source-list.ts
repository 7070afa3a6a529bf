import { z } from 'zod';

/**
 * A file or folder that the person dropped, pasted, chose or named at start, as the main process
 * found it on disk.
 */
const sourceFileSchema = z.object({
  path: z.string(),
  name: z.string(),
  /** In bytes. */
  size: z.number(),
  /**
   * The folder that was named, if the file was found in one; its pages may read what lies in it.
   */
  folder: z.string().optional(),
});
export type SourceFile = z.infer<typeof sourceFileSchema>;

/**
 * What became of a set of paths: HTML files to convert (folders are walked), and what could not be
 * taken, with why.
 */
export const sourceListSchema = z.object({
  files: z.array(sourceFileSchema),
  refused: z.array(z.object({ path: z.string(), message: z.string() })),
});
export type SourceList = z.infer<typeof sourceListSchema>;
