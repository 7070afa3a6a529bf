import { type Message, message } from '../../shared/messages/message.js';
import { RequestFault, retryAfterMs } from '../network/http-client.js';
import { mediaType, readBody, textOf } from './body.js';
import type { RemoteCall } from './call.js';
import { type RemoteFailure, faultReason, uncertain } from './failures.js';
import { type GetResult, RefusedUrl, get } from './fetch.js';
import { type ServiceMessage, notCreated, quoted, serviceMessage } from './refusal.js';
import { type Outcome, type Pending, readResponse } from './response.js';

/** The shortest delay between polls, whatever the service names, in milliseconds. */
const minWaitMs = 100;

/**
 * Polls the URL of a pending PDF until it is ready. Polls are free, so any failed one is retried.
 * @throws RemoteFailure
 */
export async function awaitPdf(call: RemoteCall, first: Pending): Promise<Outcome> {
  const { limits, deadline, endpoint } = call;
  const waitingFor = message('remote.waitingForPdf', { service: endpoint.name });
  let pending = first;
  let problem: Message | null = null;
  for (let polls = 0; ; polls += 1) {
    const defaultMs = limits.pollMs[Math.min(polls, limits.pollMs.length - 1)] ?? minWaitMs;
    call.onProgress({ stage: 'rendering', waitingFor });
    await deadline.wait(Math.max(pending.retryAfterMs ?? defaultMs, minWaitMs));
    if (deadline.isExpired) throw tooLate(call, problem);
    try {
      const accept = 'application/json, application/pdf;q=0.9';
      const outcome = await readPoll(call, await get(call, pending.location, accept));
      if (outcome.kind !== 'pending') return outcome;
      pending = outcome;
      problem = null;
    } catch (thrown) {
      deadline.throwIfCanceled();
      if (thrown instanceof RefusedUrl) {
        throw uncertain(endpoint, message('remote.cannotPoll', { why: thrown.reason }));
      }
      if (!(thrown instanceof RequestFault)) throw thrown;
      problem = faultReason(thrown, call).reason;
    }
  }
}

async function readPoll(
  call: RemoteCall,
  { response, from }: GetResult,
): Promise<Outcome | Pending> {
  const { statusCode: status = 0, headers } = response;
  if (status >= 200 && status < 300) return readResponse(response, { from, isPoll: true }, call);
  const isPause = status === 429 || status === 502 || status === 503 || status === 504;
  const body = await readBody(response, { maxBytes: () => 1024 ** 2 });
  const reply = serviceMessage(mediaType(response), textOf(body), call);
  const retryAfter = headers['retry-after'];
  // JSON with a message is the result of the request; other errors are those of a gateway.
  const isJson = /\bjson$/.test(mediaType(response));
  const isResult = body.kind === 'whole' && reply.message !== '' && isJson;
  if (isPause && !(isResult && retryAfter === undefined && status !== 429)) {
    return { kind: 'pending', location: from, retryAfterMs: retryAfterMs(retryAfter) };
  }
  throw pollFailure(call, status, reply);
}

function pollFailure(call: RemoteCall, status: number, reply: ServiceMessage): RemoteFailure {
  const isUnknown = [401, 403, 404, 410].includes(status) || status < 400;
  if (!isUnknown) return notCreated({ call, status, reply });
  return uncertain(call.endpoint, message('remote.pollAnswered', { status, said: quoted(reply) }));
}

function tooLate({ endpoint, deadline }: RemoteCall, problem: Message | null): RemoteFailure {
  const { seconds } = deadline;
  const reason =
    problem === null
      ? message('remote.tookTooLong', { seconds })
      : message('remote.tookTooLongAfter', { seconds, problem });
  return uncertain(endpoint, reason);
}
