import { join } from 'node:path';
import { PDFDocument, degrees } from '@cantoo/pdf-lib';
import { OPS, getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, describe, expect, it } from 'vitest';
import { errorText } from '../../../electron/shared/messages/errors.js';
import { englishText } from '../../../electron/shared/messages/translator.js';
import { readPdf } from '../../support/read-pdf.js';
import { convert, convertHtml, failureOf } from '../support/convert.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder();
afterAll(folder.remove);

interface PlacedText {
  readonly text: string;
  /** In points from the left and from the bottom. */
  readonly x: number;
  readonly y: number;
}

/** Returns the texts of each page with their places. */
async function placedTexts(bytes: Uint8Array): Promise<readonly (readonly PlacedText[])[]> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const document = await task.promise;
  const pages = await Promise.all(
    Array.from({ length: document.numPages }, async (_, index) => {
      const { items } = await (await document.getPage(index + 1)).getTextContent();
      return items.flatMap((item) => {
        if (!('str' in item) || item.str.trim() === '') return [];
        const [, , , , x, y] = item.transform as number[];
        return [{ text: item.str, x: x ?? 0, y: y ?? 0 }];
      });
    }),
  );
  await task.destroy();
  return pages;
}

const threePages = `<title>T &amp; <b>$&</title><style>body{margin:0}</style>
  <p>one<p style="break-before:page">two<p style="break-before:page">three`;

const html = (text: string) => ({ source: { kind: 'html', html: text } });

async function texts(request: object): Promise<readonly string[]> {
  const { bytes } = await convert(request);
  return (await readPdf(bytes)).pages.map(({ text }) => text.replace(/\s+/g, ' ').trim());
}

const paragraphs = (pages: number) =>
  '<p style="break-after:page">x</p>'.repeat(pages - 1) + '<p>x';

/** A request that adds a page to a PDF of the others. */
async function merged(pages: number) {
  const { bytes } = await convert(html(paragraphs(pages - 1)));
  const path = join(folder.with({ 'a.pdf': bytes }), 'a.pdf');
  return {
    source: {
      kind: 'merged',
      parts: [
        { kind: 'html', html: 'x' },
        { kind: 'file', path },
      ],
    },
  };
}

