import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './support/platen.js';

test('the language changes at once, and is kept', async ({ platen }) => {
  const { page } = platen;
  await page.keyboard.press('ControlOrMeta+,');
  await page.getByLabel('Language', { exact: true }).selectOption('de');
  await expect(page.getByRole('dialog', { name: 'Einstellungen' })).toBeVisible();
  await page.reload();
  await expect(page.getByText('Warteschlange', { exact: true })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await page.keyboard.press('ControlOrMeta+,');
  await page.getByLabel('Sprache', { exact: true }).selectOption('zh');
  await expect(page.getByRole('dialog', { name: '设置' })).toBeVisible();
});

test('the first picture of the window has its language and theme', async ({ start, folder }) => {
  const userData = join(folder, 'user-data');
  mkdirSync(userData, { recursive: true });
  writeFileSync(join(userData, 'settings.json'), '{ "language": "de", "theme": "dark" }');
  const { page } = await start();
  await page.addInitScript(() => {
    const seen = new MutationObserver(() => {
      const bar = document.querySelector('header');
      if (bar === null) return;
      seen.disconnect();
      const { lang, dataset } = document.documentElement;
      const hasViews = document.querySelector('main > :not(#tooltips)') !== null;
      Object.assign(window, { firstPicture: [lang, dataset['mantineColorScheme'], hasViews] });
    });
    seen.observe(document, { childList: true, subtree: true });
  });
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Datei' })).toBeVisible();
  const first = await page.evaluate(() => Reflect.get(window, 'firstPicture') as unknown);
  expect(first).toEqual(['de', 'dark', false]);
});
