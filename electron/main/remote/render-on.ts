import type { RemoteEndpoint, RemoteReceipt } from '../../shared/endpoints.js';
import { codeOf } from '../../shared/messages/errors.js';
import { type Message, message } from '../../shared/messages/message.js';
import { objectLocation } from '../../shared/request/storage.js';
import type { ConversionRequest } from '../../shared/request/request.js';
import { quote, quotePath } from '../../shared/request/text.js';
import type { RemoteConversion, RemoteOptions } from '../engine/remote-renderer.js';
import { readCertificates } from '../network/certificates.js';
import { awaitPdf } from './await-pdf.js';
import {
  type BucketAccessAt,
  Deadline,
  type RemoteCall,
  type RemoteRendererParts,
  defaultLimits,
  maskMessage,
  maskSecret,
} from './call.js';
import { quotedName, unreachable } from './failures.js';
import { type Fetched, fetchObject, fetchPdf } from './fetch.js';
import { receivedPdf } from './received-pdf.js';
import { requestPdf } from './repeat.js';
import { type PreparedRequest, prepareRequest } from './request.js';
import type { ServiceResponse } from './response.js';

/**
 * Renders a request on a service, which need not be in the settings yet, and fetches the PDF.
 * @throws AppError as {@link RemoteRenderer.convert}
 */
export async function renderOn(
  endpoint: RemoteEndpoint,
  request: ConversionRequest,
  options: RemoteOptions,
  parts: RemoteRendererParts,
): Promise<RemoteConversion> {
  const prepared = await prepareRequest(endpoint, request, parts.inliner, options);
  const secret = await parts.endpoints.secretOf(endpoint);
  const call: RemoteCall = {
    endpoint,
    secret,
    secretVariable: parts.endpoints.secretVariable,
    agent: `Platen/${parts.version}`,
    ca: await certificatesFor(endpoint, parts.ca),
    encryptedOnly: request.compliance?.hipaa === true,
    limits: { ...defaultLimits, ...parts.limits },
    deadline: new Deadline(endpoint.timeoutSeconds, options.signal),
    onProgress: options.onProgress ?? (() => undefined),
    log: parts.log,
  };
  await options.beforeSending?.();
  const { idempotencyKey } = options;
  const first = await requestPdf(call, { body: prepared.body, idempotencyKey });
  const outcome = first.kind === 'pending' ? await awaitPdf(call, first) : first;
  const answeredAt = Date.now();
  const details = outcome.kind === 'created' ? outcome.response : {};
  const fetched: Fetched =
    outcome.kind === 'pdf'
      ? { kind: 'fetched', bytes: outcome.bytes }
      : await fetchCreated(call, details, prepared, parts.bucketAccess);
  return {
    receipt: receiptOf(call, details, fetched, answeredAt),
    pdf: fetched.kind === 'fetched' ? await receivedPdf(fetched.bytes, prepared.unresolved) : null,
  };
}

async function certificatesFor(
  endpoint: RemoteEndpoint,
  ca: RemoteRendererParts['ca'],
): Promise<RemoteRendererParts['ca']> {
  const { caFile } = endpoint;
  if (caFile === null) return ca;
  const path = quotePath(caFile);
  const advice = message('remote.nameCertificates');
  const own = await readCertificates(caFile).catch((cause: unknown) => {
    const isMissing = codeOf(cause) === 'ENOENT';
    const reason = isMissing
      ? message('remote.certificatesMissing', { path })
      : message('remote.certificatesUnreadable', { path });
    throw unreachable(endpoint, reason, { advice, field: 'caFile', cause });
  });
  if (own.length > 0) return [...(ca ?? []), ...own];
  const reason = message('remote.certificatesUnreadable', { path });
  throw unreachable(endpoint, reason, { advice, field: 'caFile' });
}

async function fetchCreated(
  { deadline, ...call }: RemoteCall,
  { url, invalidUrl }: ServiceResponse,
  { storage }: PreparedRequest,
  bucketAccess: BucketAccessAt | undefined,
): Promise<Fetched> {
  // The PDF exists: fetching it has its own timeout.
  const fetching = { ...call, deadline: deadline.restart() };
  if (storage?.provider === 'object_store' && bucketAccess !== undefined) {
    const place = objectLocation(storage.bucketDestination, noValues);
    const object = await fetchObject(fetching, place, url, bucketAccess);
    if (object !== null) return object;
  }
  if (url !== undefined) return fetchPdf(fetching, url);
  const reason =
    invalidUrl === undefined
      ? message('remote.noUrl')
      : message('remote.invalidUrl', { url: quote(invalidUrl) });
  return { kind: 'not-fetched', reason };
}

/** The placeholders were filled in before the request was sent. */
const noValues = { name: '', title: '', date: new Date(0), n: 1, of: 1 };

function receiptOf(
  call: RemoteCall,
  { url, file, compliance }: ServiceResponse,
  fetched: Fetched,
  answeredAt: number,
): RemoteReceipt {
  const { endpoint } = call;
  return {
    endpoint: endpoint.id,
    name: endpoint.name,
    ...(url !== undefined && { url: maskSecret(url.href, call) }),
    ...(file && { file }),
    ...(compliance && { compliance }),
    testMode: endpoint.testMode,
    answeredAt,
    ...(fetched.kind === 'not-fetched' && { notFetched: notFetchedMessage(call, fetched) }),
  };
}

function notFetchedMessage(
  call: RemoteCall,
  { reason, isSentence = false }: Extract<Fetched, { kind: 'not-fetched' }>,
): Message {
  const service = quotedName(call.endpoint);
  const text = isSentence
    ? message('remote.notFetchedFromBucket', { service, error: reason })
    : message('remote.notFetched', { service, reason });
  return maskMessage(text, call);
}
