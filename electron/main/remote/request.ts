import type { RemoteEndpoint } from '../../shared/endpoints.js';
import { message } from '../../shared/messages/message.js';
import type { Finding } from '../../shared/request/preflight.js';
import { objectLocation, s3Uri, keyLengthIssue } from '../../shared/request/storage.js';
import type { ConversionRequest } from '../../shared/request/request.js';
import { isUnencrypted } from '../../shared/request/url.js';
import { fieldIssue, invalidRequest } from '../../shared/request/validation.js';
import { sourceFolders, sourceName } from '../../shared/request/filename.js';
import { requestToWire } from '../../shared/request/wire.js';
import { quote } from '../../shared/request/text.js';
import type { ConversionOptions } from '../engine/contract/pdf-engine.js';
import type { SourceInliner } from '../engine/contract/pdf-engine.js';
import { quotedName } from './failures.js';

export interface PreparedRequest {
  /** JSON of the API (section 2). */
  readonly body: Buffer;
  readonly storage: ConversionRequest['storage'];
  /** What could not be inlined. */
  readonly unresolved: readonly Finding[];
}

/**
 * Creates the body of a request. Inlines the resources of a file, or of HTML with a folder as its
 * base, and writes a URL as base into the HTML. Uses the endpoint's storage if the request sets
 * none.
 * @throws AppError `invalid-request` for options that the API lacks or the hipaa flag forbids;
 * errors of the inliner
 */
export async function prepareRequest(
  endpoint: RemoteEndpoint,
  request: ConversionRequest,
  inliner: SourceInliner | undefined,
  options: ConversionOptions,
): Promise<PreparedRequest> {
  checkEncryption(endpoint, request);
  const storage = withoutPlaceholders(request.storage ?? endpoint.storage ?? undefined, request);
  const complete = { ...request, storage };
  if (inliner === undefined || !needsInlining(request)) {
    return { body: bodyOf(complete), storage, unresolved: [] };
  }
  // Report other issues before the page is loaded.
  requestToWire({ ...complete, source: { kind: 'html', html: '<p>' } });
  options.onProgress?.({ stage: 'inlining' });
  const { html, unresolved } = await inliner.inline(request, options);
  return {
    body: bodyOf({ ...complete, source: { kind: 'html', html } }),
    storage,
    unresolved: unresolved.map(({ address, reason }) => ({
      kind: 'resources',
      message: message('remote.notInlined', { resource: quote(address), reason }),
    })),
  };
}

function needsInlining({ source }: ConversionRequest): boolean {
  if (source.kind === 'file') return true;
  return source.kind === 'html' && source.base !== undefined;
}

function bodyOf(request: ConversionRequest): Buffer {
  return Buffer.from(JSON.stringify(requestToWire(request)));
}

function checkEncryption(endpoint: RemoteEndpoint, { compliance }: ConversionRequest): void {
  if (compliance?.hipaa !== true || !isUnencrypted(endpoint.address)) return;
  const values = { service: quotedName(endpoint), url: quote(endpoint.address) };
  const issue = message('remote.serviceUnencrypted', values);
  throw invalidRequest([{ field: 'renderOn', message: issue }]);
}

/** Fills in the placeholders of a destination, which the API lacks. */
function withoutPlaceholders(
  storage: ConversionRequest['storage'],
  { source }: ConversionRequest,
): ConversionRequest['storage'] {
  if (storage?.provider !== 'object_store') return storage;
  const [name, folders] = [sourceName(source), sourceFolders(source)];
  const values = { name, folders, title: '', date: new Date(), n: 1, of: 1 };
  const place = objectLocation(storage.bucketDestination, values);
  const issue = keyLengthIssue(s3Uri(place), place.key);
  if (issue !== null) throw invalidRequest([fieldIssue('storage.bucketDestination', issue)]);
  return { ...storage, bucketDestination: s3Uri(place) };
}
