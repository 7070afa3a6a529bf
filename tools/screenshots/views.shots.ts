import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { languages } from '../../electron/shared/messages/catalog.js';
import type { Language } from '../../electron/shared/messages/language.js';
import type { MessageKey } from '../../electron/shared/messages/message.js';
import { translatorOf } from '../../electron/shared/messages/translations.js';
import { expect, test } from '../../tests/e2e/support/platen.js';
import { startSshd } from '../../tests/support/file-servers/sshd.js';

const root = resolve(import.meta.dirname, '../..');
const folder = join(root, 'test-results/views');
const sizes = [
  { width: 900, height: 600 },
  { width: 1280, height: 800 },
  { width: 1600, height: 1000 },
] as const;
/** High enough for all options of a form. */
const tall = { width: 900, height: 2600 };

/** Takes pictures of one state of the window at all sizes, in light and dark. */
async function pictures(page: Page, name: string): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await picture(page, `${name}-${size.width}-${colorScheme}`);
    }
  }
  await page.setViewportSize(sizes[1]);
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' });
  await picture(page, `${name}-forced`);
  await page.emulateMedia({ colorScheme: null, forcedColors: null });
}

/** Takes a picture of all that scrolls in a form. */
async function tallPicture(page: Page, name: string): Promise<void> {
  await page.setViewportSize(tall);
  await picture(page, `${name}-tall`);
  await page.setViewportSize(sizes[1]);
}

async function picture(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' });
}

type Texts = (key: MessageKey) => string;

/** Writes the language into the settings of a first start. */
async function useLanguage(data: string, language: Language): Promise<Texts> {
  const userData = join(data, 'user-data');
  mkdirSync(userData, { recursive: true });
  writeFileSync(join(userData, 'settings.json'), JSON.stringify({ language }));
  const translator = await translatorOf(language);
  return (key) => translator.text({ key });
}

/** Copies the examples to a fixed folder, because its path is visible in the pictures. */
function exampleFolder(language: Language): string {
  const source = resolve(tmpdir(), language, 'reports');
  rmSync(source, { recursive: true, force: true });
  cpSync(join(root, 'examples'), source, { recursive: true });
  writeFileSync(
    join(source, 'warnings.html'),
    '<title>Warnings</title><p style="font-family: Verdana; width: 400mm">Wide</p><img src="a.png">',
  );
  return source;
}

