import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { FastifyReply } from 'fastify';
import type { ServiceStore, StoredPdf } from '../store/service-store.js';
import type { ResultsFolder } from '../tasks/results-folder.js';
import { type ByteRange, readRange } from './byte-range.js';
import { withDatabase } from './from-database.js';
import { Problem } from './problem.js';

export interface FileParts {
  readonly store: Pick<ServiceStore, 'storedPdf'>;
  readonly results: ResultsFolder;
}

/**
 * Sends a PDF of the service's own storage. Who knows its name may have it: nobody can guess one.
 * @param file the last part of its address
 * @param range the header `Range`
 * @throws Problem 404
 */
export async function sendFile(
  reply: FastifyReply,
  parts: FileParts,
  file: string,
  range: string | undefined,
): Promise<void> {
  const kept = await keptPdf(parts, file);
  if (kept === null) throw unknownFile();
  const { path, stored } = kept;
  reply.headers({
    'content-disposition': disposition(stored.name),
    'cache-control': 'private, no-cache',
    'accept-ranges': 'bytes',
    etag: `"${stored.token.slice(0, 16)}"`,
    expires: new Date(stored.expires).toUTCString(),
  });
  await sendBytes(reply.type('application/pdf'), path, stored.size, readRange(range, stored.size));
}

/**
 * Sends all of a PDF that a request has made before.
 * @param address its address, and the last part of that
 * @throws Problem 410
 */
export async function sendStored(
  reply: FastifyReply,
  parts: FileParts,
  { file, url }: { readonly file: string; readonly url: string },
): Promise<void> {
  const kept = await keptPdf(parts, file);
  if (kept === null) throw goneFile();
  const { path, stored } = kept;
  reply
    .type('application/pdf')
    .headers({ 'content-disposition': disposition(stored.name), 'content-location': url });
  await sendBytes(reply, path, stored.size, 'all');
}

/** How a file is called that is looked at or saved. Names hold letters, digits, `_`, `-` and `.` alone. */
export function disposition(name: string): string {
  return `inline; filename="${name}"`;
}

/** A PDF whose time is not over, and where it lies; null if there is none. */
async function keptPdf(
  { store, results }: FileParts,
  file: string,
): Promise<{ readonly stored: StoredPdf; readonly path: string } | null> {
  const [, token] = /^([A-Za-z0-9_-]{43})\.pdf$/.exec(file) ?? [];
  const stored = token === undefined ? null : await withDatabase(store.storedPdf(token));
  if (stored === null || stored.expires <= Date.now()) return null;
  const path = results.pathOf(stored.token);
  return (await stat(path).catch(() => null)) === null ? null : { stored, path };
}

async function sendBytes(
  reply: FastifyReply,
  path: string,
  size: number,
  range: ByteRange | 'all' | 'none',
): Promise<void> {
  if (range === 'none') {
    throw new Problem(416, 'range-not-satisfiable', `The PDF has ${size} bytes.`, {
      headers: { 'content-range': `bytes */${size}` },
    });
  }
  const { first, last } = range === 'all' ? { first: 0, last: size - 1 } : range;
  if (range !== 'all') reply.code(206).header('content-range', `bytes ${first}-${last}/${size}`);
  reply.header('content-length', String(last - first + 1));
  await reply.send(createReadStream(path, { start: first, end: last }));
}

function unknownFile(): Problem {
  return new Problem(
    404,
    'not-found',
    'There is no PDF at this address; it may have been deleted as its time was over.',
  );
}

function goneFile(): Problem {
  return new Problem(
    410,
    'pdf-gone',
    'The PDF was made, and deleted as its time was over. Send the request without its Idempotency-Key, or with another, to have it made anew.',
  );
}
