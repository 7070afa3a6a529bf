import { readFileSync } from 'node:fs';
import { expect, test } from './support/platen.js';
import { TargetSettings } from './support/targets.js';
import { violationsInAllThemes } from './support/violations.js';
import { WindowPage } from './support/window.js';

test('items of the menu act; the shortcuts are shown by menu and key', async ({ platen }) => {
  const { page } = platen;
  const window = new WindowPage(page);
  await window.showsPdf('1 page');
  await page.locator('body').press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await platen.chooseInMenu('File › Enter URL');
  await expect(window.urlField).toBeFocused();
  await platen.chooseInMenu('Help › Keyboard shortcuts');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('Ctrl/Cmd+K finds an action, which runs and can move the focus', async ({ platen }) => {
  const { page } = platen;
  const window = new WindowPage(page);
  await window.showsPdf('1 page');
  const search = page.getByPlaceholder('Search actions, presets and settings');
  await page.keyboard.press('ControlOrMeta+k');
  await expect(search).toBeFocused();
  // Nothing has failed, so there is nothing to retry.
  await expect(page.getByRole('button', { name: 'Retry failed jobs' })).toBeHidden();
  expect(await violationsInAllThemes(page)).toEqual([]);

  // The letters of a command in their order are enough.
  await search.fill('entr ur');
  await page.keyboard.press('Enter');
  await expect(search).toBeHidden();
  await expect(window.urlField).toBeFocused();

  await page.keyboard.press('ControlOrMeta+k');
  await search.fill('local server');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: 'Local server', selected: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();

  await page.getByRole('button', { name: /^Search actions/ }).click();
  await search.fill('qqqq');
  await expect(page.getByText('No matching action')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(search).toBeHidden();
});

test('About shows versions and licenses; diagnostics have no content', async ({ platen }) => {
  const { page } = platen;
  const window = new WindowPage(page);
  await window.writeHtml('<title>Secret plan</title><h1>Secret plan</h1>');
  await window.showsText('Secret plan');
  await platen.chooseInMenu('Help › About Platen');
  const about = page.getByRole('dialog', { name: 'About Platen' });
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  await expect(about).toContainText(`Version ${version}`);
  await about.getByRole('button', { name: 'Copy diagnostics' }).click();
  await about.getByRole('button', { name: 'Show licenses' }).click();
  for (const name of ['Platen', 'Electron', 'react-dom', 'pdfjs-dist', 'zod'])
    await expect(about).toContainText(`## ${name}`);
  await page.keyboard.press('Escape');
  const diagnostics = await platen.clipboard();
  expect(diagnostics).toContain(`Platen ${version}`);
  expect(diagnostics).toContain('jobs completed: ');
  expect(diagnostics).not.toMatch(/Secret|<h1>|\/home|\/tmp|\/root/);
});

test('quitting asks if something would be lost', async ({ start }) => {
  const platen = await start();
  const { page } = platen;
  const settings = new TargetSettings(page);
  const quit = async () => platen.chooseInMenu('File › Quit Platen');
  await new WindowPage(page).writeHtml('<h1>Restored</h1>');
  await settings.open();
  await settings.button('Add destination').click();
  await settings.field('Name').fill('Not saved');
  await settings.close();
  await platen.answer('Quit Platen?', 'Cancel', quit);
  await settings.open();
  await expect(settings.field('Name')).toHaveValue('Not saved');
  await settings.close();
  const closed = page.waitForEvent('close');
  await platen.answer('Quit Platen?', 'Quit', quit);
  await closed;
  // The form is restored, and without an open editor nothing is asked.
  const again = await start();
  await new WindowPage(again.page).showsText('Restored');
  const closedAgain = again.page.waitForEvent('close');
  await again.chooseInMenu('File › Quit Platen');
  await closedAgain;
});

test(
  'a window that fails to render can be left, and one that ends is restarted',
  { tag: '@core' },
  async ({ start }) => {
    const platen = await start();
    const { page } = platen;
    await new WindowPage(page).writeHtml('<h1>Not lost</h1>');
    await new WindowPage(page).showsText('Not lost');
    // React fails to remove an element that is gone already.
    await page.evaluate(() => document.querySelector('.window-body')?.firstElementChild?.remove());
    await page.keyboard.press('ControlOrMeta+2');
    await expect(page.getByRole('heading', { name: 'The window stopped working' })).toBeVisible();
    await page.getByRole('button', { name: 'Copy diagnostics' }).click();
    await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
    await page.getByRole('button', { name: 'Reload window' }).click();
    await new WindowPage(page).showsText('Not lost');

    const restarted = await platen.crashWindow();
    await new WindowPage(restarted).showsText('Not lost');
    await expect(restarted.getByText(/crashed and was restarted/)).toBeVisible();
    expect(platen.log()).toContain('The process of the window ended: crashed');
  },
);

test('a link asks before its page is loaded', async ({ start }) => {
  const url = 'http://127.0.0.1:9/from-a-link';
  const { page } = await start(`platen://convert?url=${encodeURIComponent(url)}`);
  const window = new WindowPage(page);
  const question = page.getByRole('dialog', { name: 'Open this page in Platen?' });
  await expect(question).toContainText(url);
  await question.getByRole('button', { name: 'Open page' }).click();
  await expect(window.urlField).toHaveValue(url);
});

test('a link that is not to a web page is refused', async ({ start }) => {
  const { page } = await start('platen://convert?url=file:///etc/passwd');
  await expect(page.getByText("The link can't be opened.")).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
});
