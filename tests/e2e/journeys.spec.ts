import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { page as htmlPage, startWebServer } from '../integration/support/web-server.js';
import { qpdfComplaints, readPdf } from '../support/read-pdf.js';
import { zipOf } from '../support/zip.js';
import { dropFiles } from './support/drop.js';
import { expect, test } from './support/platen.js';
import { WindowPage } from './support/window.js';

const examples = resolve(import.meta.dirname, '../../examples');

/** Reads a saved PDF and checks it with qpdf, if installed. */
async function readSaved(path: string) {
  expect(qpdfComplaints(path) ?? '').toBe('');
  return readPdf(readFileSync(path));
}

test('files are dropped, previewed and saved', { tag: '@core' }, async ({ platen, folder }) => {
  const window = new WindowPage(platen.page);
  await window.showsPdf('1 page');
  await dropFiles(platen.page, [join(examples, 'invoice.html'), join(examples, 'report.html')]);
  await window.showsPdf('1 page');
  await window.showsText('Invoice');

  const target = join(folder, 'mine.pdf');
  await platen.saveTo(target, () => platen.page.keyboard.press('ControlOrMeta+Shift+s'));
  await expect(platen.page.getByText(`Saved to ${target}`, { exact: true })).toBeVisible();
  const invoice = await readSaved(target);
  expect(invoice.pages).toHaveLength(1);
  expect(invoice.text).toContain('2026-0147');

  await platen.page
    .getByRole('row')
    .filter({ hasText: /^report\.html/ })
    .click();
  await window.showsPdf('12 pages');
  await window.fill('Pages', '2-3');
  await window.showsPdf('2 pages');
  const other = join(folder, 'report.pdf');
  await platen.saveTo(other, () => platen.page.keyboard.press('ControlOrMeta+Shift+s'));
  await expect(platen.page.getByText(`Saved to ${other}`, { exact: true })).toBeVisible();
  expect((await readSaved(other)).pages).toHaveLength(2);
});

test(
  'a URL is pasted, converted, and saved again after a change',
  { tag: '@core' },
  async ({ platen, folder }) => {
    const server = await startWebServer({
      '/paper': htmlPage('<title>A paper</title><h1>From a server</h1><p>Its text</p>'),
    });
    const window = new WindowPage(platen.page);
    await window.showsPdf('1 page');
    await platen.page.evaluate((address) => {
      const data = new DataTransfer();
      data.setData('text/plain', address);
      document.body.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true }),
      );
    }, `${server.origin}/paper`);
    await expect(window.urlField).toHaveValue(`${server.origin}/paper`);
    await window.showsText('From a server');

    const target = join(folder, 'paper.pdf');
    await platen.saveTo(target, () => platen.page.keyboard.press('ControlOrMeta+Shift+s'));
    await expect(platen.page.getByText(`Saved to ${target}`, { exact: true })).toBeVisible();
    expect((await readSaved(target)).pages[0]?.width).toBeCloseTo(595.3, -0.5);

    await window.field('Size').selectOption('a5');
    await window.showsPdf('A5');
    await window.primary.click();
    await expect(platen.page.getByText(`Saved to ${target}`, { exact: true })).toBeVisible();
    expect((await readSaved(target)).pages[0]?.width).toBeCloseTo(419.5, -0.5);
    await server.close();
  },
);

test(
  'HTML is entered and previewed before it is saved',
  { tag: '@core' },
  async ({ platen, folder }) => {
    const window = new WindowPage(platen.page);
    const sheets = Array.from(
      { length: 3 },
      (_, n) => `<h1 style="break-before:page">Sheet ${n + 1}</h1>`,
    );
    await window.writeHtml(`<title>Three sheets</title>${sheets.join('')}`);
    await window.showsPdf('3 pages');
    await expect(window.field('File name')).toHaveAttribute('placeholder', 'Three-sheets');

    await platen.page.getByRole('button', { name: 'Landscape' }).click();
    await window.showsPdf('A4 landscape · 3 pages');
    await window.field('Margins').selectOption('wide');
    await window.fill('Scale', '150');
    await window.showsPdf('3 pages');

    const target = join(folder, 'Three-sheets.pdf');
    await window.setFolder(folder);
    await platen.page.keyboard.press('ControlOrMeta+s');
    await expect(platen.page.getByText(`Saved to ${target}`, { exact: true })).toBeVisible();
    const saved = await readSaved(target);
    expect(saved.pages.map(({ text }) => text.trim())).toEqual(['Sheet 1', 'Sheet 2', 'Sheet 3']);
    expect(saved.information).toMatchObject({ Title: 'Three sheets' });

    await platen.page.getByRole('button', { name: 'Show in folder' }).click();
    await platen.page.getByRole('button', { name: 'Open', exact: true }).click();
    // Tests before it may have opened something, too.
    const ofThisTest = async () => (await platen.opened()).filter((path) => path.includes(folder));
    await expect.poll(async () => (await ofThisTest()).length).toBe(2);
  },
);

test('files named at start, chosen in the dialog and of a second start are listed', async ({
  start,
  folder,
}) => {
  const platen = await start(join(examples, 'invoice.html'));
  const window = new WindowPage(platen.page);
  await window.showsText('Invoice');
  const second = join(folder, 'second.html');
  writeFileSync(second, '<p>second');
  await platen.choose([second], () =>
    platen.page.getByRole('button', { name: 'Add files' }).click(),
  );
  await expect(platen.page.getByRole('row').filter({ hasText: /^second\.html/ })).toBeVisible();

  await expect(start(join(examples, 'report.html'))).rejects.toThrow('Platen ended before');
  await expect(platen.page.getByRole('row').filter({ hasText: /^report\.html/ })).toBeVisible();
});

test('a dropped ZIP archive is shown with its files', async ({ platen, folder }) => {
  const path = join(folder, 'site.zip');
  const style = 'p::after { content: " with style" }';
  const html = '<link rel="stylesheet" href="a.css"><p>Zipped page';
  writeFileSync(path, zipOf({ 'site/index.html': html, 'site/a.css': style }));
  const window = new WindowPage(platen.page);
  await window.showsPdf('1 page');
  await dropFiles(platen.page, [path]);
  await window.showsText('Zipped page with style');
});

test("files that can't be added are listed with their reason", async ({ platen, folder }) => {
  const binary = join(folder, 'picture.html');
  writeFileSync(binary, Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]));
  await new WindowPage(platen.page).showsPdf('1 page');
  await dropFiles(platen.page, [binary, join(examples, 'invoice.html')]);
  await new WindowPage(platen.page).showsText('Invoice');
  await expect(platen.page.getByText(/picture\.html/).first()).toBeVisible();
});

test('dragging files over the window says what a drop will do', async ({ platen }) => {
  await new WindowPage(platen.page).showsPdf('1 page');
  await dropFiles(
    platen.page,
    [join(examples, 'invoice.html'), join(examples, 'report.html')],
    false,
  );
  await expect(platen.page.getByText('Add 2 files')).toBeVisible();
});
