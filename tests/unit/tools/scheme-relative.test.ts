import { expect, it } from 'vitest';
import { SchemeRelativeAddresses } from '../../../tools/electron-on-chromium/network/scheme-relative.js';
import { registerSchemesAsPrivileged } from '../../../tools/electron-on-chromium/network/custom-schemes.js';

const scheme = 'platen-page';
registerSchemesAsPrivileged([{ scheme, privileges: { standard: true } }]);

function addressesIn(text: string): SchemeRelativeAddresses {
  const addresses = new SchemeRelativeAddresses();
  addresses.record(scheme, 'text/html', Buffer.from(text));
  return addresses;
}

it.each([
  ['<img src="//host/a">', 'platen-page://host/a'],
  ['<img src=//host/a>', 'platen-page://host/a'],
  ['url(//host/a)', 'platen-page://host/a'],
  ['//host/a', 'platen-page://host/a'],
  ['<img src="http://host/a">', null],
  ['<img src="//host/a"><img src="http://host/a">', null],
  ['<img src="https://host/a">', null],
  ['<img src="other+http://host/a">', null],
  ['<img src="x//host/a">', null],
  ['<img src="///host/a">', 'platen-page://host/a'],
  ['<p>no address</p>', null],
])('%s contains %s', (text, expected) => {
  expect(addressesIn(text).resolve('http://host/a')).toBe(expected);
});

it.each(['a', 'a/', '/', '=//'])('reads a megabyte of %j to its end', (unit) => {
  const addresses = addressesIn(`${unit.repeat(1_000_000 / unit.length)} //host/a`);
  expect(addresses.resolve('http://host/a')).toBe('platen-page://host/a');
});
