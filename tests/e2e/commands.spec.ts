import { expect, test } from './support/platen.js';
import { WindowPage } from './support/window.js';

test('an item of the menu acts, and is disabled while it has no effect', async ({ platen }) => {
  const { page } = platen;
  const window = new WindowPage(page);
  await window.showsPdf('1 page');
  await platen.chooseInMenu('File › Enter URL');
  await expect(window.urlField).toBeFocused();
  await platen.chooseInMenu('Help › Keyboard shortcuts');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
});
