import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument, PDFName, degrees } from '@cantoo/pdf-lib';
import { type PDFDocumentProxy, getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, describe, expect, it } from 'vitest';
import { qpdfComplaints } from '../../support/read-pdf.js';
import { closeEngine, convert } from '../support/convert.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder();

afterAll(async () => {
  await closeEngine();
  folder.remove();
});

/** A text with the sheet, the place and the length of an em, in points. */
interface Placed {
  readonly text: string;
  readonly sheet: number;
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

interface Sheets {
  readonly sizes: readonly string[];
  readonly texts: readonly Placed[];
  readonly links: readonly Link[];
  /** Titles of the outline with where they lead. */
  readonly bookmarks: readonly { readonly title: string; readonly place: Place }[];
}

type Place = Pick<Placed, 'sheet' | 'x' | 'y'>;

interface Link extends Place {
  readonly url: string | undefined;
  readonly to: Place | null;
}

async function read(bytes: Uint8Array): Promise<Sheets> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const document = await task.promise;
  const [sizes, texts, links]: [string[], Placed[], Link[]] = [[], [], []];
  for (let sheet = 1; sheet <= document.numPages; sheet += 1) {
    const page = await document.getPage(sheet);
    const { width, height } = page.getViewport({ scale: 1 });
    sizes.push(`${Math.round(width)} x ${Math.round(height)}`);
    for (const item of (await page.getTextContent()).items) {
      if (!('str' in item) || item.str.trim() === '') continue;
      const [a = 0, b = 0, , , x = 0, y = 0] = item.transform.map(Number);
      texts.push({ text: item.str, sheet, x, y, size: Math.hypot(a, b) });
    }
    for (const link of (await page.getAnnotations()) as LinkAnnotation[]) {
      const [x = 0, y = 0] = link.rect;
      links.push({ sheet, x, y, url: link.url, to: await placeOf(document, link.dest) });
    }
  }
  const bookmarks = [];
  for (const { title, dest } of outlineOf(await document.getOutline())) {
    const place = await placeOf(document, dest);
    if (place !== null) bookmarks.push({ title, place });
  }
  await task.destroy();
  return { sizes, texts, links, bookmarks };
}

type Outline = Awaited<ReturnType<PDFDocumentProxy['getOutline']>>;

/** pdf.js returns null without an outline, against its types. */
function outlineOf(outline: Outline | null): Outline {
  return outline ?? [];
}

interface LinkAnnotation {
  readonly rect: readonly number[];
  readonly url?: string;
  readonly dest?: unknown;
}

async function placeOf(document: PDFDocumentProxy, destination: unknown): Promise<Place | null> {
  const array =
    typeof destination === 'string' ? await document.getDestination(destination) : destination;
  if (!Array.isArray(array)) return null;
  const [ref, , x, y] = array as [{ num: number; gen: number }, unknown, number, number];
  return { sheet: (await document.getPageIndex(ref)) + 1, x, y };
}

async function sheetsOf(html: string, options: object): Promise<Sheets> {
  const { bytes, pages } = await convert({ source: { kind: 'html', html }, ...options });
  const path = join(folder.with({}), 'sheets.pdf');
  writeFileSync(path, bytes);
  expect(qpdfComplaints(path) ?? '').toBe('');
  const sheets = await read(bytes);
  expect(pages).toBe(sheets.sizes.length);
  return sheets;
}

function find({ texts }: Sheets, text: string): Placed {
  const found = texts.find((each) => each.text.includes(text));
  if (found === undefined) throw new Error(`"${text}" is not in the PDF.`);
  return found;
}

const parts = (count: number) =>
  Array.from({ length: count }, (_, n) => `<p style="break-after:page">Part ${n + 1}</p>`)
    .join('')
    .replace(/style="[^"]*"(?=>Part \d+<\/p>$)/, '');

