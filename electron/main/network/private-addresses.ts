import { BlockList, isIP } from 'node:net';

/**
 * Addresses that neither a page from the network nor a webhook may reach unasked: this computer, its links, private networks, and what leads to none (IANA's
 * registries of special-purpose addresses).
 */
const privateRanges = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  privateRanges.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  // ::, ::1, and IPv4 addresses in their old and translated IPv6 forms: what they lead to is for a network on the way to say.
  ['::', 96],
  ['::ffff:0:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  // Teredo, a tunnel to an IPv4 address.
  ['2001::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const) {
  privateRanges.addSubnet(network, prefix, 'ipv6');
}

/**
 * Tells whether an IP address, in its ordinary spelling, is private. IPv4 addresses mapped into IPv6 count as the
 * IPv4 address that they stand for.
 */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 0) return false;
  return privateRanges.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

/**
 * The IP address that a URL's `hostname` names by itself, or null if it is a name. The URL parser has already turned other
 * spellings (0x7f.1, 2130706433, 0177.0.0.1) into the ordinary one.
 */
export function literalAddress(hostname: string): string | null {
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) === 0 ? null : host;
}
