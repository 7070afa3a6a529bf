import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { isUnencrypted } from '../../shared/request/url.js';
import { headersFor, isOwn } from './authorization.js';
import { exchange } from './exchange.js';
import { guardedLookup } from './guarded-lookup.js';
import { RefusedAddress } from './refused-address.js';
import type { RemoteCall } from './remote-call.js';
import { addressIn } from './told-response.js';

const maxRedirects = 5;

/** An answer, and the address that gave it. */
export interface Got {
  readonly answer: IncomingMessage;
  readonly from: URL;
}

/**
 * Gets an address that a service has named. Redirects are followed, a few of them; the key goes along until one leaves the endpoint's own origin.
 * @throws RefusedAddress where it may not be asked, ExchangeFault where no answer came
 */
export async function getAddress(call: RemoteCall, address: URL, accept: string): Promise<Got> {
  let url = address;
  // What another server sends back to the endpoint is not asked for in the person's name.
  let hasLeft = false;
  for (let redirects = 0; ; redirects += 1) {
    hasLeft ||= !isOwn(call.endpoint, url);
    const { authorization, ...others } = headersFor(call, url);
    const mayHaveKey = !hasLeft && authorization !== undefined;
    const headers = { ...others, accept, ...(mayHaveKey && { authorization }) };
    const answer = await getOnce(call, url, headers);
    const { statusCode: status = 0 } = answer;
    if (status < 300 || status >= 400 || status === 304) return { answer, from: url };
    const next = addressIn(answer.headers.location, url);
    if (next === null) return { answer, from: url };
    answer.destroy();
    if (redirects === maxRedirects) {
      throw new RefusedAddress(`it is sent on more than ${maxRedirects} times`);
    }
    url = next;
  }
}

async function getOnce(
  call: RemoteCall,
  url: URL,
  headers: OutgoingHttpHeaders,
): Promise<IncomingMessage> {
  const { ca, encryptedOnly, limits, time } = call;
  if (encryptedOnly && isUnencrypted(url.href)) {
    throw new RefusedAddress(
      `the connection to ${url.host} is not encrypted, which the hipaa flag does not allow`,
    );
  }
  const lookup = await guardedLookup(call, url);
  return exchange({ method: 'GET', url, headers, ca, lookup, limits, signal: time.signal });
}
