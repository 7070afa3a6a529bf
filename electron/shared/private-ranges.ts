/** A range of addresses: the first one, and how many bits all of them begin with. */
type AddressRange = readonly [network: string, prefix: number];

/**
 * Addresses that neither a page from the network nor a webhook may reach unless allowed: this
 * machine, its links, private networks, and what leads to none (IANA's registries of
 * special-purpose addresses). An IPv4 address mapped into IPv6 counts as the IPv4 address that it
 * stands for.
 */
export const privateRanges: {
  readonly ipv4: readonly AddressRange[];
  readonly ipv6: readonly AddressRange[];
} = {
  ipv4: [
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
  ],
  ipv6: [
    // ::, ::1, and IPv4 addresses in their old and translated IPv6 forms: what they lead to is for
    // a network on the way to say.
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
  ],
};
