import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { AppError } from '../../shared/errors.js';
import { isLoopbackHost } from '../../shared/request/url.js';
import { webhookSecretForm, webhookSecretIssue } from '../../shared/webhook-secret.js';
import type { DeliveryFailure } from '../network/delivery-failure.js';
import { isPrivateAddress } from '../network/hosts.js';
import { type LookUp, RequestFault, sendRequest } from '../network/http-client.js';
import { answerFailure, connectionFailure, interruption, refusal } from './webhook-failure.js';
import { hostOf, type SendWebhook, type WebhookPost } from './webhook-post.js';

/**
 * How long a message may take, from the look-up of the name to the end of the answer, in
 * milliseconds.
 */
const defaultTimeoutMs = 10_000;

/**
 * What the sending of webhooks stands on; what the person may change is asked for anew for each
 * message.
 */
export interface WebhookSettings {
  /**
   * The secret that messages are signed with (`whsec_…`); null: they are not to be signed. If it
   * throws, nothing is sent.
   */
  readonly secret: () => Promise<string | null>;
  /** Whether they may go to this computer and to private networks. */
  readonly allowsPrivate: () => boolean;
  /**
   * What to do where they may not, without a full stop; the setting and the option of `convert`
   * unless told otherwise.
   */
  readonly privateAdvice?: string;
  /** Certificates to trust beside the usual ones, as PEM. */
  readonly ca?: readonly string[];
  readonly lookUp?: LookUp;
  /** In milliseconds; 10 seconds unless told otherwise. */
  readonly limit?: number;
}

/**
 * Sends webhooks by the rules of Standard Webhooks. Nothing of an address but its host gets into an
 * error. Redirects are not followed, and no proxy is used.
 */
export function webhookSender(settings: WebhookSettings): SendWebhook {
  return async (post, signal) => {
    const { limit = defaultTimeoutMs } = settings;
    const host = hostOf(post.address);
    const late = AbortSignal.timeout(limit);
    const ended = AbortSignal.any([signal, late]);
    try {
      await send(settings, post, ended);
    } catch (thrown) {
      if (thrown instanceof AppError) throw thrown;
      if (late.aborted) {
        throw interruption(host, `the receiver did not answer within ${limit / 1000} seconds`);
      }
      throw connectionFailure(host, thrown instanceof RequestFault ? thrown.cause : thrown);
    }
  };
}

async function send(
  settings: WebhookSettings,
  post: WebhookPost,
  signal: AbortSignal,
): Promise<void> {
  const host = hostOf(post.address);
  if (!URL.canParse(post.address)) throw refusal(host, { reason: 'its address is malformed' });
  const url = new URL(post.address);
  const headers = await webhookHeaders(post, await settings.secret(), new Date());
  const rule = { allowsPrivate: settings.allowsPrivate(), advice: settings.privateAdvice };
  const response = await sendRequest({
    method: 'POST',
    url,
    headers,
    body: Buffer.from(post.body),
    ca: settings.ca,
    lookUp: settings.lookUp,
    checkAddresses: (addresses) => checkRoute(url, addresses, post, rule),
    signal,
    limits: {},
  });
  const { statusCode: status = 0, headers: received } = response;
  await drain(response);
  const failure = answerFailure(host, { status, retryAfter: received['retry-after'] });
  if (failure !== null) throw failure;
}

/**
 * How much of a response is read, in bytes: only its status counts, but some receivers mind being
 * cut off.
 */
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
 * The headers of a message (Standard Webhooks, "Webhook headers"). Its time is that of the try,
 * which a receiver checks.
 * @param secret `whsec_` and base64, or base64 alone; null: the message is not signed
 * @throws DeliveryFailure `delivery-refused` if the secret is none
 */
export async function webhookHeaders(
  post: WebhookPost,
  secret: string | null,
  now: Date,
): Promise<OutgoingHttpHeaders> {
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(post.body),
    'user-agent': 'Platen',
    ...authorization(new URL(post.address)),
    'webhook-id': post.id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
  };
  if (secret === null) return headers;
  return { ...headers, 'webhook-signature': await signature(post, secret, now) };
}

function authorization({ username, password }: URL): OutgoingHttpHeaders {
  if (username === '' && password === '') return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

async function signature(post: WebhookPost, secret: string, now: Date): Promise<string> {
  if (webhookSecretIssue(secret) !== null) {
    throw refusal(hostOf(post.address), {
      reason: 'the secret that webhooks are signed with is malformed',
      advice: `Set it again in the settings: ${webhookSecretForm}`,
    });
  }
  const { Webhook } = await import('standardwebhooks');
  return new Webhook(secret.trim()).sign(post.id, now, post.body);
}

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
 * @throws DeliveryFailure `delivery-refused` if one of them is private, or if the connection would
 * not be encrypted and must be
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
