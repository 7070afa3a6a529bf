import { afterAll, beforeAll, expect, it } from 'vitest';
import { noSecrets } from '../../../../electron/main/network/page-access.js';
import { siteHandlers } from '../../../../electron/main/window/site-handlers.js';
import { literal } from '../../../../electron/shared/messages/message.js';
import { cookie } from '../../../support/access-cookie.js';
import { type LoginServer, startLoginServer } from '../../../support/login-server.js';

let site: LoginServer;
beforeAll(async () => {
  site = await startLoginServer();
  site.sessions.add('secret');
});
afterAll(async () => site.close());

const cookies = [cookie('sid', 'secret')];

function handlers() {
  const access = { ...noSecrets, label: literal('x'), origins: [site.origin], cookies };
  return siteHandlers({ accessOf: async () => Promise.resolve(access) }, () => undefined);
}

function search(globs: { readonly include?: string[]; readonly exclude?: string[] } = {}) {
  const url = `${site.origin}/members/`;
  const options = { how: 'links', depth: 1, limit: 10, encryptedOnly: false } as const;
  return { url, ...options, include: [], exclude: [], ...globs };
}

it('finds the pages of a site with a sign-in, and stays signed in', async () => {
  const { urls } = await handlers()['site:find']({ ...search(), signIn: 'a' });
  expect(urls).toContain(`${site.origin}/members/one`);
  expect(site.sessions.size).toBe(1);
  const found = await handlers()['site:find'](search());
  expect(found.urls).not.toContain(`${site.origin}/members/one`);
});

it('finds pages of some paths only, and refuses a bad pattern by name', async () => {
  const signIn = 'a';
  const some = search({ include: ['members/'], exclude: ['*/one'] });
  const { urls } = await handlers()['site:find']({ ...some, signIn });
  expect(urls).toEqual([`${site.origin}/members/`]);
  const bad = search({ include: ['https://a.example/docs/'], exclude: ['#x', '[a'] });
  await expect(handlers()['site:find'](bad)).rejects.toMatchObject({
    code: 'invalid-request',
    fields: [{ field: 'include' }, { field: 'exclude' }, { field: 'exclude' }],
  });
});
