import type { IncomingMessage } from 'node:http';
import { ExchangeFault } from './exchange-fault.js';

/** What came of reading a body. */
export type ReadBody =
  | { readonly kind: 'whole'; readonly parts: readonly Buffer[]; readonly size: number }
  /** There was more than was to be read; these are the bytes up to there. */
  | { readonly kind: 'too-long'; readonly parts: readonly Buffer[] }
  /** It ended early. */
  | { readonly kind: 'broken'; readonly parts: readonly Buffer[]; readonly fault: ExchangeFault };

export interface ReadLimits {
  /** In bytes; asked once the first bytes are there, which say what the body is. */
  readonly mostOf: (start: Buffer) => number;
  readonly onRead?: (bytes: number) => void;
}

/** Reads the body of an answer. What is not read of it any more is not sent any more, as its connection is closed. */
export async function readBody(
  answer: IncomingMessage,
  { mostOf, onRead = () => undefined }: ReadLimits,
): Promise<ReadBody> {
  const parts: Buffer[] = [];
  let size = 0;
  let most: number | undefined;
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      most ??= mostOf(chunk);
      size += chunk.length;
      if (size > most) {
        answer.destroy();
        return { kind: 'too-long', parts };
      }
      parts.push(chunk);
      onRead(size);
    }
    return { kind: 'whole', parts, size };
  } catch (thrown) {
    const fault =
      thrown instanceof ExchangeFault ? thrown : new ExchangeFault('connection', true, thrown);
    return { kind: 'broken', parts, fault };
  }
}

/** A body as text, as far as it was read. */
export function textOf({ parts }: ReadBody): string {
  return Buffer.concat(parts).toString('utf8');
}

/** How long a body says that it is, in bytes. */
export function announcedSize({ headers }: IncomingMessage): number | undefined {
  const length = headers['content-length'];
  return length !== undefined && /^\d+$/.test(length) ? Number(length) : undefined;
}

/** The type of a body in small letters and without its parameters; empty where none is named. */
export function mediaType({ headers }: IncomingMessage): string {
  return (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}
