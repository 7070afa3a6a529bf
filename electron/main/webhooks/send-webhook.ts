import type { IncomingMessage } from 'node:http';
import { AppError } from '../../shared/errors.js';
import { type LookUp, RequestFault, sendRequest } from '../network/http-client.js';
import { answerFailure, connectionFailure, interruption, refusal } from './webhook-failure.js';
import { webhookHeaders } from './webhook-headers.js';
import { hostOf, type SendWebhook, type WebhookPost } from './webhook-post.js';
import { checkRoute } from './webhook-route.js';

/** How long a message may take, from the look-up of the name to the end of the answer, in milliseconds. */
const defaultTimeoutMs = 10_000;

/** What the sending of webhooks stands on; what the person may change is asked for anew for each message. */
export interface WebhookSettings {
  /** The secret that messages are signed with (`whsec_…`); null: they are not to be signed. If it throws, nothing is sent. */
  readonly secret: () => Promise<string | null>;
  /** Whether they may go to this computer and to private networks. */
  readonly allowsPrivate: () => boolean;
  /** What to do where they may not, without a full stop; the setting and the option of `convert` unless told otherwise. */
  readonly privateAdvice?: string;
  /** Certificates to trust beside the usual ones, as PEM. */
  readonly ca?: readonly string[];
  readonly lookUp?: LookUp;
  /** In milliseconds; 10 seconds unless told otherwise. */
  readonly limit?: number;
}

/**
 * Sends webhooks by the rules of Standard Webhooks. Nothing of an address but its host gets into an error. Redirects are not followed, and no proxy is used.
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

/** How much of a response is read, in bytes: only its status counts, but some receivers mind being cut off. */
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
