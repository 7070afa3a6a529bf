import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument, PDFHexString, PDFName } from '@cantoo/pdf-lib';
import { type PDFDocumentProxy, getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, describe, expect, it } from 'vitest';
import { qpdfComplaints } from '../../support/read-pdf.js';
import { convert } from '../support/convert.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder();

afterAll(() => folder.remove());

interface Place {
  /** From 1. */
  readonly page: number;
  readonly y: number;
}

interface Bookmark extends Place {
  readonly depth: number;
  readonly title: string;
}

interface Line {
  readonly text: string;
  readonly y: number;
}

type Outline = Awaited<ReturnType<PDFDocumentProxy['getOutline']>>;

class Pdf {
  readonly #lines = new Map<number, readonly Line[]>();

  constructor(readonly document: PDFDocumentProxy) {}

  async place(destination: unknown): Promise<Place | null> {
    const explicit =
      typeof destination === 'string'
        ? await this.document.getDestination(destination)
        : (destination as unknown[]);
    if (explicit === null) return null;
    const index = await this.document.getPageIndex(explicit[0] as { num: number; gen: number });
    return { page: index + 1, y: Number(explicit[3] ?? 0) };
  }

  async bookmarks(): Promise<readonly Bookmark[]> {
    const flat = async (items: Outline | null, depth: number): Promise<Bookmark[]> => {
      const found: Bookmark[] = [];
      for (const { title, dest, items: children } of items ?? []) {
        const place = await this.place(dest);
        if (place !== null) found.push({ depth, title, ...place });
        found.push(...(await flat(children as Outline, depth + 1)));
      }
      return found;
    };
    return flat(await this.document.getOutline(), 0);
  }

  /** Returns the lines of a page with the baseline of each. */
  async lines(page: number): Promise<readonly Line[]> {
    const known = this.#lines.get(page) ?? (await this.#read(page));
    this.#lines.set(page, known);
    return known;
  }

  /** Returns where a line of text is. */
  async find(text: string): Promise<Place> {
    for (let page = this.document.numPages; page > 0; page -= 1) {
      const line = (await this.lines(page)).find((each) => each.text === text);
      if (line) return { page, y: line.y };
    }
    throw new Error(`"${text}" is not in the PDF.`);
  }

  /** Returns the font size of the first item with this text. */
  async size(text: string): Promise<number> {
    for (let page = 1; page <= this.document.numPages; page += 1) {
      const { items } = await (await this.document.getPage(page)).getTextContent();
      for (const item of items) if ('str' in item && item.str === text) return item.height;
    }
    throw new Error(`"${text}" is not in the PDF.`);
  }

  async #read(page: number): Promise<readonly Line[]> {
    const { items } = await (await this.document.getPage(page)).getTextContent();
    const lines = new Map<number, string>();
    for (const item of items) {
      if (!('str' in item)) continue;
      const y = Math.round(Number(item.transform[5]));
      lines.set(y, (lines.get(y) ?? '') + item.str);
    }
    return [...lines].map(([y, text]) => ({ y, text: text.replace(/\s+/g, ' ').trim() }));
  }

  /** Returns the internal links of a page; null for one without a destination. */
  async links(page: number): Promise<readonly (Place | null)[]> {
    const annotations = (await (await this.document.getPage(page)).getAnnotations()) as {
      dest?: unknown;
      unsafeUrl?: string;
    }[];
    const internal = annotations.filter(({ unsafeUrl }) => unsafeUrl === undefined);
    return Promise.all(internal.map(async ({ dest }) => (dest ? this.place(dest) : null)));
  }
}

async function print(html: string, options: object): Promise<Pdf> {
  return printed({ source: { kind: 'html', html }, ...options });
}

/** Merges files in their order. */
async function merge(
  files: Readonly<Record<string, string | Uint8Array>>,
  options: object,
): Promise<Pdf> {
  const place = folder.with({});
  for (const [name, content] of Object.entries(files)) writeFileSync(join(place, name), content);
  const parts = Object.keys(files).map((name) => ({ kind: 'file', path: join(place, name) }));
  return printed({ source: { kind: 'merged', parts }, ...options });
}

