import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { runPacked } from './run-packed.mjs';

/**
 * Converts a page with the packed files, on the development run-time.
 * @param {string} root
 * @param {string} extracted folder with the archive's files
 * @param {string} work
 * @returns {import('./pack.mjs').Check[]}
 */
export function checkConversion(root, extracted, work) {
  const pdf = join(work, 'invoice.pdf');
  return [
    {
      name: 'the packed files convert examples/invoice.html and print the path of the PDF',
      check: () => {
        const args = ['convert', join(root, 'examples', 'invoice.html'), '--out', pdf];
        const { status, stdout, stderr } = runPacked(root, extracted, args);
        assert.equal(status, 0, `convert ended with status ${status}: ${stderr}`);
        assert.equal(stdout.trim(), pdf);
      },
    },
    {
      name: "the PDF has one page with the invoice's text",
      check: async () => {
        const bytes = readFileSync(pdf);
        assert.equal(bytes.subarray(0, 5).toString('latin1'), '%PDF-');
        const { pages, text } = await readPdf(bytes);
        assert.equal(pages, 1);
        assert.match(text, /Invoice/);
        assert.match(text, /€4,470\.40/);
      },
    },
  ];
}

/**
 * @param {Buffer} bytes
 * @returns {Promise<{ pages: number, text: string }>} the number of pages and the text of the first
 */
export async function readPdf(bytes) {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const document = await task.promise;
  const page = await document.getPage(1);
  const { items } = await page.getTextContent();
  const text = items.map((item) => ('str' in item ? item.str : '')).join(' ');
  const pages = document.numPages;
  await task.destroy();
  return { pages, text };
}
