import { z } from 'zod';
import { type Message, message, messageSchema } from './messages/message.js';

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
  /**
   * How many files of folders are not converted, by their extension such as `.png`, or empty; links
   * by {@link linkOutside}.
   */
  leftOut: z.record(z.string(), z.number().int()).optional(),
});
export type SourceList = z.infer<typeof sourceListSchema>;

/** Counts links to files outside of a folder that would be converted in it. */
export const linkOutside = 'link';

/** How many kinds of files are listed. */
const namedKinds = 3;

/** Files that users add by themselves: most archives are no pages, and PDFs are only merged. */
const addedAlone = ['.zip', '.pdf'];

/** How many files of folders were left out, with the most frequent kinds; null for none. */
export function leftOutMessage(leftOut: Readonly<Record<string, number>>): Message | null {
  const rank = ([kind, count]: [string, number]) => (kind === linkOutside ? Infinity : count);
  const kinds = Object.entries(leftOut).sort((one, other) => rank(other) - rank(one));
  if (kinds.length === 0) return null;
  const total = kinds.reduce((sum, [, count]) => sum + count, 0);
  const named = kinds.slice(0, namedKinds).map(([ending, count]) => {
    if (ending === linkOutside) return message('sources.linksOutside', { count });
    if (ending === '') return message('sources.withoutExtension', { count });
    return message('sources.ofKind', { count, ending });
  });
  const others = kinds.length > namedKinds ? [message('sources.otherKinds')] : [];
  const left = message('sources.leftOut', { count: total, kinds: [...named, ...others] });
  const canBeAdded = addedAlone.some((ending) => ending in leftOut);
  return canBeAdded ? message('sources.leftOutAddable', { left }) : left;
}

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
