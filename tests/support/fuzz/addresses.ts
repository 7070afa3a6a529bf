import fc, { type Arbitrary } from 'fast-check';

/**
 * Hosts that parsers disagree about, or that do not exist. None of them is a server outside this
 * machine.
 */
const oddHosts = [
  'a b.example',
  'xn--a',
  'xn--',
  'xn--0.invalid',
  'xn--ls8h.invalid',
  '%',
  '%zz',
  '%00',
  '%2f',
  '%5b::1%5d',
  'a%20b',
  '[',
  '[]',
  '[::1',
  '::1]',
  '[::1%25lo]',
  '[1:2:3:4:5:6:7:8:9]',
  '1.2.3.4.5',
  '256.256.256.256',
  '0x7f.1',
  '0x100000000',
  '08',
  '.',
  '..',
  'a..b',
  '-a-',
  'a_b.invalid',
  'a<b>',
  'a^b|c',
  'a"b\'c`d',
  'a\tb\nc',
  'a\u0000b',
  '\ud800',
  '\u00ad',
  '\u200d',
  '\u3002',
  '１２７．０．０．１',
  'ｅｘａｍｐｌｅ.invalid',
  'straße.invalid',
  '😀.invalid',
  '*',
  '*.invalid',
  'localhost',
  'localhost.',
  'a.pages.local',
  'plain.pages.local',
  'a.platen-page.localhost',
  'platen-page.localhost',
  'a'.repeat(64) + '.invalid',
  'a.'.repeat(130) + 'invalid',
];

/** Ports that no test server uses: connections to this machine are refused. */
const ports = [
  '',
  '',
  '',
  ':',
  ':0',
  ':1',
  ':80',
  ':65535',
  ':65536',
  ':99999',
  ':-1',
  ':a',
  ':%31',
];

const schemes = [
  ...['http', 'https', 'ws', 'wss', 'HTTP', 'hTTps', 'ftp', 'file', 'data', 'blob', 'about'],
  ...['javascript', 'platen-page', 'platen', 'filesystem', 'chrome', 'devtools', 'view-source'],
  ...['mailto', 'x', 'web+x', '-', '1a', 'a b', 'é', '\u0000http', ' http', 'ht\ntp'],
];

const separators = [
  '://',
  '://',
  '://',
  ':',
  ':/',
  ':///',
  ':\\\\',
  ':/\\',
  ':////',
  '//',
  '%3a//',
];

const text = fc.string({ unit: 'binary', maxLength: 12 });
const rest = fc.oneof(
  text,
  fc.constantFrom('%', '%%', '%zz', '%00', '%ff%fe', '..', '../..', '\\', '\u0000', ' ', '\t\n\r'),
  fc.constantFrom('a'.repeat(3000), '\ud83d', '\u202e', '\'")(;{}', '<!--', '</script>', '{"a":1}'),
);

/** A label with letters before it does not resolve below `invalid` (RFC 6761, 6.4). */
const host = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...oddHosts) },
  { weight: 1, arbitrary: text.map((label) => `x${label.replaceAll(/[\\/?#@:]/g, '')}.invalid`) },
);

const user = fc.oneof(
  { weight: 6, arbitrary: fc.constant('') },
  { weight: 1, arbitrary: fc.constantFrom('@', 'a@', 'a:b@', ':@', '@@', 'a b:%@', '😀@') },
);

const absolute = fc
  .tuple(
    fc.constantFrom(...schemes),
    fc.constantFrom(...separators),
    user,
    host,
    fc.constantFrom(...ports),
  )
  .map((parts) => parts.join(''));

const relative = fc
  .tuple(fc.constantFrom('', '/', '//', '///', '\\\\', './', '../', '?', '#', ' //'), host)
  .map((parts) => parts.join(''));

/** URLs as a page could contain them: most are rejected by one parser and accepted by another. */
const addresses: Arbitrary<string> = fc
  .tuple(
    fc.oneof(
      { weight: 5, arbitrary: absolute },
      { weight: 2, arbitrary: relative },
      { weight: 1, arbitrary: rest },
    ),
    fc.constantFrom('', '/', '/', '\\', '?', '#'),
    rest,
  )
  .map((parts) => parts.join(''));

/** Generates URLs. The same seed returns the same ones, so that a failure can be reproduced. */
export function generateAddresses(count: number, seed: number): readonly string[] {
  return fc.sample(addresses, { numRuns: count, seed });
}
