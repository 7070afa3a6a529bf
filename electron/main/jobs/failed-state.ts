import { AppError, errorData } from '../../shared/errors.js';
import { ConversionFailure } from '../engine/conversion-failure.js';
import { type EndState, type Job, type JobState, retainedState } from './job.js';

export type FailedState = Extract<EndState, { status: 'failed' }>;

/** The state of a job that was in the hands of a service when Platen ended. It is sent again only at a person's word, and with the same key. */
export function unknownOutcome(state: JobState): FailedState {
  const message =
    'Platen ended while a service was making this PDF, which it may have made. To send it again may cost again.';
  const error = new AppError('remote-uncertain', message).toData();
  return { status: 'failed', error, ...retainedState(state) };
}

/** The state of a job whose work has thrown this. */
export function failedState({ state }: Pick<Job, 'state'>, thrown: unknown): FailedState {
  const found = thrown instanceof ConversionFailure ? { preflight: thrown.preflight } : {};
  return { status: 'failed', error: errorData(thrown), ...found, ...retainedState(state) };
}
