import { afterEach, describe, expect, it } from 'vitest';
import { proxyFor, useSystemProxy } from '../../../../electron/main/network/proxy.js';

const proxy = 'http://proxy.test:3128';
const chosen = async (url: string, env: Record<string, string>) => {
  const { protocol, hostname, port } = new URL(url);
  return (await proxyFor({ protocol, hostname, port }, env))?.href ?? null;
};

it.each<[string, Record<string, string>, string | null]>([
  ['https://a.test/', {}, null],
  ['https://a.test/', { HTTPS_PROXY: proxy }, `${proxy}/`],
  ['http://a.test/', { HTTPS_PROXY: proxy }, null],
  ['http://a.test/', { HTTP_PROXY: proxy }, `${proxy}/`],
  ['https://a.test/', { ALL_PROXY: proxy }, `${proxy}/`],
  [
    'https://a.test/',
    { HTTPS_PROXY: proxy, https_proxy: 'http://other.test' },
    'http://other.test/',
  ],
  ['https://a.test/', { HTTPS_PROXY: proxy, https_proxy: '' }, null],
  ['https://a.test/', { HTTPS_PROXY: 'proxy.test:3128' }, `${proxy}/`],
  ['https://localhost:9/', { HTTPS_PROXY: proxy }, null],
  ['https://127.0.0.1:9/', { HTTPS_PROXY: proxy }, null],
])('%s with %j uses %s', async (url, env, expected) => {
  expect(await chosen(url, env)).toBe(expected);
});

it.each([
  ['a.test', 'https://a.test/', true],
  ['a.test', 'https://b.a.test/', true],
  ['a.test', 'https://ba.test/', false],
  ['.a.test, other.test', 'https://b.a.test/', true],
  ['*.a.test', 'https://b.a.test/', true],
  ['*', 'https://a.test/', true],
  ['A.TEST', 'https://a.test/', true],
  ['a.test:8443', 'https://a.test:8443/', true],
  ['a.test:443', 'https://a.test/', true],
  ['a.test:8443', 'https://a.test/', false],
  ['10.0.0.0/8', 'https://10.1.2.3/', true],
  ['10.0.0.0/8', 'https://11.1.2.3/', false],
  ['10.0.0.0/99', 'https://10.1.2.3/', false],
  ['10.1.2.3', 'https://10.1.2.3/', true],
  ['fd00::/8', 'https://[fd00::1]/', true],
  ['fd00::1', 'https://[fd00::1]:8443/', true],
])('NO_PROXY=%s for %s: %s', async (list, url, isDirect) => {
  const found = await chosen(url, { HTTPS_PROXY: proxy, no_proxy: list });
  expect(found).toBe(isDirect ? null : `${proxy}/`);
});

it('refuses a proxy of another kind', async () => {
  await expect(chosen('https://a.test/', { HTTPS_PROXY: 'socks5://proxy.test' })).rejects.toThrow(
    'unusable',
  );
});

describe('the proxy of the system', () => {
  afterEach(() => useSystemProxy(null));

  it.each([
    ['DIRECT', null],
    ['PROXY system.test:3128; DIRECT', 'http://system.test:3128/'],
    ['HTTPS system.test:443', 'https://system.test/'],
    ['proxy [2001:db8::1]:3128', 'http://[2001:db8::1]:3128/'],
  ])('%s is %s', async (answer, expected) => {
    const asked: string[] = [];
    useSystemProxy(async (url) => {
      asked.push(url);
      return Promise.resolve(answer);
    });
    expect(await chosen('https://a.test:8443/path?secret', {})).toBe(expected);
    expect(asked).toEqual(['https://a.test:8443/']);
  });

  it.each(['SOCKS5 system.test:1080; DIRECT', 'QUIC system.test:443', 'PROXY', ''])(
    'is an error if it cannot be used: %j',
    async (answer) => {
      useSystemProxy(async () => Promise.resolve(answer));
      await expect(chosen('https://a.test/', {})).rejects.toMatchObject({ ofSystem: true });
    },
  );

  it('is not asked for what the environment decides, nor for this machine', async () => {
    useSystemProxy(async () => Promise.reject(new Error('Must not be asked.')));
    expect(await chosen('https://a.test/', { HTTPS_PROXY: proxy })).toBe(`${proxy}/`);
    expect(await chosen('https://a.test/', { NO_PROXY: 'a.test' })).toBeNull();
    expect(await chosen('http://127.0.0.1:9/', {})).toBeNull();
  });
});
