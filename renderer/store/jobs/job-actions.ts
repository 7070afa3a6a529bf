import type { BridgeInput } from '@shared/bridge.js';
import type { JobStatus } from '@shared/jobs.js';
import { withCommas } from '@shared/request/wording.js';
import { call } from '../../bridge.js';
import { showBatchIssues } from '../batch/convert.js';
import { knownPlaces } from '../batch/known-places.js';
import { readJobOptions } from '../batch/read-batch.js';
import { useDraft } from '../draft-store.js';
import { showNotice, told } from '../notices.js';
import { type JobMove, type MoveDirection, moveBy } from './job-order.js';
import { useJobs } from './jobs-store.js';
import { selectedJobs, useSelection } from './selection-store.js';

/** Some jobs by their ids, or all that are in a state. */
type Jobs<C extends 'jobs:cancel' | 'jobs:retry' | 'jobs:remove'> = BridgeInput<C>['ids'];

/** Stops and goes on; jobs that run are not touched by it. */
export async function pauseQueue(paused: boolean): Promise<void> {
  told("Couldn't change the queue", await call('jobs:pause', { paused }));
}

export async function cancelJobs(ids: Jobs<'jobs:cancel'>): Promise<void> {
  told("Couldn't cancel the jobs", await call('jobs:cancel', { ids }));
}

export async function retryJobs(ids: Jobs<'jobs:retry'>): Promise<void> {
  told("Couldn't retry the jobs", await call('jobs:retry', { ids }));
}

/** Tries everything again that failed, but for what may have been made and charged: that is sent again one by one. */
export async function retryFailed(): Promise<void> {
  const { order, rows } = useJobs.getState();
  await retryCertain(order.filter((id) => rows.get(id)?.status === 'failed'));
}

/** The same for jobs that the person chose; a single one is tried whatever it is. */
export async function retryChosen(ids: readonly string[]): Promise<void> {
  if (ids.length === 1) await retryJobs([...ids]);
  else await retryCertain(ids);
}

async function retryCertain(ids: readonly string[]): Promise<void> {
  const { rows } = useJobs.getState();
  const certain = ids.filter((id) => rows.get(id)?.error?.code !== 'remote-uncertain');
  if (certain.length > 0) await retryJobs(certain);
  const left = ids.length - certain.length;
  if (left > 0) showNotice(leftText(left));
}

function leftText(count: number): string {
  const [jobs, them] = count === 1 ? ['1 job', 'it'] : [`${withCommas(count)} jobs`, 'them'];
  return `Skipped ${jobs} that may already have been charged. Retry ${them} individually.`;
}

export async function removeJobs(ids: Jobs<'jobs:remove'>): Promise<void> {
  told("Couldn't remove the jobs", await call('jobs:remove', { ids }));
}

/** Cancels what has not ended; takes jobs off the list where all have: it takes a second word to drop what was not made yet. */
export async function endOrRemoveJobs(ids: readonly string[]): Promise<void> {
  const { rows } = useJobs.getState();
  const underWay = ids.filter((id) => isUnderWay(rows.get(id)?.status));
  if (underWay.length > 0) await cancelJobs(underWay);
  else await removeJobs([...ids]);
}

function isUnderWay(status: JobStatus | undefined): boolean {
  return status === 'queued' || status === 'running';
}

/** Takes every job off the list that made its PDF; what failed or was canceled stays to be looked at. */
export async function clearDone(): Promise<void> {
  const { order, rows } = useJobs.getState();
  await removeJobs(order.filter((id) => rows.get(id)?.status === 'completed'));
}

/** Sends the chosen jobs earlier or later; nothing happens at the end of the way. */
export async function moveSelected(direction: MoveDirection): Promise<void> {
  const { order, rows } = useJobs.getState();
  const move = moveBy(direction, useSelection.getState().selected, order, rows);
  if (move) await moveJobs(move);
}

export async function moveJobs({ ids, before }: JobMove): Promise<void> {
  told("Couldn't move the jobs", await call('jobs:move', { ids, before }));
}

/** Gives the chosen jobs the settings that are in the form now; a mistake in the form is shown instead. */
export async function applyFormToSelected(): Promise<void> {
  const { options, issues } = readJobOptions(useDraft.getState().draft, knownPlaces());
  if (!options) {
    showBatchIssues(issues);
    return;
  }
  const ids = selectedJobs();
  const result = await call('jobs:change', { ids, options });
  if (!told("Couldn't apply the options", result)) return;
  const jobs = ids.length === 1 ? '1 job' : `${withCommas(ids.length)} jobs`;
  showNotice(`Applied the options to ${jobs}. Finished jobs use them when retried.`);
}

/** Opens a job's PDF in the program that the system has for it. */
export async function openJob(id: string): Promise<void> {
  told("Couldn't open the PDF", await call('jobs:open', { id }));
}

/** Opens the folder of a job's PDF in the system's file manager. */
export async function showJobInFolder(id: string): Promise<void> {
  told("Couldn't open the folder", await call('jobs:show-in-folder', { id }));
}

/** Asks where, and writes a job's PDF there. */
export async function saveJob(id: string): Promise<void> {
  const result = await call('jobs:save-as', { id });
  if (told("Couldn't save the PDF", result) && result.value) {
    showNotice(`Saved to ${result.value.path}`);
  }
}
