import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDict, PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PdfSplitter } from '../../../electron/main/engine/pdf/split-pdf.js';
import { englishText } from '../../../electron/shared/messages/translator.js';
import { qpdfComplaints } from '../../support/read-pdf.js';
import { convert } from '../support/convert.js';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.js';

let folder: TemporaryFolder;
beforeAll(() => (folder = temporaryFolder()));
afterAll(() => folder.remove());

/** Three pages with links; a table and a paragraph continue on the next page. */
const html = (name: string) => `<html lang="${name}"><title>${name}</title>
  <style>tr { break-inside: avoid } section { break-before: page }</style>
  <h1>${name}</h1><p>See <a href="#end">the end</a> or <a href="https://example.org">the web</a>.
  <ul><li>one<li>two</ul><figure><img alt="a square" src="data:image/svg+xml,<svg
  xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect width='9' height='9'/></svg>">
  <figcaption>A figure</figcaption></figure>
  <table><thead><tr><th id="a">A<th id="b">B</thead>
  ${'<tr><td headers="a">cell<td headers="b">other'.repeat(40)}</table>
  <p style="orphans: 2">${'word <br>'.repeat(30)}
  <section id="end"><h2>End of ${name}</h2><p><a href="#a">back</a>, <em>or</em> not</section>`;

const print = async (name: string) =>
  convert({ source: { kind: 'html', html: html(name) }, tagged: true });

interface Tag {
  readonly role?: string;
  readonly type?: string;
  readonly alt?: string;
  readonly lang?: string;
  readonly children?: readonly Tag[];
}

/** Returns the tags of each page with their text, as pdf.js gives them to screen readers. */
async function tagsOf(bytes: Uint8Array): Promise<readonly unknown[]> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const document = await task.promise;
  const pages: unknown[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent({ includeMarkedContent: true });
    const texts = new Map<string, string>();
    let id = '';
    for (const item of items) {
      if ('str' in item) texts.set(id, (texts.get(id) ?? '') + item.str);
      else if (item.type !== 'endMarkedContent') id = (item as { id?: string }).id ?? '';
    }
    pages.push(plain(await page.getStructTree(), texts));
  }
  await task.destroy();
  return pages;
}

function plain(tag: Tag & { readonly id?: string }, texts: ReadonlyMap<string, string>): unknown {
  const { role, type, alt, children } = tag;
  if (children === undefined) return type === 'content' ? (texts.get(tag.id ?? '') ?? '') : type;
  const name = alt === undefined ? role : `${role ?? ''} "${alt}"`;
  return [name, ...children.map((each) => plain(each, texts))];
}

function check(bytes: Uint8Array): void {
  const path = join(folder.path, 'check.pdf');
  writeFileSync(path, bytes);
  expect(qpdfComplaints(path) ?? '').toBe('');
}

/** Returns the tags of texts: not of annotations, nor the rows of other pages that pdf.js adds. */
function ofTexts(tag: unknown): unknown {
  if (!Array.isArray(tag)) return tag;
  const [name, ...all] = tag.map(ofTexts);
  const kids = all.filter((each) => each !== 'object' && each !== null);
  return kids.length === 0 ? null : [name, ...kids];
}

/** Returns the tags of a page below the element of all documents. */
function inWhole(tag: unknown): unknown {
  if (!Array.isArray(tag)) throw new Error('The page has no tags.');
  const [root, ...kids] = tag as readonly unknown[];
  return [root, ['Document', ...kids]];
}

it('of merged documents are those of each of them', async () => {
  const [one, two] = [await print('en'), await print('de')];
  const place = folder.with({ 'en.html': html('en'), 'en.pdf': '', 'de.pdf': '' });
  writeFileSync(join(place, 'en.pdf'), one.bytes);
  writeFileSync(join(place, 'de.pdf'), two.bytes);
  const parts = ['en.html', 'de.pdf', 'en.pdf'].map((name) => ({
    kind: 'file',
    path: join(place, name),
  }));
  const request = { tagged: true, headerRight: '{page}', bookmarks: 2 };
  const merged = await convert({ source: { kind: 'merged', parts }, ...request });
  check(merged.bytes);
  const [first, second] = [await tagsOf(one.bytes), await tagsOf(two.bytes)];
  expect(JSON.stringify(first)).toContain('["TD",["NonStruct","cell"]]');
  expect(JSON.stringify(first)).toContain('"Figure \\"a square\\"');
  expect(await tagsOf(merged.bytes)).toEqual([...first, ...second, ...first].map(inWhole));
  const document = await PDFDocument.load(merged.bytes);
  expect(String(document.catalog.lookup(PDFName.of('MarkInfo')))).toContain('/Marked true');
  const elements = document.context
    .enumerateIndirectObjects()
    .flatMap(([, object]) => (object instanceof PDFDict ? [object] : []));
  const languages = elements.filter(
    (each) => each.get(PDFName.of('S')) === PDFName.of('Document') && each.has(PDFName.of('Lang')),
  );
  expect(languages.map((each) => String(each.get(PDFName.of('Lang'))))).toEqual([
    '(en)',
    '(de)',
    '(en)',
  ]);
  // Cells name header cells of their own document.
  const ids = elements.flatMap((each) => String(each.get(PDFName.of('ID')) ?? []));
  expect(ids.filter(Boolean)).toHaveLength(6);
  expect(new Set(ids.filter(Boolean)).size).toBe(6);
});

it('of a document that is not tagged are missing, which is a warning', async () => {
  const place = folder.with({ 'plain.pdf': '', 'tagged.html': html('en') });
  const untagged = await convert({ source: { kind: 'html', html: '<p>plain' } });
  writeFileSync(join(place, 'plain.pdf'), untagged.bytes);
  const parts = ['plain.pdf', 'tagged.html'].map((name) => ({
    kind: 'file',
    path: join(place, name),
  }));
  const { bytes, preflight } = await convert({ source: { kind: 'merged', parts }, tagged: true });
  expect(preflight.map((each) => [each.kind, englishText(each.message)])).toEqual([
    ['tags', expect.stringContaining('plain.pdf: The PDF has no tags')],
  ]);
  check(bytes);
  expect(await tagsOf(bytes)).toEqual([['Root'], ...(await tagsOf((await print('en')).bytes))]);
  const { catalog } = await PDFDocument.load(bytes);
  expect(String(catalog.lookup(PDFName.of('MarkInfo')))).not.toContain('Marked');
});

it('of a split document are those of its pages', async () => {
  const { bytes, pages } = await print('en');
  const whole = await tagsOf(bytes);
  const splitter = await PdfSplitter.read(bytes);
  expect(pages).toBeGreaterThan(2);
  for (let first = 0; first < pages; first += 1) {
    const part = await splitter.write({ first, end: first + 1, title: '' });
    check(part);
    // Links to other parts are removed.
    expect((await tagsOf(part)).map(ofTexts)).toEqual([ofTexts(whole[first])]);
    const { context, catalog } = await PDFDocument.load(part);
    expect(String(catalog.lookup(PDFName.of('MarkInfo')))).toContain('/Marked true');
    // Nothing of other pages is in the part: all elements have their content, or are cells.
    const elements = context
      .enumerateIndirectObjects()
      .flatMap(([, object]) => (object instanceof PDFDict ? [object] : []))
      .filter((each) => each.has(PDFName.of('S')) && each.has(PDFName.of('P')));
    expect(elements.filter((each) => !each.has(PDFName.of('K')))).toEqual([]);
    for (const each of elements) {
      expect(each.lookup(PDFName.of('P'))).toBeInstanceOf(PDFDict);
    }
  }
});