async function printed(request: object): Promise<Pdf> {
  const { bytes, pages } = await convert(request);
  const path = join(folder.path, 'a.pdf');
  writeFileSync(path, bytes);
  expect(qpdfComplaints(path) ?? '').toBe('');
  const document = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  expect(pages).toBe(document.numPages);
  return new Pdf(document);
}

const filler = '<p>Some text that fills the page.</p>'.repeat(30);

/** A book of chapters on pages of their own; each has a section far down. */
function book(chapters: number, head = ''): string {
  const parts = Array.from({ length: chapters }, (_, index) => {
    return `<h2>Chapter ${index + 1}</h2>${filler}<h3>Section ${index + 1}.1</h3><p>End.`;
  });
  return `<!doctype html><html lang="de"><title>Book</title>
    <style>@page { size: a4; margin: 2cm } h2 { break-before: page }</style>${head}
    <h1>Book</h1>${parts.join('')}`;
}

/** Bookmarks lead to the upper edge of the headings, whose lines are a little below. */
async function expectPlaces(pdf: Pdf, bookmarks: readonly Bookmark[]): Promise<void> {
  for (const { title, page, y } of bookmarks) {
    const found = await pdf.find(title);
    expect(page, title).toBe(found.page);
    expect(y - found.y, title).toBeGreaterThan(0);
    expect(y - found.y, title).toBeLessThan(40);
  }
}

