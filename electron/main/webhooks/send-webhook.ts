import { lookup } from 'node:dns/promises';
import { AppError } from '../../shared/errors.js';
import { answerFailure, connectionFailure, interruption, refusal } from './webhook-failure.js';
import { postOnce } from './post-once.js';
import { webhookHeaders } from './webhook-headers.js';
import { hostOf, type SendWebhook, type WebhookPost } from './webhook-post.js';
import { type LookUp, webhookRoute } from './webhook-route.js';

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
      throw connectionFailure(host, thrown);
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
  const { lookUp = systemLookUp, privateAdvice: advice } = settings;
  const rule = { allowsPrivate: settings.allowsPrivate(), advice };
  const route = webhookRoute(url, post, rule, lookUp);
  const addresses = await unlessAborted(route, signal);
  const { body } = post;
  const answer = await postOnce({ url, addresses, headers, body, ca: settings.ca, signal });
  const failure = answerFailure(host, answer);
  if (failure !== null) throw failure;
}

/** A look-up of a name cannot be broken off, but it need not be waited for. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(new Error('The message was broken off.'));
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject);
  });
}

async function systemLookUp(host: string): Promise<readonly string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}
