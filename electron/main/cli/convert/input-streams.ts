import {
  type Stats,
  constants,
  createReadStream,
  existsSync,
  fstat,
  open,
  statSync,
} from 'node:fs';
import { Socket } from 'node:net';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { AppError } from '../../../shared/messages/errors.js';
import { type Message, message } from '../../../shared/messages/message.js';
import { contentIssue } from '../../engine/sources/source-kinds.js';
import { textEncoding } from '../../engine/sources/detect-encoding.js';
import {
  declaredEncoding,
  decodedText,
  markedEncoding,
} from '../../engine/sources/text-encoding.js';
import type { CommandIo } from '../command-io.js';

type Input = CommandIo['stdin'];

/** The largest HTML from a stream, in bytes, because it is held in memory. */
const maxStreamBytes = 256 * 1024 * 1024;

/** How many bytes are read before other formats are refused; an endless stream never ends. */
const sampleBytes = 8192;

/** The names of standard input: opening `/dev/stdin` fails if it is a socket. */
const standardInputNames: ReadonlySet<string> = new Set([
  '-',
  '/dev/stdin',
  '/dev/fd/0',
  '/proc/self/fd/0',
]);

export function isStandardInput(argument: string): boolean {
  return standardInputNames.has(argument);
}

/**
 * A stream is read once, from its start to its end: a named pipe, or a descriptor such as that of
 * `<(…)`.
 */
export function isStream(path: string, entry: Stats): boolean {
  if (entry.isFIFO()) return true;
  return isDescriptor(path) && entry.isFile();
}

/** Standard input or a stream. */
export function isInput(argument: string, cwd: string): boolean {
  if (isStandardInput(argument)) return true;
  const path = resolve(cwd, argument);
  return existsSync(path) && isStream(path, statSync(path));
}

/** The name of an open file says nothing about its content. */
export function isDescriptor(path: string): boolean {
  return /^\/(dev|proc\/(self|\d+))\/fd\/\d+$/.test(path);
}

/**
 * @param source what errors call it
 * @throws AppError `source-unreadable` if it is binary or too large; errors of the system
 */
export async function readStream(path: string, source: Message): Promise<Buffer> {
  return readAll(await openStream(path), source);
}

/**
 * A blocking `open` of a named pipe without a writer would keep the process from exiting, because
 * Node waits for its threads.
 */
async function openStream(path: string): Promise<Input> {
  const fd = await promisify(open)(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const entry = await promisify(fstat)(fd);
  if (entry.isFile()) return createReadStream(path, { fd });
  return new Socket({ fd, readable: true, writable: false });
}

/**
 * Decodes HTML by its byte order mark or its declaration, else in the encoding that is detected, as
 * for files.
 * @throws AppError `source-unreadable` if it is empty or binary
 */
export function htmlFromBytes(bytes: Uint8Array, source: Message): string {
  checkContent(source, bytes, bytes.length);
  const encoding = markedEncoding(bytes) ?? declaredEncoding(bytes) ?? textEncoding(bytes);
  return decodedText(bytes, encoding);
}

/**
 * @param source what errors call it
 * @param limit in bytes
 * @throws AppError `source-unreadable` if it is binary or too large
 */
export async function readAll(
  stream: Input,
  source: Message,
  limit = maxStreamBytes,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const isSampled = size >= sampleBytes;
    chunks.push(Buffer.from(chunk));
    size += chunk.length;
    if (!isSampled && size >= sampleBytes) checkContent(source, Buffer.concat(chunks), Infinity);
    if (size <= limit) continue;
    const megabytes = limit / 1024 ** 2;
    const failure = message('sources.streamTooLarge', { source, megabytes });
    throw new AppError('source-unreadable', failure);
  }
  return Buffer.concat(chunks);
}

/** @param size of the whole content, in bytes */
function checkContent(source: Message, head: Uint8Array, size: number): void {
  const issue = contentIssue(source, head, size);
  if (issue !== null) throw new AppError('source-unreadable', issue);
}
