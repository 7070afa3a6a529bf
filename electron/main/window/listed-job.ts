import { basename } from 'node:path';
import { type Job, sourceForNames } from '../jobs/job.js';
import type { JobQueue } from '../jobs/job-queue.js';
import { AppError } from '../../shared/errors.js';
import { defaultFilename } from '../../shared/request/filename.js';

/** @throws AppError `refused` for a job that was taken off the list */
export function jobOf(queue: JobQueue, id: string): Readonly<Job> {
  const job = queue.get(id);
  if (job) return job;
  throw new AppError('refused', 'This job is no longer in the list.');
}

/** Where a job has written its PDF. @throws AppError `refused` if it has written none */
export function writtenPath({ state }: Readonly<Job>): string {
  if (state.status === 'completed' && state.path !== null) return state.path;
  throw new AppError('refused', "This job hasn't saved a file.");
}

/**
 * What the PDF of a job is called: a kept one is named by its job's id on the disk, which means
 * nothing to a person.
 */
export function pdfName({ source, state }: Readonly<Job>): string {
  if (state.status === 'completed' && state.path !== null) return basename(state.path);
  return defaultFilename(sourceForNames(source));
}
