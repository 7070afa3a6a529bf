import type { RequestOptions } from 'node:http';
import { percentEncoded } from './object-address.js';

/** A request of the AWS SDK, as far as it is sent. */
export interface SignedRequest {
  readonly method: string;
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number | undefined;
  readonly path: string;
  readonly query: Readonly<Record<string, string | string[] | null>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A request of the AWS SDK, but for its body, as Node asks for it. The query is encoded as it was signed. */
export function requestHead(request: SignedRequest): RequestOptions {
  const { method, hostname, port, path, query, headers } = request;
  const pairs = Object.entries(query).flatMap(([name, value]) => queryPairs(name, value));
  return {
    method,
    // Node wants IPv6 addresses without the brackets of a URL.
    hostname: hostname.replace(/^\[(.*)\]$/, '$1'),
    port,
    path: pairs.length === 0 ? path : `${path}?${pairs.join('&')}`,
    headers,
  };
}

function queryPairs(name: string, value: string | string[] | null): readonly string[] {
  if (value === null) return [percentEncoded(name)];
  return [value].flat().map((each) => `${percentEncoded(name)}=${percentEncoded(each)}`);
}
