import { create } from 'zustand';
import { isolated } from '../i18n/format.js';
import { t, textOf } from '../i18n/t.js';
import { hasNotice, hideNotice, showFailureActions } from '../ui/notices.js';
import { nothingSelected, selectRow } from '../ui/row-selection.js';
import { showView, useUi } from '../ui/ui-store.js';
import { useDeliveries } from './deliveries-store.js';
import { currentListing, focusJobs, showOnly, useJobs } from './jobs-store.js';

const noticeId = 'failed-jobs';

/** The jobs that have failed, or their uploads, while another view than the queue was shown. */
const useUnseen = create<{ readonly ids: readonly string[] }>(() => ({ ids: [] }));

/** Failed jobs that the notice is not about. */
let seen: ReadonlySet<string> = new Set();

/**
 * Shows one notice about jobs that fail from now on, until the queue is opened, which lists them,
 * or they are retried.
 */
export function followFailedJobs(): void {
  seen = new Set(failedJobs());
  useJobs.subscribe(updateNotice);
  useDeliveries.subscribe(updateNotice);
  useUi.subscribe(({ view }, before) => {
    if (view !== before.view) updateNotice();
  });
}

function updateNotice(): void {
  const { ids: before } = useUnseen.getState();
  const failed = failedJobs();
  const isClosed = before.length > 0 && !hasNotice(noticeId);
  const known = new Set(isClosed ? [...seen, ...before] : seen);
  seen = new Set(useUi.getState().view === 'queue' ? failed : failed.filter((id) => known.has(id)));
  const ids = failed.filter((id) => !seen.has(id));
  if (ids.length === 0 && before.length === 0) return;
  useUnseen.setState({ ids });
  if (ids.length === 0) hideNotice(noticeId);
  else if (!hasNotice(noticeId)) {
    const action = { label: t('queue.showDetails'), run: showFailed };
    showFailureActions(<FailedJobs />, [action], noticeId);
  }
}

function failedJobs(): readonly string[] {
  const { rows } = useJobs.getState();
  return [...currentListing().failures.values()].flat().filter((id) => rows.has(id));
}

/** Which jobs have failed, with the reason that they share. */
function FailedJobs() {
  const ids = useUnseen((state) => state.ids);
  const [first = ''] = ids;
  const name = useJobs(({ rows }) => rows.get(first)?.name);
  const reasons = [...currentListing().failures];
  const reason = reasons.find(([, alike]) => ids.every((id) => alike.includes(id)))?.[0];
  if (reason === undefined) return t('queue.jobsFailed', { count: ids.length });
  return ids.length === 1 && name !== undefined
    ? t('queue.jobFailed', { name: isolated(textOf(name)), reason })
    : t('queue.jobsFailedAlike', { count: ids.length, reason });
}

/** Opens the queue and selects the first of the failed jobs, whose details say why. */
function showFailed(): void {
  const { ids } = useUnseen.getState();
  const [first] = ids;
  showOnly({ tab: 'all', query: '', problem: null });
  if (ids.length > 1) showOnly({ tab: 'failed' });
  if (first !== undefined)
    useJobs.setState({ selection: selectRow(nothingSelected, ids, first, 'only') });
  showView('queue');
  focusJobs();
}
