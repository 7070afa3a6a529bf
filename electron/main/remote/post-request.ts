import type { IncomingMessage } from 'node:http';
import { durationText } from '../../shared/duration.js';
import { retryAfterMs } from '../network/http-client.js';
import { headersFor, requestAddress } from './authorization.js';
import { exchange } from './exchange.js';
import { ExchangeFault } from './exchange-fault.js';
import { faultError, faultReason } from './fault-reason.js';
import { progressOf } from './progress.js';
import { refusalOf } from './refusal.js';
import type { RemoteCall } from './remote-call.js';
import { serviceName, unreachable } from './remote-failure.js';

/** A body from this size on waits until the service has said that it wants it, so that a refusal is heard rather than a broken connection, in bytes. */
const largeBody = 1024 ** 2;

/** A service that asks for no pause at all would be asked without end, in milliseconds. */
const minPauseMs = 250;

export interface RemotePost {
  readonly body: Buffer;
  readonly idempotencyKey: string;
}

/**
 * Sends a request to an endpoint. It is sent again only where it certainly did not arrive, or where the service has said that it did nothing and when to come back.
 * @returns the answer of a success
 * @throws RemoteFailure
 */
export async function postRequest(call: RemoteCall, post: RemotePost): Promise<IncomingMessage> {
  let tries = 0;
  let expects = post.body.length >= largeBody;
  for (;;) {
    const answer = await postOnce(call, post, expects).catch(async (thrown: unknown) => {
      await waitForNextTry(call, thrown, tries);
      return null;
    });
    if (answer === null) {
      tries += 1;
      continue;
    }
    const { statusCode: status = 0 } = answer;
    if (status >= 200 && status < 300) return answer;
    const pause = pauseOf(answer, call, tries);
    if (pause !== null) {
      tries += 1;
      answer.destroy();
      await takePause(call, status, pause);
    } else if (status === 417 && expects) {
      // RFC 9110, section 15.5.18: it did not want the body, as it does not know the question.
      expects = false;
      answer.destroy();
    } else {
      throw await refusalOf(answer, call, post.body.length);
    }
  }
}

async function postOnce(
  call: RemoteCall,
  { body, idempotencyKey }: RemotePost,
  expects: boolean,
): Promise<IncomingMessage> {
  const { endpoint, ca, limits, time } = call;
  const url = requestAddress(endpoint);
  const progress = progressOf(call, 'sending', body.length);
  progress(0);
  return exchange({
    method: 'POST',
    url,
    headers: {
      ...headersFor(call, url),
      'content-type': 'application/json',
      accept: 'application/json, application/pdf;q=0.9',
      'idempotency-key': idempotencyKey,
      ...(endpoint.testMode && { 'svc-test-mode': 'true' }),
      ...(expects && { expect: '100-continue' }),
    },
    body,
    ca,
    limits,
    signal: time.signal,
    onSent: (sent) => {
      progress(sent);
      if (sent === body.length) call.onProgress({ stage: 'rendering' });
    },
  });
}

/** @throws what is to be told if there is no next try */
async function waitForNextTry(call: RemoteCall, thrown: unknown, tries: number): Promise<void> {
  const { limits, time, endpoint } = call;
  time.throwIfCanceled();
  const isSafe = thrown instanceof ExchangeFault && !thrown.mayHaveArrived;
  const wait = limits.retriesMs[tries];
  const { why, isPassing } = faultReason(thrown, call);
  if (!isSafe || !isPassing || wait === undefined || wait >= time.left)
    throw faultError(thrown, call);
  call.log(`${serviceName(endpoint)}: ${why}; tried again in ${wait} ms.`);
  call.onProgress({ stage: 'sending', waitingFor: `${endpoint.name}: ${why}` });
  await time.wait(wait);
}

/** How long a service that did nothing is left alone. */
interface Pause {
  /** In milliseconds. */
  readonly ms: number;
  /** Whether the service has named it. */
  readonly confirmOpen: boolean;
}

/** Null for an answer that is no such thing. */
function pauseOf(answer: IncomingMessage, { limits }: RemoteCall, tries: number): Pause | null {
  const { statusCode: status, headers } = answer;
  if (status !== 429 && status !== 503) return null;
  const asked = retryAfterMs(headers['retry-after']);
  if (asked !== undefined) return { ms: Math.max(asked, minPauseMs), confirmOpen: true };
  if (status !== 429) return null;
  return { ms: limits.retriesMs[tries] ?? Number.POSITIVE_INFINITY, confirmOpen: false };
}

async function takePause(
  call: RemoteCall,
  status: number,
  { ms, confirmOpen }: Pause,
): Promise<void> {
  const { endpoint, time } = call;
  const length = durationText(ms / 1000);
  if (ms >= time.left) {
    const asks = confirmOpen ? ` and asks for a pause of ${length}` : '';
    const advice = confirmOpen
      ? 'Try again then, or let Platen wait longer for it in the settings'
      : 'Try again later';
    throw unreachable(endpoint, `it is busy${asks} (${status})`, { advice });
  }
  const does = confirmOpen ? `asks for a pause of ${length}` : `is busy; asked again in ${length}`;
  call.log(`${serviceName(endpoint)} ${does} (${status}).`);
  const waitingFor = confirmOpen
    ? `the pause of ${length} that ${endpoint.name} asks for`
    : `${endpoint.name}, which is busy and is asked again in ${length}`;
  call.onProgress({ stage: 'sending', waitingFor });
  await time.wait(ms);
}
