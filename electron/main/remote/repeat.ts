import type { IncomingMessage } from 'node:http';
import { pdfPath } from '../../shared/endpoints.js';
import { message } from '../../shared/messages/message.js';
import { englishText } from '../../shared/messages/translator.js';
import { RequestFault, sendRequest } from '../network/http-client.js';
import { parseJson, readBody, textOf } from './body.js';
import { type RemoteCall, headersFor, requestUrl } from './call.js';
import { RemoteFailure, quotedName } from './failures.js';
import { type RemotePost, postRequest } from './post-request.js';
import { type Outcome, type Pending, readResponse } from './response.js';
import { isRecord } from '../../shared/request/validation.js';

/**
 * Sends a request and reads the response. If its outcome is unknown because the connection or a
 * gateway failed, it is repeated with the same `Idempotency-Key`, provided that the service
 * declares that header in its OpenAPI document: it then returns the first response, and charges
 * once. The API itself has no such header, so nothing is repeated at other services.
 * @throws RemoteFailure the first one, unless a repeated request was refused
 */
export async function requestPdf(call: RemoteCall, post: RemotePost): Promise<Outcome | Pending> {
  const { limits, deadline } = call;
  const attempt = async () => {
    const response = await postRequest(call, post);
    return readResponse(response, { from: requestUrl(call.endpoint), isPoll: false }, call);
  };
  let first: RemoteFailure;
  try {
    return await attempt();
  } catch (thrown) {
    if (!isOutcomeOpen(thrown)) throw thrown;
    first = thrown;
  }
  let isSafe: boolean | null = null;
  for (const delayMs of limits.retriesMs) {
    if (delayMs >= deadline.remainingMs) break;
    report(call, first, delayMs);
    await deadline.wait(delayMs);
    isSafe ??= await declaresIdempotencyKey(call);
    if (isSafe === false) break;
    if (isSafe === null) continue;
    try {
      return await attempt();
    } catch (thrown) {
      // A repeated request that does not arrive says nothing about the first one.
      const isUnreachable = thrown instanceof RemoteFailure && thrown.code === 'remote-unreachable';
      if (!isUnreachable && !isOutcomeOpen(thrown)) throw thrown;
    }
  }
  throw first;
}

function isOutcomeOpen(thrown: unknown): thrown is RemoteFailure {
  return thrown instanceof RemoteFailure && thrown.details.isOutcomeOpen === true;
}

function report({ endpoint, log, onProgress }: RemoteCall, { reason }: RemoteFailure, ms: number) {
  log(`Service ${quotedName(endpoint)}: ${englishText(reason)}; asking again in ${ms} ms.`);
  const waitingFor = message('remote.retrying', { service: endpoint.name, why: reason });
  onProgress({ stage: 'sending', waitingFor });
}

/** How much of an OpenAPI document is read, in bytes. */
const maxDocumentBytes = 8 * 1024 ** 2;

const headerName = 'idempotency-key';

/**
 * Looks in the OpenAPI document beside the service's requests; null if the service cannot be
 * reached.
 * @throws AppError `canceled`
 */
async function declaresIdempotencyKey(call: RemoteCall): Promise<boolean | null> {
  try {
    const response = await getDocument(call);
    const { statusCode: status = 0 } = response;
    const body = await readBody(response, { maxBytes: () => maxDocumentBytes });
    if (body.kind === 'broken' || status === 502 || status === 503 || status === 504) return null;
    return status === 200 && isDeclaredIn(parseJson(textOf(body)));
  } catch (thrown) {
    call.deadline.throwIfCanceled();
    if (thrown instanceof RequestFault) return null;
    throw thrown;
  }
}

async function getDocument(call: RemoteCall): Promise<IncomingMessage> {
  const { ca, limits, deadline } = call;
  const { connectMs, idleMs } = limits;
  const url = requestUrl(call.endpoint);
  url.pathname = `${url.pathname.slice(0, -pdfPath.length)}/v1/openapi.json`;
  return sendRequest({
    method: 'GET',
    url,
    headers: { ...headersFor(call, url), accept: 'application/json' },
    ca,
    usesProxy: true,
    limits: { connectMs, idleMs, responseMs: idleMs },
    signal: deadline.signal,
  });
}

/** OpenAPI 3.1: parameters of the path or of its operation, written out or referred to. */
function isDeclaredIn(document: unknown): boolean {
  const path = at(document, 'paths', pdfPath);
  const parameters = [at(path, 'parameters'), at(path, 'post', 'parameters')];
  return parameters
    .flatMap((list): unknown[] => (Array.isArray(list) ? list : []))
    .some((written) => {
      const [, referred] =
        /^#\/components\/parameters\/([^/~]+)$/.exec(String(at(written, '$ref'))) ?? [];
      const parameter =
        referred === undefined ? written : at(document, 'components', 'parameters', referred);
      const name = at(parameter, 'name');
      const isHeader = at(parameter, 'in') === 'header' && typeof name === 'string';
      return isHeader && name.toLowerCase() === headerName;
    });
}

function at(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce<unknown>((inner, name) => (isRecord(inner) ? inner[name] : undefined), value);
}
