import { isPrivateAddress } from '../network/hosts.js';
import { isLoopbackHost } from '../../shared/request/url.js';
import type { DeliveryFailure } from '../network/delivery-failure.js';
import { refusal } from './webhook-failure.js';
import type { WebhookPost } from './webhook-post.js';

/** What holds for messages to private addresses. */
export interface PrivateRule {
  readonly allowsPrivate: boolean;
  /** What to do where they are not allowed, without a full stop; who sends decides that. */
  readonly advice?: string | undefined;
}

const defaultAdvice =
  'Allow private addresses for webhooks in the settings (convert: --allow-private-webhook) if that is meant, then try again';

/** The error about a message to a private address. @param host of the webhook, with its port */
export function privateRefusal(
  host: string,
  found: string,
  advice: string = defaultAdvice,
): DeliveryFailure {
  return refusal(host, { reason: `it leads to the private address ${found}`, advice });
}

/**
 * Checks the IP addresses that a webhook's host resolves to.
 * @throws DeliveryFailure `delivery-refused` if one of them is private, or if the connection would not be encrypted and
 * must be
 */
export function checkRoute(
  { host, protocol }: URL,
  addresses: readonly string[],
  { encryptedOnly }: Pick<WebhookPost, 'encryptedOnly'>,
  { allowsPrivate, advice }: PrivateRule,
): void {
  const found = addresses.find(isPrivateAddress);
  if (found !== undefined && !allowsPrivate) throw privateRefusal(host, found, advice);
  if (encryptedOnly && protocol !== 'https:' && !addresses.every(isLoopbackHost)) {
    throw refusal(host, {
      reason:
        'the connection is not encrypted, and this message goes over encrypted ones only (hipaa)',
      advice: 'Use an address that begins with https',
    });
  }
}
