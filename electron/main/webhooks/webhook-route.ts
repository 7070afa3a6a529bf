import { isPrivateAddress, literalAddress } from '../network/private-addresses.js';
import { isLoopbackHost } from '../../shared/request/encryption.js';
import type { DeliveryFailure } from '../network/delivery-failure.js';
import { connectionFailure, refusal } from './webhook-failure.js';
import type { WebhookPost } from './webhook-post.js';

/** Gives all addresses of a host name. @throws what the system throws if it has none */
export type LookUp = (host: string) => Promise<readonly string[]>;

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
 * The addresses that a message may be sent to. The name is looked up this one time: a connection to what was looked at cannot lead elsewhere.
 * @throws DeliveryFailure `delivery-refused` where one of them is private, or the connection would not be encrypted and must be
 */
export async function webhookRoute(
  url: URL,
  { encryptedOnly }: Pick<WebhookPost, 'encryptedOnly'>,
  { allowsPrivate, advice }: PrivateRule,
  lookUp: LookUp,
): Promise<readonly string[]> {
  const { host, hostname, protocol } = url;
  const literal = literalAddress(hostname);
  const addresses =
    literal === null
      ? await lookUp(hostname).catch((thrown: unknown) => {
          throw connectionFailure(host, thrown);
        })
      : [literal];
  const found = addresses.find(isPrivateAddress);
  if (found !== undefined && !allowsPrivate) {
    throw privateRefusal(host, found, advice);
  }
  if (encryptedOnly && protocol !== 'https:' && !addresses.every(isLoopbackHost)) {
    throw refusal(host, {
      reason:
        'the connection is not encrypted, and this message goes over encrypted ones only (hipaa)',
      advice: 'Use an address that begins with https',
    });
  }
  return addresses;
}
