import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { isRecord } from '../../../shared/request/validation.js';
import { message } from '../../../shared/messages/message.js';
import { Problem, bodyTooLarge } from './problem.js';

/**
 * What a body may have beside the text of its source: far more than any request needs, and few
 * enough that parsing and checking them takes milliseconds.
 */
export const bodyBounds = { bytes: 256 * 1024, depth: 8, values: 1000 } as const;

/**
 * Reads the JSON of a request. Only the text of its source may be large, and is decoded as it
 * arrives, so that no body occupies the process for longer than one of its chunks.
 * @param bodyLimit in bytes
 * @throws Problem 400 or 413; Node's error if the client disconnects
 */
export async function readJsonBody(
  request: Pick<IncomingMessage, 'headers'>,
  payload: Readable,
  bodyLimit: number,
): Promise<{ readonly body: unknown; readonly bytes: number }> {
  if (Number(request.headers['content-length']) > bodyLimit) throw bodyTooLarge(bodyLimit);
  const body = new JsonBody();
  await new Promise<void>((resolve, reject) => {
    payload.on('data', (chunk: Buffer) => {
      if (body.bytes + chunk.length <= bodyLimit) body.add(chunk);
      else reject(bodyTooLarge(bodyLimit));
    });
    payload.once('end', resolve);
    payload.once('error', reject);
  });
  return { body: body.parse(), bytes: body.bytes };
}

const byteOrderMark = '\u{feff}';

/** The escape of a half of a surrogate pair, which may be without the other. */
const hasHalf = /\\u[dD][89a-fA-F]/;

/** Escape sequences of JSON; the group is one half of a surrogate pair without the other. */
const jsonEscapes =
  /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|(u[dD][89a-fA-F][\da-fA-F]{2})|.)/g;

/**
 * Parses a JSON body, which is UTF-8 (RFC 8259, section 8.1), with or without a byte order mark.
 * Half of a surrogate pair becomes U+FFFD, as in HTML and URLs: databases and buckets refuse it.
 * @throws SyntaxError if it is not JSON
 * @throws Problem 400 if it is not UTF-8
 */
export function parseJsonBody(body: Buffer): unknown {
  if (!isUtf8(body)) {
    throw new Problem('invalid-json', message('service.bodyNotUtf8'));
  }
  const text = body.toString('utf8');
  const json = text.startsWith(byteOrderMark) ? text.slice(1) : text;
  return JSON.parse(hasHalf.test(json) ? withoutHalves(json) : json) as unknown;
}

/** Not by a reviver of JSON.parse: one overflows the stack for a deeply nested body. */
function withoutHalves(json: string): string {
  return json.replace(jsonEscapes, (escape, half?: string) =>
    half === undefined ? escape : String.raw`\ufffd`,
  );
}

const quote = 0x22;
const backslash = 0x5c;

/** A JSON text that arrives in chunks: the string in its field `source`, and all the rest. */
export class JsonBody {
  /** Counts what has arrived. */
  bytes = 0;
  #depth = 0;
  #values = 0;
  #isInString = false;
  /** Whether the top level is an object. */
  #isObject = false;
  /** Whether the next string, or the current one, is the name of a field of the top level. */
  #isAtName = false;
  /** The name of the current field of the top level, as it is written. */
  #name = '';
  readonly #source = new StringText();
  #isInSource = false;
  /** Everything but the text of the source, and how many bytes that is. */
  readonly #rest: Buffer[] = [];
  #restBytes = 0;
  /** All of a body that is within the bounds with its source; null for a longer one. */
  #whole: Buffer[] | null = [];
  /** The end of the last chunk, if it was not the end of a character. */
  #carry: Buffer = Buffer.alloc(0);
  /** The first error. What follows it is counted and not read. */
  #failure: Error | null = null;

