import { withCommas } from '../../shared/request/text.js';
import { AppError, type AppErrorData, errorData } from '../../shared/errors.js';
import { finishDelivery } from '../files/finish-delivery.js';
import {
  type JobDelivery,
  type JobState,
  type RunningState,
  retainedState,
  deliveryIds,
  isSent,
  withDeliveries,
} from './job.js';
import { unknownOutcome } from './failed-state.js';
import type { PersistedJob, PersistedQueue } from './job-store.js';

/** The queue as it goes on after a restart, and how many of its jobs have not ended. */
export interface RecoveredQueue {
  readonly queue: PersistedQueue;
  readonly unended: number;
}

/**
 * After so many ends of Platen in a row a page that was running at each is taken for their cause. Something else may end Platen, too, and then two or
 * three are easily had by chance: a page that was interrupted once comes last and alone.
 */
const maxInterruptions = 4;

/** Holds the message that a job has failed, if somebody is to hear of it, and gives what is held. */
export type TellFailure = (
  job: PersistedJob,
  error: AppErrorData,
) => Promise<readonly JobDelivery[]>;

/**
 * Decides what becomes of the jobs that were running when Platen ended without being told to. A PDF that was about to get its name gets it now,
 * or has it; any other job is queued again, but for one that was running at so many ends that it may be what ends Platen.
 */
export async function recoverQueue(
  { paused, jobs }: PersistedQueue,
  tellFailure: TellFailure,
): Promise<RecoveredQueue> {
  const recovered: PersistedJob[] = [];
  for (const job of jobs) {
    const { state } = job;
    if (state.status !== 'running') {
      recovered.push(job);
      continue;
    }
    const next = await recoveredState(state);
    const told = next.status === 'failed' ? await tellFailure(job, next.error) : [];
    recovered.push({ ...job, state: { ...next, ...withDeliveries(next, told) } });
  }
  const unended = recovered.filter(({ state }) => state.status === 'queued').length;
  return { queue: { paused, jobs: recovered }, unended };
}

/**
 * Ids of the deliveries of jobs that are known to have ended: they are to be sent. Those of a job that is not done have been handed over by an earlier try,
 * which had ended too.
 */
export function deliveriesOfJobs({ jobs }: PersistedQueue): ReadonlySet<string> {
  return new Set(jobs.flatMap(({ state }) => deliveryIds(state)));
}

/**
 * A sentence for the person about jobs that an earlier Platen did not end; null if there are none.
 * @param lackingKey how many of them wait for the key of their service
 */
export function unendedNotice(
  { queue, unended }: RecoveredQueue,
  missingCredential: number,
): string | null {
  if (unended === 0) return null;
  const jobs = unended === 1 ? 'One job' : `${withCommas(unended)} jobs`;
  const verb = unended === 1 ? 'was' : 'were';
  if (queue.paused) return `${jobs} from the last time ${verb} not finished. The queue is paused.`;
  if (missingCredential > 0) {
    const all = unended === 1 ? 'It waits' : 'They wait';
    const some = `${withCommas(missingCredential)} of them ${missingCredential === 1 ? 'waits' : 'wait'}`;
    return `${jobs} from the last time ${verb} not finished. ${missingCredential === unended ? all : some} for the key of a service; put it in at the service in the settings.`;
  }
  return `${jobs} from the last time ${verb} not finished and ${unended === 1 ? 'goes' : 'go'} on now.`;
}

async function recoveredState(state: RunningState): Promise<JobState> {
  if (state.placing) return recoveredDelivery(state, state.placing);
  // Writing a PDF that is there ends no program.
  if (state.kept) return { status: 'queued', ...retainedState(state) };
  if (isSent(state)) return unknownOutcome(state);
  const interrupted = (state.interrupted ?? 0) + 1;
  const { deliveries } = state;
  if (interrupted < maxInterruptions) {
    return { status: 'queued', interrupted, ...withDeliveries({ deliveries }) };
  }
  const message = `Platen ended ${interrupted} times in a row while this page was being converted, so it was not tried again. Try again if something else ended Platen.`;
  const error = new AppError('page-crashed', message).toData();
  return { status: 'failed', error, ...withDeliveries({ deliveries }) };
}

async function recoveredDelivery(
  state: RunningState,
  { intent, pdf, deliveries, remote }: NonNullable<RunningState['placing']>,
): Promise<JobState> {
  try {
    const outcome = await finishDelivery(intent);
    if (outcome === 'placed') {
      const made = { path: intent.path, pdf, ...(remote && { remote }) };
      return { status: 'completed', ...made, ...withDeliveries({ deliveries }) };
    }
    return isSent(state) ? unknownOutcome(state) : { status: 'queued', ...retainedState(state) };
  } catch (error) {
    return { status: 'failed', error: errorData(error), ...retainedState(state) };
  }
}
