import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { signsOut } from '../../../../../../electron/main/engine/sources/web/crawl.js';
import { WebReader } from '../../../../../../electron/main/engine/sources/web/web-reader.js';
import { type PageAccess, noSecrets } from '../../../../../../electron/main/network/page-access.js';
import { literal } from '../../../../../../electron/shared/messages/message.js';
import {
  type LoginServer,
  loginPassword,
  startLoginServer,
} from '../../../../../support/login-server.js';

// Both sites of a redirect are at this machine, where only one of them could be named.
vi.mock('../../../../../../electron/main/network/hosts.js', async (original) => ({
  ...(await original<object>()),
  isPrivateAddress: () => false,
}));

let site: LoginServer;
let other: LoginServer;
beforeAll(async () => {
  [site, other] = await Promise.all([startLoginServer(), startLoginServer()]);
});
afterAll(async () => {
  await Promise.all([site.close(), other.close()]);
});

const cookie = { domain: '127.0.0.1', hostOnly: true, secure: false, httpOnly: true } as const;

function readerOf(password = 'secret'): WebReader {
  const access: PageAccess = {
    ...noSecrets,
    label: literal('test'),
    origins: [site.origin],
    headers: [{ name: 'X-Api-Key', value: 'secret' }],
    cookies: [
      { ...cookie, name: 'sid', value: '1', path: '/', sameSite: 'unspecified' },
      { ...cookie, name: 'deep', value: '2', path: '/lea', sameSite: 'unspecified' },
    ],
    login: { user: 'ada', password },
  };
  return new WebReader({ named: site.origin, access });
}

describe('reading a site with a sign-in', () => {
  it('sends its secrets to the named origin, and not after a redirect to another', async () => {
    for (const path of ['/stolen', '/basic']) {
      const answer = await readerOf().get(`${site.origin}/leave?to=${other.origin}${path}`, '*/*');
      expect(answer.url).toBe(`${other.origin}${path}`);
      answer.end();
    }
    expect(site.received.at(-1)?.headers).toMatchObject({ cookie: 'sid=1', 'x-api-key': 'secret' });
    expect(other.received.map(({ path }) => path)).toEqual(['/stolen', '/basic']);
    for (const { headers } of other.received) {
      expect(headers).not.toHaveProperty('cookie');
      expect(headers).not.toHaveProperty('x-api-key');
      expect(headers).not.toHaveProperty('authorization');
    }
  });

  it('sends the password at once below a folder that has asked for it', async () => {
    const reader = readerOf(loginPassword);
    const before = site.received.length;
    for (const path of ['/basic/', '/basic/two', '/basic/deep/three', '/other']) {
      const answer = await reader.get(`${site.origin}${path}`, '*/*');
      expect([path, answer.status]).toEqual([path, 200]);
      answer.end();
    }
    const sent = site.received
      .slice(before)
      .map(({ path, headers }) => `${path} ${headers.authorization === undefined ? '-' : 'login'}`);
    expect(sent).toEqual([
      '/basic/ -',
      '/basic/ login',
      '/basic/two login',
      '/basic/deep/three login',
      '/other -',
    ]);
  });

  it.each([
    ['/logout', true],
    ['/user/sign-out?x=1', true],
    ['/index.php?action=log_off', true],
    ['/konto/abmelden.html', true],
    ['/blog/outdoors', false],
    ['/catalogout', false],
    ['/sign-outs', false],
  ])('knows whether %s signs out', (path, expected) => {
    expect(signsOut(new URL(path, site.origin))).toBe(expected);
  });
});
