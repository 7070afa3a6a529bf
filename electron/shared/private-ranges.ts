/** A range of addresses: its first address and the length of its prefix in bits. */
type AddressRange = readonly [network: string, prefix: number];

/**
 * Addresses that neither a page from the network nor a webhook may reach unless allowed: this
 * machine, link-local, private and unroutable networks (IANA's registries of special-purpose
 * addresses). An IPv4-mapped IPv6 address counts as its IPv4 address.
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
    // Azure's own services, reached from each virtual machine.
    ['168.63.129.16', 32],
    ['169.254.0.0', 16],
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    ['224.0.0.0', 4],
    ['240.0.0.0', 4],
  ],
  ipv6: [
    // ::, ::1, and old and translated forms of IPv4 addresses, whose destination depends on the
    // network.
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
