import type { AppErrorCode, AppErrorData, PublicError } from '../../shared/messages/errors.js';
import { type Message, message } from '../../shared/messages/message.js';
import { englishText } from '../../shared/messages/translator.js';
import { nameOfPath } from '../../shared/request/filename.js';
import type { ConversionRequest } from '../../shared/request/request.js';
import { type ConversionSource, partsOf } from '../../shared/request/source.js';
import type { JobOutcome, UploadResult } from './delivery.js';

type Compliance = NonNullable<ConversionRequest['compliance']>;

/** What a webhook is about. */
export interface EventSubject {
  /** ID of a job. */
  readonly job?: string;
  /** ID of a request to the service. */
  readonly task?: string;
  /** The `Idempotency-Key` of that request. */
  readonly idempotencyKey?: string;
  /** What was converted; see {@link eventSource}. Not sent for private jobs. */
  readonly source?: string | undefined;
  /** Whether the PDF has a watermark and cost no credit (the service's test mode). */
  readonly isTest?: boolean;
}

/**
 * JSON in the form that Standard Webhooks recommends: `type`, `timestamp`, `data`. `data` is the
 * API's response (section 2.5) or the error, with what it is about; the API itself leaves the
 * payload open (section 6).
 * @param when time of the outcome; the same in each attempt
 */
export function webhookBody(
  outcome: JobOutcome,
  { job, task, idempotencyKey, source, isTest = false }: EventSubject,
  compliance: Compliance,
  when: Date,
): string {
  const { hipaa, gdpr } = compliance;
  const isPrivate = hipaa || gdpr;
  return JSON.stringify({
    type: `pdf.${outcome.kind}`,
    timestamp: when.toISOString(),
    data: {
      ...(job !== undefined && { job }),
      ...(task !== undefined && { task }),
      ...(idempotencyKey !== undefined && { idempotency_key: idempotencyKey }),
      ...(source !== undefined && !isPrivate && { source }),
      ...reportOf(outcome, isPrivate),
      compliance: { hipaa, gdpr },
      ...(isTest && { test: true }),
    },
  });
}

/** Returns what receivers see of an outcome. */
export function reportOf(outcome: JobOutcome, isPrivate: boolean): object {
  const { file, uploads } = outcome;
  return {
    ...(outcome.kind === 'failed'
      ? { error: redactedError(outcome.error, isPrivate) }
      : outcome.url !== undefined && { url: outcome.url }),
    ...(file && { file: { name: file.name, size: file.size } }),
    ...(uploads && { destinations: uploads.map((upload) => destinationOf(upload, isPrivate)) }),
  };
}

/** Without a PDF at its destination, that of a private job says nothing about the source. */
function destinationOf(
  { destination, status, url, file, error }: UploadResult,
  isPrivate: boolean,
) {
  return {
    ...(destination !== undefined && (!isPrivate || status === 'delivered') && { destination }),
    status,
    ...(url !== undefined && { url }),
    ...(file && { file: { name: file.name, size: file.size } }),
    ...(error && { error: redactedError(error, isPrivate) }),
  };
}

/**
 * The name of a file without its folder, or a URL without password, query and fragment, which may
 * contain secrets; undefined for text without a name. Merged documents have their names, separated
 * by commas.
 */
export function eventSource(source: ConversionSource): string | undefined {
  const names = partsOf(source).flatMap((part) => {
    if (part.kind === 'file') return [nameOfPath(part.path)];
    if (part.kind === 'html') return part.name ?? [];
    const { origin, pathname } = new URL(part.url);
    return [`${origin}${pathname}`];
  });
  return names.length === 0 ? undefined : names.join(', ');
}

/**
 * For third parties: the code, and the message only if that concerns nothing but the request and
 * the page. Other messages may name paths, profiles and targets of this machine; a fixed one
 * replaces them, and all messages of private jobs.
 */
export function redactedError(
  { code, message: full }: AppErrorData,
  isPrivate: boolean,
): Pick<PublicError, 'code' | 'message'> {
  const isShown = !isPrivate && harmlessCodes.has(code);
  return { code, message: englishText(isShown ? full : redactedMessages[code]) };
}

/** Errors whose messages name nothing of this machine. */
const harmlessCodes: ReadonlySet<AppErrorCode> = new Set([
  'invalid-request',
  'page-crashed',
  'print-failed',
]);

const redactedMessages: Readonly<Record<AppErrorCode, Message>> = {
  'invalid-request': message('webhooks.eventInvalidRequest'),
  'source-unreadable': message('webhooks.eventSourceUnreadable'),
  'load-failed': message('webhooks.eventLoadFailed'),
  'timed-out': message('webhooks.eventTimedOut'),
  'page-crashed': message('webhooks.eventPageCrashed'),
  'chromium-ended': message('webhooks.eventChromiumEnded'),
  'sandbox-off': message('webhooks.eventSandboxOff'),
  'print-failed': message('webhooks.eventPrintFailed'),
  'preflight-failed': message('webhooks.eventPreflightFailed'),
  canceled: message('webhooks.eventCanceled'),
  'write-failed': message('webhooks.eventWriteFailed'),
  'storage-full': message('service.storageFull'),
  'storage-unavailable': message('service.storageUnavailable'),
  'object-exists': message('webhooks.eventObjectExists'),
  'delivery-refused': message('webhooks.eventDeliveryRefused'),
  'delivery-interrupted': message('webhooks.eventDeliveryInterrupted'),
  'remote-refused': message('webhooks.eventRemoteRefused'),
  'remote-unreachable': message('webhooks.eventRemoteUnreachable'),
  'remote-uncertain': message('webhooks.eventRemoteUncertain'),
  refused: message('webhooks.eventRefused'),
  internal: message('webhooks.eventInternal'),
};
