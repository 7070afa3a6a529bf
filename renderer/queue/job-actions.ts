import type { BridgeInput } from '@shared/bridge.js';
import type { JobStatus } from '@shared/jobs.js';
import { call } from '../bridge.js';
import { showBatchIssues } from '../document/batch/convert.js';
import { destinations } from '../document/batch/destinations.js';
import { readJobOptions } from '../document/batch/read-batch.js';
import { useDraft } from '../document/form/draft-store.js';
import { showNotice, reportResult } from '../ui/notices.js';
import { type JobMove, type MoveDirection, moveBy } from './job-order.js';
import { useJobs } from './jobs-store.js';
import { selectedJobs, useSelection } from './selection-store.js';
import { t } from '../i18n/t.js';

/** Job ids, or all jobs of a state. */
type Jobs<C extends 'jobs:cancel' | 'jobs:retry' | 'jobs:remove'> = BridgeInput<C>['ids'];

/** Pauses or resumes the queue; running jobs continue. */
export async function pauseQueue(paused: boolean): Promise<void> {
  reportResult(t('queue.pauseFailed'), await call('jobs:pause', { paused }));
}

export async function cancelJobs(ids: Jobs<'jobs:cancel'>): Promise<void> {
  reportResult(t('queue.cancelFailed'), await call('jobs:cancel', { ids }));
}

export async function retryJobs(ids: Jobs<'jobs:retry'>): Promise<void> {
  reportResult(t('queue.retryJobsFailed'), await call('jobs:retry', { ids }));
}

/**
 * Retries all failed jobs, except those that may already have been charged: they are retried
 * individually.
 */
export async function retryFailed(): Promise<void> {
  const { order, rows } = useJobs.getState();
  await retryCertain(order.filter((id) => rows.get(id)?.status === 'failed'));
}

/** Does the same for selected jobs; a single one is always retried. */
export async function retryChosen(ids: readonly string[]): Promise<void> {
  if (ids.length === 1) await retryJobs([...ids]);
  else await retryCertain(ids);
}

async function retryCertain(ids: readonly string[]): Promise<void> {
  const { rows } = useJobs.getState();
  const certain = ids.filter((id) => rows.get(id)?.error?.code !== 'remote-uncertain');
  if (certain.length > 0) await retryJobs(certain);
  const left = ids.length - certain.length;
  if (left > 0) showNotice(t('queue.skippedCharged', { count: left }));
}

export async function removeJobs(ids: Jobs<'jobs:remove'>): Promise<void> {
  reportResult(t('queue.removeFailed'), await call('jobs:remove', { ids }));
}

/**
 * Cancels unfinished jobs, or removes the jobs if all are finished: discarding unfinished work
 * takes two steps.
 */
export async function cancelOrRemoveJobs(ids: readonly string[]): Promise<void> {
  const { rows } = useJobs.getState();
  const pending = ids.filter((id) => isPending(rows.get(id)?.status));
  if (pending.length > 0) await cancelJobs(pending);
  else await removeJobs([...ids]);
}

function isPending(status: JobStatus | undefined): boolean {
  return status === 'queued' || status === 'running';
}

/** Removes completed jobs; failed and canceled ones stay. */
export async function clearCompleted(): Promise<void> {
  const { order, rows } = useJobs.getState();
  await removeJobs(order.filter((id) => rows.get(id)?.status === 'completed'));
}

/** Moves the selected jobs; does nothing at the end of the list. */
export async function moveSelected(direction: MoveDirection): Promise<void> {
  const { order, rows } = useJobs.getState();
  const move = moveBy(direction, useSelection.getState().selected, order, rows);
  if (move) await moveJobs(move);
}

export async function moveJobs({ ids, before }: JobMove): Promise<void> {
  reportResult(t('queue.moveFailed'), await call('jobs:move', { ids, before }));
}

/**
 * Applies the options of the form to the selected jobs. If the form has an error, shows that
 * instead.
 */
export async function applyFormToSelected(): Promise<void> {
  const { options, issues } = readJobOptions(useDraft.getState().draft, destinations());
  if (!options) {
    showBatchIssues(issues);
    return;
  }
  const ids = selectedJobs();
  const result = await call('jobs:change', { ids, options });
  if (!reportResult(t('queue.applyFailed'), result)) return;
  showNotice(t('queue.appliedOptions', { count: ids.length }));
}

/** Opens a job's PDF in its default application. */
export async function openJob(id: string): Promise<void> {
  reportResult(t('window.openPdfFailed'), await call('jobs:open', { id }));
}

/** Shows a job's PDF in the file manager. */
export async function showJobInFolder(id: string): Promise<void> {
  reportResult(t('window.openFolderFailed'), await call('jobs:show-in-folder', { id }));
}

/** Asks for a path and saves a job's PDF there. */
export async function saveJob(id: string): Promise<void> {
  const result = await call('jobs:save-as', { id });
  if (reportResult(t('window.saveFailed'), result) && result.value) {
    showNotice(t('window.savedTo', { path: result.value.path }));
  }
}
