import type { Draft } from '@shared/draft.js';
import { call } from '../../bridge.js';
import { useDraft } from './draft-store.js';
import { reportResult } from '../../ui/notices.js';
import { t } from '../../i18n/t.js';

const pauseMilliseconds = 150;

/**
 * Persists the draft shortly after each change, and immediately when a compliance flag is turned on
 * or the window closes.
 */
export function keepDraft(): void {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let hasFailed = false;

  async function keep(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    const result = await call('draft:keep', useDraft.getState().draft);
    if (result.ok || !hasFailed) reportResult(t('window.saveDraftFailed'), result);
    hasFailed = !result.ok;
  }

  useDraft.subscribe((state, before) => {
    if (state.draft === before.draft) return;
    if (isPrivate(state.draft) && !isPrivate(before.draft)) {
      void keep();
      return;
    }
    if (timer) clearTimeout(timer);
    timer = setTimeout(() => void keep(), pauseMilliseconds);
  });
  window.addEventListener('pagehide', () => {
    if (timer) void keep();
  });
}

function isPrivate({ gdpr, hipaa }: Draft): boolean {
  return gdpr || hipaa;
}
