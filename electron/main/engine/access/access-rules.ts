import { isLoopbackHost, isUnencrypted } from '../../../shared/request/url.js';
import type { ConversionSource } from '../../../shared/request/source.js';
import { GateRefusal, type Opening, type Reach } from './network-gate.js';
import { localScheme, textAddress } from '../page/page-address.js';
import { isListedHost, isPrivateAddress, literalAddress, portOf } from '../../network/hosts.js';

/** Gives all addresses of a host name; an empty list if it has none. */
export type ResolveHost = (host: string) => Promise<readonly string[]>;

/** Decides over each address that a page asks for: null if it may, else a sentence that says why not. */
export type AccessRule = (address: string) => Promise<string | null>;

const networkSchemes = new Set(['http:', 'https:', 'ws:', 'wss:']);
/** Addresses that hold their content themselves, or nothing, and those that local-files.ts decides over. */
const innerSchemes = new Set(['data:', 'blob:', 'about:', `${localScheme}:`]);

/** The first byte of a connection that is encrypted: that of a handshake (RFC 8446, 5.1). */
const handshake = 22;

/** What the rules for one page depend on. */
export interface RuledPage {
  readonly source: ConversionSource;
  /** Whether nothing of the page goes over a connection that is not encrypted, but to this computer itself (docs/compliance.md). */
  readonly encryptedOnly: boolean;
  /**
   * Given where a stranger named the source: the private hosts that the page may be on and reach, as `host` for all ports or `host:port`. The source is no
   * exception then.
   */
  readonly allowedHosts?: readonly string[] | undefined;
}

/** The network side of the rules for one page. */
export interface NetworkRules {
  /** Asked before each request. */
  readonly mayLoad: AccessRule;
  /** Asked before each connection; gives the very addresses that {@link mayLoad} has looked at. */
  readonly reach: Reach;
  /** Asked about each connection that is made: what goes over it without a request has to be encrypted too. */
  readonly opening: Opening;
}

/**
 * The network side of the rules for untrusted pages (design, 6): no page reaches a private address, unless the person named that very host and port as its
 * source or base; what a stranger named is no exception. A page of this computer is no exception, as it may have come from anywhere. A name is looked up once a page, so that it cannot lead
 * elsewhere after it was looked at.
 * @param onRefused called with a sentence for each connection that is refused, which no request was asked about
 */
export function networkRules(
  { source, encryptedOnly, allowedHosts }: RuledPage,
  resolveHost: ResolveHost,
  onRefused: (sentence: string) => void,
): NetworkRules {
  const addressesOf = rememberAddresses(resolveHost);
  const isNamed = allowedHosts === undefined ? namedBy(source) : listedIn(allowedHosts);
  return {
    mayLoad: async (address) => {
      // Chromium accepts hosts that no server can have, such as `http://a%20b/` and `http://xn--a/`.
      if (!URL.canParse(address)) return `${address} was not loaded: it is not a valid address.`;
      const url = new URL(address);
      if (innerSchemes.has(url.protocol)) return null;
      if (!networkSchemes.has(url.protocol)) {
        return `${address} was not loaded: a page may not use ${url.protocol} addresses.`;
      }
      if (encryptedOnly && isUnencrypted(address)) {
        return `${address} was not loaded: it is not encrypted, which the hipaa flag does not allow.`;
      }
      if (isNamed(url.hostname, portOf(url))) return null;
      const found = (await addressesOf(url.hostname)).find(isPrivateAddress);
      if (found === undefined) return null;
      return `${address} was not loaded: it leads to the private address ${found}, which the page may not reach.`;
    },
    reach: async (host, port) => {
      const named = `http://${host.includes(':') ? `[${host}]` : host}/`;
      if (!URL.canParse(named)) throw new GateRefusal('ERR_NAME_NOT_RESOLVED');
      const { hostname } = new URL(named);
      const addresses = await addressesOf(hostname);
      if (addresses.length === 0) throw new GateRefusal('ERR_NAME_NOT_RESOLVED');
      const found = addresses.find(isPrivateAddress);
      if (found === undefined || isNamed(hostname, port)) return addresses;
      onRefused(
        `A connection to ${host}:${port} was not made: it leads to the private address ${found}, which the page may not reach.`,
      );
      throw new GateRefusal('ERR_BLOCKED_BY_CLIENT');
    },
    opening: (host, port) => {
      if (!encryptedOnly || isLoopbackHost(host)) return null;
      return (first) => {
        if (first === handshake) return true;
        onRefused(
          `A connection to ${host}:${port} was not used: it is not encrypted, which the hipaa flag does not allow.`,
        );
        return false;
      };
    },
  };
}

/** Whether a host with its port may be reached wherever it leads to. */
type IsNamed = (hostname: string, port: number) => boolean;

function namedBy(source: ConversionSource): IsNamed {
  const named = namedHost(source);
  return (hostname, port) => `${hostname}:${port}` === named;
}

function listedIn(hosts: readonly string[]): IsNamed {
  return (hostname, port) => isListedHost(hosts, hostname, port);
}

function namedHost(source: ConversionSource): string | null {
  if (source.kind === 'url') return hostOf(new URL(source.url));
  const address = source.kind === 'html' ? textAddress(source) : null;
  return address === null ? null : hostOf(new URL(address));
}

/** Host and port, the same for a page and for a WebSocket to its server. */
function hostOf(url: URL): string {
  return `${url.hostname}:${portOf(url)}`;
}

function rememberAddresses(resolveHost: ResolveHost): ResolveHost {
  const known = new Map<string, Promise<readonly string[]>>();
  return async (host) => {
    const literal = literalAddress(host);
    if (literal !== null) return [literal];
    const addresses = known.get(host) ?? resolveHost(host);
    known.set(host, addresses);
    return addresses;
  };
}
