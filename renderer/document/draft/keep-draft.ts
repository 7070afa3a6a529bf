import { type Draft, textChange } from '@shared/draft.js';
import type { BridgeInput } from '@shared/bridge.js';
import { hasComplianceFlag } from '@shared/request/fields.js';
import { call, on } from '../../bridge/bridge.js';
import { draftDefaults } from './draft-defaults.js';
import { commitText, useDraft } from './draft-store.js';
import { reportResult } from '../../ui/notices.js';
import { t } from '../../i18n/t.js';

const pauseMilliseconds = 150;

/**
 * Persists the changes of the draft shortly after each change, and immediately when a compliance
 * flag is turned on, the window closes or the session ends.
 * @param persisted the draft of the main process; null for none
 */
export function keepDraft(persisted: Draft | null): void {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let hasFailed = false;
  let sent = persisted;

  async function keep(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    const { draft } = useDraft.getState();
    const change = draftChange(sent, draft);
    sent = draft;
    const result = await call('draft:keep', change);
    if (!result.ok) sent = null;
    if (result.ok || !hasFailed) reportResult(t('window.saveDraftFailed'), result);
    hasFailed = !result.ok;
  }

  function keepSoon(): void {
    if (timer) clearTimeout(timer);
    timer = setTimeout(() => void keep(), pauseMilliseconds);
  }

  useDraft.subscribe((state, before) => {
    if (state.draft === before.draft) return;
    if (hasComplianceFlag(state.draft) && !hasComplianceFlag(before.draft)) void keep();
    else keepSoon();
  });
  const keepNow = (): void => {
    commitText();
    if (timer) void keep();
  };
  window.addEventListener('pagehide', keepNow);
  on('app:session-ending', keepNow);
  if (useDraft.getState().draft !== (persisted ?? draftDefaults)) keepSoon();
}

/** The fields that differ, and of the HTML only the part that does. */
export function draftChange(before: Draft | null, draft: Draft): BridgeInput<'draft:keep'> {
  if (!before) return draft;
  const known = new Map(Object.entries(before));
  const changed = Object.entries(draft).filter(([name, value]) => known.get(name) !== value);
  const { html, ...change }: Partial<Draft> = Object.fromEntries(changed);
  return { ...change, ...(html !== undefined && { htmlChange: textChange(before.html, html) }) };
}
