import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { JobsDrawer } from './support/jobs.js';
import { expect, test } from './support/platen.js';
import { WindowPage } from './support/window.js';

test('what appears in a watched folder is converted with the options of the form', async ({
  start,
  folder,
}) => {
  const watched = join(folder, 'inbox');
  mkdirSync(watched);
  writeFileSync(join(watched, 'before.html'), '<p>before');
  const first = await start();
  const window = new WindowPage(first.page);
  await window.writeHtml('<p>form');
  await window.showsPdf('1 page');
  await first.page.keyboard.press('ControlOrMeta+k');
  await first.page.keyboard.type('Watched');
  await first.page.keyboard.press('Enter');
  const dialog = first.page.getByRole('dialog', { name: 'Settings' });
  await dialog.getByLabel('Folder', { exact: true }).fill(join(folder, 'none'));
  await dialog.getByRole('button', { name: 'Watch this folder' }).click();
  await expect(dialog.getByText(/is missing\. Connect its drive/)).toBeVisible();
  await dialog.getByLabel('Folder', { exact: true }).fill(watched);
  await first.page.keyboard.press('Enter');
  await expect(dialog.getByRole('listitem')).toContainText(watched);
  await first.page.keyboard.press('Escape');
  writeFileSync(join(watched, 'new.html'), '<p>new');
  await expect.poll(() => existsSync(join(watched, 'new.pdf'))).toBe(true);
  expect(existsSync(join(watched, 'before.pdf'))).toBe(false);
  await first.close();

  writeFileSync(join(watched, 'while-closed.html'), '<p>closed');
  const { page } = await start();
  await expect.poll(() => existsSync(join(watched, 'while-closed.pdf'))).toBe(true);
  await page.keyboard.press('ControlOrMeta+2');
  await new JobsDrawer(page).counts('2 done');

  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('Watched');
  await page.keyboard.press('Enter');
  const item = page.getByRole('dialog', { name: 'Settings' }).getByRole('listitem');
  const remove = item.getByRole('button', { name: /^Remove / });
  await remove.click();
  await expect(item).toContainText('Its files and PDFs stay.');
  await item.getByRole('button', { name: 'Cancel' }).click();
  await remove.click();
  await item.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('No watched folders yet')).toBeVisible();
});
