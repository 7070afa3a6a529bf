import { beforeAll, describe, expect, test } from 'vitest';
import {
  app,
  evaluate,
  freshSession,
  hiddenWindow,
  serve,
  standInTest,
} from '../support/electron.js';

beforeAll(async () => app.whenReady());

const url = 'http://127.0.0.1';
const inTwoMinutes = () => Date.now() / 1000 + 120;

test('a cookie of a server is read', async () => {
  await using server = await serve((_request, response) => {
    response.setHeader('set-cookie', ['0=0; HttpOnly']);
    response.end('page');
  });
  const { cookies } = freshSession();
  expect(await cookies.get({})).toEqual([]);
  const own = freshSession();
  using window = hiddenWindow({ session: own });
  await window.loadURL(server.origin);
  expect(await own.cookies.get({})).toEqual([
    {
      name: '0',
      value: '0',
      domain: '127.0.0.1',
      hostOnly: true,
      path: '/',
      secure: false,
      httpOnly: true,
      session: true,
      sameSite: 'unspecified',
    },
  ]);
});

describe('set', () => {
  test('keeps a cookie until it expires', async () => {
    const { cookies } = freshSession();
    const expirationDate = inTwoMinutes();
    await cookies.set({ url, name: '1', value: '1', expirationDate });
    const [cookie] = await cookies.get({});
    expect(cookie).toMatchObject({ name: '1', value: '1', session: false });
    expect(cookie?.expirationDate).toBeCloseTo(expirationDate, 0);
  });

  test('keeps a cookie for the session, with the path and attributes that are given', async () => {
    const { cookies } = freshSession();
    const details = { name: '2', value: '1', path: '/a', secure: true, httpOnly: true };
    await cookies.set({ url: 'https://example.com/a/b', domain: 'example.com', ...details });
    const cookie = { domain: '.example.com', hostOnly: false, session: true, ...details };
    expect(await cookies.get({})).toMatchObject([cookie]);
  });

  test('accepts a cookie without a name', async () => {
    const { cookies } = freshSession();
    await cookies.set({ url, value: '3' });
    expect(await cookies.get({})).toMatchObject([{ name: '', value: '3' }]);
  });

  test.each(['unspecified', 'no_restriction', 'lax', 'strict'] as const)(
    'keeps sameSite %s',
    async (sameSite) => {
      const { cookies } = freshSession();
      await cookies.set({ url, value: 'hithere', sameSite });
      expect(await cookies.get({})).toMatchObject([{ value: 'hithere', sameSite }]);
    },
  );

  test('overwrites the same cookie', async () => {
    const { cookies } = freshSession();
    for (const value of ['No', 'Yes'])
      await cookies.set({ url, name: 'a', value, expirationDate: inTwoMinutes() });
    expect(await cookies.get({})).toMatchObject([{ name: 'a', value: 'Yes' }]);
  });

  test('sends the cookie to its server', async () => {
    await using server = await serve((request, response) => {
      response.end(request.headers.cookie ?? 'none');
    });
    const own = freshSession();
    await own.cookies.set({ url: server.origin, name: 'a', value: '1' });
    using window = hiddenWindow({ session: own });
    await window.loadURL(server.origin);
    expect(await evaluate(window, 'document.body.innerText')).toBe('a=1');
  });

  test.each([
    ['no URL', {}, "Missing required option 'url'"],
    [
      'an empty URL',
      { url: '' },
      'Failed to set cookie - The cookie was set with an invalid Domain attribute.',
    ],
    [
      'an invalid URL',
      { url: 'asdf' },
      'Failed to set cookie - The cookie was set with an invalid Domain attribute.',
    ],
    [
      'an unknown sameSite',
      { url, sameSite: 'garbage' },
      "Failed to convert 'garbage' to an appropriate cookie same site value",
    ],
    ['the domain of another site', { url, domain: 'example.com' }, 'Failed to set cookie - '],
    ['an insecure __Host- cookie', { url, name: '__Host-a' }, 'Failed to set cookie - '],
  ])('rejects %s', async (_case, details, reason) => {
    const { cookies } = freshSession();
    // The cast is needed for the details that the types exclude.
    const set = cookies.set({ value: '1', ...details } as Electron.CookiesSetDetails);
    await expect(set).rejects.toThrow(reason);
    expect(await cookies.get({})).toEqual([]);
  });
});

standInTest('filters, remove, flushStore and events are not implemented', async () => {
  const { cookies } = freshSession();
  const refusal = 'not implemented by electron-on-chromium: ';
  await expect(cookies.get({ url })).rejects.toThrow(`${refusal}cookies.get with a filter`);
  for (const name of ['remove', 'flushStore'] as const)
    expect((): unknown => Reflect.get(cookies, name)).toThrow(`${refusal}Cookies.${name}`);
  expect(() => cookies.on('changed', () => undefined)).toThrow(`${refusal}Cookies event 'changed'`);
});
