import { describe, expect, it } from 'vitest';
import { isPrivateAddress } from '../../../../../electron/main/network/hosts.js';
import { isPrivateHost } from '../../../../../renderer/document/draft/read-draft.js';

const hostOf = (address: string) =>
  new URL(`http://${address.includes(':') ? `[${address}]` : address}/`).hostname;

describe('a host', () => {
  // The ends of each range.
  it.each([
    ['0.0.0.0', '0.255.255.255'],
    ['10.0.0.0', '10.255.255.255'],
    ['100.64.0.0', '100.127.255.255'],
    ['127.0.0.0', '127.255.255.255'],
    ['169.254.0.0', '169.254.255.255'],
    ['172.16.0.0', '172.31.255.255'],
    ['192.0.0.0', '192.0.0.255'],
    ['192.168.0.0', '192.168.255.255'],
    ['198.18.0.0', '198.19.255.255'],
    ['224.0.0.0', '255.255.255.255'],
    ['::', '::ffff:ffff'],
    ['::ffff:127.0.0.1', '::ffff:100.101.2.3'],
    ['::ffff:0:0:0', '::ffff:0:ffff:ffff'],
    ['64:ff9b::', '64:ff9b::ffff:ffff'],
    ['64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
    ['2001::', '2001:0:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['fe80::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ])('is private in the form and for delivery, from %s to %s', (first, last) => {
    for (const address of [first, last]) {
      expect(isPrivateHost(hostOf(address))).toBe(true);
      expect(isPrivateAddress(address)).toBe(true);
    }
  });

  it.each([
    ['1.0.0.0', '9.255.255.255'],
    ['11.0.0.0', '100.63.255.255'],
    ['100.128.0.0', '126.255.255.255'],
    ['128.0.0.0', '169.253.255.255'],
    ['169.255.0.0', '172.15.255.255'],
    ['172.32.0.0', '191.255.255.255'],
    ['192.0.1.0', '192.167.255.255'],
    ['192.169.0.0', '198.17.255.255'],
    ['198.20.0.0', '223.255.255.255'],
    ['::ffff:8.8.8.8', '::ffff:192.0.1.0'],
    ['::1:0:0', '::fffe:ffff:ffff'],
    ['::ffff:1:0:0', '64:ff9a:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['64:ff9b::1:0:0', '64:ff9b:0:ffff:ffff:ffff:ffff:ffff'],
    ['64:ff9b:2::', '2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['2001:1::', '2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['2003::', 'fbff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['fe00::', 'fe7f:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ])('is not private for either from %s to %s', (first, last) => {
    for (const address of [first, last]) {
      expect(isPrivateHost(hostOf(address))).toBe(false);
      expect(isPrivateAddress(address)).toBe(false);
    }
  });

  it('is private if its name says that it is local', () => {
    expect(['localhost', 'x.localhost'].map(isPrivateHost)).toEqual([true, true]);
    expect(['example.org', 'localhost.example.org', '10.example.org'].map(isPrivateHost)).toEqual([
      false,
      false,
      false,
    ]);
  });
});