describe('bookmarks', () => {
  it.each([
    {},
    { zoom: 0.5 },
    { zoom: 1.5 },
    { margin: { top: '4cm', bottom: '1cm' } },
    { format: 'a5', landscape: true, margin: { top: '0', right: '0', bottom: '0', left: '0' } },
  ])('lead to the headings with %j', async (options) => {
    const pdf = await print(book(4), { bookmarks: 3, ...options });
    const bookmarks = await pdf.bookmarks();
    expect(bookmarks.map(({ depth, title }) => `${depth} ${title}`)).toEqual([
      '0 Book',
      ...[1, 2, 3, 4].flatMap((number) => [`1 Chapter ${number}`, `2 Section ${number}.1`]),
    ]);
    await expectPlaces(pdf, bookmarks);
    expect(await pdf.document.getPageMode()).toBe('UseOutlines');
  });

  it('lead to the headings of a page that is shrunk to fit, and of an active one', async () => {
    const wide = '<div style="width: 1000px">Wide</div><script>document.title = "x"</script>';
    const pdf = await print(book(3, wide), { bookmarks: 2 });
    await expectPlaces(pdf, await pdf.bookmarks());
  });

  it('take the visible headings with their visible text', async () => {
    const html = `<!doctype html><base href="https://example.com/a/b#c">
      <meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
      <style>h2:nth-of-type(3) { color: red } .away { position: absolute; left: -9999px }</style>
      <form name="head"><input name="id"></form>
      <h3 id="same">Über &amp; <em>unter</em><a href="#x">¶</a>
        <span><a href="#toc" aria-hidden="true">TOC</a></span>報告 🙂</h3>
      <h1 id="same">Twice the<br>same id</h1>
      <h1 id="ä %41">A name <span hidden>secret</span>&shy;</h1>
      <h2 hidden>Hidden</h2><h2 style="visibility: hidden">Invisible</h2>
      <h2 class="away">For screen readers</h2><h2> </h2><h2 role="presentation">Layout</h2>
      <h5>Deep <button>Copy item path</button></h5><h4><button>Fold <b>this</b></button></h4>
      <div role="heading" aria-level="3">By role</div>
      <details><summary>Closed</summary><h2>Folded</h2></details><h6>Too deep</h6>`;
    const bookmarks = await (await print(html, { bookmarks: 5 })).bookmarks();
    expect(bookmarks.map(({ depth, title }) => `${depth} ${title}`)).toEqual([
      '0 Über & unter 報告 🙂',
      '0 Twice the same id',
      '0 A name \u00ad',
      '1 Deep',
      '1 Fold this',
      '1 By role',
    ]);
    expect(bookmarks.map(({ y }) => y)).toEqual(
      [...bookmarks.map(({ y }) => y)].sort((a, b) => b - a),
    );
  });

  it.each(['vertical-rl', 'vertical-lr'])('lead to all headings of %s text', async (mode) => {
    const part = (name: string) => `<h1>${name}</h1>${'<p>text</p>'.repeat(60)}`;
    const page = `<style>html { writing-mode: ${mode} }</style>${part('one')}${part('two')}
      <h1 style="position: absolute; top: -9999px">hidden</h1>`;
    const marks = await (await print(page, { bookmarks: 1 })).bookmarks();
    expect(marks.map(({ title }) => title)).toEqual(['one', 'two']);
    expect(marks[1]?.page).toBeGreaterThan(marks[0]?.page ?? 0);
  });

  it('include headings of shadow trees and frames', async () => {
    const html = `<!doctype html><h1>Page</h1>${filler}${filler}
      <div id="host"></div><iframe srcdoc="<h2>In a frame</h2>${filler}" height="300"></iframe>
      <form><input name="matches"><input name="shadowRoot"></form>
      <h2><template shadowrootmode="open">(<slot></slot>)</template>With a tree</h2>
      <script>
        const inner = host.attachShadow({ mode: 'open' });
        inner.innerHTML = '<style>h2 { display: flex; gap: 1cm }</style><h2>In a tree</h2>';
      </script>`;
    const pdf = await print(html, { bookmarks: 2 });
    const bookmarks = await pdf.bookmarks();
    const titles = ['Page', 'In a tree', 'In a frame', 'With a tree'];
    expect(bookmarks.map(({ title }) => title)).toEqual(titles);
    await expectPlaces(pdf, bookmarks.slice(0, 3));
  });

  it('change nothing in the pages', async () => {
    const styles = `a { display: block; height: 3cm } :empty { color: red }
      h2 { display: flex; gap: 2cm; justify-content: center } h2::before { content: 'No. ' }
      h3 { text-align: justify; overflow: hidden } h3::first-letter { font-size: 3em }`;
    const html = `${book(2)}<style>${styles}</style><h1 style="display: inline">  inline </h1>`;
    const [plain, marked] = [await print(html, {}), await print(html, { bookmarks: 3 })];
    for (const page of [1, 2, 3]) expect(await marked.lines(page)).toEqual(await plain.lines(page));
    expect(await plain.bookmarks()).toEqual([]);
    expect(await plain.document.getPageMode()).toBe('UseNone');
  });

  it('are those of the printed pages', async () => {
    const pdf = await print(book(4), { bookmarks: 2, pages: '2-5' });
    const bookmarks = await pdf.bookmarks();
    expect(bookmarks.map(({ page, title }) => [page, title])).toEqual([
      [1, 'Chapter 1'],
      [3, 'Chapter 2'],
    ]);
    expect(
      await (await print('<p>No headings', { bookmarks: 6, tableOfContents: 6 })).bookmarks(),
    ).toEqual([]);
  });
});

