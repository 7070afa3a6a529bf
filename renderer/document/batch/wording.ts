import { countSources } from '../form/draft-store.js';
import type { Draft } from '@shared/draft.js';
import { formatFiles } from '../../ui/wording.js';
import { t } from '../../i18n/t.js';

/** Returns what the open tab holds: `214 files`, `3 URLs`, `HTML`. */
export function sourcesText(draft: Draft): string {
  const count = countSources(draft);
  switch (draft.tab) {
    case 'files':
      return formatFiles(count);
    case 'url':
      return formatAddresses(count);
    case 'html':
      return t('form.html');
  }
}

/** Returns a number of URLs in words: `1 URL`, `12 URLs`. */
export function formatAddresses(count: number): string {
  return t('form.urlCount', { count });
}
