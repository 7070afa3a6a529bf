import { describe, expect, it } from 'vitest';
import { digestAuthorization, digestChallenge } from '../../../../electron/main/webdav/digest.js';
import { WebdavSignIn } from '../../../../electron/main/webdav/webdav-sign-in.js';

/** The example of RFC 7616, section 3.9.1. */
const nonce = '7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v';
const opaque = 'FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS';
const offered = (algorithm: string) =>
  `Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=${algorithm}, nonce="${nonce}", opaque="${opaque}"`;
const request = {
  user: 'Mufasa',
  password: 'Circle of Life',
  method: 'GET',
  target: '/dir/index.html',
  count: 1,
  clientNonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ',
};

function answerTo(header: string, change: Partial<typeof request> = {}): string {
  const challenge = digestChallenge(header);
  if (challenge === null) throw new Error('There is no challenge.');
  return digestAuthorization(challenge, { ...request, ...change });
}

describe('a Digest answer', () => {
  it.each([
    ['MD5', '8ca523f5e9506fed4657c9700eebdbec'],
    ['SHA-256', '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
  ])('to %s is that of RFC 7616', (algorithm, response) => {
    expect(answerTo(offered(algorithm))).toBe(
      `Digest username="Mufasa", realm="http-auth@example.org", uri="/dir/index.html", algorithm=${algorithm}, nonce="${nonce}", nc=00000001, cnonce="${request.clientNonce}", qop=auth, response="${response}", opaque="${opaque}"`,
    );
  });

  it('to a server of RFC 2069 has no quality', () => {
    const answer = answerTo('Digest realm="r", nonce="n"');
    expect(answer).toMatch(
      /^Digest username="Mufasa", realm="r", .+, nonce="n", response="\w{32}"$/,
    );
  });

  it('escapes quotes, and sends the bytes of UTF-8', () => {
    const answer = answerTo('Digest realm="a \\"b\\"", nonce="n"', { user: 'ä' });
    expect(Buffer.from(answer, 'latin1').toString('utf8')).toContain(
      'username="ä", realm="a \\"b\\""',
    );
  });
});

describe('digestChallenge', () => {
  it('prefers the strongest algorithm among the offered ones', () => {
    const header = ['Negotiate', offered('MD5'), offered('SHA-256'), 'Basic realm="x"'].join(', ');
    expect(digestChallenge(header)).toMatchObject({ algorithm: 'SHA-256', nonce, opaque });
  });

  it.each([
    '',
    'Basic realm="Digest nonce=1"',
    offered('SHA-512-256'),
    'Digest realm="r"',
    'Digest realm="r", nonce="n", qop="auth-int"',
  ])('finds none that can be answered in "%s"', (header) => {
    expect(digestChallenge(header)).toBeNull();
  });
});

describe('WebdavSignIn', () => {
  const url = new URL('https://h/a%20b?c');
  const login = { user: 'me', password: 'hunter22' };

  it('answers Digest challenges, counts the uses of a nonce, and replaces a stale one', () => {
    const signIn = new WebdavSignIn(login);
    expect(signIn.authorization('PUT', url)).toMatch(/^Basic /);
    expect(signIn.accepts('Digest realm="r", nonce="1", qop="auth"')).toBe(true);
    expect(signIn.authorization('PUT', url)).toMatch(/uri="\/a%20b\?c".+nonce="1", nc=00000001/);
    expect(signIn.authorization('PUT', url)).toContain('nonce="1", nc=00000002');
    expect(signIn.accepts('Digest realm="r", nonce="2", qop="auth", stale=true')).toBe(true);
    expect(signIn.authorization('PUT', url)).toContain('nonce="2", nc=00000001');
  });

  it('sends a refused password once, and none without a login', () => {
    const signIn = new WebdavSignIn(login);
    expect(signIn.accepts('Basic realm="r"')).toBe(false);
    expect(signIn.accepts('Digest realm="r", nonce="1"')).toBe(true);
    expect(signIn.accepts('Digest realm="r", nonce="2"')).toBe(false);
    const nobody = new WebdavSignIn(null);
    expect(nobody.authorization('PUT', url)).toBeNull();
    expect(nobody.accepts('Digest realm="r", nonce="1"')).toBe(false);
  });
});
