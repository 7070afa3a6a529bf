import { networkInterfaces } from 'node:os';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { privateRanges } from '../../shared/private-ranges.js';

const privateAddresses = new BlockList();
for (const family of ['ipv4', 'ipv6'] as const) {
  for (const [network, prefix] of privateRanges[family]) {
    privateAddresses.addSubnet(network, prefix, family);
  }
}

/**
 * Whether it is private, or one of this machine's own: its services listen there too, behind its
 * firewall. An IPv4-mapped IPv6 address counts as its IPv4 address.
 * @param address in canonical spelling
 * @param interfaces the network interfaces as of now, because they change
 */
export function isPrivateAddress(address: string, interfaces = networkInterfaces()): boolean {
  if (isIP(address) === 0) return false;
  const family = isIPv6(address) ? 'ipv6' : 'ipv4';
  return privateAddresses.check(address, family) || ownAddresses(interfaces).check(address, family);
}

function ownAddresses(interfaces: ReturnType<typeof networkInterfaces>): BlockList {
  const list = new BlockList();
  for (const { address, family } of Object.values(interfaces).flatMap((each) => each ?? [])) {
    list.addAddress(address, family === 'IPv6' ? 'ipv6' : 'ipv4');
  }
  return list;
}

/**
 * The addresses to use of a host that the user named, which may be private. Of a name that has
 * public ones too, the private ones are left out: whoever owns it could otherwise serve a page from
 * a public address and lead its next request to this network.
 */
export function addressesOfNamed(addresses: readonly string[]): readonly string[] {
  const publicOnes = addresses.filter((address) => !isPrivateAddress(address));
  return publicOnes.length > 0 ? publicOnes : addresses;
}

/**
 * Null for a name. The URL parser has already normalized other spellings of an address (0x7f.1,
 * 2130706433, 0177.0.0.1).
 */
export function literalAddress(hostname: string): string | null {
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) === 0 ? null : host;
}

/** Even if it is the default of the scheme, http(s) or ws(s). */
export function portOf({ port, protocol }: URL): number {
  const isSecure = protocol === 'https:' || protocol === 'wss:';
  return Number(port) || (isSecure ? 443 : 80);
}

/** An entry of a list of hosts; without a port it matches every port. */
interface ListedHost {
  readonly host: string;
  readonly port: string | null;
}

const hostAndPort = /^(.*?)(?::(\d{1,5}))?$/s;

/**
 * @param list hosts, each with or without a port
 * @param hostname as in a URL: an IPv6 address in brackets
 * @param port of the connection, even if the URL omits it
 */
export function isListedHost(
  list: readonly string[],
  hostname: string,
  port: number | string,
): boolean {
  const host = canonicalHost(hostname);
  return list
    .map(parseHost)
    .some(
      (listed) => listed.host === host && (listed.port === null || listed.port === String(port)),
    );
}

/**
 * Parses `host`, `host:port`, `::1`, `[::1]` or `[::1]:port`. The port is read before the URL
 * parser, which drops default ports: an entry for port 80 would match every port.
 */
function parseHost(entry: string): ListedHost {
  const text = entry.trim();
  if (isIPv6(text)) return { host: canonicalHost(`[${text}]`), port: null };
  const [, host = text, port] = hostAndPort.exec(text) ?? [];
  return { host: canonicalHost(host), port: port === undefined ? null : String(Number(port)) };
}

/** As the URL parser normalizes it: `0x7f.1` is `127.0.0.1`. */
function canonicalHost(host: string): string {
  return URL.canParse(`http://${host}/`) ? new URL(`http://${host}/`).hostname : host.toLowerCase();
}