describe('the table of contents', () => {
  it('has its title in the language of the request rather than the page', async () => {
    const options = { lang: 'fr-CA', bookmarks: 1, tableOfContents: 1 };
    const pdf = await print('<html lang="de"><h1>Chapter</h1>', options);
    const [contents] = (await pdf.document.getOutline()) as readonly { readonly title: string }[];
    expect(contents?.title).toBe('Sommaire');
  });

  it.each(['first', 'after-first-page'] as const)(
    'is %s, with the right page numbers',
    { tags: ['core'] },
    async (position) => {
      const options = { bookmarks: 1, tableOfContents: 3, contentsPosition: position };
      const pdf = await print(book(40), options);
      const start = position === 'first' ? 1 : 2;
      const length = pdf.document.numPages - 81;
      expect(length).toBeGreaterThan(1);
      const sheets = Array.from({ length }, (_, index) => start + index);
      const lines = (await Promise.all(sheets.map((page) => pdf.lines(page)))).flat();
      expect(lines[0]?.text).toBe('Inhalt');
      const entries = lines.slice(1);
      expect(entries).toHaveLength(81);
      const links = (await Promise.all(sheets.map((page) => pdf.links(page)))).flat();
      expect(links).toHaveLength(81);
      for (const [index, { text }] of entries.entries()) {
        const [, title = '', number] = /^(.*) (\d+)$/.exec(text) ?? [];
        const found = await pdf.find(title);
        expect(found.page, title).toBe(Number(number));
        expect(links[index]?.page, title).toBe(Number(number));
      }
      const titles = (await pdf.bookmarks()).map(({ title, page }) => `${title} ${page}`);
      expect(titles).toEqual(
        position === 'first' ? ['Inhalt 1', `Book ${length + 1}`] : ['Book 1', 'Inhalt 2'],
      );
    },
  );

  it('has its own title and CSS, and none of the page', async () => {
    const css = '.contents-page { font-size: 30pt } .contents-level-2 { display: none }';
    const own =
      'li { display: none !important } a::after { content: attr(href) } nav { height: 9in }';
    const pdf = await print(book(3, `<style>${own}</style>`), {
      tableOfContents: 3,
      contentsTitle: 'What is <in> it',
      contentsCss: css,
    });
    const lines = (await pdf.lines(1)).map(({ text }) => text);
    expect(lines).toContain('What is <in> it');
    expect(lines.join(' ')).toContain('Section 1.1');
    expect(lines.join(' ')).not.toContain('Chapter');
    expect(lines.join(' ')).not.toContain('contents.invalid');
  });

  it.each([1, 1.2])('is shrunk as Chromium shrinks a wide page at zoom %s', async (zoom) => {
    const html = `<h1>Title</h1><p>text<p style="width: 900px; background: #eee">wide`;
    const options = { tableOfContents: 1, zoom };
    const alone = await print(html, options);
    const size = await alone.size('text');
    expect(size).toBeLessThan(11);
    expect(await alone.size('Title')).toBeCloseTo(size, 1);
    const merged = await merge({ 'a.html': html, 'b.html': '<p>second' }, options);
    expect(await merged.size('Title')).toBeCloseTo(size, 1);
  });

  it('has the size of the text if a drawing with a scale of its own precedes it', async () => {
    const svg =
      '<svg width="680" height="900" viewBox="0 0 3400 4500"><path d="M0 0h3e3v4e3z"/></svg>';
    const text = '<h1 style="break-before: page">Title</h1><p>text';
    const pdf = await print(`${svg}${text}`, { tableOfContents: 1 });
    expect(await pdf.size('Title')).toBeCloseTo(await pdf.size('text'), 1);
  });

  it("leaves out the page's own margin boxes, whose numbers would not include it", async () => {
    const boxes =
      '@page { @bottom-right { content: "own " counter(page) } @top-left { content: "T" } }';
    const pdf = await print(book(1, `<style>${boxes}</style>`), { tableOfContents: 1 });
    expect((await pdf.lines(1)).map(({ text }) => text)).toEqual(['Inhalt', 'Book 2']);
    expect((await pdf.lines(2)).map(({ text }) => text)).toContain('own 1');
  });

  it.each([
    ['first', [72, 144]],
    ['after-first-page', [144, 72]],
  ])('has left and right pages, but none like the first, if it is %s', async (position, sides) => {
    const css = `@page { margin: 1in } @page :left { margin-left: 2in } @page :first { margin: 0 }`;
    const headings = Array.from({ length: 50 }, (_, index) => `<h1>Part ${index}</h1>`);
    const pdf = await print(`<style>${css}</style>${headings.join('')}`, {
      tableOfContents: 1,
      contentsPosition: position,
    });
    const first = position === 'first' ? 1 : 2;
    const found = [];
    for (const [number, text] of [
      [first, 'Part 0'],
      [first + 1, 'Part 49'],
    ] as const) {
      const { items } = await (await pdf.document.getPage(number)).getTextContent();
      const item = items.find((each) => 'str' in each && each.str === text);
      found.push(Math.round(Number(item && 'str' in item && item.transform[4])));
    }
    expect(found).toEqual(sides);
    expect((await pdf.lines(first))[0]).toMatchObject({ text: 'Contents' });
    expect((await pdf.lines(first))[0]?.y).toBeLessThan(842 - 72);
  });

  it.each(['first', 'after-first-page'])(
    'keeps the sides of the pages of a book if it is %s, with an empty page',
    async (contentsPosition) => {
      const css =
        '@page :left { margin: 1in 1in 1in 2in } @page :right { margin: 1in 2in 1in 1in }';
      const chapter = (name: string) => `<h1 style="break-before: page">${name}</h1>`;
      const options = { tableOfContents: 1, contentsPosition, footerCenter: 'Page {page}' };
      const book = ['one', 'two', 'three'].map(chapter).join('');
      const pdf = await print(`<style>${css}</style>${book}`, options);
      expect(pdf.document.numPages).toBe(5);
      const isFirst = contentsPosition === 'first';
      for (const [name, page, entry] of [
        ['one', isFirst ? 3 : 1, isFirst ? 1 : 2],
        ['two', 4, isFirst ? 1 : 2],
      ] as const) {
        expect((await pdf.find(name)).page).toBe(page);
        expect((await pdf.lines(entry)).map(({ text }) => text)).toContain(`${name} ${page}`);
      }
      const without = await print(`<style>${css}</style>${book}`, {
        ...options,
        dropBlankPages: true,
      });
      expect(without.document.numPages).toBe(4);
      const empty = await pdf.lines(isFirst ? 2 : 3);
      expect(empty.map(({ text }) => text)).toEqual([`Page ${isFirst ? 2 : 3}`]);
    },
  );

  it('agrees with the numbers in footers', async () => {
    const options = { tableOfContents: 1, startNumber: 5, footerCenter: '- {page}/{pages} -' };
    const pdf = await print(book(2), { ...options, bookmarks: 3 });
    expect((await pdf.lines(1)).map(({ text }) => text)).toEqual(['Inhalt', 'Book 6', '- 5/10 -']);
    const lines = (await pdf.lines(2)).map(({ text }) => text);
    expect(lines).toEqual(expect.arrayContaining(['Book', '- 6/10 -']));
    expect((await pdf.bookmarks()).map(({ page }) => page)).toEqual([1, 2, 3, 4, 5, 6]);
    expect((await pdf.links(1)).map((place) => place?.page)).toEqual([2]);
  });

  it('counts the pages of a selection', async () => {
    const pdf = await print(book(4), { tableOfContents: 2, pages: '6-' });
    const lines = (await pdf.lines(1)).map(({ text }) => text);
    expect(lines).toEqual(['Inhalt', 'Chapter 3 2', 'Chapter 4 4']);
  });
});

