import type { IncomingMessage } from 'node:http';
import { durationMessage } from '../../shared/messages/measures.js';
import { message } from '../../shared/messages/message.js';
import { englishText } from '../../shared/messages/translator.js';
import { RequestFault, retryAfterMs, sendRequest } from '../network/http-client.js';
import { type RemoteCall, headersFor, requestUrl, transferProgress } from './call.js';
import { faultError, faultReason, quotedName, unreachable } from './failures.js';
import { refusalOf } from './refusal.js';

/**
 * Bodies from this size on, in bytes, wait for `100 Continue`, so that a refusal arrives before the
 * connection breaks.
 */
const largeBody = 1024 ** 2;

/** The shortest pause after a 429 or 503, in milliseconds, even if the service requests less. */
const minPauseMs = 250;

export interface RemotePost {
  readonly body: Buffer;
  readonly idempotencyKey: string;
}

/**
 * Sends a request to an endpoint. Retries only if the request certainly did not arrive, or the
 * service refused it and requested a delay.
 * @returns a response with status 2xx
 * @throws RemoteFailure
 */
export async function postRequest(call: RemoteCall, post: RemotePost): Promise<IncomingMessage> {
  let retries = 0;
  let expectsContinue = post.body.length >= largeBody;
  for (;;) {
    const response = await postOnce(call, post, expectsContinue).catch(async (thrown: unknown) => {
      await waitForRetry(call, thrown, retries);
      return null;
    });
    if (response === null) {
      retries += 1;
      continue;
    }
    const { statusCode: status = 0 } = response;
    if (status >= 200 && status < 300) return response;
    const pause = pauseOf(response, call, retries);
    if (pause !== null) {
      retries += 1;
      response.destroy();
      await waitForPause(call, status, pause);
    } else if (status === 417 && expectsContinue) {
      // RFC 9110, section 15.5.18: the server does not support `Expect`.
      expectsContinue = false;
      response.destroy();
    } else {
      throw await refusalOf(response, call, post.body.length);
    }
  }
}

async function postOnce(
  call: RemoteCall,
  { body, idempotencyKey }: RemotePost,
  expectsContinue: boolean,
): Promise<IncomingMessage> {
  const { endpoint, ca, limits, deadline } = call;
  const { connectMs, idleMs } = limits;
  const url = requestUrl(endpoint);
  const progress = transferProgress(call, 'sending', body.length);
  progress(0);
  return sendRequest({
    method: 'POST',
    url,
    headers: {
      ...headersFor(call, url),
      'content-type': 'application/json',
      accept: 'application/json, application/pdf;q=0.9',
      'idempotency-key': idempotencyKey,
      ...(endpoint.testMode && { 'svc-test-mode': 'true' }),
      ...(expectsContinue && { expect: '100-continue' }),
    },
    body,
    ca,
    usesProxy: true,
    // Rendering may take any time before the response: only the deadline limits it.
    limits: { connectMs, idleMs },
    signal: deadline.signal,
    onSent: (sent) => {
      progress(sent);
      if (sent === body.length) call.onProgress({ stage: 'rendering' });
    },
  });
}

/** @throws RemoteFailure if the request is not retried */
async function waitForRetry(call: RemoteCall, thrown: unknown, retries: number): Promise<void> {
  const { limits, deadline, endpoint } = call;
  deadline.throwIfCanceled();
  const isSafe = thrown instanceof RequestFault && !thrown.details.mayHaveArrived;
  const delay = limits.retriesMs[retries];
  const { reason, isTransient } = faultReason(thrown, call);
  const isOver = delay === undefined || delay >= deadline.remainingMs;
  if (!isSafe || !isTransient || isOver) throw faultError(thrown, call);
  call.log(`Service ${quotedName(endpoint)}: ${englishText(reason)}; retrying in ${delay} ms.`);
  const waitingFor = message('remote.retrying', { service: endpoint.name, why: reason });
  call.onProgress({ stage: 'sending', waitingFor });
  await deadline.wait(delay);
}

interface Pause {
  readonly ms: number;
  /** Whether the service requested this time. */
  readonly isRequested: boolean;
}

/** Null unless the service is busy. */
function pauseOf(response: IncomingMessage, { limits }: RemoteCall, retries: number): Pause | null {
  const { statusCode: status, headers } = response;
  if (status !== 429 && status !== 503) return null;
  const requested = retryAfterMs(headers['retry-after']);
  if (requested !== undefined) return { ms: Math.max(requested, minPauseMs), isRequested: true };
  if (status !== 429) return null;
  return { ms: limits.retriesMs[retries] ?? Number.POSITIVE_INFINITY, isRequested: false };
}

/** @throws RemoteFailure if the pause exceeds the deadline */
async function waitForPause(
  call: RemoteCall,
  status: number,
  { ms, isRequested }: Pause,
): Promise<void> {
  const { endpoint, deadline } = call;
  if (ms >= deadline.remainingMs) {
    throw isRequested
      ? unreachable(
          endpoint,
          message('remote.busyUntil', { pause: durationMessage(ms / 1000), status }),
          { advice: message('remote.waitLonger') },
        )
      : unreachable(endpoint, message('remote.busy', { status }), {
          advice: message('remote.retryLater'),
        });
  }
  const pause = durationMessage(ms / 1000);
  const time = englishText(pause);
  const service = endpoint.name;
  const doing = isRequested ? `requests a pause of ${time}` : `is busy; retrying in ${time}`;
  call.log(`Service ${quotedName(endpoint)} ${doing} (${status}).`);
  const waitingFor = isRequested
    ? message('remote.pauseRequested', { service, pause })
    : message('remote.retryingBusy', { service, pause });
  call.onProgress({ stage: 'sending', waitingFor });
  await deadline.wait(ms);
}
