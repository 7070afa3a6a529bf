import { BlockList, isIP } from 'node:net';
import { privateRanges } from '../../shared/private-ranges.js';

const privateAddresses = new BlockList();
for (const family of ['ipv4', 'ipv6'] as const) {
  for (const [network, prefix] of privateRanges[family]) {
    privateAddresses.addSubnet(network, prefix, family);
  }
}

/**
 * Tells whether an IP address, in its ordinary spelling, is private. IPv4 addresses mapped into IPv6 count as the
 * IPv4 address that they stand for.
 */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 0) return false;
  return privateAddresses.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

/**
 * The IP address that a URL's `hostname` names by itself, or null if it is a name. The URL parser has already turned other
 * spellings (0x7f.1, 2130706433, 0177.0.0.1) into the ordinary one.
 */
export function literalAddress(hostname: string): string | null {
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) === 0 ? null : host;
}