describe('the table of contents of merged documents', () => {
  const cover = '<html lang="de"><title>Cover</title><style>@page { margin: 0 }</style><p>cover';
  const paper = '@page { size: a5; margin: 2cm }';

  it.each(['first', 'after-first-page'] as const)(
    'is %s, with the headings of all below their documents',
    async (position) => {
      const old = await PDFDocument.create();
      for (const text of ['old one', 'old two']) {
        old.addPage([300, 200]).drawText(text, { x: 20, y: 100, size: 12 });
      }
      old.setTitle('Old');
      // Its bookmark leads to its second page.
      const { context } = old;
      const item = context.obj({});
      const root = context.register(context.obj({ First: context.register(item) }));
      item.set(PDFName.of('Title'), PDFHexString.fromText('Zweite'));
      item.set(PDFName.of('Parent'), root);
      item.set(PDFName.of('Dest'), context.obj([old.getPage(1).ref, 'Fit']));
      old.catalog.set(PDFName.of('Outlines'), root);
      const options = {
        tableOfContents: 3,
        contentsPosition: position,
        startNumber: 5,
        footerCenter: '- {page}/{pages} {title} -',
        tagged: true,
      };
      const files = {
        'cover.html': cover,
        'book.html': book(30),
        'other.html': `<title>Other</title><style>${paper}</style><h2>A</h2>${filler}<h3>B</h3>`,
        'old.pdf': await old.save(),
      };
      const pdf = await merge(files, options);
      const start = position === 'first' ? 1 : 2;
      // Of the cover, the book, the other and the PDF.
      const length = pdf.document.numPages - 1 - 61 - 2 - 2;
      expect(length).toBeGreaterThan(1);
      const sheets = Array.from({ length }, (_, index) => start + index);
      const all = await Promise.all(sheets.map((page) => pdf.lines(page)));
      for (const [index, lines] of all.entries()) {
        const page = 4 + start + index;
        expect(lines.at(-1)?.text).toBe(`- ${page}/${pdf.document.numPages + 4} Cover -`);
      }
      const entries = all.flatMap((lines) => lines.slice(0, -1)).map(({ text }) => text);
      expect(entries[0]).toBe('Inhalt');
      const found = entries.slice(1).map((text) => /^(.*) (\d+)$/.exec(text)?.slice(1) ?? []);
      const titles = found.map(([title]) => title);
      expect(titles.slice(0, 4)).toEqual(['Cover', 'Book', 'Chapter 1', 'Section 1.1']);
      expect(titles.slice(-5)).toEqual(['Other', 'A', 'B', 'Old', 'Zweite']);
      expect(titles).toHaveLength(1 + 61 + 3 + 2);
      const links = (await Promise.all(sheets.map((page) => pdf.links(page)))).flat();
      expect(links).toHaveLength(titles.length);
      const texts: Readonly<Record<string, string>> = {
        Cover: 'cover',
        Other: 'A',
        Old: 'old one',
        Zweite: 'old two',
      };
      for (const [index, [title = '', number]] of found.entries()) {
        const { page } = await pdf.find(texts[title] ?? title);
        expect([title, Number(number) - 4, links[index]?.page]).toEqual([title, page, page]);
      }
      const bookmarks = (await pdf.bookmarks()).filter(({ depth }) => depth === 0);
      const named = bookmarks.slice(0, 2).map(({ title, page }) => `${title} ${page}`);
      const first = position === 'first';
      expect(named).toEqual(first ? ['Inhalt 1', `Cover ${length + 1}`] : ['Cover 1', 'Inhalt 2']);
      // The margins of the cover would leave no room.
      const [line] = await pdf.lines(start);
      expect(line?.y).toBeLessThan(842 - 28);
    },
  );

  it('leaves out the name of the site that most titles end with', async () => {
    const page = (title: string) => `<title>${title}</title><h1>${title}</h1>`;
    const files = {
      'a.html': page('1. Basics — Manual'),
      'b.html': page('2. More - or less — Manual'),
      'c.html': page('Index'),
      'd.html': page('Copyright — Manual'),
    };
    const pdf = await merge(files, { tableOfContents: 1 });
    const titles = ['1. Basics', '2. More - or less', 'Index', 'Copyright'];
    const lines = (await pdf.lines(1)).map(({ text }) => text.replace(/ \d+$/, ''));
    expect(lines.slice(1)).toEqual(titles);
    const bookmarks = await pdf.bookmarks();
    expect(bookmarks.map(({ title }) => title)).toEqual(['Contents', ...titles]);
    expect((await pdf.document.getMetadata()).info).toMatchObject({ Title: '1. Basics — Manual' });
  });

  it('has the width of the page, also if that begins with a small drawing', async () => {
    const svg = '<svg width="20" height="20" viewBox="0 0 24 24"><path d="M0 0h30v30z"/></svg>';
    const files = { 'a.html': `<title>One</title>${svg}<p>text`, 'b.html': '<title>Two</title>' };
    const pdf = await merge(files, { tableOfContents: 1 });
    expect((await pdf.lines(1)).map(({ text }) => text)).toEqual(['Contents', 'One 2', 'Two 3']);
  });

  it('writes each line in the direction of its text', async () => {
    const files = {
      'a.html': '<html lang="fa" dir="rtl"><title>فصل</title>',
      'b.html': '<html lang="en"><title>6.1 Filling</title>',
    };
    const pdf = await merge(files, { tableOfContents: 1 });
    const { items } = await (await pdf.document.getPage(1)).getTextContent();
    const texts = items.flatMap((item) => ('str' in item ? item.str : []));
    expect(texts).toContain('6.1 Filling');
  });

  it('has the paper and font of the first page, own CSS, watermark and tags', async () => {
    const files = {
      'a.html': `<html lang="en"><title>A</title><style>${paper} body { font-family: monospace }</style><h1>One</h1>`,
      'b.html': '<html lang="de"><title>B</title><h1>Two</h1>',
    };
    const pdf = await merge(files, {
      tableOfContents: 1,
      tagged: true,
      watermarkText: 'DRAFT',
      contentsTitle: 'Everything',
      contentsCss: '.contents-level-2 { display: none }',
    });
    const page = await pdf.document.getPage(1);
    expect(page.view).toEqual((await pdf.document.getPage(2)).view);
    expect(page.view[2]).toBeLessThan(421);
    const lines = (await pdf.lines(1)).map(({ text }) => text);
    expect(lines).toEqual(expect.arrayContaining(['Everything', 'A 2', 'B 3', 'DRAFT']));
    expect(lines.join()).not.toContain('Two');
    const { items, styles } = await page.getTextContent();
    const fonts = items.flatMap((item) => ('str' in item && item.str === 'A' ? item.fontName : []));
    expect(fonts.map((font) => styles[font]?.fontFamily)).toEqual(['monospace']);
    const tags = JSON.stringify(await page.getStructTree());
    expect(tags).toMatch(/"role":"L"/);
    expect(tags).toMatch(/"role":"Link"/);
    expect((await pdf.document.getMarkInfo())?.Marked).toBe(true);
  });
});

