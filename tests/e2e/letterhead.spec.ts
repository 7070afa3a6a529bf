import { writeFileSync } from 'node:fs';
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
  await window.field('Pages per sheet').selectOption('2 pages per sheet');
  await window.showsPdf('1 page');
  await window.showsText('two');
  await window.fill('Background PDF', 'letterhead.pdf');
  await expect(window.issues).toHaveText(
    'Background PDF “letterhead.pdf” is not a full path. Enter the path from its root.',
  );
});
