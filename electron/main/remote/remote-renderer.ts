import type { RemoteEndpoint, RemoteReceipt } from '../../shared/endpoints.js';
import { AppError, codeOf } from '../../shared/errors.js';
import { objectLocation } from '../../shared/request/storage.js';
import type { ConversionRequest } from '../../shared/request/request.js';
import { quote, quotePath } from '../../shared/request/text.js';
import type { SourceInliner } from '../engine/inlining/source-inliner.js';
import type { RemoteConversion, RemoteOptions, RemoteRenderer } from '../engine/remote-renderer.js';
import { readCertificates } from '../network/certificates.js';
import { requestAddress } from './authorization.js';
import { awaitPdf } from './await-pdf.js';
import { type Fetched, fetchPdf } from './fetch-pdf.js';
import type { BucketAccessAt, RemoteEndpoints } from './remote-endpoints.js';
import { hidden } from './hidden-secrets.js';
import { postRequest } from './post-request.js';
import { type PreparedRequest, prepareRequest } from './prepare-request.js';
import { readAnswer } from './read-answer.js';
import { type RemoteCall, type RemoteLimits, defaultLimits } from './remote-call.js';
import { serviceName, unreachable } from './remote-failure.js';
import { remotePdf } from './remote-pdf.js';
import { TimeLimit } from './time-limit.js';
import type { ServiceResponseDetails } from './told-response.js';

export interface RemoteRendererParts {
  readonly endpoints: RemoteEndpoints;
  /** Makes pages self-contained; without it, files are refused. */
  readonly packer?: SourceInliner | undefined;
  /** Finds the person's own access to a bucket that a service has put a PDF into. */
  readonly bucketAccess?: BucketAccessAt | undefined;
  /** Platen's own, for `User-Agent`. */
  readonly version: string;
  /** Certificates to trust beside the usual ones, as PEM. */
  readonly ca?: readonly string[] | undefined;
  readonly limits?: Partial<RemoteLimits> | undefined;
  /** Takes a line for the log. */
  readonly log: (line: string) => void;
}

/** Has PDFs made by the services of the settings. */
export function createRemoteRenderer(parts: RemoteRendererParts): RemoteRenderer {
  const { endpoints } = parts;
  return {
    nameOf: (id) => endpoints.get(id)?.name,
    storageOf: (id) => endpoints.get(id)?.storage ?? undefined,
    convert: async (id, request, options) => {
      const endpoint = endpoints.get(id);
      if (endpoint === undefined) throw goneEndpoint();
      return renderOn(endpoint, request, options, parts);
    },
  };
}

/** The same for an endpoint that need not be among the settings (yet). */
export async function renderOn(
  endpoint: RemoteEndpoint,
  request: ConversionRequest,
  options: RemoteOptions,
  parts: RemoteRendererParts,
): Promise<RemoteConversion> {
  const { packer } = parts;
  const prepared = await prepareRequest(endpoint, request, packer, options);
  const secret = await parts.endpoints.secretOf(endpoint);
  const call: RemoteCall = {
    endpoint,
    secret,
    secretVariable: parts.endpoints.secretVariable,
    agent: `Platen/${parts.version}`,
    ca: await certificatesFor(endpoint, parts.ca),
    encryptedOnly: request.compliance?.hipaa === true,
    limits: { ...defaultLimits, ...parts.limits },
    time: new TimeLimit(endpoint.patienceSeconds, options.signal),
    onProgress: options.onProgress ?? (() => undefined),
    log: parts.log,
  };
  const { body } = prepared;
  await options.beforeSending?.();
  const answer = await postRequest(call, { body, idempotencyKey: options.idempotencyKey });
  const place = { from: requestAddress(endpoint), isAskedAgain: false };
  const first = await readAnswer(answer, place, call);
  const answered = first.kind === 'later' ? await awaitPdf(call, first) : first;
  const answeredAt = Date.now();
  const response = answered.kind === 'told' ? answered.response : {};
  const fetched: Fetched =
    answered.kind === 'pdf'
      ? { kind: 'fetched', bytes: answered.bytes }
      : await fetchMade(call, response, prepared, parts.bucketAccess);
  return {
    receipt: receiptOf(call, response, fetched, answeredAt),
    pdf: fetched.kind === 'fetched' ? await remotePdf(fetched.bytes, prepared.left) : null,
  };
}

async function certificatesFor(
  endpoint: RemoteEndpoint,
  ca: RemoteRendererParts['ca'],
): Promise<RemoteRendererParts['ca']> {
  const { caFile } = endpoint;
  if (caFile === null) return ca;
  const unreadable = (cause?: unknown) => {
    const why =
      codeOf(cause) === 'ENOENT'
        ? `there is no file ${quotePath(caFile)}`
        : `${quotePath(caFile)} holds no certificates that can be read`;
    const advice = "Name a PEM file with the certificates of the service's authority";
    return unreachable(endpoint, why, { advice, field: 'caFile', cause });
  };
  const own = await readCertificates(caFile).catch((cause: unknown) => {
    throw unreadable(cause);
  });
  if (own.length === 0) throw unreadable();
  return [...(ca ?? []), ...own];
}

async function fetchMade(
  { time, ...call }: RemoteCall,
  { url, uselessAddress }: ServiceResponseDetails,
  { storage }: PreparedRequest,
  bucketAccess: BucketAccessAt | undefined,
): Promise<Fetched> {
  // The PDF is made: fetching it has a time of its own.
  const fetching = { ...call, time: time.again() };
  if (storage?.provider === 'object_store' && bucketAccess !== undefined) {
    const place = objectLocation(storage.bucketDestination, noValues);
    const { fetchObject } = await import('./fetch-object.js');
    const object = await fetchObject(fetching, place, url, bucketAccess);
    if (object !== null) return object;
  }
  if (url !== undefined) return fetchPdf(fetching, url);
  const why =
    uselessAddress === undefined
      ? 'the answer has no address of it'
      : `its address in the answer cannot be used: ${quote(uselessAddress)}`;
  return { kind: 'not-fetched', why };
}

/** The placeholders have been filled in before the request was sent. */
const noValues = { name: '', title: '', date: new Date(0), n: 1, of: 1 };

function receiptOf(
  call: RemoteCall,
  { url, file, compliance }: ServiceResponseDetails,
  fetched: Fetched,
  answeredAt: number,
): RemoteReceipt {
  const { endpoint } = call;
  return {
    endpoint: endpoint.id,
    name: endpoint.name,
    ...(url !== undefined && { url: hidden(url.href, call) }),
    ...(file && { file }),
    ...(compliance && { compliance }),
    testMode: endpoint.testMode,
    answeredAt,
    ...(fetched.kind === 'not-fetched' && {
      notFetched: `${serviceName(endpoint)} has made the PDF, which could not be fetched: ${hidden(fetched.why, call)}.`,
    }),
  };
}

function goneEndpoint(): AppError {
  return new AppError(
    'remote-refused',
    'The service that this PDF was to be made by is not in the settings any more. Choose another one, or this computer.',
  );
}
