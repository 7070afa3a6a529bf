import { type Message, message } from '../../../shared/messages/message.js';
import { problemStatuses } from '../contract/problem-codes.js';
import { outcomeStatuses } from '../tasks/outcome.js';

const statuses = { ...problemStatuses, ...outcomeStatuses };

/** Of all codes but that of clients that have disconnected, which only the log has. */
const meanings: Readonly<Record<Exclude<keyof typeof statuses, 'client-gone'>, Message>> = {
  'body-too-large': message('apiDocs.codeBodyTooLarge'),
  canceled: message('apiDocs.codeCanceled'),
  'expectation-failed': message('apiDocs.codeExpectationFailed'),
  'headers-too-large': message('apiDocs.codeHeadersTooLarge'),
  'idempotency-key-reused': message('apiDocs.codeKeyReused'),
  internal: message('apiDocs.codeInternal'),
  interrupted: message('apiDocs.codeInterrupted'),
  'invalid-http': message('apiDocs.codeInvalidHttp'),
  'invalid-json': message('apiDocs.codeInvalidJson'),
  'invalid-request': message('apiDocs.codeInvalidRequest'),
  'method-not-allowed': message('apiDocs.codeMethodNotAllowed'),
  'misdirected-request': message('apiDocs.codeMisdirected'),
  'mode-not-allowed': message('apiDocs.codeModeNotAllowed'),
  'no-credits': message('apiDocs.codeNoCredits'),
  'no-database': message('apiDocs.codeNoDatabase'),
  'not-found': message('apiDocs.codeNotFound'),
  'pdf-gone': message('apiDocs.codePdfGone'),
  'queue-full': message('apiDocs.codeQueueFull'),
  'range-not-satisfiable': message('apiDocs.codeRange'),
  'rate-limited': message('apiDocs.codeRateLimited'),
  'request-timeout': message('apiDocs.codeRequestTimeout'),
  stopping: message('apiDocs.codeStopping'),
  'storage-unavailable': message('apiDocs.codeStorageUnavailable'),
  unauthorized: message('apiDocs.codeUnauthorized'),
  'unpaid-limit': message('apiDocs.codeUnpaidLimit'),
  'unsupported-media-type': message('apiDocs.codeMediaType'),
  'source-unreadable': message('apiDocs.codeSourceUnreadable'),
  'load-failed': message('apiDocs.codeLoadFailed'),
  'page-crashed': message('apiDocs.codePageCrashed'),
  'print-failed': message('apiDocs.codePrintFailed'),
  'preflight-failed': message('apiDocs.codePreflightFailed'),
  refused: message('apiDocs.codeRefused'),
  'object-exists': message('apiDocs.codeObjectExists'),
  'delivery-refused': message('apiDocs.codeDeliveryRefused'),
  'delivery-interrupted': message('apiDocs.codeDeliveryInterrupted'),
  'sandbox-off': message('apiDocs.codeSandboxOff'),
  'chromium-ended': message('apiDocs.codeChromiumEnded'),
  'timed-out': message('apiDocs.codeTimedOut'),
  'storage-full': message('apiDocs.codeStorageFull'),
};

export interface ErrorCode {
  readonly code: string;
  readonly status: number;
  readonly meaning: Message;
}

/** All codes, by status and name. */
export const errorCodes: readonly ErrorCode[] = Object.entries(meanings)
  // The cast is safe: the names are those of `meanings`.
  .map(([code, meaning]) => ({ code, meaning, status: statuses[code as keyof typeof meanings] }))
  .toSorted((one, other) => one.status - other.status || (one.code < other.code ? -1 : 1));
