import { retryAfterMs } from '../../network/retry-after.js';
import type { DeliveryFailure } from '../delivery-failure.js';
import { interruption, refusal } from './webhook-failure.js';

/** What a receiver answered. */
export interface WebhookAnswer {
  readonly status: number;
  /** The header `Retry-After`. */
  readonly retryAfter?: string | undefined;
}

/**
 * Decides over an answer as Standard Webhooks says ("Deliverability and reliability"): 2xx is a success, 410 asks for no more messages, redirects are not
 * followed, all else is tried again.
 * @param host of the webhook
 * @returns the failure; null for a success
 */
export function answerFailure(
  host: string,
  { status, retryAfter }: WebhookAnswer,
): DeliveryFailure | null {
  if (status >= 200 && status < 300) return null;
  if (status === 410) {
    return refusal(host, {
      reason: 'the receiver answered 410, it takes no more messages at this address',
      advice: 'Ask who runs it for another address',
    });
  }
  if (status >= 300 && status < 400) {
    return refusal(host, {
      reason: `the receiver answered ${status}, a redirect, which webhooks do not follow`,
      advice: 'Give the address that it leads to',
    });
  }
  return interruption(host, `the receiver answered ${status}`, retryAfterMs(retryAfter));
}
