import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib';
import { expect, it } from 'vitest';
import { PdfSplitter } from '../../../../../electron/main/engine/pdf/split-pdf.js';
import { readPdf } from '../../../../support/read-pdf.js';

/** Six pages: i, ii, 1, 2, 3, 4; a text field on the pages 2 and 5, another on page 6. */
async function form(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const pages = Array.from({ length: 6 }, () => document.addPage([200, 200]));
  const shared = document.getForm().createTextField('shared');
  const own = document.getForm().createTextField('own');
  shared.setText('in two parts');
  own.setText('in one part');
  for (const [index, page] of pages.entries()) {
    if (index === 1 || index === 4) shared.addToPage(page);
    if (index === 5) own.addToPage(page);
  }
  const numbers = [0, { S: 'r' }, 2, { S: 'D' }];
  document.catalog.set(PDFName.of('PageLabels'), document.context.obj({ Nums: numbers }));
  document.catalog.set(PDFName.of('Lang'), PDFString.of('de'));
  return document.save();
}

/** Returns the text of the dictionary of page labels. */
const labelsOf = (document: PDFDocument) =>
  String(document.catalog.lookup(PDFName.of('PageLabels'))).replace(/\s+/g, ' ');

it('keeps labels and form fields with their pages', async () => {
  const splitter = await PdfSplitter.read(await form());
  const ranges = await splitter.ranges({ kind: 'pages', pages: 3 }, () => Promise.resolve(0));
  const parts: PDFDocument[] = [];
  for (const range of ranges) {
    const bytes = await splitter.write(range);
    expect((await readPdf(bytes)).pages).toHaveLength(3);
    parts.push(await PDFDocument.load(bytes));
  }
  const fields = parts.map((part) =>
    part
      .getForm()
      .getFields()
      .map((field) => [field.getName(), field.acroField.getWidgets().length]),
  );
  expect(fields).toEqual([
    [['shared', 1]],
    [
      ['shared', 1],
      ['own', 1],
    ],
  ]);
  expect(parts.map(labelsOf)).toEqual([
    expect.stringMatching(/\[ 0 <<.*\/S \/r.*>> 2 <<.*\/S \/D.*>> \]/),
    expect.stringMatching(/\[ 0 <<.*\/St 2.*>> \]/),
  ]);
  expect(parts.map((part) => part.getLanguage())).toEqual(['de', 'de']);
});

it('puts as many pages into a part as fit, measuring few of them', async () => {
  const document = await PDFDocument.create();
  const sizes = [10, 10, 30, 99, 10, 10, 10, 10, 10, 10];
  sizes.forEach(() => document.addPage());
  const splitter = await PdfSplitter.read(await document.save());
  let measured = 0;
  const ranges = await splitter.ranges({ kind: 'size', bytes: 50 }, ({ first, end }) => {
    measured += 1;
    return Promise.resolve(sizes.slice(first, end).reduce((sum, size) => sum + size, 0));
  });
  expect(ranges.map(({ first, end }) => [first, end])).toEqual([
    [0, 3],
    [3, 4],
    [4, 9],
    [9, 10],
  ]);
  expect(measured).toBeLessThan(12);
});
