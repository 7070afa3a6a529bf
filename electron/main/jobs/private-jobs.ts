import type { RemoteReceipt } from '../../shared/endpoints.js';
import { AppError } from '../../shared/messages/errors.js';
import { type JobOptions, jobOptionsSchema } from '../../shared/jobs.js';
import {
  type Job,
  type JobState,
  type PersistedJob,
  isDiscarded,
  isEnded,
  isInSpool,
} from './job.js';
import { message } from '../../shared/messages/message.js';
import { hasComplianceFlag } from '../../shared/request/fields.js';

/**
 * Returns true if the names in a job stay out of logs and history, because its request has a
 * compliance flag (docs/security.md).
 */
export function isPrivate({ request }: Pick<JobOptions, 'request'>): boolean {
  const { compliance } = request;
  return compliance !== undefined && hasComplianceFlag(compliance);
}

/**
 * Returns true if a job is persisted without its names: it is private and has ended. While its PDF
 * still waits to be written, a restart needs everything.
 */
export function isRedacted({ options, state }: Pick<PersistedJob, 'options' | 'state'>): boolean {
  return isPrivate(options) && isEnded(state) && !isInSpool(state);
}

/** See {@link isRedacted}. */
export function persistedJob(job: Readonly<Job>): PersistedJob {
  const { id, source, number, of, added, options, state } = job;
  const core = { id, source, number, of, added };
  if (!isRedacted(job)) return { core, options, state };
  return {
    core: { ...core, source: { kind: 'private' } },
    options: redactedOptions(options),
    state: redactedState(state),
  };
}

export function redactedSource(): AppError {
  return new AppError('source-unreadable', message('jobs.privateSourceDeleted'));
}

/** One object for all jobs with the same flags, so that they share one line of the journal. */
const optionsByFlags = new Map<string, JobOptions>();

function redactedOptions({ request: { compliance } }: JobOptions): JobOptions {
  const flags = JSON.stringify(compliance);
  const known = optionsByFlags.get(flags);
  if (known !== undefined) return known;
  const options = jobOptionsSchema.parse({ request: { compliance }, output: {} });
  optionsByFlags.set(flags, options);
  return options;
}

function redactedState(state: JobState): JobState {
  const deliveries = state.deliveries && {
    // Which of them are uploads is redacted too; dropped ones show only if all were dropped.
    deliveries: state.deliveries.map(({ id, dropped }) => ({
      id,
      ...(dropped && isDiscarded(state) && { dropped }),
    })),
  };
  switch (state.status) {
    case 'completed': {
      const { pdf } = state;
      return {
        ...state,
        path: null,
        split: undefined,
        pdf: pdf && { ...pdf, title: '', preflight: [] },
        ...(state.remote && { remote: redactedReceipt(state.remote) }),
        ...deliveries,
      };
    }
    case 'failed': {
      const { code } = state.error;
      return {
        status: 'failed',
        error: { code, message: message('jobs.privateFailure') },
        ...deliveries,
      };
    }
    case 'queued':
    case 'running':
    case 'canceled':
      return { ...state, ...(isEnded(state) && { split: undefined }), ...deliveries };
  }
}

/** Keeps only which service responded, and when. */
function redactedReceipt(receipt: RemoteReceipt): RemoteReceipt {
  const { endpoint, name, testMode, answeredAt, compliance } = receipt;
  return { endpoint, name, testMode, answeredAt, ...(compliance && { compliance }) };
}
