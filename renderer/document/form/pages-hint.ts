import { countInRanges, parsePageRanges } from '@shared/request/pages.js';
import { t } from '../../i18n/t.js';

/**
 * Returns how many pages are kept: `4 of 12 pages`; undefined if all.
 * @param total page count of the whole document; null if unknown
 */
export function pagesHint(text: string, total: number | null): string | undefined {
  if (total === null || text.trim() === '') return undefined;
  const ranges = parsePageRanges(text);
  if (!ranges.ok) return undefined;
  return t('window.pagesOf', { kept: countInRanges(ranges.value, total), total });
}
