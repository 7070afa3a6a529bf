import type { IncomingMessage } from 'node:http';
import { RequestFault } from '../network/http-client.js';

export type ReadBody =
  | { readonly kind: 'whole'; readonly parts: readonly Buffer[]; readonly size: number }
  /** It exceeds the limit; `parts` contains the bytes up to the limit. */
  | { readonly kind: 'too-long'; readonly parts: readonly Buffer[] }
  /** It ended early. */
  | { readonly kind: 'broken'; readonly parts: readonly Buffer[]; readonly fault: RequestFault };

export interface ReadOptions {
  /** Returns the limit; called with the first bytes, which show what the body is. */
  readonly maxBytes: (start: Buffer) => number;
  readonly onRead?: (bytes: number) => void;
}

/** Reads the body of a response. Closes the connection when the limit is exceeded. */
export async function readBody(
  response: IncomingMessage,
  { maxBytes, onRead = () => undefined }: ReadOptions,
): Promise<ReadBody> {
  const parts: Buffer[] = [];
  let size = 0;
  let limit: number | undefined;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      limit ??= maxBytes(chunk);
      size += chunk.length;
      if (size > limit) {
        response.destroy();
        return { kind: 'too-long', parts };
      }
      parts.push(chunk);
      onRead(size);
    }
    return { kind: 'whole', parts, size };
  } catch (cause) {
    const fault =
      cause instanceof RequestFault
        ? cause
        : new RequestFault('connection', { mayHaveArrived: true, cause });
    return { kind: 'broken', parts, fault };
  }
}

/** As far as the body was read. */
export function textOf({ parts }: ReadBody): string {
  return Buffer.concat(parts).toString('utf8');
}

/** In bytes. */
export function contentLength({ headers }: IncomingMessage): number | undefined {
  const length = headers['content-length'];
  return length !== undefined && /^\d+$/.test(length) ? Number(length) : undefined;
}

/** In lower case, without parameters; or an empty string. */
export function mediaType({ headers }: IncomingMessage): string {
  return (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

/** Undefined for malformed JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Null if the value is no http(s) URL. @param base of a relative URL */
export function httpUrl(value: unknown, base: URL): URL | null {
  if (typeof value !== 'string' || value.trim() === '' || !URL.canParse(value, base)) return null;
  const url = new URL(value, base);
  return url.protocol === 'http:' || url.protocol === 'https:' ? url : null;
}
