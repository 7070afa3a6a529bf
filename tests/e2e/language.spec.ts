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