  add(chunk: Buffer): void {
    this.bytes += chunk.length;
    if (this.#failure !== null) return;
    if (this.bytes > bodyBounds.bytes) this.#whole = null;
    this.#whole?.push(chunk);
    try {
      this.#scan(this.#carry.length === 0 ? chunk : Buffer.concat([this.#carry, chunk]));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.#failure = error;
      this.#rest.length = 0;
      this.#source.clear();
    }
  }

  /**
   * @throws Problem 400 if the text is not JSON, or beyond the bounds; 413 if it is too long
   * @throws SyntaxError if it is short and not JSON
   */
  parse(): unknown {
    if (this.#failure !== null) throw this.#failure;
    if (this.#whole !== null) return parseJsonBody(Buffer.concat(this.#whole));
    const value = this.#parseRest();
    // An empty one: the last field of that name has the text that was taken out.
    if (!isRecord(value) || value['source'] !== '') return value;
    return { ...value, source: this.#source.end() };
  }

  #parseRest(): unknown {
    try {
      return parseJsonBody(Buffer.concat([...this.#rest, this.#carry]));
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      // Its position would be wrong for the author of the body.
      const reason = message('service.bodyNotJsonBesideSource', { reason: error.message });
      throw new Problem('invalid-json', reason);
    }
  }

  #scan(data: Buffer): void {
    let restStart = 0;
    let position = 0;
    while (position < data.length) {
      if (!this.#isInString) {
        position = this.#scanStructure(data, position);
        if (this.#isInSource) this.#addRest(data.subarray(restStart, position));
        continue;
      }
      const { end, isClosed } = endOfString(data, position);
      if (this.#isInSource) this.#source.add(data.subarray(position, end));
      else if (this.#isAtName) this.#name += data.toString('latin1', position, end);
      if (this.#isInSource) restStart = end;
      if (!isClosed) {
        this.#carry = data.subarray(end);
        if (!this.#isInSource) this.#addRest(data.subarray(restStart, end));
        return;
      }
      this.#isInString = false;
      this.#isAtName = false;
      this.#isInSource = false;
      position = end + 1;
    }
    this.#carry = Buffer.alloc(0);
    if (!this.#isInSource) this.#addRest(data.subarray(restStart));
  }

  /** Reads up to the start of a string. @returns the position after its quote, or the end */
  #scanStructure(data: Buffer, start: number): number {
    for (let position = start; position < data.length; position += 1) {
      switch (data.readUInt8(position)) {
        case quote:
          this.#isInString = true;
          if (this.#isAtName) this.#name = '';
          else this.#isInSource = this.#isObject && this.#depth === 1 && this.#name === 'source';
          // Of several fields of one name, the last one counts.
          if (this.#isInSource) this.#source.clear();
          return position + 1;
        case 0x7b: // {
          this.#open();
          this.#isAtName = this.#depth === 1;
          this.#isObject ||= this.#isAtName;
          break;
        case 0x5b: // [
          this.#open();
          break;
        case 0x7d: // }
        case 0x5d: // ]
          this.#depth -= 1;
          break;
        case 0x2c: // ,
          this.#count();
          this.#isAtName = this.#isObject && this.#depth === 1;
          break;
      }
    }
    return data.length;
  }

  #open(): void {
    this.#depth += 1;
    this.#count();
    if (this.#depth <= bodyBounds.depth) return;
    throw new Problem('invalid-request', message('service.bodyTooDeep', { max: bodyBounds.depth }));
  }

  #count(): void {
    this.#values += 1;
    if (this.#values <= bodyBounds.values) return;
    throw new Problem(
      'invalid-request',
      message('service.bodyTooManyValues', { max: bodyBounds.values }),
    );
  }

  #addRest(bytes: Buffer): void {
    this.#restBytes += bytes.length;
    if (this.#restBytes > bodyBounds.bytes) {
      const reason = message('service.bodyBesideSourceTooLarge', { bytes: bodyBounds.bytes });
      throw new Problem('body-too-large', reason);
    }
    this.#rest.push(bytes);
  }
}

/** Ends at its quote, or where the bytes after it are yet to come. */
function endOfString(
  data: Buffer,
  start: number,
): { readonly end: number; readonly isClosed: boolean } {
  let escapeStart = -1;
  for (let position = start; position < data.length; position += 1) {
    const byte = data[position];
    if (byte === quote) return { end: position, isClosed: true };
    if (byte !== backslash) continue;
    escapeStart = position;
    position += 1;
  }
  const escapeLength = data[escapeStart + 1] === 0x75 ? 6 : 2;
  const isCut = escapeStart !== -1 && escapeStart + escapeLength > data.length;
  return { end: isCut ? escapeStart : endOfCharacters(data, start), isClosed: false };
}

/** Returns where the last complete character of UTF-8 ends. */
function endOfCharacters(data: Buffer, start: number): number {
  for (let back = 1; back <= 3 && data.length - back >= start; back += 1) {
    const byte = data[data.length - back] ?? 0;
    if (byte < 0x80) break;
    if (byte < 0xc0) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return length > back ? data.length - back : data.length;
  }
  return data.length;
}

/** The text of a JSON string that arrives in pieces, without halves of surrogate pairs. */
class StringText {
  #pieces: string[] = [];
  /** The first half of a pair whose second half may come. */
  #half = '';

  clear(): void {
    this.#pieces = [];
    this.#half = '';
  }

  /** @throws Problem 400 */
  add(bytes: Buffer): void {
    if (!isUtf8(bytes)) throw new Problem('invalid-json', message('service.bodyNotUtf8'));
    const text = this.#half + unescaped(bytes.toString('utf8'));
    const last = text.charCodeAt(text.length - 1);
    this.#half = last >= 0xd800 && last < 0xdc00 ? text.slice(-1) : '';
    this.#pieces.push(text.slice(0, text.length - this.#half.length).toWellFormed());
  }

  end(): string {
    return [...this.#pieces, this.#half.toWellFormed()].join('');
  }
}

function unescaped(text: string): string {
  try {
    return String(JSON.parse(`"${text}"`));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new Problem('invalid-json', message('service.sourceNotJson'));
  }
}
