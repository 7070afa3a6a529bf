import type { IncomingHttpHeaders } from 'node:http';
import { posix } from 'node:path';
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { pdfPath } from '../../../shared/endpoints.js';
import { message } from '../../../shared/messages/message.js';
import type {
  ServiceError,
  ServiceResponse,
  TaskState,
  ServiceStore,
  StoredPdf,
} from '../store/service-store.js';
import { retrySecondsOf } from '../tasks/outcome.js';
import type { TaskEnd } from '../tasks/task-runner.js';
import { type ByteRange, type ResultsStorage, tokenIn } from '../store/results.js';
import { Problem, retryAfter, withDatabase, withStorage } from './problem.js';

export interface ResponseOptions {
  readonly wantsPdf: boolean;
  /** The service's base URL as the client knows it. */
  readonly base: string;
  readonly files: FileParts;
}

/**
 * Sends the outcome of a request: the response of the API's section 2.5, the PDF itself if that is
 * preferred, or the error. A PDF in a bucket is sent only by the request that created it; later
 * responses have its URL.
 * @throws Problem 410 if the PDF is preferred and has expired
 */
export async function sendEnd(
  reply: FastifyReply,
  { outcome, parts }: TaskEnd,
  { wantsPdf, base, files }: ResponseOptions,
): Promise<void> {
  if (outcome.kind === 'failed') {
    const seconds = retrySecondsOf(outcome);
    if (seconds !== null) reply.headers(retryAfter(seconds));
    await reply.code(outcome.status).send({ error: ordered(outcome.error) });
    return;
  }
  const { path } = outcome.response;
  const response = responseFor(outcome.response, base);
  const { url } = response;
  if (url === undefined) {
    if (parts === undefined) throw unstoredFile();
    await sendParts(reply, response, parts);
    return;
  }
  // A PDF in a bucket has no path here: its response is always JSON (the API, section 2.5).
  if (!wantsPdf || path === undefined) await reply.send(response);
  else if (parts !== undefined) await sendParts(reply, response, parts);
  else await sendStored(reply, files, { file: posix.basename(path), url });
}

async function sendParts(
  reply: FastifyReply,
  { url, file }: ServiceResponse,
  parts: readonly Buffer[],
): Promise<void> {
  await reply
    .type('application/pdf')
    .headers({
      'content-length': String(file.size),
      'content-disposition': disposition(file.name),
      ...(url !== undefined && { 'content-location': url }),
    })
    .send(Readable.from(parts));
}

/**
 * Sends 202 with a `Location` to poll (RFC 7240, section 4.1): on the same host, which may have the
 * key, below the path of the service's base URL.
 */
export async function sendAccepted(
  reply: FastifyReply,
  task: string,
  base: string,
  status: TaskState['status'] = 'queued',
): Promise<void> {
  await reply
    .code(202)
    .headers({
      location: `${new URL(base).pathname.replace(/\/$/, '')}${pdfPath}/${task}`,
      'retry-after': '1',
    })
    .send({ task, status });
}

/**
 * Restores the order of the fields, which the database does not keep, and starts the URL of a
 * stored PDF with the base URL of this request.
 */
function responseFor(
  { url, path, file, compliance }: ServiceResponse,
  base: string,
): ServiceResponse {
  const { hipaa, gdpr } = compliance;
  const address = path === undefined ? url : `${base}${path}`;
  return {
    ...(address !== undefined && { url: address }),
    file: { name: file.name, size: file.size },
    compliance: { hipaa, gdpr },
  };
}

function ordered({ code, message, fields }: ServiceError): ServiceError {
  return {
    code,
    message,
    fields: fields.map(({ field, message: issue }) => ({ field, message: issue })),
  };
}

export interface FileParts {
  readonly store: Pick<ServiceStore, 'storedPdf'>;
  readonly results: ResultsStorage;
}

/**
 * Sends a PDF of the service's own storage to anyone who knows its unguessable name.
 * @param file the last part of its URL
 * @param headers of the request, which may select a range or name the version that the client has
 * @throws Problem 404
 */
export async function sendFile(
  reply: FastifyReply,
  parts: FileParts,
  file: string,
  headers: IncomingHttpHeaders,
): Promise<void> {
  const stored = await keptPdf(parts, file);
  if (stored === null) throw unknownFile();
  const tag = `"${stored.token.slice(0, 16)}"`;
  const described = {
    'content-disposition': disposition(stored.name),
    'cache-control': 'private, no-cache',
    'accept-ranges': 'bytes',
    etag: tag,
    expires: new Date(stored.expires).toUTCString(),
  };
  if (namesTag(headers['if-none-match'], tag)) {
    if (!(await withStorage(parts.results.has(stored.token)))) throw unknownFile();
    await reply.headers(described).code(304).send();
    return;
  }
  // Another version would not continue what the client has (RFC 9110, section 13.1.5).
  const ifRange = headers['if-range'];
  const range = ifRange === undefined || ifRange === tag ? headers.range : undefined;
  const bytes = await openBytes(reply, parts, stored, readRange(range, stored.size));
  if (bytes === null) throw unknownFile();
  await reply.type('application/pdf').headers(described).send(bytes);
}

