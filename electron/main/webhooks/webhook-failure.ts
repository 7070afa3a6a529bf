import { type Message, type MessageKey, literal, message } from '../../shared/messages/message.js';
import { type ConnectionProblem, connectionFault, faultName } from '../network/connection-fault.js';
import {
  type DeliveryFailure,
  type FailureReason,
  failureFor,
} from '../network/delivery-failure.js';
import { retryAfterMs } from '../network/http-client.js';
import { entryOf } from '../util/code-table.js';
import { hostOf } from './webhook-post.js';

/** @param url only its host is shown */
export function webhookFailure(url: string, reason: FailureReason): DeliveryFailure {
  const host = URL.canParse(url) ? literal(hostOf(url)) : message('webhooks.unknownHost');
  return failureFor(reason, message('webhooks.failed', { host, reason: reason.text }));
}

/** The webhook is not retried. @param url only its host is shown */
export function refusal(url: string, text: Message): DeliveryFailure {
  return webhookFailure(url, { text });
}

const certificateKeys = {
  'certificate-expired': 'webhooks.certificateExpired',
  'certificate-early': 'webhooks.certificateNotYetValid',
  'certificate-of-other-name': 'webhooks.certificateForOtherName',
  'certificate-revoked': 'webhooks.certificateRevoked',
  'certificate-untrusted': 'webhooks.certificateUntrusted',
} as const satisfies Partial<Record<ConnectionProblem, MessageKey>>;

/** Why there is no response; only a certificate is not worth a retry. */
export function connectionReason(thrown: unknown): FailureReason {
  const fault = connectionFault(thrown);
  if (fault === null) {
    const text = message('webhooks.connectionFailedCode', { code: faultName(thrown) });
    return { text, isTransient: true };
  }
  const { problem, reason } = fault;
  const key = entryOf(certificateKeys, problem);
  if (key !== undefined) return { text: message(key, { reason }) };
  return { text: message('webhooks.connectionFailed', { reason }), isTransient: true };
}

export interface WebhookAnswer {
  readonly status: number;
  /** The header `Retry-After`. */
  readonly retryAfter?: string | undefined;
}

/**
 * According to Standard Webhooks ("Deliverability and reliability"), 2xx is a success, 410 requests
 * no more webhooks, redirects are not followed, and everything else is retried.
 */
const byStatus: Readonly<Record<string, (status: number) => FailureReason | null>> = {
  '2*': () => null,
  '3*': (status) => ({ text: message('webhooks.redirected', { status }) }),
  410: () => ({ text: message('webhooks.gone') }),
};

/** Null for a success. */
export function answerReason({ status, retryAfter }: WebhookAnswer): FailureReason | null {
  const read = entryOf(byStatus, status);
  if (read !== undefined) return read(status);
  const text = message('webhooks.answered', { status });
  return { text, isTransient: true, retryAfterMs: retryAfterMs(retryAfter) };
}