describe('headers and footers', () => {
  it('are at the six places of each page', { tags: ['core'] }, async () => {
    const { bytes } = await convert({
      ...html(threePages),
      format: 'letter',
      headerLeft: 'HL',
      headerCenter: 'HC',
      headerRight: 'HR',
      footerLeft: 'FL',
      footerCenter: 'FC',
      footerRight: 'FR',
    });
    const pages = await placedTexts(bytes);
    expect(pages).toHaveLength(3);
    for (const page of pages) {
      const at = Object.fromEntries(page.map(({ text, x, y }) => [text, { x, y }]));
      expect(at['HL']?.x).toBeCloseTo(0.4 * 72, -0.5);
      expect(at['HC']?.x).toBeGreaterThan(290);
      expect(at['HC']?.x).toBeLessThan(306);
      expect(at['HR']?.x).toBeGreaterThan(560);
      for (const name of ['HL', 'HC', 'HR']) expect(at[name]?.y).toBeGreaterThan(792 - 0.5 * 72);
      for (const name of ['FL', 'FC', 'FR']) expect(at[name]?.y).toBeLessThan(0.5 * 72);
    }
  });

  it.each([
    ['a small', 1, 200],
    ['a large', 3000, 200],
    ['a tall', 1, 800],
  ])('are at the edges of the page, also below %s drawing', async (_, paths, height) => {
    const dots = Array.from({ length: paths }, (_, index) => `M${Math.sin(index)} 0h30v30z`);
    const svg = `<svg width="200" height="${height}" viewBox="0 0 24 24"><path d="${dots.join('')}"/></svg>`;
    const { bytes } = await convert({ ...html(`${svg}<p>x`), headerLeft: 'HL', headerRight: 'HR' });
    const [page = []] = await placedTexts(bytes);
    const right = page.find(({ text }) => text === 'HR');
    expect(right?.x).toBeGreaterThan(540);
    expect(right?.y).toBeGreaterThan(842 - 0.5 * 72);
  });

  const lines = (count: number) => '<p style="margin:0;line-height:20px">line</p>'.repeat(count);
  it.each([
    ['clips its overflow', 'overflow:hidden', 80],
    ['clips its overflow on one page', 'overflow:hidden', 20],
    ['is narrow and clips its overflow', 'overflow-x:clip;width:400px', 80],
    ['is narrow, on one page', 'overflow:hidden;width:400px', 20],
    ['is in sections that are moved by themselves', 'content-visibility:auto', 30],
  ])('are at the edges of the page if its content %s', async (_, style, count) => {
    const section = `<div style="${style}">${lines(count)}</div>`;
    const page = `<style>body{margin:0}</style>${section}${section}`;
    const { bytes } = await convert({ ...html(page), headerRight: 'HR', footerRight: 'FR' });
    for (const page of await placedTexts(bytes)) {
      const at = Object.fromEntries(page.map(({ text, x, y }) => [text, { x, y }]));
      expect(at['HR']?.x).toBeGreaterThan(550);
      expect(at['FR']).toMatchObject({ x: expect.closeTo(at['HR']?.x ?? 0, -1) as number });
      expect(at['HR']?.y).toBeGreaterThan(842 - 0.5 * 72);
      expect(at['FR']?.y).toBeLessThan(0.5 * 72);
    }
  });

  it.each([705, 1900])('are at the edges below a drawing of %d px', async (height) => {
    const svg = `<svg width="705" height="${height}" viewBox="0 0 9 9" preserveAspectRatio="none"><path d="M1 1h9v9z"/></svg>`;
    const page = `<p>one</p><div style="break-before:page">${svg}</div><p>two</p>`;
    const { bytes } = await convert({ ...html(page), footerRight: 'FR' });
    const places = (await placedTexts(bytes)).map((texts) => {
      const { text, x, y } = texts.at(-1) ?? {};
      return [text, Math.round(x ?? 0), Math.round(y ?? 0)];
    });
    expect(places.length).toBeGreaterThan(1);
    for (const place of places) expect(place).toEqual(places[0]);
  });

  it.each([
    'overflow: hidden',
    'overflow: hidden; width: 150px',
    'opacity: 0.9',
    'transform: translateX(1px)',
    'filter: drop-shadow(0 0 0 red)',
  ])('are in the margins of the page around content with %s', async (style) => {
    for (const body of ['', 'body { background: #eef }', 'body { margin: 0; padding: 20px }']) {
      const css = `@page { size: a5; margin: 3cm 2cm } ${body}`;
      const page = `<style>${css}</style><div style="${style}">${lines(60)}</div>`;
      const { bytes } = await convert({ ...html(page), headerLeft: 'HL', footerRight: 'FR' });
      for (const page of await placedTexts(bytes)) {
        const at = Object.fromEntries(page.map(({ text, x, y }) => [text, { x, y }]));
        expect(Math.abs((at['HL']?.x ?? 0) - (2 * 72) / 2.54)).toBeLessThan(3);
        expect(at['FR']?.x).toBeGreaterThan(420 - 2 * 28.35 - 20);
        expect(at['FR']?.x).toBeLessThan(420 - 2 * 28.35);
        expect(Math.abs((at['HL']?.y ?? 0) - (595 - 1.5 * 28.35))).toBeLessThan(8);
        expect(Math.abs((at['FR']?.y ?? 0) - 1.5 * 28.35)).toBeLessThan(8);
      }
    }
  });

  it('are at the edges of each page of the table of contents', async () => {
    const page = Array.from({ length: 50 }, (_, index) => `<h1>Chapter ${index}</h1>`).join('');
    const { bytes } = await convert({ ...html(page), tableOfContents: 1, headerRight: 'HR' });
    const pages = await placedTexts(bytes);
    const places = pages.map((texts) =>
      Math.round(texts.find(({ text }) => text === 'HR')?.x ?? 0),
    );
    expect(new Set(places).size).toBe(1);
    expect(places.length).toBeGreaterThan(3);
  });

  it("replace the page's own margin boxes on their edge", async () => {
    const boxes = '@top-left { content: "own top" } @bottom-right { content: "own bottom" }';
    const page = html(`<style>@page { margin: 2cm; ${boxes} }</style><p>x`);
    expect(await texts({ ...page, headerRight: 'HR' })).toEqual(['own bottom xHR']);
    const edges = { headerRight: 'HR', footerHtml: '<b>FL</b>' };
    const [both] = await texts({ ...page, ...edges });
    expect(both).not.toContain('own');
  });

  it('count the pages of the PDF, from the start number', { tags: ['core'] }, async () => {
    const footerCenter = 'Page {page} of {pages}';
    expect(await texts({ ...html(threePages), footerCenter })).toEqual([
      'onePage 1 of 3',
      'twoPage 2 of 3',
      'threePage 3 of 3',
    ]);
    const range = { ...html(threePages), footerCenter, pages: '2-3', startNumber: 7 };
    expect(await texts(range)).toEqual(['twoPage 7 of 8', 'threePage 8 of 8']);
  });

  it.each([
    ['a page', (numbers: number) => html(paragraphs(numbers)), {}],
    ['an existing PDF', (numbers: number) => merged(numbers), { headerFirstPage: 'none' }],
  ])('count many pages of %s', async (_, requestOf, options) => {
    const { bytes } = await convert({
      ...(await requestOf(130)),
      ...options,
      startNumber: 985,
      headerLeft: '{page}/{pages}',
      footerRight: '{page} \u2013 T',
      headerEvenPages: 'mirrored',
    });
    const pages = await placedTexts(bytes);
    expect(pages).toHaveLength(130);
    for (const [index, page] of pages.entries()) {
      const number = 985 + index;
      const line = (isLower: boolean) => page.filter(({ y }) => (isLower ? y < 30 : y > 800));
      const textOf = (items: readonly PlacedText[]) => items.map(({ text }) => text).join('');
      const isBare = index === 0 && 'headerFirstPage' in options;
      expect(textOf(line(false))).toBe(isBare ? '' : `${number}/1114`);
      expect(textOf(line(true))).toBe(isBare ? '' : `${number} \u2013 T`);
      const left = Math.min(...line(false).map(({ x }) => x));
      if (!isBare) expect(left < 200).toBe(number % 2 === 1);
    }
  });

  it('show title, file and URL as they are written, in every script', async () => {
    const path = join(folder.with({ 'a & b.html': threePages }), 'a & b.html');
    const [first] = await texts({
      source: { kind: 'file', path },
      headerLeft: '{title}|{file}|{{x}}',
      headerRight: 'مرحبا Ωμέγα Привет',
      footerLeft: '{url}',
    });
    expect(first).toContain('T & <b>$&|a & b.html|{x}');
    expect(first).toContain('Ωμέγα Привет');
    // pdf.js returns it in visual order.
    expect(
      Array.from(first?.normalize('NFKC') ?? '')
        .toReversed()
        .join(''),
    ).toContain('مرحبا');
    expect(first).toMatch(/file:\/\/\/.*a%20&%20b.html/);
  });

  it('write the date in the language of the document', async () => {
    const page = (language: string, name = 'lang') => html(`<html ${name}="${language}"><p>x`);
    for (const name of ['lang', 'xml:lang']) {
      const [german] = await texts({ ...page('de', name), headerRight: '{date}' });
      expect(german).toMatch(/\d\d\.\d\d\.\d{4}/);
    }
    const [invalid] = await texts({ ...page('no such'), headerRight: '{date}' });
    expect(invalid).toMatch(/\d{4}/);
  });

  it('leave the first page out and change sides on even pages', async () => {
    const { bytes } = await convert({
      ...html(threePages),
      headerLeft: 'LEFT',
      headerRight: 'RIGHT',
      headerFirstPage: 'none',
      headerEvenPages: 'mirrored',
    });
    const places = (await placedTexts(bytes)).map((page) =>
      page.toSorted((a, b) => b.y - a.y || a.x - b.x).map(({ text }) => text),
    );
    expect(places).toEqual([['one'], ['RIGHT', 'LEFT', 'two'], ['LEFT', 'RIGHT', 'three']]);
  });

  it('shorten a long text instead of wrapping it', async () => {
    const long = 'A very long title '.repeat(20);
    for (const options of [
      { headerLeft: long, headerRight: 'END' },
      { footerLeft: 'END', footerRight: long },
      { footerLeft: long, footerCenter: 'END', footerRight: long },
    ]) {
      const [first] = await texts({ ...html(threePages), ...options });
      expect(first).toContain('…');
      expect(first).toContain('END');
    }
  });

  it('use the whole line if there is only one', async () => {
    // As wide as the line in the estimate, and narrower when it is printed.
    const long = 'MMMiii '.repeat(15);
    const [first] = await texts({ ...html(threePages), headerCenter: long });
    expect(first).not.toContain('…');
    const [shortened] = await texts({ ...html(threePages), headerCenter: long.repeat(3) });
    expect(shortened).toContain('…');
  });

  it('are artifacts, and links and destinations of the page stay', async () => {
    const page = '<a href="#end">in</a> <a href="https://example.org/x">out</a><p id="end">end';
    const { bytes } = await convert({ ...html(page), footerCenter: '{page}' });
    const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
    const first = await (await task.promise).getPage(1);
    const annotations = (await first.getAnnotations()) as { url?: string; dest?: unknown }[];
    expect(annotations.map(({ url }) => url)).toContain('https://example.org/x');
    expect(annotations.some(({ dest }) => dest !== undefined && dest !== null)).toBe(true);
    const { fnArray, argsArray } = await first.getOperatorList();
    const mark = fnArray.indexOf(OPS.beginMarkedContentProps);
    expect(JSON.stringify(argsArray[mark])).toContain('Artifact');
    expect(fnArray.indexOf(OPS.paintFormXObjectBegin)).toBeGreaterThan(mark);
    await task.destroy();
  });

  it('keep bookmarks, tags and contents, which are numbered alike', async () => {
    const page =
      '<html lang="en"><title>T</title><h1>One</h1><p>x<h1 style="break-before:page">Two</h1>';
    const { bytes } = await convert({
      ...html(page),
      bookmarks: 2,
      tableOfContents: 2,
      tagged: true,
      footerCenter: 'Page {page} of {pages}',
    });
    const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
    const document = await task.promise;
    const outline = (await document.getOutline()) as readonly { title: string }[] | null;
    expect(outline?.map(({ title }) => title)).toEqual(expect.arrayContaining(['One', 'Two']));
    expect(await document.getMarkInfo()).toMatchObject({ Marked: true });
    const last = await document.getPage(document.numPages);
    const tree = JSON.stringify(await last.getStructTree());
    expect(tree).toContain('H1');
    await task.destroy();
    const { pages } = await readPdf(bytes);
    for (const [index, { text }] of pages.entries()) {
      expect(text).toContain(`Page ${index + 1} of ${pages.length}`);
    }
  });

  it('fit each page of a document with several sizes', async () => {
    const page = `<style>@page wide { size: a3 landscape } @page :first { size: a5 }
      div { page: wide }</style><p>one<div>two</div><p>three`;
    const { bytes } = await convert({ ...html(page), footerRight: '{page}' });
    const { pages } = await readPdf(bytes);
    expect(new Set(pages.map(({ width }) => Math.round(width))).size).toBeGreaterThan(1);
    const placed = await placedTexts(bytes);
    for (const [index, { width }] of pages.entries()) {
      const number = placed[index]?.find(({ text }) => text === String(index + 1));
      expect(number?.x).toBeGreaterThan(width - 0.4 * 72 - 12);
      expect(number?.x).toBeLessThan(width);
    }
  });
});

