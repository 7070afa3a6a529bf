import { existsSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, relative } from 'node:path';
import { expect, test } from './support/platen.js';
import { ServiceSettings } from './support/services.js';
import { startSmallService } from './support/small-service.js';
import { WindowPage } from './support/window.js';

const names = [
  'Accounting department Berlin',
  'A service with a name of sixty letters '.padEnd(60, 'x'),
];

for (const name of names) {
  test(`the status at the paper has room for a service of ${name.length} letters`, async ({
    platen,
  }) => {
    const service = await startSmallService(() => 'none');
    const { page } = platen;
    await page.setViewportSize({ width: 1280, height: 800 });
    await new WindowPage(page).showsPdf('1 page');
    await new ServiceSettings(page).add(name, service.address, 'key', false);
    await page.getByLabel('Convert with', { exact: true }).selectOption(name);
    await page.keyboard.press('ControlOrMeta+Enter');
    const work = page.locator('.work-status');
    const cancel = work.getByRole('button', { name: 'Cancel' });
    await expect(work).toContainText(`Waiting for ${name}`);
    const text = work.locator('.cut');
    expect(await text.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);

    await cancel.focus();
    await page.keyboard.press('Enter');
    const line = page.locator('.status-text');
    const canceled = line.getByText('Canceled. Showing the previous version.');
    await expect(canceled).toBeVisible();
    await expect(work).toBeHidden();
    expect(await canceled.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
    // The primary button retries: there is no second one, and it has the focus.
    const convert = page.getByRole('button', { name: `Convert with ${name}` });
    await expect(convert).toHaveCount(1);
    await expect(convert).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(work).toContainText(`Waiting for ${name}`);
    await page.keyboard.press('Escape');
    await expect(canceled).toBeVisible();
    await service.close();
  });
}

test('Save understands a folder below the home folder', async ({ platen, folder }) => {
  const window = new WindowPage(platen.page);
  await window.writeHtml('<title>Annual report</title><p>to save</p>');
  await window.setFolder(`~/${relative(homedir(), folder)}`);
  await platen.page.keyboard.press('ControlOrMeta+S');
  await expect(platen.page.locator('.status-text')).toContainText('Annual-report.pdf');
  expect(existsSync(join(folder, 'Annual-report.pdf'))).toBe(true);
});

test(
  'Save uses folder and name of the block, and asks before it replaces a file',
  { tag: '@core' },
  async ({ platen, folder }) => {
    const { page } = platen;
    const window = new WindowPage(page);
    await window.writeHtml('<title>Annual report</title><p>to save</p>');
    await expect(window.field('File name')).toHaveAttribute('placeholder', 'Annual-report');
    await window.setFolder(folder);
    const path = join(folder, 'Annual-report.pdf');
    writeFileSync(path, 'from before');
    const hint = page.getByRole('tooltip');
    await window.primary.hover();
    await expect(hint).toBeVisible();
    await window.primary.click();
    const status = page.locator('.status-text');
    await expect(status).toContainText('Annual-report.pdf');
    await expect(status).toContainText('already exists');
    await expect(hint).toBeHidden();
    await status.getByRole('button', { name: 'Keep both' }).click();
    await expect(status).toContainText('Annual-report-2.pdf');
    expect(existsSync(join(folder, 'Annual-report-2.pdf'))).toBe(true);
    await window.fill('File name', 'mine');
    await page.keyboard.press('ControlOrMeta+s');
    await expect(status).toContainText('mine.pdf');
    expect(existsSync(join(folder, 'mine.pdf'))).toBe(true);
    await window.writeHtml('<title>Annual report</title><p>changed');
    const changed = status.getByText('Changed since it was saved');
    await expect(changed).toBeVisible();
    expect(await changed.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
  },
);

test('an unavailable button says why, and a list of URLs converts the valid ones', async ({
  platen,
}) => {
  const { page } = platen;
  const window = new WindowPage(page);
  await window.showsPdf('1 page');
  await window.openTab('URL');
  await expect(window.primary).toBeDisabled();
  await expect(window.primary).toHaveAccessibleDescription(
    'Add a file, enter a URL or write HTML first',
  );
  await window.openTab('HTML');
  await window.fill('Pages', 'x');
  await expect(window.primary).toBeDisabled();
  await expect(window.primary).toHaveAccessibleDescription(/“x”/);
  await window.openTab('URL');
  await window.urlField.evaluate((field) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', '127.0.0.1:9/a\nftp://b\n127.0.0.1:9/c');
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  });
  await window.fill('Pages', '');
  await expect(window.primary).toHaveText('Convert 2 of 3 URLs');
  await window.primary.click();
  await expect(page.getByText('Added 2 URLs to the queue')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'URL 1 of 3' })).toHaveValue('127.0.0.1:9/a');
  await page.getByRole('button', { name: 'Undo' }).click();
});

test('a PDF that cannot be saved in its folder can be saved elsewhere', async ({
  platen,
  folder,
}) => {
  const { page } = platen;
  const window = new WindowPage(page);
  await window.showsPdf('1 page');
  const file = join(folder, 'file');
  writeFileSync(file, '');
  await window.setFolder(join(file, 'below'));
  await page.keyboard.press('ControlOrMeta+s');
  const notice = page.getByRole('alert').filter({ hasText: "Couldn't save the PDF" });
  await expect(notice).toContainText('a part of the path is a file, not a folder');
  const path = join(folder, 'elsewhere.pdf');
  await platen.saveTo(path, () => notice.getByRole('button', { name: 'Save as…' }).click());
  await expect(page.locator('.status-text')).toContainText('elsewhere.pdf');
  await expect(notice).toBeHidden();
  expect(existsSync(path)).toBe(true);
});
