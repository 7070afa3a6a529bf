import { describe, expect, it } from 'vitest';
import { englishText } from '../../../../electron/shared/messages/translator.js';
import { parseConversionRequest } from '../../../../electron/shared/request/request.js';
import { unsupportedByApi } from '../../../../electron/shared/request/unsupported.js';
import { requestFromWire } from '../../../../electron/shared/request/wire.js';
import { originLabel, parseOrigin } from '../../../../electron/shared/request/sign-ins.js';

describe('a host', () => {
  it.each([
    ['intranet.example.org', 'https://intranet.example.org', 'intranet.example.org'],
    [' Example.ORG:443 ', 'https://example.org', 'example.org'],
    ['https://example.org:8443/', 'https://example.org:8443', 'example.org:8443'],
    ['http://example.org', 'http://example.org', 'http://example.org'],
    ['localhost:3000', 'http://localhost:3000', 'http://localhost:3000'],
    ['bücher.example', 'https://xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['[::1]:80', 'http://[::1]', 'http://[::1]'],
  ])('%j is the origin %s', (written, origin, label) => {
    expect(parseOrigin(written)).toEqual({ ok: true, value: origin });
    expect(originLabel(origin)).toBe(label);
  });

  it.each([
    ['', 'No host. Enter one, such as intranet.example.org.'],
    [
      'example.org/path',
      'The host example.org/path has a path. Enter only the host, such as intranet.example.org.',
    ],
    ['https://user:secret@example.org', "A host can't have a user name or password. Remove them."],
    ['ftp://example.org', 'The host "ftp://example.org"'],
    ['two words', 'The host'],
  ])('%j is none', (written, reason) => {
    const parsed = parseOrigin(written);
    expect(parsed.ok ? '' : englishText(parsed.message)).toContain(reason);
  });
});

describe('the sign-in of a request', () => {
  it('is an id, which no client of the API can name', () => {
    const source = { kind: 'url', url: 'https://example.org/' };
    const request = parseConversionRequest({ source, signIn: 'https://example.org' });
    expect(request.signIn).toBe('https://example.org');
    expect(unsupportedByApi(request).map(({ field }) => field)).toEqual(['signIn']);
    expect(() => requestFromWire({ source: source.url, sign_in: 'a' })).toThrow('sign_in');
  });

  it.each(['', 7, null, 'x'.repeat(301)])('may not be %j', (signIn) => {
    const source = { kind: 'html', html: 'x' };
    expect(() => parseConversionRequest({ source, signIn })).toThrow('The sign-in must be');
  });
});
