import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
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

test('in German, a small window shows errors and reasons in full', async ({ start, folder }) => {
  const userData = join(folder, 'user-data');
  mkdirSync(userData, { recursive: true });
  writeFileSync(join(userData, 'settings.json'), '{ "language": "de" }');
  const file = join(folder, 'a.html');
  writeFileSync(file, '<title>A</title><p>text');
  const { page } = await start(file);
  await page.setViewportSize({ width: 900, height: 600 });
  await page.getByLabel('Seiten', { exact: true }).fill('0');
  await page.keyboard.press('Tab');
  const error = page.locator('.field-error:not(:empty)');
  const help = page.getByRole('tooltip');
  await expect(help).toBeVisible();
  expect(await overlap(error, help)).toBe(false);

  await page.getByLabel('Seiten', { exact: true }).fill('');
  rmSync(file);
  await page.keyboard.press('ControlOrMeta+Enter');
  await page.keyboard.press('ControlOrMeta+2');
  const row = page.getByRole('row', { name: 'a.html' });
  const reason = row.getByText('Datei nicht gefunden');
  await row.hover();
  await expect(row.getByRole('button', { name: 'Wiederholen: a.html' })).toBeVisible();
  expect(await reason.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0);
});

async function overlap(first: Locator, second: Locator): Promise<boolean> {
  const [a, b] = [await first.boundingBox(), await second.boundingBox()];
  if (a === null || b === null) throw new Error('An element is not visible.');
  const isBeside = a.x + a.width <= b.x || b.x + b.width <= a.x;
  return !isBeside && a.y < b.y + b.height && b.y < a.y + a.height;
}
