import type { Page } from '@playwright/test';
import { apiKey, loginName, loginPassword, startLoginServer } from '../support/login-server.js';
import { expect, test } from './support/platen.js';
import { violations } from './support/violations.js';
import { WindowPage } from './support/window.js';

const chromiumAgent =
  /^Mozilla\/5\.0 \([^)]+\) AppleWebKit\/[\d.]+ \(KHTML, like Gecko\) Chrome\/[\d.]+ Safari\/[\d.]+$/;

/** Returns the page of the sign-in window. */
async function signInPage(page: Page, origin: string): Promise<Page> {
  const pages = (): readonly Page[] => [
    ...page.context().pages(),
    ...(page.context().browser()?.contexts() ?? []).flatMap((context) => context.pages()),
  ];
  const found = () => pages().find((each) => each.url().startsWith(origin));
  await expect.poll(() => found() !== undefined).toBe(true);
  const opened = found();
  if (opened === undefined) throw new Error('There is no sign-in window.');
  return opened;
}

test(
  'a page behind a login is shown after signing in beside its URL, also by password or header',
  { tag: '@core' },
  async ({ start }) => {
    test.slow();
    const { page } = await start();
    const site = await startLoginServer();
    const host = new URL(site.origin).host;
    const platen = new WindowPage(page);
    await platen.loadAddress(`${site.origin}/report`);
    await platen.showsText('Password');

    await page.getByRole('button', { name: 'Sign in…' }).click();
    const dialog = page.getByRole('dialog', { name: `Sign in to ${host}` });
    await expect(dialog).toContainText(`The window shows ${host}.`);
    expect(await violations(page)).toEqual([]);
    const form = await signInPage(page, site.origin);
    await form.getByLabel('User').fill(loginName);
    await form.getByLabel('Password').fill(loginPassword);
    await form.getByRole('button', { name: 'Log in' }).click();
    await form.getByText(`Welcome ${loginName}`).waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(dialog).toBeHidden();
    await platen.showsText(`Welcome ${loginName}`);
    await expect(page.getByText(`Signed in to http://${host}`)).toBeVisible();

    await page.getByRole('button', { name: 'Settings', exact: true }).click();
    await page.getByRole('tab', { name: 'Sign-ins' }).click();
    const list = page.getByRole('list', { name: 'Sign-ins' });
    await expect(list).toContainText('until you quit');
    expect(await violations(page)).toEqual([]);
    await list.getByRole('button', { name: /^Remove/ }).click();
    await list.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(page.getByText('No sign-ins yet')).toBeVisible();
    await page.keyboard.press('Escape');

    await expect(page.getByText(`Signed out of http://${host}`)).toBeVisible();
    await page.getByRole('button', { name: `Remove sign-in http://${host}` }).click();
    await expect(page.getByRole('button', { name: 'Sign in…' })).toBeVisible();
    await platen.showsText('Password');

    // A password or a header is entered beside a URL.
    await platen.loadAddress(`${site.origin}/basic`);
    const other = page.getByRole('button', { name: 'Sign in another way…' });
    const entry = page.getByRole('dialog', { name: 'Add a sign-in' });
    await other.click();
    await expect(entry.getByLabel('Hosts')).toHaveValue(site.origin);
    await entry.getByRole('button', { name: 'Add' }).click();
    await expect(entry.getByText('No password. Enter it.')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await entry.getByLabel('User name', { exact: true }).fill(loginName);
    await entry.getByLabel('Password', { exact: true }).fill(loginPassword);
    await entry.getByRole('button', { name: 'Add' }).click();
    await expect(entry).toBeHidden();
    await platen.showsText('Basic welcome');
    expect(await page.content()).not.toContain(loginPassword);

    await page.getByRole('button', { name: `Remove sign-in ${site.origin}` }).click();
    await platen.loadAddress(`${site.origin}/key`);
    await other.click();
    await entry.getByLabel('Type').selectOption('headers');
    await entry.getByLabel('Headers').fill(`X-Api-Key: ${apiKey}`);
    await entry.getByRole('button', { name: 'Add' }).click();
    await platen.showsText('Key welcome');
    // Logins refuse browsers that say they are embedded in another program.
    const agents = new Set(site.received.map(({ headers }) => headers['user-agent']));
    expect([...agents]).toEqual([expect.stringMatching(chromiumAgent)]);
    await site.close();
  },
);
