import { open } from 'node:fs/promises';
import { AppError, codeOf } from '../../shared/errors.js';
import type { RemoteEndpoint } from '../../shared/endpoints.js';
import { objectLocation, s3Uri } from '../../shared/request/storage.js';
import type { ConversionRequest } from '../../shared/request/request.js';
import { type CurlTarget, curlCommand, wireText } from '../../shared/request/curl.js';
import { expandFilename, sourceName } from '../../shared/request/filename.js';
import { requestFromWire, requestToWire } from '../../shared/request/wire.js';
import { quotePath } from '../../shared/request/text.js';
import type { SourceInliner } from '../engine/pdf-engine.js';

/** The largest request that is read from a file, in bytes: all of it is in memory at once. */
const maxRequestBytes = 64_000_000;

/** A request as text, and what could not be put into it. */
export interface RequestText {
  readonly text: string;
  readonly left: readonly string[];
}

/**
 * Writes a request as JSON or as a command.
 * @param place `endpoint`: whose storage stands in where the request names none; `name`: what the
 * command calls the PDF that the request gives no name
 * @throws AppError `invalid-request` for what the interface does not know; what packing throws
 */
export async function requestText(
  as: 'json' | 'curl',
  request: ConversionRequest,
  packer: SourceInliner,
  place: { endpoint: RemoteEndpoint | undefined; target: CurlTarget; name: string },
): Promise<RequestText> {
  const wished = filledIn(request, place.endpoint?.storage ?? undefined);
  // What else is wrong is said before the page is loaded.
  requestToWire({ ...wished, source: { kind: 'html', html: '<p>' } });
  const { source } = request;
  const packed =
    source.kind === 'url' ? null : await packer.inline(request, { isInteractive: true });
  const wire = requestToWire({
    ...wished,
    source: packed === null ? source : { kind: 'html', html: packed.html },
  });
  const text = as === 'json' ? wireText(wire) : curlCommand(wire, place.target, place.name);
  return { text, left: packed?.unresolved.map(({ address }) => address) ?? [] };
}

/**
 * Reads a file with the interface's JSON body.
 * @throws AppError `invalid-request` with all mistakes of the request; `source-unreadable`
 */
export async function readRequest(path: string): Promise<ConversionRequest> {
  const text = (await readText(path)).replace(/^\ufeff/, '');
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    throw unreadable(`The request file ${quotePath(path)} is not valid JSON: ${reason}.`);
  }
  return requestFromWire(json);
}

async function readText(path: string): Promise<string> {
  const file = await open(path, 'r').catch((thrown: unknown) => {
    const reason = codeOf(thrown) || String(thrown);
    throw unreadable(`Couldn't read the request file ${quotePath(path)}: ${reason}.`);
  });
  try {
    const { size } = await file.stat();
    if (size > maxRequestBytes) {
      throw unreadable(`The request file ${quotePath(path)} is larger than 64 MB.`);
    }
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

function unreadable(message: string): AppError {
  return new AppError('source-unreadable', message);
}

/** The interface knows no placeholders: what they stand for is written in their place. */
function filledIn(
  request: ConversionRequest,
  usual: ConversionRequest['storage'],
): ConversionRequest {
  const { filename, source } = request;
  const storage = request.storage ?? usual;
  const values = { name: sourceName(source), title: '', date: new Date(), n: 1, of: 1 };
  const place = (destination: string) => s3Uri(objectLocation(destination, values));
  return {
    ...request,
    ...(filename !== undefined && {
      filename: expandFilename(filename, values).replace(/[^A-Za-z0-9_.-]/gu, '-'),
    }),
    ...(storage?.provider === 'object_store'
      ? { storage: { ...storage, bucketDestination: place(storage.bucketDestination) } }
      : storage && { storage }),
  };
}
