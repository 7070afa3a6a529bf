import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConversionFailure } from '../../../electron/main/engine/contract/pdf-engine.js';
import { publicFindings } from '../../../electron/shared/request/preflight.js';
import { englishText } from '../../../electron/shared/messages/translator.js';
import { qpdfComplaints, readPdf } from '../../support/read-pdf.js';
import { convert, failureOf } from '../support/convert.js';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.js';
import { type WebServer, page, startWebServer } from '../support/web-server.js';

let folder: TemporaryFolder;
let server: WebServer;
let servedPdf: Uint8Array;

beforeAll(async () => {
  folder = temporaryFolder();
  servedPdf = await plainPdf(['from the server'], 'Served');
  server = await startWebServer({
    '/page': page('<title>Page</title><p>on the web'),
    '/file.pdf': (response) =>
      response.writeHead(200, { 'content-type': 'application/pdf' }).end(servedPdf),
    '/book/start': page(
      ['guide/', 'guide', 'guide/index.html#end', 'notes/index.html']
        .map((href) => `<a href="${href}">${href}</a>`)
        .join(' '),
    ),
    '/book/guide/': page(twoPages('Guide')),
    '/both/': page('<a href="index.html">index</a>'),
    '/both/index.html': page('<a href="./">folder</a>'),
    '/never': () => undefined,
    '/set': page(`<script>
      document.cookie = 'a=left';
      localStorage.setItem('a', 'left');
    </script><p>set`),
    '/get': page(
      `<body><script>document.body.append('[' + document.cookie + localStorage.getItem('a') + ']')</script>`,
    ),
  });
});
afterAll(async () => {
  await server.close();
  folder.remove();
});

/** Returns a PDF with one page for each text. */
async function plainPdf(texts: readonly string[], title = ''): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  for (const text of texts) pdf.addPage([300, 200]).drawText(text, { x: 20, y: 100, size: 12 });
  if (title !== '') pdf.setTitle(title);
  return pdf.save();
}

/** Writes files and merges them in their order. */
async function merge(files: Readonly<Record<string, string | Uint8Array>>, options: object = {}) {
  const place = folder.with({});
  for (const [name, content] of Object.entries(files)) writeFileSync(join(place, name), content);
  const parts = Object.keys(files).map((name) => ({ kind: 'file', path: join(place, name) }));
  return convert({ source: { kind: 'merged', parts }, ...options });
}

async function mergeUrls(...paths: readonly string[]) {
  const parts = paths.map((path) => ({ kind: 'url', url: `${server.origin}${path}` }));
  return convert({ source: { kind: 'merged', parts } });
}

interface Bookmark {
  readonly title: string;
  readonly page: number;
  readonly below: readonly Bookmark[];
}

type OutlineNode = Awaited<ReturnType<PDFDocumentProxy['getOutline']>>[number];
type PDFDocumentProxy = Awaited<ReturnType<typeof getDocument>['promise']>;

/** Reads bookmarks and links with pdf.js: the page that each leads to, from 1. */
async function readLinks(bytes: Uint8Array) {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const pdf = await task.promise;
  const pageOf = async (dest: string | unknown[] | null): Promise<number> => {
    const explicit = typeof dest === 'string' ? await pdf.getDestination(dest) : dest;
    const ref = explicit?.[0] as { num: number; gen: number } | undefined;
    return ref === undefined ? 0 : (await pdf.getPageIndex(ref)) + 1;
  };
  const read = async (items: readonly OutlineNode[]): Promise<readonly Bookmark[]> =>
    Promise.all(
      items.map(async ({ title, dest, items: below }) => ({
        title,
        page: await pageOf(dest),
        below: await read(below as OutlineNode[]),
      })),
    );
  const outline = await read(await pdf.getOutline());
  const links: (readonly [number, number | string])[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const annotations = (await (await pdf.getPage(number)).getAnnotations()) as {
      dest?: string | unknown[];
      unsafeUrl?: string;
    }[];
    for (const { dest, unsafeUrl } of annotations) {
      links.push([number, unsafeUrl ?? (await pageOf(dest ?? null))]);
    }
  }
  const names = Object.keys(await pdf.getDestinations()).sort();
  await task.destroy();
  return { outline, links, names };
}

