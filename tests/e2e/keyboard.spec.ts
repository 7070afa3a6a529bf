import { JobsDrawer } from './support/jobs.js';
import { expect, test } from './support/platen.js';
import { TargetSettings, nowhere } from './support/targets.js';
import { WindowPage } from './support/window.js';

test('? shows the shortcuts and Escape closes them', async ({ platen }) => {
  const { page } = platen;
  await new WindowPage(page).showsPdf('1 page');
  await page.locator('body').press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
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
