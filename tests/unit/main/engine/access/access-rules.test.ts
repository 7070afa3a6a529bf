import { describe, expect, it } from 'vitest';
import { message } from '../../../../../electron/shared/messages/message.js';
import { englishText } from '../../../../../electron/shared/messages/translator.js';
import {
  type ResolveHost,
  networkRules,
} from '../../../../../electron/main/engine/access/access-rules.js';
import type { SingleSource } from '../../../../../electron/shared/request/source.js';

const names: Readonly<Record<string, readonly string[]>> = {
  'public.test': ['93.184.216.34'],
  'inside.test': ['10.0.0.5'],
  'both.test': ['93.184.216.34', '127.0.0.1'],
  localhost: ['127.0.0.1', '::1'],
};
const resolveHost = (host: string) => Promise.resolve(names[host] ?? []);

const fromNetwork: SingleSource = { kind: 'url', url: 'https://public.test/page' };
const fromLocalServer: SingleSource = { kind: 'url', url: 'http://localhost:3000/' };
const fromBoth: SingleSource = { kind: 'url', url: 'https://both.test/' };
const fromDisk: SingleSource = { kind: 'file', path: '/home/somebody/page.html' };
const text: SingleSource = { kind: 'html', html: '<p>text' };
const textOfLocalServer: SingleSource = { ...text, base: 'http://localhost:3000/' };

const accessRule = (source: SingleSource, resolve: ResolveHost) =>
  networkRules({ source, encryptedOnly: false }, resolve, () => undefined).mayLoad;

/** Returns the text of a refusal; null if the page may load the URL. */
async function refusalOf(source: SingleSource, url: string): Promise<string | null> {
  const refusal = await accessRule(source, resolveHost)(url);
  return refusal && englishText(refusal);
}

describe('mayLoad', () => {
  it.each([
    ['a page from the network', fromNetwork, 'https://public.test/style.css'],
    ['a page from the network', fromNetwork, 'wss://public.test/socket'],
    ['a page from the network', fromNetwork, 'data:image/gif;base64,R0lGODlhAQABAAAAACw='],
    ['a page of a local server', fromLocalServer, 'ws://localhost:3000/hot'],
    ['a file', fromDisk, 'platen-page://local/home/somebody/style.css'],
    ['text based on a local server', textOfLocalServer, 'http://localhost:3000/logo.png'],
    ['a file', fromDisk, 'https://public.test/font.woff2'],
    ['a page with an unknown host name', fromNetwork, 'https://unknown.test/'],
  ])('lets %s load %3$s', async (_who, source, address) => {
    expect(await accessRule(source, resolveHost)(address)).toBeNull();
  });

  it.each([
    ['a page from the network', fromNetwork, 'http://127.0.0.1/', '127.0.0.1'],
    ['a page from the network', fromNetwork, 'http://2130706433/', '127.0.0.1'],
    ['a page from the network', fromNetwork, 'http://0x7f.1/', '127.0.0.1'],
    ['a page from the network', fromNetwork, 'http://[::1]/', '::1'],
    ['a page from the network', fromNetwork, 'http://0.0.0.0/', '0.0.0.0'],
    ['a page from the network', fromNetwork, 'http://169.254.169.254/latest', '169.254.169.254'],
    ['a page from the network', fromNetwork, 'http://inside.test/', '10.0.0.5'],
    ['a page from the network', fromNetwork, 'ws://both.test/', '127.0.0.1'],
    ['a page of a local server', fromLocalServer, 'http://192.168.0.1/', '192.168.0.1'],
    ['a page of a local server', fromLocalServer, 'http://localhost:2375/', '127.0.0.1'],
    ['a page of a local server', fromLocalServer, 'http://127.0.0.1:3000/', '127.0.0.1'],
    [
      'a page whose host name also resolves to a private address',
      fromBoth,
      'http://127.0.0.1:2375/',
      '127.0.0.1',
    ],
    ['a file', fromDisk, 'http://127.0.0.1:8080/logo.png', '127.0.0.1'],
    ['text', text, 'http://localhost/', '127.0.0.1'],
    ['text based on a local server', textOfLocalServer, 'http://10.0.0.1/', '10.0.0.1'],
  ])('denies %s access to %3$s', async (_who, source, address, found) => {
    expect(await refusalOf(source, address)).toBe(
      `${address} was not loaded: it leads to the private address ${found}, which the page may not reach.`,
    );
  });

  it.each([
    'ftp://public.test/a',
    'chrome://version/',
    'javascript:alert(1)',
    'file:///etc/passwd',
  ])('denies the scheme of %s', async (address) => {
    expect(await refusalOf(fromDisk, address)).toContain('a page may not use');
  });

  it('resolves each name once', async () => {
    let asked = 0;
    const rule = accessRule(fromNetwork, (host) => {
      asked += 1;
      return resolveHost(host);
    });
    await Promise.all([rule('https://both.test/a'), rule('https://both.test/b')]);
    expect(asked).toBe(1);
  });
});

