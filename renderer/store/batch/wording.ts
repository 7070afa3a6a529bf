import type { Draft } from '@shared/draft.js';
import { withCommas } from '@shared/request/wording.js';
import { formatFiles } from '../wording.js';
import { countSources } from './read-batch.js';

/** What the open tab holds, in words: `214 files`, `3 addresses`, `the HTML`. */
export function sourcesText(draft: Draft): string {
  const count = countSources(draft);
  switch (draft.tab) {
    case 'files':
      return formatFiles(count);
    case 'url':
      return formatAddresses(count);
    case 'html':
      return 'HTML';
  }
}

/** A number of addresses in words: `1 address`, `12 addresses`. */
export function formatAddresses(count: number): string {
  return count === 1 ? '1 URL' : `${withCommas(count)} URLs`;
}
