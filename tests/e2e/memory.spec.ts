import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './support/platen.js';
import { ServiceSettings } from './support/services.js';
import { WindowPage } from './support/window.js';

test('the draft, the viewer and the settings are restored after a restart', async ({ start }) => {
  const first = await start();
  const form = new WindowPage(first.page);
  await first.page.getByRole('button', { name: 'Settings' }).click();
  await first.page.getByLabel('Appearance', { exact: true }).selectOption('dark');
  await first.page.getByLabel('Parallel conversions').selectOption('3');
  await first.page.getByLabel('Notifications').uncheck();
  await first.page.keyboard.press('Escape');
  await form.writeHtml('<p>kept over a restart');
  await form.fill('Pages', '1');
  await form.field('Size').selectOption('a6');
  await form.showsPdf('A6');
  const preview = (page: Page) => page.getByRole('toolbar', { name: 'Preview' });
  const zoom = (page: Page, mode = '') =>
    preview(page).getByRole('button', { name: new RegExp(`^Zoom .*: ?${mode}`) });
  const thumbnails = (page: Page) => page.getByRole('navigation', { name: 'Thumbnails' });
  await zoom(first.page).click();
  await first.page.getByRole('menuitem', { name: 'Fit width' }).click();
  await preview(first.page).getByRole('button', { name: 'Thumbnails' }).click();
  await expect(thumbnails(first.page)).toHaveCount(0);
  const savedZoom = () =>
    first.page.evaluate(async () => {
      const started = await window.platen.call('app:start', undefined);
      return started.ok ? started.value.settings.zoom : null;
    });
  await expect.poll(savedZoom).toBe('fit-width');
  await first.close();

  const { page } = await start();
  const again = new WindowPage(page);
  await again.showsPdf('A6');
  await again.showsText('kept over a restart');
  await expect(zoom(page, 'Fit width')).toBeVisible();
  await expect(thumbnails(page)).toHaveCount(0);
  await expect(again.field('Pages')).toHaveValue('1');
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect(page.getByLabel('Appearance', { exact: true })).toHaveValue('dark');
  await expect(page.getByLabel('Parallel conversions')).toHaveValue('3');
  await expect(page.getByLabel('Notifications')).not.toBeChecked();
});

test('a damaged file is set aside, an invalid service is kept, and both are reported', async ({
  start,
  folder,
}) => {
  const userData = join(folder, 'user-data');
  mkdirSync(userData);
  writeFileSync(join(userData, 'settings.json'), '{"theme":');
  const path = join(userData, 'endpoints.json');
  const good = { id: 'a', name: 'office', address: 'http://127.0.0.1:9', login: { kind: 'key' } };
  const wrong = { ...good, id: 'b', name: 'shop', timeoutSeconds: '300' };
  writeFileSync(path, JSON.stringify({ version: 1, endpoints: [wrong, good] }));

  const { page } = await start();
  await new WindowPage(page).isEmpty();
  await expect(page.getByText('settings.json was damaged')).toBeVisible();
  expect(readdirSync(userData).filter((name) => name.includes('.damaged-'))).toHaveLength(1);
  await expect(page.getByText('The service “shop”, entry 1 in')).toContainText(
    'timeoutSeconds: Timeout must be a whole number of seconds',
  );
  // Two notices cover the button of the form in the settings.
  const damaged = page.getByRole('alert').filter({ hasText: 'settings.json was damaged' });
  await damaged.getByLabel('Close').click();
  // What is added next leaves the invalid service in the file.
  const settings = new ServiceSettings(page);
  await settings.add('print', 'http://127.0.0.1:9', 'key', true);
  await settings.open('Services');
  await expect(settings.list.getByRole('listitem')).toHaveCount(2);
  await expect(settings.list).toContainText('office');
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({
    endpoints: [good, { name: 'print' }, wrong],
  });
});
