import { privateRanges } from '@shared/private-ranges.js';

/** Prefix of IPv4-mapped IPv6 addresses, as bits. */
const mapped = '0'.repeat(80) + '1'.repeat(16);

const prefixesOf = (ranges: (typeof privateRanges)['ipv4']) =>
  ranges.map(([network, length]) => bitsOf(network).slice(0, length));

const privatePrefixes = {
  ipv4: prefixesOf(privateRanges.ipv4),
  ipv6: prefixesOf(privateRanges.ipv6),
};

/**
 * Returns true if a host is local or a private address, without resolving names.
 * @param hostname normalized, as in a URL
 */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (host === 'localhost' || host.endsWith('.localhost')) return true;
  const isAddress = host.includes(':') || /^\d+\.\d+\.\d+\.\d+$/.test(host);
  if (!isAddress) return false;
  const bits = bitsOf(host);
  const own = bits.startsWith(mapped) ? bits.slice(mapped.length) : bits;
  const prefixes = own.length === 32 ? privatePrefixes.ipv4 : privatePrefixes.ipv6;
  return prefixes.some((prefix) => own.startsWith(prefix));
}

/** Returns an address as a string of 32 or 128 bits. */
function bitsOf(address: string): string {
  if (!address.includes(':')) return join(address.split('.'), 10, 8);
  const [head = [], tail = []] = address
    .split('::')
    .map((half) => half.split(':').filter((group) => group !== ''));
  const left = Array<string>(8 - head.length - tail.length).fill('0');
  return join([...head, ...left, ...tail], 16, 16);
}

function join(parts: readonly string[], radix: number, width: number): string {
  return parts.map((part) => parseInt(part, radix).toString(2).padStart(width, '0')).join('');
}