describe('links inside a document', () => {
  const html = `<style>p { break-after: page } :target { color: red }</style><body>
    <p><a href="#a">one</a> <a href="#%C3%BC%20(b)">two</a> <a href="#none">three</a></p>
    <p>between</p><p id="a">first</p><p><span style="display: inline-block" id="ü (b)">second</span></p>`;

  it('lead to their places', { tags: ['core'] }, async () => {
    const pdf = await print(html, { tableOfContents: 1, bookmarks: 1 });
    const [one, two] = await pdf.links(1);
    expect([one?.page, two?.page]).toEqual([3, 4]);
    const first = await pdf.find('first');
    expect((one?.y ?? 0) - first.y).toBeLessThan(20);
    expect((one?.y ?? 0) - first.y).toBeGreaterThan(0);
  });

  it('and bookmarks lead into content that a browser skips until it is near', async () => {
    const css = 'section { content-visibility: auto }';
    const section = (id: string) => `<section><h1 id="${id}">Part ${id}</h1>text</section>`;
    const [content, links] = [['a', 'b'].map(section).join(''), '<a href="#b">to b</a>'];
    const page = (rules: string) =>
      `<style>${rules}</style>${links}<p style="height: 9000px">far</p>${content}`;
    const pdf = await print(page(css), { bookmarks: 1 });
    const shown = await print(page(css.replace('auto', 'visible; contain: content')), {});
    const places = [await pdf.find('Part a'), await pdf.find('Part b')];
    const bookmarks = await pdf.bookmarks();
    const [link] = await pdf.links(1);
    for (const [index, found] of [...bookmarks, link].entries()) {
      const { page, y } = places[Math.min(index, 1)] ?? { page: 0, y: 0 };
      expect(found?.page).toBe(page);
      expect(Math.abs((found?.y ?? 0) - y)).toBeLessThan(35);
    }
    expect(bookmarks).toHaveLength(2);
    expect(places).toEqual([await shown.find('Part a'), await shown.find('Part b')]);
  });

  it.each([
    'overflow: hidden',
    'overflow-x: clip',
    'opacity: 0.9',
    'transform: translateX(1px)',
    'contain: paint',
  ])('lead to their places if all content of a page is in one with %s', async (style) => {
    const page = `<a href="#b">to b</a><div style="${style}"><p style="height: 9000px">far</p>
      <h1 id="b">Part b</h1></div>`;
    const pdf = await print(page, { margin: { top: '1in' } });
    const [link] = await pdf.links(1);
    const { page: number, y } = await pdf.find('Part b');
    expect(link?.page).toBe(number);
    expect((link?.y ?? 0) - y).toBeLessThan(35);
    expect((link?.y ?? 0) - y).toBeGreaterThan(10);
  });

  it('lead to anchors without text in the reader view', async () => {
    const text = '<p>A paragraph with many words, commas, and sentences that can be read.</p>';
    const names = ['in', 'before', 'first', 'second', 'own', 'section'];
    const links = names.map((name) => `<a href="#${name}">${name}</a>, `).join('');
    const article = `<h1>Title</h1><p>${links}</p>${text.repeat(40)}
      <h2><a name="in"></a>In</h2>${text.repeat(20)}<a name="before"></a><h2>Before</h2>${text.repeat(20)}
      <a id="first"></a> <a id="second"></a><h2>Both</h2>${text.repeat(20)}
      <a name="own"></a><h2 id="other">Own</h2>${text.repeat(20)}
      <div><a name="section"></a><h2>Section</h2>${text.repeat(20)}</div>`;
    const pdf = await print(`<article>${article}</article>`, { reader: true });
    const found = await pdf.links(1);
    for (const [index, name] of ['In', 'Before', 'Both', 'Both', 'Own', 'Section'].entries()) {
      const { page, y } = await pdf.find(name);
      expect(found[index]?.page).toBe(page);
      expect((found[index]?.y ?? 0) - y).toBeLessThan(25);
      expect((found[index]?.y ?? 0) - y).toBeGreaterThan(0);
    }
  });

  it('lead to the top of the page without a fragment, alone and merged', async () => {
    const page = `<h1>Top</h1><p style="break-before: page"><a href="#">up</a> <a href="#top">up</a>`;
    const pdf = await print(page, {});
    const both = await merge({ 'a.html': '<p>a', 'b.html': page }, {});
    for (const [found, number] of [
      [await pdf.links(2), 1],
      [await both.links(3), 2],
    ] as const) {
      expect(found.map((place) => place?.page)).toEqual([number, number]);
      expect(found[0]?.y).toBeGreaterThan(800);
    }
    expect(await (await print(page, { pages: '2' })).links(1)).toEqual([null, null]);
  });

  it('to pages that are not printed lead nowhere', async () => {
    const pdf = await print(html, { pages: '1,4' });
    const [one, two] = await pdf.links(1);
    expect(one).toBeNull();
    expect(two?.page).toBe(2);
  });

  it('survive a table of contents', async () => {
    const pdf = await print(`<h1>x</h1>${html}`, { tableOfContents: 1 });
    const [one, two] = await pdf.links(2);
    expect([one?.page, two?.page]).toEqual([4, 5]);
  });
});

describe('a tagged PDF', () => {
  it.each([{}, { bookmarks: 2 }, { tableOfContents: 2 }])(
    'has the structure with %j',
    async (options) => {
      const pdf = await print(book(2), { tagged: true, ...options });
      expect(await pdf.document.getMarkInfo()).toMatchObject({ Marked: true });
      const page = await pdf.document.getPage(pdf.document.numPages);
      expect(JSON.stringify(await page.getStructTree())).toContain('H3');
    },
  );

  it('is not the default', async () => {
    expect(await (await print(book(2), {})).document.getMarkInfo()).toBeNull();
  });
});
