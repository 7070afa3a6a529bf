import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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

/** Creates one-page reports whose table is built by a script. */
export function scriptedDocuments(folder: string, count: number): readonly string[] {
  return makeEach(folder, count, (index) => scriptedPage(index, '', ''));
}

/** Creates the same with an external script, a web font, a style sheet and pictures. */
export function illustratedScriptedDocuments(folder: string, count: number): readonly string[] {
  mkdirSync(folder, { recursive: true });
  for (let picture = 0; picture < 3; picture += 1) {
    writeFileSync(join(folder, `picture-${picture}.png`), noisePng(160, 100, picture + 1));
  }
  const font = join(root, 'node_modules/pdfjs-dist/standard_fonts/LiberationSans-Italic.ttf');
  copyFileSync(font, join(folder, 'font.ttf'));
  const sheet = '@font-face{font-family:F;src:url(font.ttf)}body{font-family:F}';
  writeFileSync(join(folder, 'style.css'), sheet);
  writeFileSync(join(folder, 'script.js'), 'document.title = document.title.toUpperCase();');
  const head = '<link rel="stylesheet" href="style.css"><script src="script.js"></script>';
  const pictures = [0, 1, 2].map((picture) => `<img src="picture-${picture}.png">`).join('');
  return makeEach(folder, count, (index) => scriptedPage(index, head, pictures));
}

function scriptedPage(index: number, head: string, rest: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Report ${index}</title>${head}
<style>table{width:100%;border-collapse:collapse}td{border:1px solid #999}</style>
<h1>Report ${index}</h1><table id="rows"></table>${rest}
<script>
for (let row = 0; row < 30; row += 1)
  document.getElementById('rows').insertRow().innerHTML = '<td>' + [row, row * ${index}, 'Item ' + row].join('<td>');
</script></html>`;
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
