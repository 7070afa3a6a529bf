import { throwIfCanceled } from '../engine/canceled.js';
import { failedState } from './failed-state.js';
import type { EndState, Job } from './job.js';
import type { JobRun, JobWork } from './job-work.js';

/**
 * Has a job worked on and gives how that ended; what is thrown is a failure of the job. Once it is canceled or has ended, nothing more is heard of
 * it, whatever of the work may still go on.
 */
export async function runJob(
  work: JobWork,
  job: Readonly<Job>,
  { signal, onProgress, beforeCommit, beforeSending }: JobRun,
): Promise<EndState> {
  let isOver = false;
  try {
    return await work.run(job, {
      signal,
      onProgress: (progress) => {
        if (!isOver && !signal.aborted) onProgress(progress);
      },
      beforeCommit: async (placing) => {
        throwIfCanceled(signal);
        await beforeCommit(placing);
      },
      beforeSending: async (key) => {
        throwIfCanceled(signal);
        await beforeSending(key);
      },
    });
  } catch (error) {
    return failedState(job, error);
  } finally {
    isOver = true;
  }
}
