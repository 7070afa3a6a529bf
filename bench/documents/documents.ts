import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { noisePng } from './noise-png.js';

const root = process.env['PLATEN_BENCH_ROOT'] ?? '';

const words =
  'The carpenter measures twice and cuts once, and writes down what the board was for before it goes to the next bench. ';

/** Creates one-page invoices with different numbers. */
export function onePageDocuments(folder: string, count: number): readonly string[] {
  const invoice = readFileSync(join(root, 'examples', 'invoice.html'), 'utf8');
  return makeEach(folder, count, (index) =>
    invoice.replaceAll('2026-0147', `2026-${index + 1000}`),
  );
}

/** Creates ten-page reports, each with an image file. */
export function illustratedDocuments(folder: string, count: number): readonly string[] {
  mkdirSync(folder, { recursive: true });
  for (let page = 0; page < 10; page += 1) {
    writeFileSync(join(folder, `picture-${page}.png`), noisePng(320, 200, page + 1));
  }
  return makeEach(folder, count, (index) =>
    pages(
      10,
      (page) =>
        `<h1>Report ${index}, part ${page}</h1><img src="picture-${page}.png">${paragraphs(3)}`,
    ),
  );
}

/** Creates manuals with the given number of pages. */
export function longDocuments(folder: string, count: number, length: number): readonly string[] {
  return makeEach(folder, count, (index) =>
    pages(length, (page) => `<h1>Manual ${index}, chapter ${page}</h1>${paragraphs(8)}`),
  );
}

/** Creates a document with many large images, whose PDF is large too. */
export function heavyDocument(folder: string, pictures: number): string {
  mkdirSync(folder, { recursive: true });
  for (let page = 0; page < pictures; page += 1) {
    writeFileSync(join(folder, `picture-${page}.png`), noisePng(500, 500, page + 1));
  }
  const [path = ''] = makeEach(folder, 1, () =>
    pages(pictures, (page) => `<h1>Plate ${page}</h1><img src="picture-${page}.png">`),
  );
  return path;
}

function makeEach(
  folder: string,
  count: number,
  htmlOf: (index: number) => string,
): readonly string[] {
  mkdirSync(folder, { recursive: true });
  return Array.from({ length: count }, (_, index) => {
    const path = join(folder, `${String(index).padStart(4, '0')}.html`);
    writeFileSync(path, htmlOf(index));
    return path;
  });
}

function pages(count: number, contentOf: (page: number) => string): string {
  const sections = Array.from(
    { length: count },
    (_, page) => `<section>${contentOf(page)}</section>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>A document of the bench</title>
<style>@page{size:A4;margin:2cm}section{break-after:page}section:last-child{break-after:auto}img{width:100%}</style>
${sections.join('\n')}</html>`;
}

function paragraphs(count: number): string {
  return `<p>${words.repeat(3)}</p>`.repeat(count);
}
