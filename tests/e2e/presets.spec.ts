import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './support/platen.js';
import { violationsInAllThemes } from './support/violations.js';
import { WindowPage } from './support/window.js';

test(
  'presets are saved, applied again, exported, removed and imported',
  { tag: '@core' },
  async ({ start, folder }) => {
    const platen = await start();
    const { page } = platen;
    const window = new WindowPage(page);
    const menu = () => page.getByRole('button', { name: /^Preset/ });
    const choose = async (name: string) => {
      await menu().click();
      await page.getByRole('menuitem', { name }).click();
    };
    await window.writeHtml('<p>text');
    await window.showsPdf('A4');
    await window.field('Size').selectOption('a6');
    await choose('Save as preset…');
    await page.getByRole('textbox', { name: 'Preset name' }).fill('Small');
    await page.getByRole('button', { name: 'Save preset' }).click();
    await expect(menu()).toHaveAccessibleName('Preset: Small');

    await window.field('Size').selectOption('a5');
    await expect(menu()).toHaveAccessibleName('Preset: Small, changed');
    await menu().click();
    await page.getByRole('menuitemradio', { name: /^Small/ }).click();
    await expect(window.field('Size')).toHaveValue('a6');
    await expect(menu()).toHaveAccessibleName('Preset: Small');

    const file = join(folder, 'presets.json');
    await platen.saveTo(file, () => choose('Export presets…'), 'Export');
    await expect(page.getByText(`Exported presets to ${file}`)).toBeVisible();
    expect(readFileSync(file, 'utf8')).toContain('"Small"');
    await choose('Remove “Small”');
    await expect(menu()).toHaveAccessibleName('Preset: none');
    await platen.choose([file], () => choose('Import presets'), 'Import');
    await expect(page.getByText('Imported 1 preset')).toBeVisible();
    await platen.close();

    const again = await start();
    await again.page.getByRole('button', { name: /^Preset/ }).click();
    await again.page.getByRole('menuitemradio', { name: 'Small' }).click();
    await expect(new WindowPage(again.page).field('Size')).toHaveValue('a6');
  },
);

test('the form for the name of a preset is readable, also with its error', async ({ platen }) => {
  const { page } = platen;
  await page.getByRole('button', { name: /^Preset/ }).click();
  await page.getByRole('menuitem', { name: 'Save as preset…' }).click();
  await page.getByRole('button', { name: 'Save preset' }).click();
  await expect(page.locator('.field-error:not(:empty)')).toBeVisible();
  expect(await violationsInAllThemes(page)).toEqual([]);
});