describe('pages per sheet', () => {
  it.each([
    [{ pagesPerSheet: 2 }, ['842 x 595', '842 x 595', '842 x 595'], 0.707],
    [{ pagesPerSheet: 2, landscape: true }, ['595 x 842', '595 x 842', '595 x 842'], 0.707],
    [{ pagesPerSheet: 4 }, ['595 x 842', '595 x 842'], 0.5],
    [{ pagesPerSheet: 6 }, ['842 x 595'], 0.353],
    [{ pagesPerSheet: 9, format: 'letter' }, ['612 x 792'], 0.333],
    [{ pagesPerSheet: 4, sheetBorders: true }, ['595 x 842', '595 x 842'], 0.47],
  ])('%j: sheets of %j', async (options, sizes, scale) => {
    const sheets = await sheetsOf(parts(5), options);
    expect(sheets.sizes).toEqual(sizes);
    expect(find(sheets, 'Part 5').size).toBeCloseTo(12 * scale, 1);
  });

  it.each([
    ['across', ['12', '34']],
    ['down', ['13', '24']],
    ['across-from-right', ['21', '43']],
    ['down-from-right', ['31', '42']],
  ])('are in the order %s', async (sheetOrder, rows) => {
    const sheets = await sheetsOf(parts(4), { pagesPerSheet: 4, sheetOrder });
    const row = ({ y }: Placed) => (y > 421 ? 0 : 1);
    const read = [...sheets.texts].sort((a, b) => row(a) - row(b) || a.x - b.x);
    const numbers = read.map(({ text }) => text.replace('Part ', '')).join('');
    expect([numbers.slice(0, 2), numbers.slice(2)]).toEqual(rows);
  });

  it('keep links, bookmarks and the numbers of the pages', { tags: ['core'] }, async () => {
    const html = `<a href="https://a.example/">web</a> <a href="#c">to c</a>
      <h1 style="break-before:page">One</h1><h1 style="break-before:page">Two</h1>
      <h1 style="break-before:page">Three</h1><p style="margin-top:200px" id=c>place c`;
    const options = { bookmarks: 1, footerCenter: 'Page {page} of {pages}' };
    const plain = await sheetsOf(html, options);
    const sheets = await sheetsOf(html, { ...options, pagesPerSheet: 2 });
    expect(sheets.sizes).toHaveLength(2);
    const scale = 595 / 842;
    for (const [index, { place }] of sheets.bookmarks.entries()) {
      const before = plain.bookmarks[index]?.place;
      const isRight = (before?.sheet ?? 0) % 2 === 0;
      expect(place.sheet).toBe(Math.ceil((before?.sheet ?? 0) / 2));
      expect(place.x).toBeCloseTo((isRight ? 421 : 0) + (before?.x ?? 0) * scale, -0.5);
      expect(place.y).toBeCloseTo((before?.y ?? 0) * scale, -0.5);
    }
    expect(sheets.bookmarks).toHaveLength(3);
    const [web, toC] = sheets.links;
    expect(web).toMatchObject({ url: 'https://a.example/', sheet: 1 });
    expect(Math.abs((web?.y ?? 0) - find(sheets, 'web').y)).toBeLessThan(5);
    const c = find(sheets, 'place c');
    expect(toC?.to?.sheet).toBe(c.sheet);
    expect(toC?.to?.x).toBeGreaterThan(420);
    expect((toC?.to?.y ?? 0) - c.y).toBeGreaterThan(0);
    expect((toC?.to?.y ?? 0) - c.y).toBeLessThan(20);
    const [third, fourth] = [find(sheets, 'Page 3 of 4'), find(sheets, 'Page 4 of 4')];
    expect([third.sheet, fourth.sheet]).toEqual([2, 2]);
    expect(fourth.x).toBeGreaterThan(421);
    expect(third.x).toBeLessThan(421);
  });

  it('have what is shown of PDFs with other sizes, crops, turns, fields and notes', async () => {
    const pdf = await PDFDocument.create();
    for (const angle of [0, 90, 180, 270]) {
      const page = pdf.addPage([500, 400]);
      page.setCropBox(100, 50, 300, 200);
      page.setRotation(degrees(angle));
      page.drawText(`turn ${angle}`, { x: 110, y: 60, size: 10 });
      page.drawText('beyond', { x: 10, y: 10, size: 10 });
    }
    const field = pdf.getForm().createTextField('name');
    field.setText('field');
    field.addToPage(pdf.getPage(0), { x: 150, y: 150, width: 100, height: 20 });
    const note = pdf.context.obj({ Type: 'Annot', Subtype: 'Text', Rect: [0, 0, 9, 9], F: 2 });
    pdf.getPage(1).node.set(PDFName.of('Annots'), pdf.context.obj([note]));
    const place = folder.with({ 'a.html': parts(4) });
    writeFileSync(join(place, 'b.pdf'), await pdf.save());
    const source = {
      kind: 'merged',
      parts: ['a.html', 'b.pdf'].map((name) => ({ kind: 'file', path: join(place, name) })),
    };
    const { bytes } = await convert({ source, pagesPerSheet: 8 });
    const sheets = await read(bytes);
    expect(sheets.sizes).toEqual(['842 x 595']);
    expect(sheets.links).toEqual([]);
    // Cells are 210.5 x 297.5 points. The turned pages are 200 wide and 300 high.
    const [upright, turned] = [210.5 / 300, 297.5 / 300];
    const at = (text: string, column: number, x: number, y: number) => {
      const found = find(sheets, text);
      expect(found.x - column * 210.5).toBeCloseTo(x, 0);
      expect(found.y).toBeCloseTo(y, 0);
    };
    const [low, left] = [(297.5 - 200 * upright) / 2, (210.5 - 200 * turned) / 2];
    at('turn 0', 0, 10 * upright, low + 10 * upright);
    at('turn 90', 1, left + 10 * turned, (300 - 10) * turned);
    at('turn 180', 2, 290 * upright, low + 190 * upright);
    at('turn 270', 3, left + 190 * turned, 10 * turned);
    expect(find(sheets, 'field').sheet).toBe(1);
    expect(bytes.toString('latin1')).not.toContain('/AcroForm');
  });

  it('leave nothing of the single pages', async () => {
    const { bytes } = await convert({
      source: { kind: 'html', html: parts(8) },
      pagesPerSheet: 4,
    });
    const pdf = await PDFDocument.load(bytes);
    const kinds = pdf.context
      .enumerateIndirectObjects()
      .map(([, object]) => /\/Type \/(\w+)/.exec(object.toString())?.[1]);
    expect(kinds.filter((kind) => kind === 'Page')).toHaveLength(2);
    expect(kinds.filter((kind) => kind === 'Pages')).toHaveLength(1);
  });
});
