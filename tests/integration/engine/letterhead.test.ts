import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument, PDFString, degrees, rgb } from '@cantoo/pdf-lib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requestFromWire } from '../../../electron/shared/request/wire.js';
import { englishText } from '../../../electron/shared/messages/translator.js';
import { AppError } from '../../../electron/shared/messages/errors.js';
import { qpdfComplaints, readPdf } from '../../support/read-pdf.js';
import { closeEngine, convert, failureOf } from '../support/convert.js';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.js';

let folder: TemporaryFolder;
let place: string;

beforeAll(async () => {
  folder = temporaryFolder();
  place = folder.with({ 'broken.pdf': '%PDF-1.7 and nothing more', 'page.html': parts(2) });
  const files = {
    'two.pdf': await letterhead(['first head', 'next head']),
    'small.pdf': await letterhead(['small head'], [200, 100]),
    'turned.pdf': await letterhead(['turned head'], [842, 595], 90),
    'locked.pdf': await locked(),
    'own.pdf': await letterhead(['own page']),
  };
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(place, name), bytes);
});
afterAll(async () => {
  await closeEngine();
  folder.remove();
});

/** Returns a PDF with a text and a link at the lower left of each page. */
async function letterhead(
  texts: readonly string[],
  size: [number, number] = [595, 842],
  angle = 0,
): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  for (const text of texts) {
    const page = pdf.addPage(size);
    page.setRotation(degrees(angle));
    page.drawRectangle({ x: 0, y: 0, width: 40, height: 40, color: rgb(1, 0, 0) });
    page.drawText(text, { x: 10, y: 20, size: 10 });
    const A = { S: 'URI', URI: PDFString.of('https://letter.example/') };
    page.node.addAnnot(
      pdf.context.register(
        pdf.context.obj({ Type: 'Annot', Subtype: 'Link', Rect: [10, 20, 60, 30], A }),
      ),
    );
  }
  return pdf.save();
}

async function locked(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  pdf.addPage();
  pdf.encrypt({ userPassword: 'secret', ownerPassword: 'secret' });
  return pdf.save();
}

function parts(count: number): string {
  return Array.from({ length: count }, (_, n) => {
    const last = n === count - 1;
    return `<p${last ? '' : ' style="break-after:page"'}>Part ${n + 1}</p>`;
  }).join('');
}

async function textsOf(options: object, count = 3) {
  const { bytes } = await convert({ source: { kind: 'html', html: parts(count) }, ...options });
  const path = join(place, 'stamped.pdf');
  writeFileSync(path, bytes);
  expect(qpdfComplaints(path) ?? '').toBe('');
  return readPdf(bytes);
}

/** Returns the lower left corner of a text on the first page as displayed. */
async function cornerOf(bytes: Uint8Array, text: string) {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const page = await (await task.promise).getPage(1);
  const { items } = await page.getTextContent();
  const found = items.find((item) => 'str' in item && item.str === text);
  const [, , , , x = 0, y = 0] =
    found !== undefined && 'transform' in found ? found.transform.map(Number) : [];
  const [link] = (await page.getAnnotations()) as { rect: number[] }[];
  await task.destroy();
  return { x: Math.round(x), y: Math.round(y), link: link?.rect.map(Math.round) };
}

const file = (name: string) => join(place, name);

describe('a PDF under or over the pages', () => {
  it.each(['background', 'stamp'])(
    'as %s is drawn page by page, the last one on the rest',
    { tags: ['core'] },
    async (field) => {
      const { pages, links } = await textsOf({ [field]: file('two.pdf') });
      expect(pages.map(({ text }) => /(first|next) head/.exec(text)?.[1])).toEqual([
        'first',
        'next',
        'next',
      ]);
      for (const [index, { text }] of pages.entries()) expect(text).toContain(`Part ${index + 1}`);
      expect(links).toEqual(Array(3).fill('https://letter.example/'));
    },
  );

  it('is under the content and a watermark, or over the content', async () => {
    const watermark = { watermarkText: 'DRAFT', watermarkPlace: 'under' };
    const under = await textsOf({ background: file('two.pdf'), ...watermark }, 1);
    expect(under.text.replace(/\s+/g, ' ').trim()).toMatch(/^first head ?DRAFT ?Part 1$/);
    const over = await textsOf({ stamp: file('two.pdf'), footerCenter: '{page}/{pages}' }, 1);
    expect(over.text.replace(/\s+/g, ' ').trim()).toMatch(/^Part 1 ?1\/1 ?first head$/);
  });

  it.each([
    ['two.pdf', {}, { x: 10, y: 20 }],
    // 200 x 100 on 595 x 842: scaled by 2.975, and in the middle.
    ['small.pdf', {}, { x: 30, y: 332 }],
    // Turned, its lower left corner is the upper left one.
    ['turned.pdf', {}, { x: 20, y: 832 }],
    ['two.pdf', { pagesPerSheet: 4 }, { x: 5, y: 431 }],
  ])('%s %j fits the page as displayed', async (name, options, corner) => {
    const source = { kind: 'html', html: parts(2) };
    const { bytes } = await convert({ source, background: file(name), ...options });
    const {
      x,
      y,
      link = [],
    } = await cornerOf(bytes, `${name === 'two.pdf' ? 'first' : name.slice(0, -4)} head`);
    expect(Math.abs(x - corner.x)).toBeLessThanOrEqual(1);
    expect(Math.abs(y - corner.y)).toBeLessThanOrEqual(1);
    expect(
      Math.abs((name === 'turned.pdf' ? (link[3] ?? 0) : (link[1] ?? 0)) - corner.y),
    ).toBeLessThanOrEqual(1);
  });

  it('is on all pages of a merged document, in their own order', async () => {
    const names = ['page.html', 'own.pdf'];
    const source = {
      kind: 'merged',
      parts: names.map((name) => ({ kind: 'file', path: file(name) })),
    };
    const { bytes } = await convert({ source, background: file('two.pdf') });
    const { pages } = await readPdf(bytes);
    const heads = pages.map(({ text }) => /(first|next) head/.exec(text)?.[1]);
    expect(heads).toEqual(['first', 'next', 'next']);
    expect(pages[2]?.text).toContain('own page');
  });

  it.each([
    ['missing.pdf', 'does not exist'],
    ['broken.pdf', 'is damaged or not a PDF'],
    ['page.html', 'is damaged or not a PDF'],
    ['locked.pdf', 'is protected by a password'],
  ])('%s is an error that names it, before the page is opened', async (name, reason) => {
    const source = { kind: 'url', url: 'http://127.0.0.1:1/' };
    const error = await failureOf(convert({ source, stamp: file(name) }));
    expect(error).toMatchObject({ code: 'invalid-request', fields: [{ field: 'stamp' }] });
    const [issue] = error instanceof AppError ? (error.fields ?? []) : [];
    const text = issue === undefined ? '' : englishText(issue.message);
    expect(text).toContain(name);
    expect(text).toContain(reason);
  });

  it('cannot be named by a request to the service', async () => {
    const stamp = file('two.pdf');
    expect(() => requestFromWire({ source: '<p>x', stamp })).toThrow();
    const source = { kind: 'html', html: 'x' };
    const error = await failureOf(convert({ source, stamp }, { allowedHosts: [] }));
    expect(error).toMatchObject({ code: 'invalid-request', fields: [{ field: 'stamp' }] });
  });
});
