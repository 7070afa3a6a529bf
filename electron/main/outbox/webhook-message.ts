import type { AppErrorCode, AppErrorData, PublicError } from '../../shared/errors.js';
import { type Message, message } from '../../shared/messages/message.js';
import { englishText } from '../../shared/messages/translator.js';
import type { ConversionRequest } from '../../shared/request/request.js';
import type { JobOutcome } from './delivery.js';

type Compliance = NonNullable<ConversionRequest['compliance']>;

/**
 * Returns the body of a webhook as JSON, in the form that Standard Webhooks recommends: `type`,
 * `timestamp`, `data`. `data` is the API's response (section 2.5) or the error; the API itself
 * leaves the payload open (section 6).
 * @param when time of the outcome; the same in each attempt
 * @param task ID of a request to the service
 */
export function webhookBody(
  outcome: JobOutcome,
  compliance: Compliance,
  when: Date,
  task?: string,
): string {
  const { hipaa, gdpr } = compliance;
  return JSON.stringify({
    type: `pdf.${outcome.kind}`,
    timestamp: when.toISOString(),
    data: {
      ...(task !== undefined && { task }),
      ...dataOf(outcome, hipaa || gdpr),
      compliance: { hipaa, gdpr },
    },
  });
}

function dataOf(outcome: JobOutcome, isPrivate: boolean) {
  if (outcome.kind === 'failed') return { error: redactedError(outcome.error, isPrivate) };
  const { url, file } = outcome;
  return { ...(url !== undefined && { url }), file: { name: file.name, size: file.size } };
}

/**
 * Returns an error for third parties: its code, and its message only if that concerns nothing but
 * the request and the page. Other messages may name paths, profiles and targets of this machine; a
 * fixed one replaces them, and all messages of private jobs.
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
  'object-exists': message('webhooks.eventObjectExists'),
  'delivery-refused': message('webhooks.eventDeliveryRefused'),
  'delivery-interrupted': message('webhooks.eventDeliveryInterrupted'),
  'remote-refused': message('webhooks.eventRemoteRefused'),
  'remote-unreachable': message('webhooks.eventRemoteUnreachable'),
  'remote-uncertain': message('webhooks.eventRemoteUncertain'),
  refused: message('webhooks.eventRefused'),
  internal: message('webhooks.eventInternal'),
};
