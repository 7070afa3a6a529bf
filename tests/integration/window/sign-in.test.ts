import type { Page } from '@playwright/test';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ListedSignIn } from '../../../electron/shared/request/sign-ins.js';
import {
  type LoginServer,
  loginName,
  loginPassword,
  startLoginServer,
  storedToken,
} from '../../support/login-server.js';
import { call, untilCompleted } from '../jobs/support/queue-client.js';
import { contentsBelow } from './support/contents-below.js';
import { longTimeout } from './support/window-client.js';
import { windowTests } from './support/start-platen.js';

const { shareRunningPlaten, startPlaten, temporary } = windowTests();

let site: LoginServer;
beforeAll(async () => {
  site = await startLoginServer();
});
afterAll(async () => site.close());
beforeEach(() => site.sessions.clear());

/** Returns the page of the sign-in window, which Playwright sees beside the application's. */
async function signInPage(page: Page): Promise<Page> {
  const pages = (): readonly Page[] =>
    (page.context().browser()?.contexts() ?? []).flatMap((context) => context.pages());
  const found = () => pages().find((each) => each.url().startsWith(site.origin));
  await expect.poll(() => found() !== undefined, longTimeout).toBe(true);
  const opened = found();
  if (opened === undefined) throw new Error('There is no sign-in window.');
  return opened;
}

/** Signs in to the site as a user does. */
async function signIn(page: Page, path: string, keep = false): Promise<readonly ListedSignIn[]> {
  await call(page, 'sign-ins:open', { url: `${site.origin}${path}` });
  const opened = await signInPage(page);
  await opened.getByLabel('User').fill(loginName);
  await opened.getByLabel('Password').fill(loginPassword);
  await opened.getByRole('button', { name: 'Log in' }).click();
  await opened.getByText(`Welcome ${loginName}`).waitFor();
  const { id, signIns } = await call(page, 'sign-ins:finish', { keep });
  expect(id).toBe(site.origin);
  expect(opened.isClosed()).toBe(true);
  return signIns;
}

async function previewOf(page: Page, signedIn: boolean) {
  const request = {
    source: { kind: 'url' as const, url: `${site.origin}/report` },
    ...(signedIn && { signIn: site.origin }),
  };
  return call(page, 'conversion:start', { id: String(Math.random()), request });
}

