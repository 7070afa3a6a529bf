import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { expect, test } from './support/platen.js';
import { WindowPage } from './support/window.js';

test('a background PDF is chosen, and several pages share a sheet', async ({ platen, folder }) => {
  const { page } = platen;
  const window = new WindowPage(page);
  const pdf = await PDFDocument.create();
  pdf.addPage([595, 842]).drawText('Letterhead', { x: 60, y: 780 });
  const path = join(folder, 'letterhead.pdf');
  writeFileSync(path, await pdf.save());
  await window.writeHtml('<p>one<p style="break-before:page">two');
  await window.showsPdf('2 pages');
  await window.openGroup('Page');
  const choose = page.getByRole('button', { name: 'Choose PDF' }).first();
  await platen.choose([path], async () => choose.click(), 'Pdf');
  await expect(window.field('Background PDF')).toHaveValue(path);
  await window.showsText('Letterhead');
  await expect(window.field('Order on the sheet')).toBeHidden();
  await window.field('Pages per sheet').selectOption('2 pages per sheet');
  await expect(window.field('Order on the sheet')).toBeVisible();
  await window.showsPdf('1 page');
  await window.showsText('two');
  await window.fill('Background PDF', 'letterhead.pdf');
  await expect(window.issues).toHaveText(
    'Background PDF “letterhead.pdf” is not a full path. Enter the path from its root.',
  );
});

test('files are attached to the saved PDF, and kept over a restart', async ({ start, folder }) => {
  const first = await start();
  const window = new WindowPage(first.page);
  const path = join(folder, 'data.csv');
  writeFileSync(path, 'a,b');
  await window.writeHtml('<p>one');
  await window.openGroup('Document info');
  const add = first.page.getByRole('button', { name: 'Add files…' });
  await first.choose([path, join(folder, 'gone.csv')], async () => add.click(), 'Attach');
  await first.page.getByRole('button', { name: 'Go to field' }).click();
  await expect(window.issues).toContainText('gone.csv” does not exist');
  await expect(add).toBeFocused();
  await first.page.getByRole('button', { name: `Remove ${join(folder, 'gone.csv')}` }).click();
  await first.page.getByRole('textbox', { name: `Description of ${path}` }).fill('Figures');
  await first.page.getByRole('button', { name: `Name and relationship of ${path}` }).click();
  const name = first.page.getByRole('textbox', { name: `Name of ${path} in the PDF` });
  await name.fill('a/b.csv');
  await name.blur();
  await expect(window.issues).toContainText('The name “a/b.csv” is not a file name.');
  await name.fill('figures.csv');
  const relationship = first.page.getByRole('combobox', { name: `Relationship of ${path}` });
  await relationship.selectOption('Data of the document');
  await window.showsPdf('1 page');
  await first.close();
  const again = await start();
  await expect(again.page.getByRole('button', { name: `Remove ${path}` })).toBeVisible();
  await new WindowPage(again.page).showsPdf('1 page');
  const target = join(folder, 'with-data.pdf');
  await again.saveTo(target, () => again.page.keyboard.press('ControlOrMeta+Shift+s'));
  await expect(again.page.getByText(`Saved to ${target}`, { exact: true })).toBeVisible();
  const [attached] = (await PDFDocument.load(readFileSync(target))).getAttachments();
  expect([attached?.name, attached?.afRelationship]).toEqual(['figures.csv', 'Data']);
  expect(readFileSync(target, 'latin1')).toContain('/Desc (Figures)');
});