const twoPages = (title: string, rest = '') =>
  `<title>${title}</title><a href="#end">down</a>${rest}<p style="break-before: page" id="end">end of ${title}`;

describe('merging', () => {
  it(
    'joins pages, PDFs and URLs in their order, with a bookmark for each',
    { tags: ['core'] },
    async () => {
      const place = folder.with({ 'a.html': twoPages('First') });
      const [a, b] = [join(place, 'a.html'), join(place, 'b.pdf')];
      writeFileSync(b, await plainPdf(['one', 'two'], 'Report'));
      writeFileSync(join(place, 'c.pdf'), await plainPdf(['untitled']));
      const parts = [
        { kind: 'file', path: a },
        { kind: 'file', path: b },
        { kind: 'url', url: `${server.origin}/page` },
        { kind: 'url', url: `${server.origin}/file.pdf` },
        { kind: 'file', path: join(place, 'c.pdf') },
        { kind: 'html', html: '<p>typed' },
      ];
      const { bytes, pages, title } = await convert({
        source: { kind: 'merged', parts },
        format: 'a5',
      });
      const pdf = await readPdf(bytes);
      const texts = pdf.pages.map(({ text }) => text.trim());
      expect(texts).toEqual([
        'down',
        'end of First',
        'one',
        'two',
        'on the web',
        'from the server',
        'untitled',
        'typed',
      ]);
      expect(pages).toBe(8);
      expect(title).toBe('First');
      expect(pdf.pages[2]).toMatchObject({ width: 300, height: 200 });
      expect((await readLinks(bytes)).outline).toEqual(
        [
          ['First', 1],
          ['Report', 3],
          ['Page', 5],
          ['Served', 6],
          ['c', 7],
          ['document', 8],
        ].map(([bookmark, number]) => ({ title: bookmark, page: number, below: [] })),
      );
      expect(pdf.information).toMatchObject({ Title: 'First', Creator: 'Platen 1.2.3' });
      const path = join(place, 'merged.pdf');
      writeFileSync(path, bytes);
      expect(qpdfComplaints(path) ?? '').toBe('');
    },
  );

  it('leads links of the same name to the page in their own document', async () => {
    const { bytes } = await merge({
      'a.html': twoPages('A'),
      'b.html': twoPages('B'),
      'c.html': twoPages('C', '<a href="https://example.org/">out</a>'),
    });
    const { links, names } = await readLinks(bytes);
    expect(links).toEqual([
      [1, 2],
      [3, 4],
      [5, 6],
      [5, 'https://example.org/'],
    ]);
    expect(names).toEqual(['end', 'end-2', 'end-3']);
  });

  it('leads links between the documents to their pages', async () => {
    const { bytes } = await merge({
      'a b.html': '<a href="c.html">c</a> <a href="c.html#end">end</a> <a href="d.html">d</a>',
      'c.html': twoPages('C', `<a href="a%20b.html">a</a>`),
    });
    const { links } = await readLinks(bytes);
    expect(links).toEqual([
      [1, 2],
      [1, 3],
      [1, expect.stringMatching(/^file:.*d\.html$/)],
      [2, 3],
      [2, 1],
    ]);
  });

  it('leads links to a place of another document that nothing there links to', async () => {
    const { bytes } = await merge({
      'a.html': ['x', 'sp%20ace', 'stra%C3%9Fe', 'old', 'form', 'none']
        .map((fragment) => `<a href="b.html#${fragment}">${fragment}</a>`)
        .join(' '),
      'b.html': `<base href="/elsewhere/"><h1>B</h1><div style="break-after: page"></div>
        <h2 id="x">X</h2><p id="sp ace">space<p id="straße">straße<p><a name="old">old</a>
        <form id="form"><input name="getAttribute"></form>`,
    });
    const { links } = await readLinks(bytes);
    expect(links).toEqual([
      [1, 3],
      [1, 3],
      [1, 3],
      [1, 3],
      [1, 3],
      [1, 2],
    ]);
  });

  it('leads links to a folder or its index page to whichever is in the document', async () => {
    const { bytes } = await mergeUrls('/book/start', '/book/guide/');
    const { links } = await readLinks(bytes);
    expect(links).toEqual([
      [1, 2],
      [1, 2],
      [1, 3],
      [1, `${server.origin}/book/notes/index.html`],
      [2, 3],
    ]);
  });

  it('tells a folder and its index page apart if both are in the document', async () => {
    const { bytes } = await mergeUrls('/both/', '/both/index.html');
    const { links } = await readLinks(bytes);
    expect(links).toEqual([
      [1, 2],
      [2, 1],
    ]);
  });

  it('keeps the bookmarks, form fields and hidden layers of PDFs', async () => {
    const inner = await merge({ 'x.html': '<title>X</title>', 'y.html': '<title>Y</title>' });
    const form = await PDFDocument.create();
    const field = form.getForm().createTextField('name');
    field.setText('typed in');
    field.addToPage(form.addPage());
    const layer = form.context.register(form.context.obj({ Type: 'OCG' }));
    form.catalog.set(
      PDFName.of('OCProperties'),
      form.context.obj({ OCGs: [layer], D: { OFF: [layer] } }),
    );
    const filled = await form.save();
    const { bytes } = await merge({
      'start.html': '<title>Start</title>',
      'book.pdf': inner.bytes,
      'form.pdf': filled,
      'again.pdf': filled,
    });
    const { outline } = await readLinks(bytes);
    expect(outline).toEqual([
      { title: 'Start', page: 1, below: [] },
      {
        title: 'X',
        page: 2,
        below: [
          { title: 'X', page: 2, below: [] },
          { title: 'Y', page: 3, below: [] },
        ],
      },
      { title: 'form', page: 4, below: [] },
      { title: 'again', page: 5, below: [] },
    ]);
    const merged = await PDFDocument.load(bytes);
    const fields = merged.getForm().getFields();
    expect(fields.map((each) => each.getName())).toEqual(['name', 'name-2']);
    expect(merged.getForm().getTextField('name-2').getText()).toBe('typed in');
    const layers = merged.catalog.lookup(PDFName.of('OCProperties'))?.toString();
    expect(layers?.match(/\/OFF \[ \d+ 0 R \d+ 0 R \]/)).toHaveLength(1);
  });

  it('numbers the pages of headers through all documents, with the title of each', async () => {
    const { bytes } = await merge(
      { 'a.html': twoPages('A'), 'b.pdf': await plainPdf(['b']), 'c.html': twoPages('C') },
      {
        headerLeft: '{title}',
        footerCenter: 'Page {page} of {pages}',
        title: 'Book',
        author: 'Ann',
      },
    );
    const { pages, information } = await readPdf(bytes);
    expect(information).toMatchObject({ Title: 'Book', Author: 'Ann' });
    expect((await readLinks(bytes)).outline.map((each) => each.title)).toEqual(['A', 'b', 'C']);
    expect(pages.map(({ text }) => /Page \d of \d/.exec(text)?.[0])).toEqual(
      [1, 2, 3, 4, 5].map((number) => `Page ${number} of 5`),
    );
    expect(pages[1]?.text).toMatch(/^A|A$/m);
    expect(pages[4]?.text).toMatch(/^C|C$/m);
  });

  it.each(['over', 'under'])('has a watermark %s every page, those of PDFs too', async (place) => {
    const { bytes } = await merge(
      { 'a.html': twoPages('A'), 'b.pdf': await plainPdf(['b']) },
      { watermarkText: 'DRAFT', watermarkPlace: place, headerLeft: '{title}', tableOfContents: 1 },
    );
    const { pages } = await readPdf(bytes);
    expect(pages.map(({ text }) => text.match(/DRAFT/g)?.length)).toEqual([1, 1, 1, 1]);
    expect(pages[3]?.text).toBe(place === 'over' ? 'bDRAFTb' : 'DRAFTbb');
  });

  it('keeps the headings of each document below its bookmark', async () => {
    const heading = (name: string) => `<title>${name}</title><h1>${name} 1</h1><h1>${name} 2</h1>`;
    const { bytes } = await merge(
      { 'a.html': heading('A'), 'b.html': heading('B') },
      { bookmarks: 2 },
    );
    const below = (name: string, page: number) =>
      [1, 2].map((number) => ({ title: `${name} ${number}`, page, below: [] }));
    expect((await readLinks(bytes)).outline).toEqual([
      { title: 'A', page: 1, below: below('A', 1) },
      { title: 'B', page: 2, below: below('B', 2) },
    ]);
  });

  it('leaves out a bookmark above all others that repeats the title', async () => {
    const page = (name: string, rest = '') =>
      `<title>${name} — Manual</title><h1>1. ${name}</h1>${rest}`;
    const files = {
      'a.html': page('A', '<h2>Usage</h2><h3>Options</h3><h2>Files</h2>'),
      'b.html': page('B'),
      'c.html': page('C', '<h1>More</h1>'),
    };
    const old = (
      await convert({ source: { kind: 'html', html: page('D', '<h2>E</h2>') }, bookmarks: 2 })
    ).bytes;
    const { bytes } = await merge({ ...files, 'd.pdf': old }, { bookmarks: 3 });
    const at = (number: number) => (title: string) => ({ title, page: number, below: [] });
    expect((await readLinks(bytes)).outline).toEqual([
      {
        title: 'A',
        page: 1,
        below: [{ ...at(1)('Usage'), below: [at(1)('Options')] }, at(1)('Files')],
      },
      at(2)('B'),
      { title: 'C', page: 3, below: ['1. C', 'More'].map(at(3)) },
      { title: 'D', page: 4, below: [at(4)('E')] },
    ]);
    expect(qpdfComplaints(join(folder.with({ 'm.pdf': bytes }), 'm.pdf')) ?? '').toBe('');
  });

  it('keeps the documents apart', { tags: ['core'] }, async () => {
    const parts = ['/set', '/get'].map((path) => ({ kind: 'url', url: server.origin + path }));
    const { bytes } = await convert({ source: { kind: 'merged', parts } });
    expect((await readPdf(bytes)).text).toContain('[null]');
    const one = folder.with({ 'secret.txt': 'secret' });
    const two = folder.with({ 'a.html': `<iframe src="${join(one, 'secret.txt')}"></iframe>` });
    const files = [join(one, 'secret.txt'), join(two, 'a.html')];
    const { preflight } = await convert({
      source: { kind: 'merged', parts: files.map((path) => ({ kind: 'file', path })) },
    });
    expect(preflight).toEqual([expect.objectContaining({ kind: 'refused' })]);
    expect(englishText(preflight[0]?.message ?? { key: 'jobs.html' })).toMatch(/^a\.html: /);
  });
});

