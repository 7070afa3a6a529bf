import { errorData } from '../../../shared/errors.js';
import { ConversionFailure } from '../conversion-failure.js';
import { type EndState, type Job, carriedOn } from './job.js';

export type FailedState = Extract<EndState, { status: 'failed' }>;

/** The state of a job whose work has thrown this. */
export function failedState({ state }: Pick<Job, 'state'>, thrown: unknown): FailedState {
  const found = thrown instanceof ConversionFailure ? { preflight: thrown.preflight } : {};
  return { status: 'failed', error: errorData(thrown), ...found, ...carriedOn(state) };
}
