import { type AppErrorCode, type AppErrorData, errorData } from '../../../shared/errors.js';
import { wireVocabulary } from '../../../shared/request/wire.js';
import { type Settlement, serviceError } from '../store/service-store.js';
import { internalProblem } from './problem.js';

/** How the failure of a request is answered. What is missing here is a fault of our own. */
const statusOf: Partial<Record<AppErrorCode, number>> = {
  'invalid-request': 400,
  'source-unreadable': 422,
  'load-failed': 422,
  'page-crashed': 422,
  'print-failed': 422,
  'preflight-failed': 422,
  refused: 422,
  'object-exists': 422,
  'delivery-refused': 422,
  'delivery-interrupted': 422,
  // What is wrong is the start of this service, which somebody may correct.
  'sandbox-off': 503,
  'timed-out': 504,
};

/** Failures that say nothing about the request: the same one may succeed later. */
const retryableCodes: ReadonlySet<AppErrorCode> = new Set(['delivery-interrupted', 'sandbox-off']);

/** Failures whose place in the request is known without having been named. */
const fieldOf: Partial<Record<AppErrorCode, string>> = {
  'source-unreadable': 'source',
  'load-failed': 'source',
  'page-crashed': 'source',
  'print-failed': 'source',
  refused: 'source',
  'timed-out': 'source',
  'object-exists': 'storage.bucket_destination',
  'delivery-refused': 'storage.bucket_destination',
  'delivery-interrupted': 'storage.bucket_destination',
};

/**
 * How a request ends whose PDF could not be made, fields named as on the wire. Where it is no fault of the request's, the same `Idempotency-Key` may try
 * anew.
 */
export function failedSettlement(thrown: unknown): Settlement {
  const data = errorData(thrown);
  const status = statusOf[data.code];
  if (status === undefined) {
    const { status: own, error } = internalProblem();
    return { outcome: { kind: 'failed', status: own, error }, isPassing: true };
  }
  return {
    outcome: { kind: 'failed', status, error: serviceError(wireError(data)) },
    ...(retryableCodes.has(data.code) && { isPassing: true }),
  };
}

/** The same error with the names that its fields have on the wire. */
function wireError(data: AppErrorData): AppErrorData {
  const field = fieldOf[data.code];
  if (field !== undefined) return { ...data, fields: [{ field, message: data.message }] };
  return {
    ...data,
    fields: (data.fields ?? []).map((issue) => ({
      ...issue,
      field: wireVocabulary.nameOf(issue.field),
    })),
  };
}
