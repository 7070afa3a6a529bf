import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { languages } from '../../electron/shared/language.js';
import type { MessageKey } from '../../electron/shared/messages/message.js';
import { translatorOf } from '../../electron/shared/messages/translations.js';
import { expect, test } from '../../tests/e2e/support/platen.js';

const root = resolve(import.meta.dirname, '../..');
const folder = join(root, 'test-results/views');
const sizes = [
  { width: 900, height: 600 },
  { width: 1280, height: 800 },
  { width: 1600, height: 1000 },
] as const;

/** Takes pictures of one state of the window at all sizes, in light and dark. */
async function pictures(page: Page, name: string): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const path = join(folder, `${name}-${size.width}-${colorScheme}.png`);
      await page.screenshot({ path, animations: 'disabled' });
    }
  }
  await page.setViewportSize(sizes[1]);
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' });
  await page.screenshot({ path: join(folder, `${name}-forced.png`), animations: 'disabled' });
  await page.emulateMedia({ colorScheme: null, forcedColors: null });
}

for (const language of languages) {
  test(`every view in ${language}`, async ({ folder: data, start }) => {
    test.setTimeout(20 * 60_000);
    const translator = await translatorOf(language);
    const text = (key: MessageKey) => translator.text({ key });
    const userData = join(data, 'user-data');
    mkdirSync(userData, { recursive: true });
    writeFileSync(join(userData, 'settings.json'), JSON.stringify({ language }));

    const empty = await start();
    await expect(empty.page.getByText(text('preview.dropFiles'))).toBeVisible();
    await pictures(empty.page, `${language}-empty`);
    await empty.page.keyboard.press('ControlOrMeta+,');
    const tabs = empty.page.getByRole('dialog').getByRole('tab');
    for (let index = 0; index < (await tabs.count()); index += 1) {
      await tabs.nth(index).click();
      await pictures(empty.page, `${language}-settings-${index + 1}`);
    }
    await empty.page.keyboard.press('Escape');
    await empty.page.keyboard.press('ControlOrMeta+K');
    await pictures(empty.page, `${language}-palette`);
    await empty.page.keyboard.type(text('commands.about'));
    await empty.page.keyboard.press('Enter');
    await expect(empty.page.getByRole('dialog')).toContainText(/\d+\.\d+\.\d+/);
    await pictures(empty.page, `${language}-about`);
    await empty.page.keyboard.press('Escape');
    await empty.page.keyboard.press('?');
    await pictures(empty.page, `${language}-shortcuts`);
    await empty.close();

    // A fixed folder, because its path is visible in the pictures.
    const source = resolve(tmpdir(), language, 'reports');
    rmSync(source, { recursive: true, force: true });
    cpSync(join(root, 'examples'), source, { recursive: true });
    writeFileSync(
      join(source, 'warnings.html'),
      '<title>Warnings</title><p style="font-family: Verdana; width: 400mm">Wide</p><img src="a.png">',
    );
    const { page } = await start(join(source, 'warnings.html'));
    await expect(page.locator('.textLayer').first()).toContainText('Wide');
    await pictures(page, `${language}-document`);
    await page.locator('.warnings-button').click();
    await pictures(page, `${language}-warnings`);
    await page.keyboard.press('Escape');
    const closed = page.locator('.option-group [aria-expanded="false"]');
    while ((await closed.count()) > 0) await closed.first().click();
    await pictures(page, `${language}-options`);
    await page.getByLabel(text('form.pages'), { exact: true }).fill('99-');
    await page.keyboard.press('Tab');
    await pictures(page, `${language}-invalid`);
    await page.getByLabel(text('form.pages'), { exact: true }).fill('');
    const sources = page.locator('.source').getByRole('tab');
    await sources.nth(1).click();
    await pictures(page, `${language}-url`);
    await sources.nth(2).click();
    await pictures(page, `${language}-html`);
    await sources.nth(0).click();
    await page.keyboard.press('ControlOrMeta+F');
    await pictures(page, `${language}-find`);
    await page.keyboard.press('Escape');
    rmSync(join(source, 'invoice.html'));
    await page.keyboard.press('ControlOrMeta+Enter');
    await pictures(page, `${language}-converted`);
    await page.keyboard.press('ControlOrMeta+2');
    await pictures(page, `${language}-queue`);
    await page.locator('[role="row"][aria-selected]').first().click();
    await expect(page.locator('.textLayer').first()).toBeVisible();
    await pictures(page, `${language}-details`);
    await page.keyboard.press('ControlOrMeta+3');
    await pictures(page, `${language}-history`);
    rmSync(source, { recursive: true });
  });
}