/**
 * Deletes a PDF of an account.
 * @param file the last part of its URL
 * @throws Problem 404 if the account has no such PDF; 503 if the storage is unavailable, which
 *   deletes it later
 */
export async function deleteFile(
  {
    store,
    results,
  }: Pick<FileParts, 'results'> & { readonly store: Pick<ServiceStore, 'removePdf'> },
  file: string,
  account: string,
): Promise<void> {
  const token = tokenIn(file);
  const isRemoved = token !== null && (await withDatabase(store.removePdf(token, account)));
  if (!isRemoved) throw unknownFile();
  await withStorage(results.remove(token));
}

/** Whether the header `If-None-Match` names an entity tag (RFC 9110, section 13.1.2). */
function namesTag(header: string | undefined, tag: string): boolean {
  const tags = (header ?? '').split(',').map((each) => each.trim().replace(/^W\//, ''));
  return tags.includes(tag) || tags.includes('*');
}

/**
 * Sends a stored PDF as the response of its request.
 * @param address its URL, and the last part of it
 * @throws Problem 410
 */
async function sendStored(
  reply: FastifyReply,
  parts: FileParts,
  { file, url }: { readonly file: string; readonly url: string },
): Promise<void> {
  const stored = await keptPdf(parts, file);
  const bytes = stored && (await openBytes(reply, parts, stored, 'all'));
  if (stored === null || bytes === null) throw goneFile();
  await reply
    .type('application/pdf')
    .headers({ 'content-disposition': disposition(stored.name), 'content-location': url })
    .send(bytes);
}

/** `Content-Disposition`. Names have letters, digits, `_`, `-` and `.` only. */
function disposition(name: string): string {
  return `inline; filename="${name}"`;
}

/** Returns a PDF that has not expired. */
async function keptPdf({ store }: FileParts, file: string): Promise<StoredPdf | null> {
  const token = tokenIn(file);
  const stored = token === null ? null : await withDatabase(store.storedPdf(token));
  return stored === null || stored.expires <= Date.now() ? null : stored;
}

/**
 * Opens a part of a stored PDF, or nothing of it for HEAD, and sets the headers that describe it.
 * @returns null if the storage does not have the PDF
 * @throws Problem 416; 503 if the storage is unavailable
 */
async function openBytes(
  reply: FastifyReply,
  { results }: FileParts,
  { token, size }: StoredPdf,
  range: ByteRange | 'all' | 'none',
): Promise<Readable | null> {
  if (range === 'none') {
    const reason = message('service.rangeNotSatisfiable', { size: String(size) });
    throw new Problem('range-not-satisfiable', reason, {
      headers: { 'content-range': `bytes */${size}` },
    });
  }
  const { first, last } = range === 'all' ? { first: 0, last: size - 1 } : range;
  const isHead = reply.request.method === 'HEAD';
  const bytes = isHead
    ? withStorage(results.has(token)).then((has) => (has ? Readable.from([]) : null))
    : withStorage(results.read(token, { first, last }));
  const opened = await bytes;
  if (opened === null) return null;
  if (range !== 'all') reply.code(206).header('content-range', `bytes ${first}-${last}/${size}`);
  reply.header('content-length', String(last - first + 1));
  return opened;
}

function unknownFile(): Problem {
  return new Problem('not-found', message('service.unknownFile'));
}

function unstoredFile(): Problem {
  return new Problem('pdf-gone', message('service.fileNotStored'));
}

function goneFile(): Problem {
  return new Problem('pdf-gone', message('service.expiredFile'));
}

/**
 * Parses the header `Range` (RFC 9110, section 14). Several ranges and malformed headers select all
 * bytes.
 * @returns `none` if the range is outside the PDF
 */
export function readRange(header: string | undefined, size: number): ByteRange | 'all' | 'none' {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) return 'all';
  if (from === '') {
    const length = Math.min(size, Number(to));
    return length === 0 ? 'none' : { first: size - length, last: size - 1 };
  }
  const first = Number(from);
  const last = to === '' ? size - 1 : Math.min(size - 1, Number(to));
  if (first >= size) return 'none';
  return first > last ? 'all' : { first, last };
}
