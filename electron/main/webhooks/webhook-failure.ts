import { codeOf } from '../../shared/errors.js';
import { type ConnectionProblem, connectionFault } from '../network/connection-fault.js';
import { retryAfterMs } from '../network/http-client.js';
import { DeliveryFailure } from '../network/delivery-failure.js';

/** Why a message was not delivered, as the end of a sentence, and what to do. */
interface Reason {
  readonly reason: string;
  readonly advice?: string | undefined;
}

/**
 * The error about a message that is not worth another try by itself. @param host of the webhook,
 * with its port: no sentence holds more of its address
 */
export function refusal(host: string, { reason, advice }: Reason): DeliveryFailure {
  return new DeliveryFailure('delivery-refused', sentence(host, { reason, advice }));
}

/**
 * The error about a message that is tried again. @param retryAfterMs what the receiver asks for, in
 * milliseconds
 */
export function interruption(host: string, reason: string, retryAfterMs?: number): DeliveryFailure {
  return new DeliveryFailure('delivery-interrupted', sentence(host, { reason }), { retryAfterMs });
}

/**
 * What to do about a certificate; about the rest there is nothing to do but to try again, which is
 * done anyway.
 */
const advice: Readonly<Partial<Record<ConnectionProblem, string>>> = {
  'certificate-expired': 'Have the certificate renewed, or set the clock, then try again',
  'certificate-early': 'Check the clock of this computer, then try again',
  'certificate-of-other-name':
    'Correct the address, or have a certificate made for it, then try again',
  'certificate-revoked': 'Ask who runs the receiver',
  'certificate-untrusted':
    'Have a certificate made by an authority that is trusted, then try again',
};

/** The error about a connection that failed, from what Node threw. */
export function connectionFailure(host: string, thrown: unknown): DeliveryFailure {
  const fault = connectionFault(thrown);
  if (fault?.kind === 'certificate') {
    return refusal(host, { reason: fault.words, advice: advice[fault.problem] });
  }
  const unknown = `the connection failed (${codeOf(thrown) || nameOf(thrown)})`;
  return interruption(host, fault?.words ?? unknown);
}

function sentence(host: string, { reason, advice }: Reason): string {
  const what = `The webhook at ${host} could not be delivered: ${reason}.`;
  return advice === undefined ? what : `${what} ${advice}.`;
}

function nameOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.name : typeof thrown;
}

/** What a receiver answered. */
export interface WebhookAnswer {
  readonly status: number;
  /** The header `Retry-After`. */
  readonly retryAfter?: string | undefined;
}

/**
 * Decides over an answer as Standard Webhooks says ("Deliverability and reliability"): 2xx is a
 * success, 410 asks for no more messages, redirects are not followed, all else is tried again.
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
