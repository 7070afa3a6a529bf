import { type IncomingMessage, type OutgoingHttpHeaders, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { type LookupFunction, isIP } from 'node:net';
import { rootCertificates } from 'node:tls';
import { urlToHttpOptions } from 'node:url';
import type { WebhookAnswer } from './webhook-failure.js';

/** How much of an answer is read, in bytes: its status says all, but who answers may mind being cut off. */
const maxResponseBytes = 64 * 1024;

export interface PostRequest {
  readonly url: URL;
  /** Where to connect to, whatever the name may lead to by now. */
  readonly addresses: readonly string[];
  readonly headers: OutgoingHttpHeaders;
  readonly body: string;
  /** Certificates to trust beside the usual ones, as PEM. */
  readonly ca?: readonly string[] | undefined;
  readonly signal: AbortSignal;
}

/**
 * Posts once, on a connection of its own, and gives the answer when it has ended or enough of it was read. An answer that breaks off, or takes too long, after
 * its status is one all the same.
 * @throws what Node throws if there is no answer
 */
export async function postOnce(post: PostRequest): Promise<WebhookAnswer> {
  const { url, addresses, headers, body, ca, signal } = post;
  const options = {
    ...urlToHttpOptions(url),
    method: 'POST',
    agent: false,
    headers,
    lookup: pinnedTo(addresses),
    signal,
  } as const;
  return new Promise((resolve, reject) => {
    const request =
      url.protocol === 'https:'
        ? requestSecure({
            ...options,
            rejectUnauthorized: true,
            ...(ca && { ca: [...rootCertificates, ...ca] }),
          })
        : requestPlain(options);
    request.on('error', reject);
    request.on('response', (response) => {
      // From here on, what breaks is the rest of the answer.
      request.off('error', reject).on('error', () => undefined);
      const answer = answerOf(response);
      void readEnough(response).then(() => {
        resolve(answer);
        request.destroy();
      });
    });
    request.end(body);
  });
}

function answerOf({ statusCode = 0, headers }: IncomingMessage): WebhookAnswer {
  return { status: statusCode, retryAfter: headers['retry-after'] };
}

/** Resolves when an answer has ended, whichever way, or enough of it was read. */
async function readEnough(response: IncomingMessage): Promise<void> {
  let read = 0;
  await new Promise<void>((resolve) => {
    response.on('data', (chunk: Buffer) => {
      read += chunk.length;
      if (read >= maxResponseBytes) resolve();
    });
    for (const end of ['end', 'error', 'close']) response.on(end, () => resolve());
  });
}

function pinnedTo(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, { all }, callback) => {
    const [first = { address: '', family: 0 }] = found;
    if (all === true) callback(null, found);
    else callback(null, first.address, first.family);
  };
}
