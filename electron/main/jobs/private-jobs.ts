import type { RemoteReceipt } from '../../shared/endpoints.js';
import { AppError } from '../../shared/errors.js';
import { type JobOptions, jobOptionsSchema } from '../../shared/jobs.js';
import { type JobState, isEnded, isNowhere, keptPdf } from './job.js';
import type { PersistedJob } from './job-store.js';

/** Whether source, names and addresses of a job stay out of logs and history: its request has one of the flags (docs/compliance.md). */
export function isPrivate({ request }: Pick<JobOptions, 'request'>): boolean {
  const { compliance } = request;
  return compliance !== undefined && (compliance.gdpr || compliance.hipaa);
}

/**
 * A job as it is remembered over a restart. Of a private one that has ended nothing is left that says what it was about: it is whole only as long as a kill
 * would lose it otherwise, which is also the case while its PDF waits to be written.
 */
export function asPersisted(job: PersistedJob): PersistedJob {
  if (!isForgotten(job)) return job;
  const { core, options, state } = job;
  return {
    core: { ...core, source: { kind: 'private' } },
    options: optionsWithoutNames(options),
    state: withoutNames(state),
  };
}

/** Whether a job is private and has ended, so that it is to be forgotten what it was about. */
export function isForgotten({ options, state }: Pick<PersistedJob, 'options' | 'state'>): boolean {
  return isPrivate(options) && isEnded(state) && keptPdf(state) === undefined;
}

/** The error of a job whose source was forgotten. */
export function forgottenSource(): AppError {
  const message =
    'This document was private, so Platen forgot what it was made from once it had ended. Add it again.';
  return new AppError('source-unreadable', message);
}

/** The same options for all jobs with the same flags: ten thousand of them share one line of the journal. */
function optionsWithoutNames({ request: { compliance } }: JobOptions): JobOptions {
  const flags = JSON.stringify(compliance);
  const known = forgottenOptions.get(flags);
  if (known !== undefined) return known;
  const options = jobOptionsSchema.parse({ request: { compliance }, output: {} });
  forgottenOptions.set(flags, options);
  return options;
}

const forgottenOptions = new Map<string, JobOptions>();

function withoutNames(state: JobState): JobState {
  const deliveries = state.deliveries && {
    // Which of them are uploads is forgotten too, so that only all of them count as dropped.
    deliveries: state.deliveries.map(({ id, dropped }) => ({
      id,
      ...(dropped && isNowhere(state) && { dropped }),
    })),
  };
  switch (state.status) {
    case 'completed': {
      const { pdf } = state;
      return {
        ...state,
        path: null,
        pdf: pdf && { ...pdf, title: '', preflight: [] },
        ...(state.remote && { remote: receiptWithoutNames(state.remote) }),
        ...deliveries,
      };
    }
    case 'failed': {
      const { code } = state.error;
      return { status: 'failed', error: { code, message: forgottenReason }, ...deliveries };
    }
    case 'queued':
    case 'running':
    case 'canceled':
      return { ...state, ...deliveries };
  }
}

/** Of what a service answered, who it was and when. */
function receiptWithoutNames(receipt: RemoteReceipt): RemoteReceipt {
  const { endpoint, name, testMode, answeredAt, compliance } = receipt;
  return { endpoint, name, testMode, answeredAt, ...(compliance && { compliance }) };
}

const forgottenReason =
  'This private document could not be made into a PDF. The reason was told until Platen ended.';
