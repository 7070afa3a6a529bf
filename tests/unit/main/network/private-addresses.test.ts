import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import { isPrivateAddress, literalAddress } from '../../../../electron/main/network/hosts.js';

describe('isPrivateAddress', () => {
  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '168.63.129.16',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '::',
    '::1',
    'fc00::1',
    'fdff::1',
    'fe80::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::ffff:0:127.0.0.1',
    '::ffff:0:10.0.0.1',
    '64:ff9b::10.0.0.1',
    '64:ff9b:1::10.0.0.1',
    '64:ff9b:1:ffff::1',
    '2001::1',
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  ])('treats %s as private', (address) => {
    expect(isPrivateAddress(address)).toBe(true);
  });

  it.each([
    '8.8.8.8',
    '168.63.129.17',
    '172.15.0.1',
    '172.32.0.1',
    '192.169.0.1',
    '2001:4860:4860::8888',
    '::ffff:8.8.8.8',
    '64:ff9b:2::1',
    '2001:1::1',
  ])('treats %s as public', (address) => {
    expect(isPrivateAddress(address)).toBe(false);
  });
});

it('treats addresses of this machine as private, public ones too', () => {
  const { lo } = networkInterfaces();
  const [own] = lo ?? [];
  if (own === undefined) throw new Error('There is no loopback interface.');
  const public4 = { ...own, address: '203.0.113.7', family: 'IPv4' as const, scopeid: undefined };
  const public6 = { ...own, address: '2001:db8::7', family: 'IPv6' as const, scopeid: 0 };
  const interfaces = { eth0: [public4, public6] } as NodeJS.Dict<NetworkInterfaceInfo[]>;
  const isPrivate = (address: string) => isPrivateAddress(address, interfaces);
  expect(['203.0.113.7', '::ffff:203.0.113.7', '2001:db8::7'].map(isPrivate)).not.toContain(false);
  expect(['203.0.113.8', '2001:db8::8'].map(isPrivate)).not.toContain(true);
});

describe('literalAddress', () => {
  it.each([
    ['http://127.0.0.1/', '127.0.0.1'],
    ['http://2130706433/', '127.0.0.1'],
    ['http://0x7f.1/', '127.0.0.1'],
    ['http://0177.0.0.1/', '127.0.0.1'],
    ['http://[::1]:80/', '::1'],
    ['http://[::ffff:127.0.0.1]/', '::ffff:7f00:1'],
    ['http://example.org/', null],
    ['http://localhost/', null],
  ])('reads %s as %s', (address, expected) => {
    expect(literalAddress(new URL(address).hostname)).toBe(expected);
  });
});
