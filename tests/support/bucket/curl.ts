import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from '../run-program.js';
import { type S3Key, region } from './ceph.js';

export interface CurlRequest {
  readonly method?: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  readonly url: string;
  readonly key: S3Key;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  readonly caFile?: string;
}

export interface CurlAnswer {
  readonly status: number;
  /** With names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/**
 * Sends one request to a bucket with curl, which signs it itself: a client that shares no code with
 * the product.
 */
export async function curl(request: CurlRequest): Promise<CurlAnswer> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-curl-'));
  const headFile = join(folder, 'head');
  try {
    const { status, stdout, stderr } = await runProgram(
      'curl',
      curlArguments(request, headFile),
      request.body === undefined ? {} : { input: request.body },
    );
    if (status !== 0) throw new Error(`curl ended with ${String(status)}: ${stderr.trim()}`);
    return { ...readHead(readFileSync(headFile, 'latin1')), body: stdout };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * The address of an object or, without a key, of a bucket.
 * @param query parameters in alphabetical order, as curl signs them as they stand; those without a
 * value end with `=`
 */
export function objectUrl(endpoint: string, bucket: string, key = '', query = ''): string {
  const path = key.split('/').map(encodeSegment).join('/');
  return `${endpoint}/${bucket}/${path}${query === '' ? '' : `?${query}`}`;
}

function curlArguments(request: CurlRequest, headFile: string): readonly string[] {
  const { method = 'GET', url, key, headers = {}, body, caFile } = request;
  return [
    ...['--silent', '--show-error', '--max-time', '60', '--dump-header', headFile],
    ...['--aws-sigv4', `aws:amz:${region}:s3`],
    ...['--user', `${key.accessKeyId}:${key.secretAccessKey}`],
    ...(method === 'HEAD' ? ['--head', '--output', '/dev/null'] : ['--request', method]),
    ...(body === undefined
      ? []
      : ['--data-binary', '@-', '--header', 'content-type: application/octet-stream']),
    ...['--header', `x-amz-content-sha256: ${sha256(body ?? '')}`],
    ...Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]),
    ...(caFile === undefined ? [] : ['--cacert', caFile]),
    url,
  ];
}

/** Reads the last head of a file: one before it says `100 Continue`. */
function readHead(text: string): Omit<CurlAnswer, 'body'> {
  const head = text.trim().split('\r\n\r\n').at(-1) ?? '';
  const [first = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
  });
  return { status: Number(first.split(' ')[1]), headers: Object.fromEntries(headers) };
}

function sha256(body: string | Buffer): string {
  return createHash('sha256').update(body).digest('hex');
}

/** As AWS wants it in what is signed: everything but letters, digits and `-._~`. */
function encodeSegment(segment: string): string {
  return encodeURIComponent(segment).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
