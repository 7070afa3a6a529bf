import type { ConversionSource } from '../../shared/request/source.js';
import { localScheme, textAddress } from './page-address.js';
import { isPrivateAddress, literalAddress } from './private-addresses.js';

/** Gives all addresses of a host name; an empty list if it has none. */
export type ResolveHost = (host: string) => Promise<readonly string[]>;

/** Decides over each address that a page asks for: null if it may, else a sentence that says why not. */
export type AccessRule = (address: string) => Promise<string | null>;

const networkSchemes = new Set(['http:', 'https:', 'ws:', 'wss:']);
/** Addresses that hold their content themselves, or nothing, and those that local-files.ts decides over. */
const innerSchemes = new Set(['data:', 'blob:', 'about:', `${localScheme}:`]);

/**
 * The network side of the rules for untrusted pages (design, 6): no page reaches a private address, unless the person named that very host and port as its
 * source or base. A page of this computer is no exception, as it may have come from anywhere.
 */
export function accessRule(source: ConversionSource, resolveHost: ResolveHost): AccessRule {
  const addressesOf = rememberAddresses(resolveHost);
  const named = namedHost(source);
  return async (address) => {
    const url = new URL(address);
    if (innerSchemes.has(url.protocol)) return null;
    if (!networkSchemes.has(url.protocol)) {
      return `${address} was not loaded: a page may not use ${url.protocol} addresses.`;
    }
    if (hostOf(url) === named) return null;
    const found = (await addressesOf(url)).find(isPrivateAddress);
    if (found === undefined) return null;
    return `${address} was not loaded: it leads to the private address ${found}, which the page may not reach.`;
  };
}

function namedHost(source: ConversionSource): string | null {
  if (source.kind === 'url') return hostOf(new URL(source.url));
  const address = source.kind === 'html' ? textAddress(source) : null;
  return address === null ? null : hostOf(new URL(address));
}

/** Host and port, the same for a page and for a WebSocket to its server. */
function hostOf({ hostname, port, protocol }: URL): string {
  const isSecure = protocol === 'https:' || protocol === 'wss:';
  return `${hostname}:${port || (isSecure ? '443' : '80')}`;
}

function rememberAddresses(resolveHost: ResolveHost): (url: URL) => Promise<readonly string[]> {
  const known = new Map<string, Promise<readonly string[]>>();
  return async (url) => {
    const literal = literalAddress(url);
    if (literal !== null) return [literal];
    const addresses = known.get(url.hostname) ?? resolveHost(url.hostname);
    known.set(url.hostname, addresses);
    return addresses;
  };
}
