import { describe, expect, it } from 'vitest';
import {
  type AccessCookie,
  type PageAccess,
  cookiesToSet,
  headersOf,
  isOpenedBy,
  noSecrets,
  parseCookieFile,
  parseHeader,
} from '../../../../electron/main/network/page-access.js';
import { literal } from '../../../../electron/shared/messages/message.js';
import { englishText } from '../../../../electron/shared/messages/translator.js';

const secret = 'a-secret-value';
const line = (...fields: readonly string[]) => fields.join('\t');
const good = line('example.org', 'FALSE', '/', 'TRUE', '0', 'sid', secret);

describe('a file with cookies', () => {
  it('is read in the format of browsers, with comments, marks and any line ends', () => {
    const text = [
      '\ufeff# Netscape HTTP Cookie File',
      '',
      good,
      line('#HttpOnly_.Example.org', 'TRUE', '/a', 'false', '2000000000', 'all', 'a=b c'),
      line('[::1]', 'FALSE', '/', 'FALSE', '1700000000.5', 'empty', ''),
      'localhost\tFALSE\t/\tFALSE\t0\twithout-value',
    ].join('\r\n');
    const { cookies, issues } = parseCookieFile(text);
    expect(issues).toEqual([]);
    expect(cookies).toEqual([
      {
        name: 'sid',
        value: secret,
        domain: 'example.org',
        hostOnly: true,
        path: '/',
        secure: true,
        httpOnly: false,
        sameSite: 'unspecified',
      },
      {
        name: 'all',
        value: 'a=b c',
        domain: 'example.org',
        hostOnly: false,
        path: '/a',
        secure: false,
        httpOnly: true,
        sameSite: 'unspecified',
        expirationDate: 2_000_000_000,
      },
      expect.objectContaining({ name: 'empty', domain: '[::1]', expirationDate: 1_700_000_000.5 }),
      expect.objectContaining({ name: 'without-value', value: '', domain: 'localhost' }),
    ]);
  });

  it.each([
    ['sid=abc; Path=/', 'It has 1 field instead of seven, separated by tabs.'],
    [line(...good.split('\t'), 'more'), 'It has 8 fields instead of seven, separated by tabs.'],
    [good.replace('example.org', ''), '"" is not a host.'],
    [good.replace('example.org', 'https://x/'), '"https://x/" is not a host.'],
    [good.replace('example.org', 'a b'), '"a b" is not a host.'],
    [good.replace('FALSE', 'no'), 'Field 2 must be TRUE or FALSE, but is "no".'],
    [good.replace('TRUE', ''), 'Field 4 must be TRUE or FALSE, but is "".'],
    [good.replace('\t/\t', '\tx\t'), 'The path "x" must start with a slash.'],
    [
      good.replace('\t0\t', '\t2026-11-23\t'),
      'The expiry "2026-11-23" must be a number of seconds since 1970, or 0.',
    ],
    [
      good.replace('\t0\t', '\t-1\t'),
      'The expiry "-1" must be a number of seconds since 1970, or 0.',
    ],
    [good.replace('\tsid\t', '\t\t'), 'The name of the cookie is empty or has invalid characters.'],
    [
      good.replace('\tsid\t', '\ta=b\t'),
      'The name of the cookie is empty or has invalid characters.',
    ],
    [`${good};`, 'The value of the cookie has invalid characters.'],
  ])('reports %j with its line, without the value', (written, reason) => {
    const { cookies, issues } = parseCookieFile(`# comment\n${good}\n${written}\n${good}`);
    expect(cookies).toHaveLength(2);
    expect(issues.map(({ line: number }) => number)).toEqual([3]);
    expect(issues.map(({ message }) => englishText(message))).toEqual([reason]);
  });
});

const cookie: AccessCookie = {
  name: 'sid',
  value: secret,
  domain: 'example.org',
  hostOnly: false,
  path: '/',
  secure: false,
  httpOnly: true,
  sameSite: 'no_restriction',
};