describe('a finding that several documents have', () => {
  const missing = '<p style="font-family: Nonexistent, serif">text';

  it('is listed once, with their names', async () => {
    const names = ['a.html', 'b.html'];
    const place = folder.with({
      ...Object.fromEntries(names.map((name) => [name, missing])),
      'own.html': '<img src="gone.png">',
    });
    const parts = [...names, 'own.html'].map((name) => ({ kind: 'file', path: join(place, name) }));
    const { preflight } = await convert({ source: { kind: 'merged', parts } });
    const texts = publicFindings(preflight).map(({ message: text }) => text);
    expect(texts).toEqual([
      expect.stringContaining('a.html and b.html: The font "Nonexistent" is neither'),
      expect.stringMatching(/^own\.html: .*gone\.png/),
    ]);
  });
});

describe('a merged document that cannot be created', () => {
  const html = '<p>fine';

  it.each([
    ['a file that is no PDF', 'x.pdf', '<p>HTML', /x\.pdf" is damaged or not a PDF/],
    ['an empty PDF', 'x.pdf', '', /x\.pdf" is damaged/],
    ['a truncated PDF', 'x.pdf', '%PDF-1.7\n1 0 obj\n<</Type /Catalog /Pa', /x\.pdf" is damaged/],
    ['an empty page', 'b.html', '', /b\.html/],
  ])('names %s', async (_, name, content, text) => {
    const error = await failureOf(merge({ 'a.html': html, [name]: content }));
    expect(error).toMatchObject({
      code: 'source-unreadable',
      message: expect.stringMatching(text) as string,
    });
  });

  it('names a PDF whose list of pages is incomplete', async () => {
    const whole = Buffer.from(
      await (await PDFDocument.load(await plainPdf(['a', 'b']))).save({ useObjectStreams: false }),
    );
    const missing = whole
      .toString('latin1')
      .replace(/\/Kids \[ (\d+ 0 R) \d+ 0 R/, '/Kids [ $1 999 0 R');
    const error = await failureOf(
      merge({ 'a.html': html, 'x.pdf': Buffer.from(missing, 'latin1') }),
    );
    expect(error).toMatchObject({ message: expect.stringMatching(/x\.pdf" is damaged/) as string });
  });

  it('names an encrypted PDF', async () => {
    const pdf = await PDFDocument.load(await plainPdf(['secret']));
    pdf.encrypt({ userPassword: 'open' });
    const error = await failureOf(merge({ 'a.html': html, 'x.pdf': await pdf.save() }));
    expect(error).toMatchObject({
      message: expect.stringMatching(/x\.pdf" is protected/) as string,
    });
  });

  it('reports a missing PDF before anything is converted', async () => {
    const parts = [
      { kind: 'url', url: `${server.origin}/never` },
      { kind: 'file', path: join(folder.path, 'missing.pdf') },
    ];
    const error = await failureOf(convert({ source: { kind: 'merged', parts } }));
    expect(error).toMatchObject({
      code: 'source-unreadable',
      message: expect.stringContaining('missing.pdf') as string,
    });
  });

  it(
    'names the page that failed, with the findings of those before it',
    { tags: ['core'] },
    async () => {
      const parts = [
        { kind: 'html', html: '<img src="https://unknown.invalid/a.png">' },
        { kind: 'url', url: `${server.origin}/404` },
      ];
      const error = await failureOf(convert({ source: { kind: 'merged', parts } }));
      expect(error).toMatchObject({
        code: 'load-failed',
        message: expect.stringMatching(/^http:.*\/404: /) as string,
      });
      expect(error).toBeInstanceOf(ConversionFailure);
      expect(error instanceof ConversionFailure ? error.preflight : []).toHaveLength(1);
    },
  );

  it('names the page that was not ready in time', async () => {
    const parts = [
      { kind: 'html', html },
      { kind: 'url', url: `${server.origin}/never` },
    ];
    const error = await failureOf(
      convert({ source: { kind: 'merged', parts }, timeoutSeconds: 2 }),
    );
    expect(error).toMatchObject({
      code: 'timed-out',
      message: expect.stringMatching(
        /^http:.*\/never: The page was not ready within 2 s/,
      ) as string,
    });
  });

  it.each([
    ['one document', { parts: [{ kind: 'html', html }] }, 'Merging needs at least two documents.'],
    ['a text', { parts: 'a.html' }, 'The documents to merge must be a list'],
  ])('refuses %s', async (_, source, text) => {
    const error = await failureOf(convert({ source: { kind: 'merged', ...source } }));
    expect(error).toMatchObject({
      code: 'invalid-request',
      message: expect.stringContaining(text) as string,
    });
  });

  it.each([
    ['pages', { pages: '1' }],
    ['oddEven', { oddEven: 'odd' }],
  ])('refuses %s', async (field, options) => {
    const error = await failureOf(merge({ 'a.html': html, 'b.html': html }, options));
    expect(error).toMatchObject({ fields: [expect.objectContaining({ field })] });
  });

  it('refuses the files of the server for an untrusted request', async () => {
    const parts = [
      { kind: 'html', html },
      { kind: 'file', path: '/etc/passwd.html' },
    ];
    const conversion = convert({ source: { kind: 'merged', parts } }, { allowedHosts: [] });
    expect(await failureOf(conversion)).toMatchObject({ code: 'refused' });
  });
});
