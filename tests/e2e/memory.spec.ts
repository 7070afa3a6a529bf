import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { dropFiles } from './support/drop.js';
import { expect, test } from './support/platen.js';
import { ServiceSettings } from './support/services.js';
import { WindowPage } from './support/window.js';

const examples = resolve(import.meta.dirname, '../../examples');

test('the draft and the settings are restored after a restart', async ({ start }) => {
  const first = await start();
  const window = new WindowPage(first.page);
  await first.page.getByRole('button', { name: 'Settings' }).click();
  await first.page.getByLabel('Appearance', { exact: true }).selectOption('dark');
  await first.page.getByLabel('Parallel conversions').selectOption('3');
  await first.page.getByLabel('Notifications').uncheck();
  await first.page.keyboard.press('Escape');
  await window.writeHtml('<p>kept over a restart');
  await window.fill('Pages', '1');
  await window.field('Size').selectOption('a6');
  await window.showsPdf('A6');
  await first.close();

  const { page } = await start();
  const again = new WindowPage(page);
  await again.showsPdf('A6');
  await again.showsText('kept over a restart');
  await expect(again.field('Pages')).toHaveValue('1');
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect(page.getByLabel('Appearance', { exact: true })).toHaveValue('dark');
  await expect(page.getByLabel('Parallel conversions')).toHaveValue('3');
  await expect(page.getByLabel('Notifications')).not.toBeChecked();
});

test('the draft is restored after a kill', async ({ start, folder }) => {
  const first = await start();
  await new WindowPage(first.page).isEmpty();
  await dropFiles(first.page, [join(examples, 'invoice.html')]);
  await new WindowPage(first.page).showsText('Invoice');
  const draft = join(folder, 'user-data', 'draft.json');
  await expect.poll(() => readFileSync(draft, 'utf8')).toContain('invoice.html');
  await first.kill();

  await new WindowPage((await start()).page).showsText('Invoice');
});

test('a damaged file is set aside and reported; everything else works', async ({
  start,
  folder,
}) => {
  const userData = join(folder, 'user-data');
  mkdirSync(userData);
  writeFileSync(join(userData, 'settings.json'), '{"theme":');

  const { page } = await start();
  await new WindowPage(page).isEmpty();
  await expect(page.getByText('settings.json was damaged')).toBeVisible();
  expect(readdirSync(userData).filter((name) => name.includes('.damaged-'))).toHaveLength(1);
});

test('an invalid service in the file is reported, and kept when another one is added', async ({
  start,
  folder,
}) => {
  const path = join(folder, 'user-data', 'endpoints.json');
  mkdirSync(dirname(path));
  const good = { id: 'a', name: 'office', address: 'http://127.0.0.1:9', login: { kind: 'key' } };
  const wrong = { ...good, id: 'b', name: 'shop', timeoutSeconds: '300' };
  writeFileSync(path, JSON.stringify({ version: 1, endpoints: [wrong, good] }));

  const { page } = await start();
  await expect(page.getByText('The service “shop”, entry 1 in')).toContainText(
    'timeoutSeconds: Timeout must be a whole number of seconds',
  );
  const settings = new ServiceSettings(page);
  await settings.add('print', 'http://127.0.0.1:9', 'key', true);
  await settings.open('Services');
  await expect(settings.list.getByRole('listitem')).toHaveCount(2);
  await expect(settings.list).toContainText('office');
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({
    endpoints: [good, { name: 'print' }, wrong],
  });
});
