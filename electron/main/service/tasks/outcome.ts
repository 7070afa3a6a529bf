import {
  type AppErrorCode,
  type AppErrorData,
  errorData,
} from '../../../shared/messages/errors.js';
import { literal, message } from '../../../shared/messages/message.js';
import { englishText } from '../../../shared/messages/translator.js';
import { wireVocabulary } from '../../../shared/request/wire.js';
import { redactedError } from '../../outbox/webhook-message.js';
import { advisesOperator, callerMessage } from './caller-message.js';
import {
  type Outcome,
  type ServiceError,
  type Settlement,
  type WebhookTask,
  codeIn,
  serviceError,
} from '../store/service-store.js';

/**
 * The API's status of each error code, stored with the outcome so that every server repeats the
 * same response. A code without one is an internal error.
 */
export const outcomeStatuses = {
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
  'sandbox-off': 503,
  'chromium-ended': 503,
  'timed-out': 504,
  'storage-full': 507,
  'storage-unavailable': 503,
} as const satisfies Partial<Record<AppErrorCode, number>>;

const statusOf: Partial<Record<AppErrorCode, number>> = outcomeStatuses;

/** An error of the service itself, whose cause appears only in the log. */
export const internalError = {
  status: 500,
  code: 'internal',
  message: message('service.internal'),
} as const;

/** Errors not caused by the request: the same one may succeed later. */
const transientCodes: ReadonlySet<AppErrorCode> = new Set([
  'delivery-interrupted',
  'sandbox-off',
  'chromium-ended',
  'storage-full',
  'storage-unavailable',
]);

/**
 * When a client whose request the service could not complete may repeat it, in seconds. A
 * full disk has room again when PDFs expire or the operator frees some.
 */
const retrySeconds: Readonly<Record<string, number>> = {
  'chromium-ended': 2,
  'storage-full': 60,
  'storage-unavailable': 5,
};

/** The field that each error concerns. */
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

/** With the field names of the wire format. */
export function failedSettlement(thrown: unknown): Settlement {
  const original = errorData(thrown);
  const data = { ...original, message: callerMessage(original.message) };
  const status = statusOf[data.code];
  if (status === undefined) {
    const error = serviceError(internalError);
    return { outcome: { kind: 'failed', status: internalError.status, error }, isTransient: true };
  }
  return {
    outcome: { kind: 'failed', status, error: serviceError(wireError(data)) },
    ...(transientCodes.has(data.code) && { isTransient: true }),
  };
}

/** Null if the same request would not succeed later. */
export function retrySecondsOf(outcome: Outcome): number | null {
  return outcome.kind === 'failed' ? (retrySeconds[outcome.error.code] ?? null) : null;
}

/** Only for a failure that the operator must know about; null for any other outcome. */
export function faultCode(outcome: Outcome, thrown: unknown): string | null {
  if (outcome.kind !== 'failed') return null;
  const { code } = outcome.error;
  const isFault = [internalError.code, 'storage-full', 'storage-unavailable'].includes(code);
  return isFault || advisesOperator(errorData(thrown).message) ? code : null;
}

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

/**
 * What the store keeps. With gdpr or hipaa, a failure is reduced to one message per code, as its
 * own may quote the page's URL (docs/security.md). The waiting client gets the full one.
 */
export function retainedOutcome(
  outcome: Outcome,
  { gdpr, hipaa }: WebhookTask['compliance'],
): Outcome {
  if (outcome.kind !== 'failed' || (!gdpr && !hipaa)) return outcome;
  return { ...outcome, error: retainedError(outcome.error) };
}

function retainedError({ code, message: fullMessage, fields }: ServiceError): ServiceError {
  const reduced = redactedError(
    { code: codeIn({ code }), message: literal(fullMessage) },
    true,
  ).message;
  const text = englishText(message('service.reducedError', { message: reduced }));
  return { code, message: text, fields: fields.map(({ field }) => ({ field, message: text })) };
}
