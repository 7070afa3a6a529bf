import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { FastifyReply } from 'fastify';
import type { ServiceStore } from '../store/service-store.js';
import type { ResultsFolder } from '../work/results-folder.js';
import { disposition } from './answers.js';
import { type ByteRange, readRange } from './byte-range.js';
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
  { store, results }: FileParts,
  file: string,
  range: string | undefined,
): Promise<void> {
  const [, token] = /^([A-Za-z0-9_-]{43})\.pdf$/.exec(file) ?? [];
  const stored = token === undefined ? null : await store.storedPdf(token);
  if (stored === null || stored.expires <= Date.now()) throw gone();
  const path = results.pathOf(stored.token);
  if ((await stat(path).catch(() => null)) === null) throw gone();
  reply.headers({
    'content-disposition': disposition(stored.name),
    'cache-control': 'private, no-cache',
    'accept-ranges': 'bytes',
    etag: `"${stored.token.slice(0, 16)}"`,
    expires: new Date(stored.expires).toUTCString(),
  });
  await sendBytes(reply.type('application/pdf'), path, stored.size, readRange(range, stored.size));
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

function gone(): Problem {
  return new Problem(
    404,
    'not-found',
    'There is no PDF at this address; it may have been deleted as its time was over.',
  );
}
