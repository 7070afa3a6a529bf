import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../../../shared/errors.js';
import type { JobOptions } from '../../../shared/jobs.js';
import type { JobState } from './job.js';

/** Whether a PDF that was made with some options is not the one that others ask for: they differ in more than where it goes. */
export function makesOtherPdf(before: JobOptions, after: JobOptions): boolean {
  return !isDeepStrictEqual(unnamed(before), unnamed(after));
}

function unnamed({ request }: JobOptions) {
  return { ...request, filename: undefined };
}

/** A state as it is once its kept PDF has been dropped; a failure no longer names the file. */
export function withoutKeptPdf(state: JobState): JobState {
  switch (state.status) {
    case 'completed':
      return state;
    case 'failed':
      return { ...state, error: droppedError(), kept: undefined };
    case 'queued':
    case 'running':
    case 'canceled':
      return { ...state, kept: undefined };
  }
}

function droppedError() {
  const message =
    'The PDF could not be written, and was dropped as it was made with other settings. Try again to convert the page with the new ones.';
  return new AppError('write-failed', message).toData();
}