describe('the margin of a header', () => {
  /** Returns the distance of the first line from the upper edge of the paper, in points. */
  const topOf = async (css: string, options: object = {}) => {
    const { bytes } = await convert({
      ...html(`<style>${css} body{margin:0} p{margin:0;font-size:10pt}</style><p>body`),
      format: 'letter',
      ...options,
    });
    const [first = []] = await placedTexts(bytes);
    return 792 - (first.find(({ text }) => text === 'body')?.y ?? 0);
  };

  it('grows if neither the user nor the page makes room', async () => {
    const plain = await topOf('');
    const withHeader = await topOf('', { headerLeft: 'H' });
    expect(withHeader - plain).toBeGreaterThan(8);
    expect(await topOf('@page{margin:0}', { headerLeft: 'H' })).toBeCloseTo(withHeader, -0.5);
    expect(await topOf('@page{margin:1in}', { headerLeft: 'H' })).toBeCloseTo(
      await topOf('@page{margin:1in}'),
      0,
    );
    expect(await topOf('', { headerLeft: 'H', margin: { top: '2in' } })).toBeCloseTo(
      await topOf('', { margin: { top: '2in' } }),
      0,
    );
  });

  it('stays on a cover, which gets no header', async () => {
    const page = `<style>@page :first{margin:0} body{margin:0}</style>
      <p style="margin:0">cover<p style="break-before:page">two<p style="break-before:page">three`;
    const { bytes } = await convert({ ...html(page), headerLeft: 'HEAD' });
    const placed = await placedTexts(bytes);
    expect(placed.map((each) => each.some(({ text }) => text === 'HEAD'))).toEqual([
      false,
      true,
      true,
    ]);
    expect(placed[0]?.[0]?.x).toBeLessThan(1);
  });

  it.each([
    ['nothing', ''],
    ['clipped content', '<div style="overflow: hidden; height: 5cm"><p>clipped</div>'],
    ['a clipped part', '<div style="contain: paint; margin: 2cm"><p>clipped</div>'],
    ['moved content', '<div style="transform: rotate(1deg)"><p>moved</div>'],
    ['scaled content', '<div style="zoom: 2; overflow: hidden"><p>large</div>'],
  ])('is not that of a cover on later pages with only %s', async (_, content) => {
    for (const margin of ['', '@page { margin: 2cm 3cm }']) {
      const page = `<style>${margin} @page :first { margin: 0 } body { margin: 0 }
        section { break-before: page; height: 20cm }</style>cover
        <section>${content}</section><section>${content}</section><section>text</section>`;
      const { bytes } = await convert({ ...html(page), headerLeft: 'HEAD' });
      const heads = (await placedTexts(bytes)).map((texts) =>
        texts.filter(({ text }) => text === 'HEAD'),
      );
      expect(heads.map(({ length }) => length)).toEqual([0, 1, 1, 1]);
      const expected = margin === '' ? 0.4 * 72 : (3 * 72) / 2.54;
      for (const { x } of heads.flat()) expect(Math.abs(x - expected)).toBeLessThan(3);
    }
  });

  it('is the visible one of merged pages that are cropped or rotated', async () => {
    const page = `<style>@page { size: a5; margin: 20mm 30mm 40mm 50mm }
      p { break-after: page }</style><p>1<p>2<p>3<p>4`;
    const pdf = await PDFDocument.load((await convert(html(page))).bytes);
    const mm = 72 / 25.4;
    const [, cropped, bare, rotated] = pdf.getPages();
    cropped?.setCropBox(10 * mm, 0, 138 * mm, 202 * mm);
    bare?.setCropBox(50 * mm, 40 * mm, 68 * mm, 150 * mm);
    rotated?.setRotation(degrees(90));
    const files = { 'changed.pdf': Buffer.from(await pdf.save()) };
    const path = join(folder.with(files), 'changed.pdf');
    const parts = [
      { kind: 'file', path },
      { kind: 'html', html: 'last' },
    ];
    const { bytes } = await convert({ source: { kind: 'merged', parts }, headerLeft: 'HEAD' });
    const heads = (await placedTexts(bytes)).map((texts) =>
      texts.flatMap(({ text, x, y }) =>
        text === 'HEAD' ? [[Math.round(x / mm), Math.round(y / mm)]] : [],
      ),
    );
    // The rotated page is read from the bottom up.
    const expected = [[[50, 199]], [[50, 195]], [], [[26, 40]]];
    expect(heads.slice(0, 4)).toEqual(expected);
  });

  it('is checked if the user sets it', async () => {
    const margin = { top: '3mm' };
    const error = await failureOf(convert({ ...html('x'), headerLeft: 'H', margin }));
    expect(errorText(error)).toContain('Top margin "3mm" is too small');
    const tall = '<div style="height:40mm">H</div>';
    const edges = { headerHtml: tall, footerHtml: tall, margin: { ...margin, bottom: '0' } };
    const { preflight } = await convert({ ...html('x'), ...edges, format: 'a5' });
    expect(preflight.map((finding) => englishText(finding.message))).toEqual([
      'The header needs 43 mm, but the top margin is 3 mm. Enter a larger margin, or none so that it fits.',
      'The footer needs 43 mm, but the bottom margin is 0 mm. Enter a larger margin, or none so that it fits.',
    ]);
  });
});

