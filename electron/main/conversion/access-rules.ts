import type { ConversionSource } from '../../shared/request/source.js';
import { isPrivateAddress, literalAddress } from './private-addresses.js';

/** Gives all addresses of a host name; an empty list if it has none. */
export type ResolveHost = (host: string) => Promise<readonly string[]>;

/** Decides over each address that a page asks for: null if it may, else a sentence that says why not. */
export type AccessRule = (address: string) => Promise<string | null>;

const networkSchemes = new Set(['http:', 'https:', 'ws:', 'wss:']);
/** Addresses that hold their content themselves, or nothing. */
const inlineSchemes = new Set(['data:', 'blob:', 'about:']);

/**
 * The network side of the rules for untrusted pages (design, 6). Files are kept apart, by what serves them: see
 * local-files.ts. A page that came from the network, or as text, may not reach private addresses, unless the person
 * named such an address as its source or base. A page that came from this computer's disk may reach what it likes.
 */
export function accessRule(source: ConversionSource, resolveHost: ResolveHost): AccessRule {
  const addressesOf = rememberAddresses(resolveHost);
  const named = namedAddress(source);
  return async (address) => {
    const url = new URL(address);
    if (inlineSchemes.has(url.protocol) || url.protocol === 'file:') return null;
    if (!networkSchemes.has(url.protocol)) {
      return `${address} was not loaded: a page may not use ${url.protocol} addresses.`;
    }
    if (source.kind === 'file') return null;
    const found = (await addressesOf(url)).filter(isPrivateAddress);
    if (found.length === 0) return null;
    const allowed = named === null ? [] : await addressesOf(named);
    if (found.every((each) => allowed.includes(each))) return null;
    return `${address} was not loaded: it leads to the private address ${found[0]}, which the page may not reach.`;
  };
}

function namedAddress(source: ConversionSource): URL | null {
  if (source.kind === 'url') return new URL(source.url);
  if (source.kind === 'html' && source.base && URL.canParse(source.base)) {
    const base = new URL(source.base);
    return networkSchemes.has(base.protocol) ? base : null;
  }
  return null;
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