describe('a sign-in from a window', () => {
  it('is forgotten when Platen quits; its jobs wait, and continue after the next', async () => {
    const userData = temporary.with({});
    const first = await startPlaten(userData);
    await signIn(first.page, '/report');
    await call(first.page, 'jobs:pause', { paused: true });
    const source = { kind: 'url' as const, url: `${site.origin}/report` };
    await call(first.page, 'jobs:add', {
      sources: [source],
      options: { request: { signIn: site.origin }, output: { folder: temporary.with({}) } },
    });
    await first.close();

    const { page } = await startPlaten(userData);
    expect((await call(page, 'app:start', undefined)).signIns).toEqual([]);
    await call(page, 'jobs:pause', { paused: false });
    const { rows } = await call(page, 'jobs:list', undefined);
    expect(rows).toMatchObject([{ status: 'queued', error: { fields: [{ field: 'signIn' }] } }]);
    await signIn(page, '/report');
    await untilCompleted(page, 1);
  });

  it('that is kept is stored like the key of a bucket', async () => {
    const userData = temporary.with({});
    const first = await startPlaten(userData);
    await call(first.page, 'secrets:keep-unsafely', { allow: true });
    await signIn(first.page, '/report', true);
    const [session = ''] = site.sessions;
    await first.close();
    const files = contentsBelow(userData);
    expect(files).not.toContain(session);
    expect(files).toContain(site.origin);
    const { page } = await startPlaten(userData);
    expect((await previewOf(page, true)).artifact?.suggestedName).toBe('Report.pdf');
  });

  describe('in a running Platen', () => {
    let page: Page;
    let userData: string;
    shareRunningPlaten((platen, folder) => {
      ({ page } = platen);
      userData = folder;
    });

    it('opens pages in the preview and in jobs, and is in no file unless it is kept', async () => {
      const signIns = await signIn(page, '/report');
      expect(signIns).toMatchObject([
        { id: site.origin, origins: [site.origin], state: 'this-run' },
      ]);
      const [session = ''] = site.sessions;
      expect(JSON.stringify(signIns)).not.toContain(session);

      expect((await previewOf(page, true)).artifact?.suggestedName).toBe('Report.pdf');
      expect((await previewOf(page, false)).artifact?.suggestedName).toBe('Log-in.pdf');
      const source = { kind: 'url' as const, url: `${site.origin}/report` };
      const request = { signIn: site.origin };
      await call(page, 'jobs:add', {
        sources: [source],
        options: { request, output: { folder: temporary.with({}) } },
      });
      await untilCompleted(page, 1);
      expect(contentsBelow(userData)).not.toContain(session);

      site.sessions.clear();
      await expect(previewOf(page, true)).rejects.toThrow('was refused or has expired');
      expect(await call(page, 'sign-ins:remove', { id: site.origin })).toEqual([]);
      await expect(previewOf(page, true)).rejects.toThrow('You are not signed in to');
    });

    it('takes over stored data, and forgets what is canceled', async () => {
      await call(page, 'sign-ins:open', { url: `${site.origin}/app` });
      const opened = await signInPage(page);
      await opened.evaluate((token) => {
        localStorage.setItem('token', token);
        sessionStorage.setItem('tab', '7');
      }, storedToken);
      await call(page, 'sign-ins:finish', { keep: false });
      const request = {
        source: { kind: 'url' as const, url: `${site.origin}/app` },
        signIn: site.origin,
      };
      await call(page, 'conversion:start', { id: 'app', request });
      await call(page, 'sign-ins:open', { url: `${site.origin}/app` });
      const again = await signInPage(page);
      expect(await again.evaluate(() => localStorage.length)).toBe(0);
      await call(page, 'sign-ins:cancel', undefined);
      await expect(call(page, 'sign-ins:finish', { keep: false })).rejects.toThrow(
        'no longer open',
      );
    });

    it('takes over a login in a window that reports to its opener and closes', async () => {
      await call(page, 'sign-ins:open', { url: `${site.origin}/with` });
      const opened = await signInPage(page);
      const popups = opened.waitForEvent('popup');
      await opened.getByRole('button', { name: 'Sign in with' }).click();
      const popup = await popups;
      await popup.getByRole('button', { name: 'Log in' }).waitFor();
      expect(await popup.evaluate(() => typeof Reflect.get(window, 'require'))).toBe('undefined');
      const closed = popup.waitForEvent('close');
      await popup.getByRole('button', { name: 'Log in' }).click();
      await closed;
      await opened.getByText(`Hello ${loginName}`).waitFor();
      const { id } = await call(page, 'sign-ins:finish', { keep: false });
      expect(id).toBe(site.origin);
      expect((await previewOf(page, true)).artifact?.suggestedName).toBe('Report.pdf');
    });

    it('closes the windows that its pages have opened, and opens no other programs', async () => {
      await call(page, 'sign-ins:open', { url: `${site.origin}/page` });
      const opened = await signInPage(page);
      const popups = opened.waitForEvent('popup');
      await opened.evaluate((url) => void window.open(url), `${site.origin}/other`);
      const popup = await popups;
      await popup.getByText('page /other').waitFor();
      expect(await popup.evaluate(() => opener !== null)).toBe(true);
      const closed = popup.waitForEvent('close');
      await call(page, 'sign-ins:cancel', undefined);
      await closed;
      expect(opened.isClosed()).toBe(true);
    });

    it('has no privileges of Platen', { tags: ['core'] }, async () => {
      await call(page, 'sign-ins:open', { url: `${site.origin}/page` });
      const opened = await signInPage(page);
      expect(
        await opened.evaluate(() => [
          typeof Reflect.get(window, 'platen'),
          typeof Reflect.get(window, 'require'),
        ]),
      ).toEqual(['undefined', 'undefined']);
      expect(
        await opened.evaluate(
          async () => (await navigator.permissions.query({ name: 'geolocation' })).state,
        ),
      ).toBe('denied');
      await call(page, 'sign-ins:cancel', undefined);
      expect(opened.isClosed()).toBe(true);
    });
  });
});
