import { lookup } from 'node:dns/promises';
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { AppError } from '../../shared/messages/errors.js';
import { type Message, message } from '../../shared/messages/message.js';
import type { ObjectLocation } from '../../shared/request/storage.js';
import { isLoopbackHost, isUnencrypted } from '../../shared/request/url.js';
import { isPrivateAddress, literalAddress } from '../network/hosts.js';
import { type HttpRequest, sendRequest } from '../network/http-client.js';
import type { BucketAccess } from '../s3/bucket-access.js';
import { bucketClients } from '../s3/bucket-connection.js';
import { bucketFailure } from '../s3/bucket-failure.js';
import { objectAddress } from '../s3/object-key.js';
import { type ReadBody, contentLength, httpUrl, mediaType, readBody } from './body.js';
import {
  type BucketAccessAt,
  type RemoteCall,
  displayText,
  headersFor,
  isSameOrigin,
  requestUrl,
  transferProgress,
} from './call.js';
import { faultReason } from './failures.js';
import { maxPdfBytes, maxPdfMegabytes, pdfIssue, startsAsPdf } from './received-pdf.js';

/** The bytes of a PDF, or why they could not be fetched. */
export type Fetched =
  | { readonly kind: 'fetched'; readonly bytes: Buffer }
  | {
      readonly kind: 'not-fetched';
      readonly reason: Message;
      /** Whether `why` is a whole sentence; otherwise it continues one, without a full stop. */
      readonly isSentence?: boolean;
    };

/** How much is read of a response that is not a PDF, in bytes. */
const maxOtherBytes = 64 * 1024;
const maxRedirects = 5;

/** A URL from a service that Platen refuses to request. */
export class RefusedUrl extends Error {
  override readonly name = 'RefusedUrl';

  /** @param reason without a full stop */
  constructor(readonly reason: Message) {
    super(reason.key);
  }
}

/** Fetches a PDF from a URL that a service returned. @throws AppError `canceled` */
export async function fetchPdf(call: RemoteCall, url: URL): Promise<Fetched> {
  try {
    const { response } = await get(call, url, 'application/pdf');
    const { statusCode: status = 0 } = response;
    if (status !== 200) {
      response.destroy();
      return notFetched(fetchRefused(url.host, status));
    }
    const progress = transferProgress(call, 'fetching', contentLength(response));
    progress(0);
    const body = await readBody(response, { maxBytes: maxBytesFor, onRead: progress });
    call.deadline.throwIfCanceled();
    return pdfIn(body, mediaType(response), call);
  } catch (thrown) {
    call.deadline.throwIfCanceled();
    if (thrown instanceof AppError) throw thrown;
    if (thrown instanceof RefusedUrl) return notFetched(thrown.reason);
    return notFetched(faultReason(thrown, call).reason);
  }
}

/**
 * Fetches a PDF from the user's own bucket with the user's own access.
 * @param url the URL that the service returned, which must be of the same object
 * @returns null without access: the PDF can only be fetched from its URL
 * @throws AppError `canceled`
 */
export async function fetchObject(
  call: RemoteCall,
  place: ObjectLocation,
  url: URL | undefined,
  accessAt: BucketAccessAt,
): Promise<Fetched | null> {
  const { pathname } = new URL(objectAddress('http://x', place.key));
  if (url !== undefined && !url.pathname.endsWith(pathname)) return null;
  try {
    const access = await accessAt(place);
    if (access === null) return null;
    return await getObject(call, access, place);
  } catch (thrown) {
    call.deadline.throwIfCanceled();
    if (!(thrown instanceof AppError)) throw thrown;
    return { kind: 'not-fetched', reason: thrown.toData().message, isSentence: true };
  }
}

async function getObject(
  call: RemoteCall,
  access: BucketAccess,
  place: ObjectLocation,
): Promise<Fetched> {
  const { encryptedOnly, deadline } = call;
  try {
    return await bucketClients.use(access, place.bucket, { encryptedOnly }, async ({ s3 }) => {
      const { Body, ContentLength, ContentType } = await s3.getObject(
        { Bucket: place.bucket, Key: place.key },
        { abortSignal: deadline.signal },
      );
      const onRead = transferProgress(call, 'fetching', ContentLength);
      // In Node the SDK's body is the response of our own transport.
      const body = await readBody(Body as IncomingMessage, { maxBytes: maxBytesFor, onRead });
      return pdfIn(body, ContentType ?? '', call);
    });
  } catch (thrown) {
    throw bucketFailure(thrown, { access, place, operation: 'read' });
  }
}

