import type { OutgoingHttpHeaders } from 'node:http';
import { type RemoteEndpoint, pdfPath } from '../../shared/endpoints.js';
import type { RemoteCall } from './remote-call.js';

/** Where requests to an endpoint go. */
export function requestAddress({ address }: Pick<RemoteEndpoint, 'address'>): URL {
  return new URL(`${address.trim().replace(/\/+$/, '')}${pdfPath}`);
}

/** The value of the header `Authorization` (the interface, section 5): `<API_KEY>:` or `<username>:<password>` in base64; null where none is to be sent. */
export function authorization({ login }: RemoteEndpoint, secret: string): string | null {
  if (login.kind === 'none') return null;
  const pair = login.kind === 'key' ? `${secret}:` : `${login.user}:${secret}`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}

/** Whether an address has the endpoint's own origin: the only one that the key is for. */
export function isOwn(endpoint: RemoteEndpoint, url: URL): boolean {
  return url.origin === requestAddress(endpoint).origin;
}

/** The headers of every request; the key is among them only where an address has the endpoint's own origin. */
export function headersFor(
  { endpoint, secret, agent }: Pick<RemoteCall, 'endpoint' | 'secret' | 'agent'>,
  url: URL,
): OutgoingHttpHeaders {
  const login = isOwn(endpoint, url) ? authorization(endpoint, secret) : null;
  return { 'user-agent': agent, ...(login !== null && { authorization: login }) };
}