describe('reach', () => {
  const refused: string[] = [];
  const reach = (source: SingleSource) =>
    networkRules(
      { source, encryptedOnly: false },
      resolveHost,
      (refusal) => void refused.push(englishText(refusal)),
    ).reach;

  it.each([
    [fromNetwork, 'public.test', 443, ['93.184.216.34']],
    [fromNetwork, '93.184.216.34', 80, ['93.184.216.34']],
    [fromLocalServer, 'localhost', 3000, ['127.0.0.1', '::1']],
    // Its owner could lead the second request to this machine.
    [fromBoth, 'both.test', 443, ['93.184.216.34']],
  ])('returns the addresses of an allowed host', async (source, host, port, addresses) => {
    expect(await reach(source)(host, port)).toEqual(addresses);
  });

  it.each([
    [fromNetwork, 'inside.test', 80, 'ERR_BLOCKED_BY_CLIENT'],
    [fromNetwork, 'both.test', 443, 'ERR_BLOCKED_BY_CLIENT'],
    [fromNetwork, '::1', 80, 'ERR_BLOCKED_BY_CLIENT'],
    [fromNetwork, '::ffff:7f00:1', 80, 'ERR_BLOCKED_BY_CLIENT'],
    [fromLocalServer, 'localhost', 3001, 'ERR_BLOCKED_BY_CLIENT'],
    [fromNetwork, 'unknown.test', 80, 'ERR_NAME_NOT_RESOLVED'],
  ])('rejects other hosts with the reason', async (source, host, port, reason) => {
    await expect(reach(source)(host, port)).rejects.toThrow(reason);
  });

  it('resolves a name once, so that the checked address is the one that is used', async () => {
    const answers = [['93.184.216.34'], ['127.0.0.1']];
    const changing = async () => Promise.resolve(answers.shift() ?? []);
    const page = { source: fromNetwork, encryptedOnly: false };
    const rules = networkRules(page, changing, () => undefined);
    expect(await rules.mayLoad('https://changing.test/')).toBeNull();
    expect(await rules.reach('changing.test', 443)).toEqual(['93.184.216.34']);
  });

  it('reports refused connections', async () => {
    refused.length = 0;
    await expect(reach(fromNetwork)('127.0.0.1', 8080)).rejects.toThrow();
    expect(refused).toEqual([
      'A connection to 127.0.0.1:8080 was not made: it leads to the private address 127.0.0.1, which the page may not reach.',
    ]);
  });
});

describe('with encrypted connections only', () => {
  const refused: string[] = [];
  const rules = (source: SingleSource = fromNetwork) =>
    networkRules(
      { source, encryptedOnly: true },
      resolveHost,
      (refusal) => void refused.push(englishText(refusal)),
    );

  it.each([
    ['a page of a local server', fromLocalServer, 'http://localhost:3000/style.css'],
    ['a page of a local server', fromLocalServer, 'ws://localhost:3000/hot'],
    ['a page from the network', fromNetwork, 'https://public.test/style.css'],
    ['a page from the network', fromNetwork, 'wss://public.test/socket'],
    ['a file', fromDisk, 'data:text/css,p{}'],
  ])('%s may load %3$s', async (_who, source, address) => {
    expect(await rules(source).mayLoad(address)).toBeNull();
  });

  it.each(['http://public.test/logo.png', 'ws://public.test/socket', 'HTTP://PUBLIC.TEST/'])(
    'no page may load %s',
    async (address) => {
      const reason = message('access.unencrypted');
      expect(await rules().mayLoad(address)).toEqual(
        message('access.notLoaded', { resource: address, reason }),
      );
    },
  );

  it('only a TLS handshake may start a connection, except to this machine', () => {
    refused.length = 0;
    const begins = (host: string, first: number) => rules().opening(host, 80)?.(first) ?? true;
    expect(begins('public.test', 22)).toBe(true);
    expect(begins('public.test', 'G'.charCodeAt(0))).toBe(false);
    expect(begins('localhost', 'G'.charCodeAt(0))).toBe(true);
    expect(begins('127.0.0.1', 'G'.charCodeAt(0))).toBe(true);
    expect(refused).toEqual([
      'A connection to public.test:80 was not used: it is not encrypted, which the hipaa flag does not allow.',
    ]);
  });
});

describe('an untrusted source', () => {
  const rules = (allowedHosts: readonly string[]) =>
    networkRules(
      { source: fromLocalServer, encryptedOnly: false, allowedHosts },
      resolveHost,
      () => undefined,
    );

  it('is not exempt from the rules', async () => {
    const refusal = async (address: string) => {
      const refused = await rules([]).mayLoad(address);
      return refused && englishText(refused);
    };
    expect(await refusal('http://127.0.0.1:3000/')).toContain('private address 127.0.0.1');
    // What a name means in this network remains unknown.
    expect(await refusal('http://localhost:3000/')).toBe(
      'http://localhost:3000/ was not loaded: it leads to a private address, which the page may not reach.',
    );
    await expect(rules([]).reach('localhost', 3000)).rejects.toThrow('ERR_BLOCKED_BY_CLIENT');
    expect(await rules([]).mayLoad('https://public.test/')).toBeNull();
  });

  it.each([
    ['localhost:3000', 'http://localhost:3000/a', true],
    ['localhost', 'http://localhost:3000/a', true],
    ['LOCALHOST', 'ws://localhost:3000/a', true],
    ['localhost:3001', 'http://localhost:3000/a', false],
    ['127.0.0.1', 'http://localhost:3000/a', false],
    ['localhost:80', 'http://localhost/a', true],
    ['localhost:80', 'http://localhost:3000/a', false],
    ['localhost:443', 'https://localhost/a', true],
    ['localhost:443', 'http://localhost/a', false],
    ['[::1]', 'http://[::1]:8080/', true],
    ['inside.test', 'http://inside.test/', true],
    ['inside.test', 'http://10.0.0.5/', false],
  ])('with %s allowed, %s: %s', async (allowed, address, isAllowed) => {
    expect((await rules([allowed]).mayLoad(address)) === null).toBe(isAllowed);
  });
});
