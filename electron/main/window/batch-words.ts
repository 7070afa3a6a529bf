import { withCommas } from '../../shared/request/text.js';
import type { BatchResult } from '../jobs/batch.js';

/**
 * How a batch ended, in a few words. Null where nothing is worth telling: the person has canceled
 * all.
 */
export function batchTitle({ made, skipped, failed }: BatchResult): string | null {
  if (failed > 0) return made === 0 ? 'Conversion failed' : 'Some files failed';
  if (made > 0) return 'Batch complete';
  return skipped > 0 ? 'All files skipped' : null;
}

/** The counts in words, without those that are zero: `997 made, 3 failed`. */
export function batchSentence({ made, skipped, failed, canceled }: BatchResult): string {
  const counts = [
    [made, 'converted'],
    [skipped, 'skipped (already exist)'],
    [failed, 'failed'],
    [canceled, 'canceled'],
  ] as const;
  return counts
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${withCommas(count)} ${what}`)
    .join(', ');
}