for (const language of languages) {
  test(`the start and the dialogs in ${language}`, async ({ folder: data, start }) => {
    test.setTimeout(20 * 60_000);
    const text = await useLanguage(data, language);
    const { page } = await start();
    await expect(page.getByText(text('preview.dropFiles'))).toBeVisible();
    await pictures(page, `${language}-empty`);
    await page.keyboard.press('ControlOrMeta+2');
    await pictures(page, `${language}-queue-empty`);
    await page.keyboard.press('ControlOrMeta+3');
    await pictures(page, `${language}-history-empty`);
    await page.keyboard.press('ControlOrMeta+1');

    await page.keyboard.press('ControlOrMeta+,');
    const dialog = page.getByRole('dialog');
    const tabs = dialog.getByRole('tab');
    for (let index = 0; index < (await tabs.count()); index += 1) {
      await tabs.nth(index).click();
      await pictures(page, `${language}-settings-${index + 1}`);
    }
    const field = (key: MessageKey) => dialog.getByLabel(text(key), { exact: true });
    const button = (key: MessageKey) => dialog.getByRole('button', { name: text(key) });
    await dialog.getByRole('tab', { name: text('settings.destinations') }).click();
    await button('uploads.addDestination').click();
    await field('destinations.type').selectOption('ceph');
    await field('settings.name').fill('papers');
    await field('destinations.endpoint').fill('http://127.0.0.1:9');
    await field('destinations.bucket').fill('papers');
    await field('destinations.accessKey').fill('AKIATEST');
    await field('destinations.secretKey').fill('secret');
    await button('settings.more').click();
    await button('objects.uploadOptions').click();
    await button('settings.test').click();
    await expect(dialog.locator('.test-line')).toBeVisible({ timeout: 60_000 });
    await pictures(page, `${language}-destination`);
    await button('uploads.addDestination').click();
    await dialog.locator('.item-remove').click();
    await pictures(page, `${language}-destinations`);
    const sshd = await startSshd();
    await button('uploads.addDestination').click();
    await field('destinations.type').selectOption('sftp');
    await field('settings.name').fill('reports');
    await field('destinations.server').fill(`${sshd.user}@127.0.0.1:${sshd.port}/srv/reports`);
    await field('settings.authentication').selectOption('key');
    await dialog.locator('#target-keyFile').fill(sshd.identity);
    await button('settings.test').click();
    await expect(button('destinations.trustHostKey')).toBeVisible();
    await pictures(page, `${language}-server`);
    await button('window.cancel').click();
    await sshd.stop();
    await dialog.getByRole('tab', { name: text('settings.services'), exact: true }).click();
    await button('services.add').click();
    await field('settings.name').fill('office');
    await field('services.url').fill('http://127.0.0.1:9');
    await field('services.apiKey').fill('key');
    await field('services.storage').selectOption('object_store');
    await button('settings.more').click();
    await button('services.add').click();
    await pictures(page, `${language}-service`);
    await page.keyboard.press('Escape');

    await page.keyboard.press('ControlOrMeta+K');
    await pictures(page, `${language}-palette`);
    await page.keyboard.type(text('commands.about'));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toContainText(/\d+\.\d+\.\d+/);
    await pictures(page, `${language}-about`);
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await pictures(page, `${language}-shortcuts`);
  });

  test(`a document in ${language}`, async ({ folder: data, start }) => {
    test.setTimeout(20 * 60_000);
    const text = await useLanguage(data, language);
    const source = exampleFolder(language);
    const { page } = await start(join(source, 'warnings.html'));
    await expect(page.locator('.textLayer').first()).toContainText('Wide');
    await pictures(page, `${language}-document`);
    await page.locator('.warnings-button').click();
    await pictures(page, `${language}-warnings`);
    await page.keyboard.press('Escape');
    await tallPicture(page, `${language}-groups`);
    const closed = page.locator('.option-group [aria-expanded="false"]');
    while ((await closed.count()) > 0) await closed.first().click();
    await pictures(page, `${language}-options`);
    await tallPicture(page, `${language}-options`);
    await page.getByLabel(text('form.pages'), { exact: true }).fill('99-');
    await page.keyboard.press('Tab');
    await pictures(page, `${language}-invalid`);
    await page.getByLabel(text('form.pages'), { exact: true }).fill('');

    const menus: readonly (readonly [string, MessageKey])[] = [
      ['more', 'preview.moreSaveOptions'],
      ['add', 'uploads.addDestination'],
      ['placeholders', 'form.insertPlaceholder'],
      ['compare', 'compare.compare'],
    ];
    for (const [name, key] of menus) {
      await page
        .getByRole('button', { name: text(key), exact: true })
        .last()
        .click();
      await pictures(page, `${language}-menu-${name}`);
      await page.keyboard.press('Escape');
    }
    await page.locator('.chip').first().click();
    await pictures(page, `${language}-menu-folder`);
    await page.keyboard.press('Escape');
    await page.locator('.preset-button').click();
    await pictures(page, `${language}-menu-presets`);
    await page.keyboard.press('Escape');

    const sources = page.locator('.source').getByRole('tab');
    await sources.nth(1).click();
    await pictures(page, `${language}-url`);
    const address = page.getByRole('textbox', { name: text('form.url'), exact: true });
    await address.fill('https://127.0.0.1:9/page');
    await address.press('Enter');
    await expect(page.locator('.preview').getByRole('alert')).toContainText('127.0.0.1');
    await pictures(page, `${language}-error`);
    await sources.nth(2).click();
    await pictures(page, `${language}-html`);
    await page
      .getByRole('textbox', { name: 'HTML', exact: true })
      .fill('<h1>Hello</h1><p>World</p>');
    await page.getByRole('button', { name: text('form.widenEditor') }).click();
    await pictures(page, `${language}-html-wide`);
    await page.getByRole('button', { name: text('form.narrowEditor') }).click();
    await sources.nth(0).click();
    await expect(page.locator('.textLayer').first()).toContainText('Wide');
    await page.keyboard.press('ControlOrMeta+F');
    await page.keyboard.type('nothing');
    await pictures(page, `${language}-find`);
    await page.keyboard.press('Escape');
    rmSync(source, { recursive: true });
  });

  test(`a batch in ${language}`, async ({ folder: data, start }) => {
    test.setTimeout(20 * 60_000);
    const text = await useLanguage(data, language);
    const source = exampleFolder(language);
    const { page } = await start(source);
    await expect(page.locator('.textLayer').first()).toContainText(/./);
    await pictures(page, `${language}-files`);
    await page.getByRole('button', { name: text('preview.thumbnails') }).click();
    await pictures(page, `${language}-thumbnails`);
    rmSync(join(source, 'invoice.html'));
    await page.evaluate(() => window.platen.call('jobs:pause', { paused: true }));
    await page.keyboard.press('ControlOrMeta+Enter');
    await pictures(page, `${language}-added`);
    await page.keyboard.press('ControlOrMeta+2');
    await pictures(page, `${language}-queue-paused`);
    await page.getByRole('button', { name: text('queue.resume') }).click();
    await expect(page.locator('.queue-footer progress')).toHaveCount(0, { timeout: 60_000 });
    await pictures(page, `${language}-queue`);
    const row = (name: string) =>
      page.locator('[role="row"][aria-selected]').filter({ hasText: name });
    await row('invoice.html').click();
    await pictures(page, `${language}-failed`);
    await row('warnings.html').click();
    await expect(page.locator('.textLayer').first()).toContainText('Wide');
    await pictures(page, `${language}-details`);
    await row('report.html').click({ modifiers: ['Shift'] });
    await pictures(page, `${language}-selected`);
    await row('report.html').hover();
    await page.keyboard.press('Delete');
    await pictures(page, `${language}-removed`);
    await page.keyboard.press('ControlOrMeta+3');
    await pictures(page, `${language}-history`);
    await row('warnings.html').click();
    await pictures(page, `${language}-history-details`);
    rmSync(source, { recursive: true });
  });
}
