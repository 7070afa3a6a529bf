import { type Message, message } from '../../../shared/messages/message.js';
import { isLoopbackHost, isUnencrypted } from '../../../shared/request/url.js';
import type { SingleSource } from '../../../shared/request/source.js';
import { GateRefusal, type Opening, type Reach } from './network-gate.js';
import { sourceKindOf } from '../sources/source-kinds.js';
import { localScheme, textAddress } from '../addresses/page-address.js';
import {
  addressesOfNamed,
  isListedHost,
  isPrivateAddress,
  literalAddress,
  portOf,
} from '../../network/hosts.js';

/** Resolves a host name to its IP addresses; an empty list if it has none. */
export type ResolveHost = (host: string) => Promise<readonly string[]>;

/** Decides whether a page may request a URL: null if it may, else the message why not. */
export type AccessRule = (address: string) => Promise<Message | null>;

const networkSchemes = new Set(['http:', 'https:', 'ws:', 'wss:']);
/**
 * Schemes whose URLs contain their content or have none, and that of local pages (local-files.ts).
 */
const innerSchemes = new Set(['data:', 'blob:', 'about:', `${localScheme}:`]);

/** The first byte of a TLS connection: that of a handshake (RFC 8446, 5.1). */
const handshake = 22;

export interface RuledPage {
  readonly source: SingleSource;
  /** Whether unencrypted connections are refused, except to this machine (docs/security.md). */
  readonly encryptedOnly: boolean;
  /**
   * Set for an untrusted source: the private hosts that the page may be on and reach, as `host` for
   * all ports or `host:port`. The source's own host must be among them.
   */
  readonly allowedHosts?: readonly string[] | undefined;
}

export interface NetworkRules {
  /** Called before each request. */
  readonly mayLoad: AccessRule;
  /** Called before each connection; returns the addresses that {@link mayLoad} has checked. */
  readonly reach: Reach;
  /** Called for each new connection, because data sent without a request must be encrypted too. */
  readonly opening: Opening;
}

/**
 * An untrusted page reaches no private address, unless the user named that host and port as its
 * source or base. A local page is not exempt, because it may come from anywhere; nor is an
 * untrusted source. Each name is resolved once per page, so that it cannot lead elsewhere after it
 * was checked.
 * @param onRefused called with a message for each refused connection that belongs to no request
 */
export function networkRules(
  { source, encryptedOnly, allowedHosts }: RuledPage,
  resolveHost: ResolveHost,
  onRefused: (refusal: Message) => void,
): NetworkRules {
  const addressesOf = rememberAddresses(resolveHost);
  // Resources that an archive lacks are not fetched: it shows the page as of its saving.
  const isArchive = source.kind === 'file' && sourceKindOf(source.path) === 'MHTML';
  // An untrusted client must not learn from an error how names resolve in this network.
  const isUntrusted = allowedHosts !== undefined;
  const refusalOf = (host: string, address: string) =>
    isUntrusted && literalAddress(host) === null
      ? message('access.privateHost')
      : privateAddress(address);
  const isNamed = allowedHosts === undefined ? namedBy(source) : listedIn(allowedHosts);
  return {
    mayLoad: async (address) => {
      // Chromium accepts hosts that are invalid in URLs, such as `http://a%20b/` and
      // `http://xn--a/`.
      if (!URL.canParse(address)) return notLoaded(address, message('access.invalidUrl'));
      const url = new URL(address);
      if (innerSchemes.has(url.protocol)) return null;
      if (isArchive) return notLoaded(address, message('access.notInArchive'));
      if (!networkSchemes.has(url.protocol)) {
        return notLoaded(address, message('access.scheme', { scheme: url.protocol }));
      }
      if (encryptedOnly && isUnencrypted(address)) {
        return notLoaded(address, message('access.unencrypted'));
      }
      if (isNamed(url.hostname, portOf(url))) return null;
      const found = (await addressesOf(url.hostname)).find((each) => isPrivateAddress(each));
      return found === undefined ? null : notLoaded(address, refusalOf(url.hostname, found));
    },
    reach: async (host, port) => {
      const named = `http://${host.includes(':') ? `[${host}]` : host}/`;
      if (!URL.canParse(named)) throw new GateRefusal('ERR_NAME_NOT_RESOLVED');
      const { hostname } = new URL(named);
      const addresses = await addressesOf(hostname);
      if (addresses.length === 0) throw new GateRefusal('ERR_NAME_NOT_RESOLVED');
      if (isArchive) throw new GateRefusal('ERR_BLOCKED_BY_CLIENT');
      const found = addresses.find((each) => isPrivateAddress(each));
      if (found === undefined) return addresses;
      if (isNamed(hostname, port)) return addressesOfNamed(addresses);
      const connection = { host: `${host}:${port}`, reason: refusalOf(hostname, found) };
      onRefused(message('access.connectionNotMade', connection));
      throw new GateRefusal('ERR_BLOCKED_BY_CLIENT');
    },
    opening: (host, port) => {
      if (!encryptedOnly || isLoopbackHost(host)) return null;
      return (first) => {
        if (first === handshake) return true;
        const connection = { host: `${host}:${port}`, reason: message('access.unencrypted') };
        onRefused(message('access.connectionNotUsed', connection));
        return false;
      };
    },
  };
}

function notLoaded(resource: string, reason: Message): Message {
  return message('access.notLoaded', { resource, reason });
}

function privateAddress(address: string): Message {
  return message('access.privateAddress', { address });
}

/** True for what may be reached at any address. */
type IsNamed = (hostname: string, port: number) => boolean;

function namedBy(source: SingleSource): IsNamed {
  const named = namedHost(source);
  return (hostname, port) => `${hostname}:${port}` === named;
}

function listedIn(hosts: readonly string[]): IsNamed {
  return (hostname, port) => isListedHost(hosts, hostname, port);
}

function namedHost(source: SingleSource): string | null {
  if (source.kind === 'url') return hostOf(new URL(source.url));
  const address = source.kind === 'html' ? textAddress(source) : null;
  return address === null ? null : hostOf(new URL(address));
}

/** Host and port, which a page and a WebSocket of its server share. */
function hostOf(url: URL): string {
  return `${url.hostname}:${portOf(url)}`;
}

function rememberAddresses(resolveHost: ResolveHost): ResolveHost {
  const resolved = new Map<string, Promise<readonly string[]>>();
  return async (host) => {
    const literal = literalAddress(host);
    if (literal !== null) return [literal];
    const addresses = resolved.get(host) ?? resolveHost(host);
    resolved.set(host, addresses);
    return addresses;
  };
}