function maxBytesFor(start: Buffer): number {
  return startsAsPdf(start) ? maxPdfBytes : maxOtherBytes;
}

function pdfIn(body: ReadBody, type: string, call: RemoteCall): Fetched {
  if (body.kind === 'broken') return notFetched(faultReason(body.fault, call).reason);
  const isDeclaredPdf = type === 'application/pdf';
  const other =
    isDeclaredPdf || type === ''
      ? message('remote.urlHasNoPdf')
      : message('remote.urlHasOtherType', { type: displayText(type, call) });
  if (body.kind === 'too-long') {
    const isPdf = startsAsPdf(Buffer.concat(body.parts.slice(0, 1)));
    const tooLarge = message('remote.fetchedTooLarge', { megabytes: maxPdfMegabytes });
    return notFetched(isPdf ? tooLarge : other);
  }
  const bytes = Buffer.concat(body.parts, body.size);
  const issue = isDeclaredPdf || startsAsPdf(bytes) ? pdfIssue(bytes) : other;
  return issue === null ? { kind: 'fetched', bytes } : notFetched(issue);
}

function fetchRefused(host: string, status: number): Message {
  const isDenied = status === 401 || status === 403;
  return isDenied
    ? message('remote.fetchDenied', { host, status })
    : message('remote.fetchAnswered', { host, status });
}

function notFetched(reason: Message): Fetched {
  return { kind: 'not-fetched', reason };
}

export interface GetResult {
  readonly response: IncomingMessage;
  /** The URL that answered, after redirects. */
  readonly from: URL;
}

/**
 * Requests a URL that a service returned, and follows redirects. The key is sent until one leaves
 * the endpoint's origin.
 * @throws RefusedUrl if it may not be requested, RequestFault without a response
 */
export async function get(call: RemoteCall, start: URL, accept: string): Promise<GetResult> {
  let url = start;
  // A request that another server redirects back to the endpoint is not the user's.
  let hasLeftOrigin = false;
  for (let redirects = 0; ; redirects += 1) {
    hasLeftOrigin ||= !isSameOrigin(call.endpoint, url);
    const { authorization, ...others } = headersFor(call, url);
    const sendsKey = !hasLeftOrigin && authorization !== undefined;
    const headers = { ...others, accept, ...(sendsKey && { authorization }) };
    const response = await getOnce(call, url, headers);
    const { statusCode: status = 0 } = response;
    if (status < 300 || status >= 400 || status === 304) return { response, from: url };
    const next = httpUrl(response.headers.location, url);
    if (next === null) return { response, from: url };
    response.destroy();
    if (redirects === maxRedirects) {
      throw new RefusedUrl(message('remote.tooManyRedirects', { max: maxRedirects }));
    }
    url = next;
  }
}

async function getOnce(
  call: RemoteCall,
  url: URL,
  headers: OutgoingHttpHeaders,
): Promise<IncomingMessage> {
  const { ca, encryptedOnly, limits, deadline } = call;
  if (encryptedOnly && isUnencrypted(url.href)) {
    throw new RefusedUrl(message('remote.unencrypted', { host: url.host }));
  }
  const { connectMs, idleMs } = limits;
  const chooseAddresses = await addressChoice(call, url);
  return sendRequest({
    method: 'GET',
    url,
    headers,
    ca,
    chooseAddresses,
    // Only the service itself was named by the user.
    usesProxy: isSameOrigin(call.endpoint, url),
    limits: { connectMs, idleMs },
    signal: deadline.signal,
  });
}

/**
 * For a URL that a service returned. A service on the internet must not make this machine send
 * requests into its private network; a service in the private network may.
 * @returns undefined if every address is allowed
 */
export async function addressChoice(
  { endpoint }: Pick<RemoteCall, 'endpoint'>,
  { hostname }: URL,
): Promise<HttpRequest['chooseAddresses']> {
  const own = requestUrl(endpoint).hostname;
  if (hostname === own || (await isPrivateHost(own))) return undefined;
  return (addresses) => {
    if (!addresses.some((each) => isPrivateAddress(each))) return addresses;
    throw new RefusedUrl(message('remote.privateAddress', { host: hostname }));
  };
}

async function isPrivateHost(host: string): Promise<boolean> {
  const literalHost = literalAddress(host);
  if (literalHost !== null) return isPrivateAddress(literalHost);
  if (isLoopbackHost(host)) return true;
  // An unknown name is not in a private network.
  const found = await lookup(host, { all: true }).catch(() => []);
  return found.some(({ address }) => isPrivateAddress(address));
}
