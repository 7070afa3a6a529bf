import { countInRanges, parsePageRanges } from '@shared/request/page-ranges.js';
import { formatPages } from './wording.js';

/**
 * What a choice of pages comes to: `4 of 12 pages`; nothing where all are kept.
 * @param total the pages of the whole document; null if they are not known
 */
export function pagesHint(text: string, total: number | null): string | undefined {
  if (total === null || text.trim() === '') return undefined;
  const ranges = parsePageRanges(text);
  if (!ranges.ok) return undefined;
  return `${countInRanges(ranges.value, total)} of ${formatPages(total)}`;
}