describe('the cookies of a page', () => {
  const urlsOf = (origins: readonly string[], ...cookies: AccessCookie[]) =>
    cookiesToSet({ origins, cookies }, 1000).map(({ url, secure }) => [url, secure]);

  it.each([
    ['https://example.org', [['https://example.org/', true]]],
    ['https://app.example.org:8443', [['https://app.example.org:8443/', true]]],
    ['http://app.example.org', [['http://app.example.org/', false]]],
    ['https://example.org.evil.net', []],
    ['https://badexample.org', []],
    ['https://org', []],
  ])('are set for the host of %s alone', (origin, expected) => {
    expect(urlsOf([origin], cookie)).toEqual(expected);
  });

  it('are not sent unencrypted if they are secure, except on this machine', () => {
    const secure = { ...cookie, secure: true };
    expect(urlsOf(['http://example.org'], secure)).toEqual([]);
    const local = { ...secure, domain: 'localhost' };
    expect(urlsOf(['http://localhost:3000'], local)).toEqual([['http://localhost:3000/', true]]);
  });

  it('omit expired ones, and prefer that of the host', () => {
    const own = { ...cookie, hostOnly: true, value: 'own' };
    const old = { ...cookie, name: 'old', expirationDate: 0.5 };
    const set = cookiesToSet(
      { origins: ['https://example.org'], cookies: [own, cookie, old] },
      1000,
    );
    expect(set.map(({ value }) => value)).toEqual(['own']);
  });
});

describe('a header', () => {
  it.each([
    ['X-Api-Key: abc', { name: 'X-Api-Key', value: 'abc' }],
    ['authorization:Bearer a:b', { name: 'authorization', value: 'Bearer a:b' }],
    ['accept-language: de', { name: 'accept-language', value: 'de' }],
  ])('may be %j', (text, value) => {
    expect(parseHeader(text)).toEqual({ ok: true, value });
  });

  it.each([
    [secret, 'An HTTP header must be written as Name: value.'],
    [`Ä: ${secret}`, 'The header name "Ä" must consist of letters, digits and hyphens.'],
    [`a b: ${secret}`, 'The header name "a b" must consist of letters, digits and hyphens.'],
    [`: ${secret}`, 'The header name "" must consist of letters, digits and hyphens.'],
    [`Cookie: ${secret}`, "Cookies can't be sent as a header. Use a cookies.txt file."],
    [`Host: ${secret}`, 'The browser sets the header Host itself. Remove it.'],
    [`sec-fetch-site: ${secret}`, 'The browser sets the header sec-fetch-site itself. Remove it.'],
    [
      `Proxy-Authorization: ${secret}`,
      'The browser sets the header Proxy-Authorization itself. Remove it.',
    ],
    ['X-Key: ', 'The header X-Key has no value.'],
    [
      `X-Key: ${secret}\r\nHost: evil`,
      'The value of the header X-Key has characters that headers cannot contain.',
    ],
    [
      `X-Key: ${secret}€`,
      'The value of the header X-Key has characters that headers cannot contain.',
    ],
  ])('may not be %j, and its value is not quoted', (text, reason) => {
    const parsed = parseHeader(text);
    const shown = parsed.ok ? '' : englishText(parsed.message);
    expect(shown).toBe(reason);
  });
});

describe('the headers of a request', () => {
  const access: PageAccess = {
    ...noSecrets,
    label: literal('x'),
    origins: ['https://example.org', 'http://localhost:3000'],
    headers: [{ name: 'X-Api-Key', value: secret }],
  };

  it.each([
    'https://example.org/a',
    'https://user@example.org:443/',
    'wss://example.org/socket',
    'http://localhost:3000/',
  ])('have those of the sign-in for %s', (url) => {
    expect(headersOf(access, url, { 'x-api-key': 'own', Accept: '*/*' })).toEqual({
      Accept: '*/*',
      'X-Api-Key': secret,
    });
  });

  it.each([
    'http://example.org/',
    'https://sub.example.org/',
    'https://example.org:8443/',
    'https://example.org@evil.net/',
    'http://localhost/',
    'http://127.0.0.1:3000/',
    'not a URL',
  ])('do not for %s, even if a redirect has copied them', (url) => {
    expect(isOpenedBy(access, url)).toBe(false);
    expect(headersOf(access, url, { Accept: '*/*' })).toBeNull();
    expect(headersOf(access, url, { 'x-api-key': 'own' })).toBeNull();
    expect(headersOf(access, url, { 'x-api-key': secret, Accept: '*/*' })).toEqual({
      Accept: '*/*',
    });
  });
});
