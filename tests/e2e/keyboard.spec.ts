import { join } from 'node:path';
import { dropFiles } from './support/drop.js';
import { JobsDrawer } from './support/jobs.js';
import { expect, test } from './support/platen.js';
import { TargetSettings } from './support/targets.js';
import { pageNames, writePages } from './support/tree.js';
import { violationsInBothThemes } from './support/violations.js';
import { WindowPage } from './support/window.js';

test('the main workflow is possible with the keyboard alone', async ({ platen, folder }) => {
  const { page } = platen;
  const window = new WindowPage(page);
  await window.showsPdf('1 page');
  await page.keyboard.press('ControlOrMeta+l');
  await expect(window.urlField).toBeFocused();

  await page.getByRole('tab', { name: 'URL' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'HTML' })).toBeFocused();

  const seen = new Set<string>();
  for (let step = 0; step < 60; step += 1) {
    await page.keyboard.press('Tab');
    const name = await page.evaluate(() => {
      const element = document.activeElement;
      const label = element?.id
        ? document.querySelector(`label[for="${element.id}"]`)?.textContent
        : '';
      return (
        element?.getAttribute('aria-label') ?? (label === '' ? element?.textContent : label) ?? ''
      );
    });
    seen.add(name.trim());
  }
  for (const name of ['Size', 'Margins', 'Pages', 'Scale', 'File name', 'Save PDF']) {
    expect(
      [...seen].some((each) => each.startsWith(name)),
      `${name} in ${[...seen].join(', ')}`,
    ).toBe(true);
  }

  const target = join(folder, 'by-key.pdf');
  await platen.saveTo(target, () => page.keyboard.press('ControlOrMeta+Shift+s'));
  await expect(page.getByText(`Saved to ${target}`, { exact: true })).toBeVisible();
});

test('? shows the shortcuts and Escape closes them', async ({ platen }) => {
  const { page } = platen;
  await new WindowPage(page).showsPdf('1 page');
  await page.locator('body').press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('axe finds no violations in either theme', async ({ platen, folder: parent }) => {
  test.slow();
  const { page } = platen;
  const folder = join(parent, 'pages');
  const window = new WindowPage(page);
  await window.showsPdf('1 page');
  await window.fill('Pages', '0');
  await expect(window.issues).toHaveCount(1);
  expect(await violationsInBothThemes(page)).toEqual([]);

  await window.fill('Pages', '');
  const jobs = new JobsDrawer(page);
  await jobs.pauseBeforehand();
  writePages(folder, pageNames(3));
  await dropFiles(page, [folder]);
  await page.getByRole('button', { name: 'Convert 3 files' }).click();
  await page.getByRole('button', { name: 'View queue' }).click();
  await jobs.counts('3 waiting');
  await jobs.row('page-2').click();
  await expect(jobs.details).toContainText('Same folder as source');
  await jobs.button('Resume').click();
  await jobs.counts('3 done');
  await window.showsText('page-2');
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.keyboard.press('ControlOrMeta+a');
  await expect(jobs.details).toContainText('3 selected');
  expect(await violationsInBothThemes(page)).toEqual([]);
});

test('axe finds no violations in destinations and uploads, in either theme', async ({ platen }) => {
  test.slow();
  const { page } = platen;
  const settings = new TargetSettings(page);
  await new WindowPage(page).showsPdf('1 page');
  await settings.open();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await settings.write(nowhere);
  await settings.button('More').click();
  await settings.field('Bucket').fill('No Bucket');
  await settings.button('Test').click();
  await expect(settings.field('Bucket')).toBeFocused();
  expect(await violationsInBothThemes(page)).toEqual([]);

  await settings.field('Bucket').fill(nowhere.bucket);
  await settings.button('Add destination').click();
  await settings.button('Remove papers').click();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await settings.dialog.getByRole('tab', { name: 'Webhooks' }).click();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await settings.close();
  await page.keyboard.press('ControlOrMeta+u');
  await page.getByRole('menuitem', { name: 'papers' }).press('Enter');
  await page.keyboard.press('ControlOrMeta+u');
  const jobs = new JobsDrawer(page);
  await jobs.open();
  await jobs.rows.first().click();
  await expect(jobs.details.getByRole('button', { name: /^Cancel: / })).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
});

test('a PDF is uploaded, and the upload canceled and removed, with the keyboard alone', async ({
  platen,
}) => {
  const { page } = platen;
  const settings = new TargetSettings(page);
  await new WindowPage(page).showsPdf('1 page');
  await page.keyboard.press('ControlOrMeta+u');
  await expect(settings.field('Provider')).toBeFocused();
  await settings.button('Cancel').press('Enter');
  await settings.close();
  await settings.add(nowhere);
  await page.keyboard.press('ControlOrMeta+u');
  await page.getByRole('menuitem', { name: 'papers' }).press('Enter');
  await page.keyboard.press('ControlOrMeta+u');
  await expect(page.getByText('Retrying', { exact: false }).first()).toBeVisible();
  await page.keyboard.press('ControlOrMeta+j');
  const { rows: row } = new JobsDrawer(page);
  await expect(row).toBeFocused();
  await row.getByRole('button', { name: /^Cancel: / }).focus();
  await page.keyboard.press('Enter');
  await expect(row.getByRole('img', { name: 'Canceled' })).toBeVisible();
  await expect(row).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Delete');
  await expect(row).toHaveCount(0);
});

/** A destination without a server: nothing listens at the discard port. */
const nowhere = {
  name: 'papers',
  endpoint: 'http://127.0.0.1:9',
  bucket: 'papers',
  accessKeyId: 'AKIATEST',
  secret: 'a secret of the tests',
};
