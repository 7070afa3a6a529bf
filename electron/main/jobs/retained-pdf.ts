import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../../shared/errors.js';
import type { JobOptions } from '../../shared/jobs.js';
import type { JobState } from './job.js';

/** Whether a PDF that was made with some options is not the one that others ask for: they differ in more than where it goes, and who hears of it. */
export function makesOtherPdf(before: JobOptions, after: JobOptions): boolean {
  return !isDeepStrictEqual(makingOf(before), makingOf(after));
}

/** Of the compliance flags, one decides what a page may load. A service is asked for all that the request says, so that another request is another PDF to it. */
function makingOf({ request, renderOn }: JobOptions) {
  if (renderOn !== null) return { renderOn, request };
  const { compliance, ...rest } = request;
  const elsewhere = { filename: undefined, storage: undefined, webhook: undefined };
  return { ...rest, ...elsewhere, hipaa: compliance?.hipaa ?? false };
}

/**
 * A state as it is once its PDF has been dropped: a failure no longer names the file, and what was handed over of it does not stand for the PDF that is
 * made next.
 */
export function withoutPdf(state: JobState): JobState {
  if (state.status === 'completed') return state;
  const { deliveries } = state;
  const dropped = {
    kept: undefined,
    remote: undefined,
    sent: undefined,
    ...(deliveries && { deliveries: deliveries.map(({ id }) => ({ id })) }),
  };
  if (state.status !== 'failed' || !state.kept) return { ...state, ...dropped };
  return { ...state, error: droppedError(), ...dropped };
}

function droppedError() {
  const message =
    'The PDF could not be written, and was dropped as it was made with other settings. Try again to convert the page with the new ones.';
  return new AppError('write-failed', message).toData();
}
