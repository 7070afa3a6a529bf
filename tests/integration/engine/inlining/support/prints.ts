import { createHash } from 'node:crypto';
import { OPS, getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/**
 * The visible content of a page: its text, the number of its images, and a digest of all drawing
 * operations.
 */
export interface PrintedPage {
  readonly text: string;
  readonly images: number;
  readonly drawing: string;
}

const imageOperations: ReadonlySet<number> = new Set([
  OPS.paintImageXObject,
  OPS.paintInlineImageXObject,
  OPS.paintImageMaskXObject,
]);

/**
 * Reads the visible content of the pages of a PDF, without the names of fonts and images, which
 * are numbers, and without the places where pdf.js waits for them: Chromium writes an image once or
 * twice, depending on whether it knows that it is the same.
 */
export async function printOf(bytes: Uint8Array): Promise<readonly PrintedPage[]> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const document = await task.promise;
  const pages: PrintedPage[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    const { fnArray, argsArray } = await page.getOperatorList();
    const drawing = createHash('sha256');
    fnArray.forEach((operation, index) => {
      if (operation === OPS.dependency) return;
      const values: unknown = argsArray[index];
      const isNamed = imageOperations.has(operation) || operation === OPS.setFont;
      drawing.update(`${operation} ${isNamed ? '' : JSON.stringify(values)}\n`);
    });
    pages.push({
      text: items.map((item) => ('str' in item ? item.str : '')).join(' '),
      images: fnArray.filter((operation) => imageOperations.has(operation)).length,
      drawing: drawing.digest('hex'),
    });
  }
  await task.destroy();
  return pages;
}
