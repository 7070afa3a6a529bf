import { lookup } from 'node:dns';
import { lookup as lookUp } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { isLoopbackHost } from '../../shared/request/url.js';
import { isPrivateAddress, literalAddress } from '../network/hosts.js';
import { requestAddress } from './authorization.js';
import { RefusedAddress } from './refused-address.js';
import type { RemoteCall } from './remote-call.js';

/**
 * How the host of an address is looked up that a service has named. A service on the internet may not have this computer ask what is in its private network;
 * one that is itself there may name what is there.
 * @returns undefined for the usual way
 * @throws RefusedAddress for a private address that is written out
 */
export async function guardedLookup(
  { endpoint }: Pick<RemoteCall, 'endpoint'>,
  { hostname }: URL,
): Promise<LookupFunction | undefined> {
  const own = requestAddress(endpoint).hostname;
  if (hostname === own || (await isPrivateHost(own))) return undefined;
  const literal = literalAddress(hostname);
  if (literal !== null && isPrivateAddress(literal)) throw privateAddress(hostname);
  return (host, options, callback) => {
    lookup(host, { ...options, all: true }, (error, found) => {
      const [first = { address: '', family: 0 }] = error === null ? found : [];
      if (error !== null) callback(error, '', 0);
      else if (found.some(({ address }) => isPrivateAddress(address))) {
        callback(privateAddress(host), '', 0);
      } else if (options.all === true) callback(null, found);
      else callback(null, first.address, first.family);
    });
  };
}

async function isPrivateHost(host: string): Promise<boolean> {
  const literal = literalAddress(host);
  if (literal !== null) return isPrivateAddress(literal);
  if (isLoopbackHost(host)) return true;
  // A name that is not known (any more) is nobody's private network.
  const found = await lookUp(host, { all: true }).catch(() => []);
  return found.some(({ address }) => isPrivateAddress(address));
}

function privateAddress(host: string): RefusedAddress {
  return new RefusedAddress(
    `${host} is an address of a private network, which a service outside of it may not name`,
  );
}
