import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { AppError } from '../../shared/messages/errors.js';
import { type Message, message } from '../../shared/messages/message.js';
import { isLoopbackHost } from '../../shared/request/url.js';
import { webhookSecretIssue } from '../../shared/webhook-secret.js';
import { loginIn } from '../network/basic-login.js';
import { isPrivateAddress } from '../network/hosts.js';
import { type LookUp, sendRequest } from '../network/http-client.js';
import { answerReason, connectionReason, refusal, webhookFailure } from './webhook-failure.js';
import type { SendWebhook, WebhookPost } from './webhook-post.js';

/** From the lookup of the host to the end of the response, in milliseconds. */
const defaultTimeoutMs = 10_000;

/** Functions are called for each message, because the user may change their results. */
export interface WebhookSettings {
  /** Returns the signing secret (`whsec_…`); null: not signed. If it throws, nothing is sent. */
  readonly secret: () => Promise<string | null>;
  /** Returns true if webhooks may be sent to this machine and to private networks. */
  readonly allowsPrivate: () => boolean;
  /** Returns the reason that a private address is refused; the default advises the setting. */
  readonly privateReason?: PrivateReason | undefined;
  /** Certificates to trust in addition to the default ones, as PEM. */
  readonly ca?: readonly string[];
  readonly lookUp?: LookUp;
  /** In milliseconds; the default is 10 seconds. */
  readonly timeoutMs?: number;
}

/**
 * Follows Standard Webhooks. Errors name only the host of a URL. Redirects are not followed, and no
 * proxy is used.
 */
export function webhookSender(settings: WebhookSettings): SendWebhook {
  return async (post, signal) => {
    const { timeoutMs = defaultTimeoutMs } = settings;
    const late = AbortSignal.timeout(timeoutMs);
    const ended = AbortSignal.any([signal, late]);
    try {
      await send(settings, post, ended);
    } catch (thrown) {
      if (thrown instanceof AppError) throw thrown;
      if (late.aborted) {
        const seconds = timeoutMs / 1000;
        const text = message('webhooks.timedOut', { seconds });
        throw webhookFailure(post.address, { text, isTransient: true });
      }
      throw webhookFailure(post.address, connectionReason(thrown));
    }
  };
}

async function send(
  settings: WebhookSettings,
  post: WebhookPost,
  signal: AbortSignal,
): Promise<void> {
  const { address } = post;
  if (!URL.canParse(address)) throw refusal(address, message('webhooks.urlInvalid'));
  const url = new URL(address);
  const headers = await webhookHeaders(post, await settings.secret(), new Date());
  const rule = { allowsPrivate: settings.allowsPrivate(), reason: settings.privateReason };
  const response = await sendRequest({
    method: 'POST',
    url,
    headers,
    body: Buffer.from(post.body),
    ca: settings.ca,
    lookUp: settings.lookUp,
    chooseAddresses: (addresses) => {
      checkRoute(url, addresses, post, rule);
      return addresses;
    },
    signal,
    limits: {},
  });
  const { statusCode: status = 0, headers: received } = response;
  await drain(response);
  const reason = answerReason({ status, retryAfter: received['retry-after'] });
  if (reason !== null) throw webhookFailure(address, reason);
}

/** Only the status matters, but some receivers expect their response to be read; in bytes. */
const maxResponseBytes = 64 * 1024;

/** Resolves when a response has ended, successfully or not, or enough of it was read. */
async function drain(response: IncomingMessage): Promise<void> {
  let read = 0;
  await new Promise<void>((resolve) => {
    response.on('data', (chunk: Buffer) => {
      read += chunk.length;
      if (read >= maxResponseBytes) resolve();
    });
    for (const end of ['end', 'error', 'close']) response.on(end, () => resolve());
  });
  response.destroy();
}

/**
 * Standard Webhooks, "Webhook headers".
 * @param secret `whsec_` and base64, or base64 alone; null: the message is not signed
 * @param now time of the attempt, which receivers check
 * @throws DeliveryFailure `delivery-refused` if the secret is malformed
 */
async function webhookHeaders(
  post: WebhookPost,
  secret: string | null,
  now: Date,
): Promise<OutgoingHttpHeaders> {
  const login = loginIn(new URL(post.address));
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(post.body),
    'user-agent': 'Platen',
    ...(login !== null && { authorization: login }),
    'webhook-id': post.id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
  };
  if (secret === null) return headers;
  return { ...headers, 'webhook-signature': await signature(post, secret, now) };
}

async function signature(post: WebhookPost, secret: string, now: Date): Promise<string> {
  const issue = webhookSecretIssue(secret);
  if (issue !== null) throw refusal(post.address, issue);
  const { Webhook } = await import('standardwebhooks');
  return new Webhook(secret.trim()).sign(post.id, now, post.body);
}

type PrivateReason = (address: string) => Message;

interface PrivateRule {
  readonly allowsPrivate: boolean;
  readonly reason: PrivateReason | undefined;
}

function defaultPrivateReason(address: string): Message {
  return message('webhooks.privateAddress', { address });
}

/**
 * Checks the IP addresses that a webhook's host resolves to.
 * @throws DeliveryFailure `delivery-refused` if one of them is private and not allowed, or if the
 * connection must be encrypted and is not
 */
function checkRoute(
  { href, protocol }: URL,
  addresses: readonly string[],
  { encryptedOnly }: Pick<WebhookPost, 'encryptedOnly'>,
  { allowsPrivate, reason = defaultPrivateReason }: PrivateRule,
): void {
  const found = addresses.find((each) => isPrivateAddress(each));
  if (found !== undefined && !allowsPrivate) throw refusal(href, reason(found));
  if (encryptedOnly && protocol !== 'https:' && !addresses.every(isLoopbackHost)) {
    throw refusal(href, message('webhooks.unencrypted'));
  }
}
