import { codeOf } from '../../shared/messages/errors.js';
import { type Message, literal, message } from '../../shared/messages/message.js';
import { type ConnectionProblem, connectionFault } from '../network/connection-fault.js';
import { DeliveryFailure } from '../network/delivery-failure.js';
import { retryAfterMs } from '../network/http-client.js';
import { hostOf } from './webhook-post.js';

/** Returns the error of a webhook that is not retried. @param url only its host is shown */
export function refusal(url: string, reason: Message): DeliveryFailure {
  return new DeliveryFailure('delivery-refused', failureMessage(url, reason), { reason });
}

/** Returns the error of a webhook that is retried. @param retryAfterMs requested by the receiver */
export function interruption(url: string, reason: Message, retryAfterMs?: number): DeliveryFailure {
  const details = { reason, retryAfterMs };
  return new DeliveryFailure('delivery-interrupted', failureMessage(url, reason), details);
}

function failureMessage(url: string, reason: Message): Message {
  const host = URL.canParse(url) ? literal(hostOf(url)) : message('webhooks.unknownHost');
  return message('webhooks.failed', { host, reason });
}

const certificateMessages: Readonly<
  Partial<Record<ConnectionProblem, (reason: Message) => Message>>
> = {
  'certificate-expired': (reason) => message('webhooks.certificateExpired', { reason }),
  'certificate-early': (reason) => message('webhooks.certificateNotYetValid', { reason }),
  'certificate-of-other-name': (reason) => message('webhooks.certificateForOtherName', { reason }),
  'certificate-revoked': (reason) => message('webhooks.certificateRevoked', { reason }),
  'certificate-untrusted': (reason) => message('webhooks.certificateUntrusted', { reason }),
};

/** Returns the error of a failed connection. @param thrown by Node */
export function connectionFailure(url: string, thrown: unknown): DeliveryFailure {
  const fault = connectionFault(thrown);
  if (fault === null) {
    const code = codeOf(thrown) || (thrown instanceof Error ? thrown.name : typeof thrown);
    return interruption(url, message('webhooks.connectionFailedCode', { code }));
  }
  const { problem, reason } = fault;
  const certificateMessage = certificateMessages[problem];
  return certificateMessage === undefined
    ? interruption(url, message('webhooks.connectionFailed', { reason }))
    : refusal(url, certificateMessage(reason));
}

/** The response of a receiver. */
export interface WebhookAnswer {
  readonly status: number;
  /** The header `Retry-After`. */
  readonly retryAfter?: string | undefined;
}

/**
 * Returns the error of a response; null for a success. According to Standard Webhooks
 * ("Deliverability and reliability"), 2xx is a success, 410 requests no more webhooks, redirects
 * are not followed, and everything else is retried.
 */
export function answerFailure(
  url: string,
  { status, retryAfter }: WebhookAnswer,
): DeliveryFailure | null {
  if (status >= 200 && status < 300) return null;
  if (status === 410) return refusal(url, message('webhooks.gone'));
  if (status >= 300 && status < 400)
    return refusal(url, message('webhooks.redirected', { status }));
  return interruption(url, message('webhooks.answered', { status }), retryAfterMs(retryAfter));
}
