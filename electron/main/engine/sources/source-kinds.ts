import { extname } from 'node:path';

/** What a file holds that can be converted, by its ending. */
const kinds = {
  '.html': 'HTML',
  '.htm': 'HTML',
  '.xhtml': 'HTML',
  '.mhtml': 'MHTML',
  '.mht': 'MHTML',
  '.svg': 'SVG',
  '.txt': 'text',
} as const satisfies Record<string, string>;

export type SourceKind = (typeof kinds)[keyof typeof kinds];

/** The endings of files that a folder is walked for. */
export const sourceEndings: readonly string[] = Object.keys(kinds);

/** What a file holds, by its ending; null for one that a folder is not walked for. */
export function sourceKindOf(path: string): SourceKind | null {
  const ending = extname(path).toLowerCase();
  return isSourceEnding(ending) ? kinds[ending] : null;
}

function isSourceEnding(ending: string): ending is keyof typeof kinds {
  return Object.hasOwn(kinds, ending);
}
