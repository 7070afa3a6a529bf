import { retryAfterMs } from '../network/http-client.js';
import { ExchangeFault } from './exchange-fault.js';
import { faultReason } from './fault-reason.js';
import { type Got, getAddress } from './get-address.js';
import { RefusedAddress } from './refused-address.js';
import { mediaType, readBody, textOf } from './read-body.js';
import { type Answered, readAnswer } from './read-answer.js';
import type { RemoteCall } from './remote-call.js';
import { type RemoteFailure, refused, uncertain } from './remote-failure.js';
import { serviceMessage } from './service-words.js';

type Later = Extract<Answered, { kind: 'later' }>;

/** A service that names no time, or none at all, would be asked without end, in milliseconds. */
const minWaitMs = 100;

/**
 * Asks at the place that a service has named until the PDF is made. A question costs nothing, so that it is put again after whatever went wrong with it.
 * @throws RemoteFailure
 */
export async function awaitPdf(
  call: RemoteCall,
  first: Later,
): Promise<Exclude<Answered, { kind: 'later' }>> {
  const { limits, time } = call;
  let later = first;
  let trouble = '';
  for (let asked = 0; ; asked += 1) {
    const usual = limits.pollMs[Math.min(asked, limits.pollMs.length - 1)] ?? minWaitMs;
    call.onProgress({ stage: 'rendering', waitingFor: `${call.endpoint.name} to make the PDF` });
    await time.wait(Math.max(later.retryAfterMs ?? usual, minWaitMs));
    if (time.isLate) throw tooLate(call, trouble);
    try {
      const got = await getAddress(call, later.location, 'application/json, application/pdf;q=0.9');
      const answered = await stateIn(call, got);
      if (answered.kind !== 'later') return answered;
      later = answered;
      trouble = '';
    } catch (thrown) {
      time.throwIfCanceled();
      if (thrown instanceof RefusedAddress) {
        throw uncertain(call.endpoint, `it could not be asked for it: ${thrown.message}`);
      }
      if (!(thrown instanceof ExchangeFault)) throw thrown;
      trouble = faultReason(thrown, call).why;
    }
  }
}

async function stateIn(call: RemoteCall, { answer, from }: Got): Promise<Answered> {
  const { statusCode: status = 0, headers } = answer;
  if (status >= 200 && status < 300) return readAnswer(answer, { from, isAskedAgain: true }, call);
  const isPause = status === 429 || status === 502 || status === 503 || status === 504;
  const body = await readBody(answer, { mostOf: () => 1024 ** 2 });
  const words = serviceMessage(mediaType(answer), textOf(body), call);
  // Our own form, and others like it, tell how the request ended; what a gateway says is about the question.
  const isOutcome = body.kind === 'whole' && words.message !== '' && isJson(answer);
  if (isPause && !(isOutcome && headers['retry-after'] === undefined && status !== 429)) {
    return { kind: 'later', location: from, retryAfterMs: retryAfterMs(headers['retry-after']) };
  }
  throw outcome(call, status, words);
}

function isJson(answer: Got['answer']): boolean {
  return /\bjson$/.test(mediaType(answer));
}

function outcome(
  { endpoint }: RemoteCall,
  status: number,
  { message, fields }: ReturnType<typeof serviceMessage>,
): RemoteFailure {
  const said = message === '' ? '' : `: ${message.replace(/[.\s]+$/, '')}`;
  if (status === 404 || status === 410 || status === 401 || status === 403 || status < 400) {
    return uncertain(
      endpoint,
      `it took the request, and answered ${status} as it was asked${said}`,
    );
  }
  return refused(endpoint, `made no PDF: it answered ${status}${said}`, {
    fields: fields.length === 0 ? undefined : fields,
  });
}

function tooLate({ endpoint, time }: RemoteCall, trouble: string): RemoteFailure {
  const last = trouble === '' ? '' : `, and at last ${trouble}`;
  return uncertain(endpoint, `it took longer than ${time.seconds} seconds${last}`);
}
