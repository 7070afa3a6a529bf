import type { RemoteEndpoint } from '../../shared/endpoints.js';
import type { Finding } from '../../shared/preflight.js';
import { objectLocation, s3Uri, keyLengthIssue } from '../../shared/request/storage.js';
import type { ConversionRequest } from '../../shared/request/request.js';
import { isUnencrypted } from '../../shared/request/url.js';
import { fieldIssue, invalidRequest } from '../../shared/request/validation.js';
import { sourceName } from '../../shared/request/filename.js';
import { requestToWire } from '../../shared/request/wire.js';
import { quote } from '../../shared/request/text.js';
import type { ConversionOptions } from '../engine/pdf-engine.js';
import type { SourceInliner } from '../engine/inlining/source-inliner.js';
import { serviceName } from './remote-failure.js';

/** A request as it is sent. */
export interface PreparedRequest {
  /** The interface's body (section 2). */
  readonly body: Buffer;
  readonly storage: ConversionRequest['storage'];
  /** What could not be put into the page. */
  readonly left: readonly Finding[];
}

/**
 * Makes the body of a request: a file, or HTML with a folder as its base, is made self-contained, and an address as its base is written into it; the
 * endpoint's storage stands in where none is named.
 * @throws AppError `invalid-request` for what the interface does not know or the hipaa flag does not allow; what the packer throws
 */
export async function prepareRequest(
  endpoint: RemoteEndpoint,
  request: ConversionRequest,
  packer: SourceInliner | undefined,
  options: ConversionOptions,
): Promise<PreparedRequest> {
  checkEncryption(endpoint, request);
  const storage = filledIn(request.storage ?? endpoint.storage ?? undefined, request);
  const wished = { ...request, storage };
  if (packer === undefined || !needsInlining(request)) {
    return { body: bodyOf(wished), storage, left: [] };
  }
  // What else is wrong is said before the page is loaded for it.
  requestToWire({ ...wished, source: placeholder });
  options.onProgress?.({ stage: 'packing' });
  const { html, left } = await packer.pack(request, options);
  return {
    body: bodyOf({ ...wished, source: { kind: 'html', html } }),
    storage,
    left: left.map(({ address, reason }) => ({
      kind: 'resources',
      message: `${quote(address)} was not sent along: ${reason}`,
    })),
  };
}

const placeholder = { kind: 'html', html: '<p>' } as const;

function needsInlining({ source }: ConversionRequest): boolean {
  if (source.kind === 'file') return true;
  return source.kind === 'html' && source.base !== undefined;
}

function bodyOf(request: ConversionRequest): Buffer {
  return Buffer.from(JSON.stringify(requestToWire(request)));
}

function checkEncryption(endpoint: RemoteEndpoint, { compliance }: ConversionRequest): void {
  if (compliance?.hipaa !== true || !isUnencrypted(endpoint.address)) return;
  const message = `${serviceName(endpoint)} at ${quote(endpoint.address)} is not encrypted, which the hipaa flag does not allow; use one with an https address.`;
  throw invalidRequest([{ field: 'renderOn', message }]);
}

/** A service knows no placeholders: what they stand for is written in their place. */
function filledIn(
  storage: ConversionRequest['storage'],
  { source }: ConversionRequest,
): ConversionRequest['storage'] {
  if (storage?.provider !== 'object_store') return storage;
  const values = { name: sourceName(source), title: '', date: new Date(), n: 1, of: 1 };
  const place = objectLocation(storage.bucketDestination, values);
  const issue = keyLengthIssue(place);
  if (issue !== null) throw invalidRequest([fieldIssue('storage.bucketDestination', issue)]);
  return { ...storage, bucketDestination: s3Uri(place) };
}
