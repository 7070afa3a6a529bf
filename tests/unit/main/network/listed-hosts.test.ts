import { expect, it } from 'vitest';
import { isListedHost, portOf } from '../../../../electron/main/network/hosts.js';

it.each([
  ['wiki', 'http://wiki/', true],
  ['wiki', 'https://wiki:8443/', true],
  [' Wiki ', 'http://wiki/', true],
  ['wiki:80', 'http://wiki/', true],
  ['wiki:80', 'http://wiki:80/', true],
  ['wiki:80', 'ws://wiki/', true],
  ['wiki:80', 'https://wiki/', false],
  ['wiki:80', 'http://wiki:8080/', false],
  ['wiki:443', 'https://wiki/', true],
  ['wiki:443', 'wss://wiki/', true],
  ['wiki:443', 'http://wiki/', false],
  ['wiki:8080', 'http://wiki:8080/', true],
  ['wiki:8080', 'http://wiki/', false],
  ['wiki', 'http://wiki.example/', false],
  ['127.0.0.1:80', 'http://127.0.0.1:2375/', false],
  ['0x7f.1', 'http://127.0.0.1:2375/', true],
  ['::1', 'http://[::1]:8080/', true],
  ['[::1]', 'http://[::1]:8080/', true],
  ['[::1]:80', 'http://[::1]/', true],
  ['[::1]:80', 'http://[::1]:8080/', false],
  ['0:0:0:0:0:0:0:1', 'http://[::1]/', true],
  ['', 'http://wiki/', false],
  ['wiki:99999', 'http://wiki/', false],
])('a list with %j contains %s: %s', (entry, address, isListed) => {
  const url = new URL(address);
  expect(isListedHost(['elsewhere', entry], url.hostname, portOf(url))).toBe(isListed);
});