describe('headers of HTML', () => {
  it('have their own CSS, which the page does not get', async () => {
    const header = `<html><head><style>b { text-transform: uppercase } body { background: red }
      .odd i { display: none }</style></head><body><b>{title} {page}/{pages}</b> <i>even</i>`;
    const page = '<title>a "b"</title><p><b>low</b><p style="break-before:page">two';
    const found = await texts({ ...html(page), headerHtml: header });
    expect(found).toEqual(['lowA "B" 1/2', 'twoA "B" 2/2 even']);
  });

  it('have CSS for elements such as div, which applies to their own alone', async () => {
    const headerHtml = `<style>div { display: flex; padding-left: 20mm; height: 5mm }</style><div>HEADER</div>`;
    const { bytes } = await convert({ ...html('<p>page'), format: 'a4', headerHtml });
    const [first = []] = await placedTexts(bytes);
    const header = first.find(({ text }) => text === 'HEADER');
    expect(header?.x).toBeCloseTo((0.4 + 20 / 25.4) * 72, 0);
  });

  it('differ on the first page, whose height counts too', async () => {
    const header = `<style>.cover, .first .rest { display: none }
      .first .cover { display: block; height: 60mm }</style>
      <div><p class=cover>COVER {page}</p><p class=rest>REST</p></div>`;
    const { bytes } = await convert({ ...html(threePages), headerHtml: header, startNumber: 4 });
    const pages = await placedTexts(bytes);
    expect(pages.map((page) => page.map(({ text }) => text).sort())).toEqual([
      ['COVER 4', 'one'],
      ['REST', 'two'],
      ['REST', 'three'],
    ]);
    const body = pages[0]?.find(({ text }) => text === 'one');
    expect(842 - (body?.y ?? 842)).toBeGreaterThan((60 / 25.4) * 72);
  });

  it('get the room that they need', async () => {
    const header = '<div style="height:60mm">HIGH</div>';
    const { bytes } = await convert({ ...html('<p>body'), format: 'a4', headerHtml: header });
    const [first = []] = await placedTexts(bytes);
    const body = first.find(({ text }) => text === 'body');
    expect(842 - (body?.y ?? 842)).toBeGreaterThan((60 / 25.4) * 72);
  });

  it('load what the page may load, and report what is missing', async () => {
    const square =
      '<svg xmlns="http://www.w3.org/2000/svg" width="50" height="20"><text y="15">LOGO</text></svg>';
    const files = { 'logo.svg': square, 'page.html': '<p>page' };
    const path = join(folder.with(files), 'page.html');
    const headerHtml = '<img src="logo.svg"><img src="no.svg">';
    const source = { kind: 'file', path };
    const { bytes, preflight } = await convert({ source, headerHtml });
    expect((await readPdf(bytes)).text).toContain('LOGO');
    expect(preflight.map(({ kind }) => kind)).toEqual(['resources']);
  });

  it('report what is missing once, on both edges and pages of several sizes', async () => {
    const twoSizes = '<style>@page b { size: a5 } p { page: b }</style>one<p>two';
    const path = join(folder.with({ 'page.html': twoSizes }), 'page.html');
    const image = '<img src="no.svg">';
    const request = { source: { kind: 'file', path }, headerHtml: image, footerHtml: image };
    expect((await convert(request)).preflight).toHaveLength(1);
  });

  it('have links', async () => {
    const footerHtml = '<a href="https://example.org/{page}">x</a>';
    const { links } = await convertHtml('<p>page', { footerHtml });
    expect(links).toEqual(['https://example.org/1']);
  });

  it('may not be combined with texts on the same edge', async () => {
    const error = await failureOf(
      convert({ ...html('x'), headerHtml: '<b>x</b>', headerLeft: 'x', footerLeft: 'x' }),
    );
    expect(errorText(error)).toContain('Header HTML replaces the header texts');
  });
});
