import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { qpdfComplaints } from '../../support/read-pdf.js';
import { convertHere } from '../support/run-here.js';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.js';

let folder: TemporaryFolder;
beforeAll(() => (folder = temporaryFolder()));
afterAll(() => folder.remove());

const page = (body: string) => `<section style="break-after: page">${body}</section>`;

/** Five pages: a cover, two of chapter one, and chapters two and three. */
const book = [
  '<title>Book</title><style>body > :last-child { break-after: auto !important }</style>',
  page('<p>cover <a href="#two">to two</a>'),
  page('<h1>One: a/b</h1><p><a href="#detail">to detail</a> <a href="#two">to two</a>'),
  page('<h2 id="detail">Detail</h2><p><a href="https://example.org/">web</a>'),
  page('<h1 id="two">Two</h1><p>second'),
  page('<h1>Three</h1><p>third'),
].join('');

/** What a reader shows of a PDF. */
async function shown(path: string, password = '') {
  const data = new Uint8Array(readFileSync(path));
  const task = getDocument({ data, password, verbosity: 0 });
  const document = await task.promise;
  const texts: string[] = [];
  const links: (string | number)[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const each = await document.getPage(number);
    const { items } = await each.getTextContent();
    texts.push(items.map((item) => ('str' in item ? item.str : '')).join(''));
    for (const { url, dest } of (await each.getAnnotations()) as readonly Link[]) {
      links.push(url ?? (await pageOf(document, dest)));
    }
  }
  const outline = (await document.getOutline()) as readonly Item[] | null;
  const { info } = await document.getMetadata();
  const attachments = (await document.getAttachments()) as object | null;
  const result = {
    texts,
    links,
    bookmarks: outline === null ? [] : await bookmarksOf(document, outline),
    title: (info as { readonly Title?: string }).Title,
    attachments: Object.keys(attachments ?? {}),
  };
  await task.destroy();
  return result;
}

interface Link {
  readonly url?: string;
  readonly dest?: string | unknown[];
}

interface Item {
  readonly title: string;
  readonly dest: string | unknown[] | null;
  readonly items: readonly Item[];
}

type Reader = Awaited<ReturnType<typeof getDocument>['promise']>;

async function pageOf(document: Reader, dest: string | unknown[] | null | undefined) {
  const found = typeof dest === 'string' ? await document.getDestination(dest) : dest;
  return (await document.getPageIndex(found?.[0] as { num: number; gen: number })) + 1;
}

async function bookmarksOf(document: Reader, items: readonly Item[]): Promise<unknown[]> {
  return Promise.all(
    items.map(async ({ title, dest, items: below }) => [
      title,
      await pageOf(document, dest),
      ...(below.length > 0 ? [await bookmarksOf(document, below)] : []),
    ]),
  );
}

describe('convert --split', () => {
  it('divides after a number of pages, with the bookmarks and links of each part', async () => {
    const cwd = folder.with({ 'book.html': book, 'notes.txt': 'notes' });
    const args = ['book.html', '--bookmarks', '2', '--attach', 'notes.txt', '--json'];
    const run = await convertHere([...args, '--split', 'pages:2', '--out', 'parts'], { cwd });
    expect(run).toMatchObject({ status: 0 });
    const out = join(cwd, 'parts');
    const rows = run.lines.map((line): unknown => JSON.parse(line));
    expect(rows).toMatchObject([
      { path: join(out, 'book-1.pdf'), pages: 2, part: { number: 1, firstPage: 1, lastPage: 2 } },
      { path: join(out, 'book-2.pdf'), pages: 2, part: { number: 2, firstPage: 3, lastPage: 4 } },
      { path: join(out, 'book-3.pdf'), pages: 1, part: { number: 3, of: 3, lastPage: 5 } },
    ]);
    expect(await shown(join(out, 'book-1.pdf'))).toEqual({
      texts: ['cover to two', 'One: a/bto detail to two'],
      links: [],
      bookmarks: [['One: a/b', 2]],
      title: 'Book',
      attachments: ['notes.txt'],
    });
    expect(await shown(join(out, 'book-2.pdf'))).toEqual({
      texts: ['Detailweb', 'Twosecond'],
      links: ['https://example.org/'],
      bookmarks: [
        ['Detail', 1],
        ['Two', 2],
      ],
      title: 'Book',
      attachments: [],
    });
    for (const name of readdirSync(out)) expect(qpdfComplaints(join(out, name))).toBe('');
  });

  it(
    'divides at top-level bookmarks and names the parts after them',
    { tags: ['core'] },
    async () => {
      const cwd = folder.with({ 'book.html': book });
      const args = ['book.html', '--bookmarks', '2', '--split', 'bookmarks'];
      const run = await convertHere(args, { cwd });
      expect(run.lines).toEqual(
        ['book-1.pdf', 'book-2-One- a-b.pdf', 'book-3-Two.pdf', 'book-4-Three.pdf'].map((name) =>
          join(cwd, name),
        ),
      );
      expect(await shown(join(cwd, 'book-2-One- a-b.pdf'))).toEqual({
        texts: ['One: a/bto detail to two', 'Detailweb'],
        links: [2, 'https://example.org/'],
        bookmarks: [['One: a/b', 1, [['Detail', 2]]]],
        title: 'Book – One: a/b',
        attachments: [],
      });
    },
  );

  it('gives a part whose bookmark is the title of the whole that title once', async () => {
    const cwd = folder.with({ 'book.html': '<title>Book</title><h1>Book</h1>' });
    await convertHere(['book.html', '--bookmarks', '1', '--split', 'bookmarks'], { cwd });
    expect((await shown(join(cwd, 'book-1-Book.pdf'))).title).toBe('Book');
  });

  it('keeps a document without bookmarks in one PDF and says so', async () => {
    const cwd = folder.with({ 'book.html': book });
    const run = await convertHere(['book.html', '--split', 'bookmarks'], { cwd });
    expect(run.stderr).toContain('The document has no bookmarks, so it stays one PDF.');
    expect((await shown(join(cwd, 'book-1.pdf'))).texts).toHaveLength(5);
  });

  it('fills each part up to a size, also if it is encrypted', async () => {
    const noise = (seed: number) =>
      Array.from({ length: 2000 }, (_, index) => (((index + seed) * 7919) % 65_521).toString(36));
    const pages = [0, 1, 2, 3, 4, 5].map((seed) =>
      page(`<p style="font-size: 3px">page${seed} ${noise(seed * 997).join(' ')}`),
    );
    const cwd = folder.with({ 'book.html': pages.join(''), 'password.txt': 'secret\n' });
    const args = ['book.html', '--open-password-file', 'password.txt', '--json'];
    await convertHere([...args, '--split', 'pages:1', '--out', 'single'], { cwd });
    const single = readdirSync(join(cwd, 'single')).map(
      (name) => statSync(join(cwd, 'single', name)).size,
    );
    const limit = Math.ceil((Math.max(...single) * 2.2) / 1000);
    const run = await convertHere([...args, '--split', `size:${limit}KB`, '--out', 'parts'], {
      cwd,
    });
    expect(run.status).toBe(0);
    const parts = run.lines.map((line) => JSON.parse(line) as Row);
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.length).toBeLessThan(single.length);
    expect(parts.reduce((sum, part) => sum + part.pages, 0)).toBe(single.length);
    for (const { path, file } of parts) {
      expect(statSync(path).size).toBe(file.size);
      expect(file.size).toBeLessThanOrEqual(limit * 1000);
      await expect(shown(path)).rejects.toThrow('No password given');
      expect((await shown(path, 'secret')).texts[0]).toMatch(/^page\d/);
    }
  });

  it('makes a page above the size a part of its own, with a warning', async () => {
    const cwd = folder.with({ 'book.html': book });
    const run = await convertHere(['book.html', '--split', 'size:1KB'], { cwd });
    expect(run.lines).toHaveLength(5);
    expect(run.stderr).toMatch(/Page 1 alone has [\d,]+ bytes, more than the limit of 1,000/);
  });

  it('divides merged documents, and leaves existing files as they are', async () => {
    const cwd = folder.with({ 'a.html': '<p>a', 'b.html': '<p>b' });
    writeFileSync(join(cwd, 'a-merged-1-a.pdf'), 'mine');
    const args = ['a.html', 'b.html', '--merge', '--split', 'bookmarks'];
    const run = await convertHere(args, { cwd });
    // All parts of one document have a name in common.
    expect(run.lines).toEqual([join(cwd, 'a-merged-2-1-a.pdf'), join(cwd, 'a-merged-2-2-b.pdf')]);
    expect(readFileSync(join(cwd, 'a-merged-1-a.pdf'), 'utf8')).toBe('mine');
    const skipped = await convertHere([...args, '--existing', 'skip', '--json'], { cwd });
    expect(skipped.lines.map((line): unknown => JSON.parse(line))).toMatchObject([
      { path: join(cwd, 'a-merged-1-a.pdf'), skipped: true },
      { path: join(cwd, 'a-merged-2-b.pdf') },
    ]);
  });

  it('keeps parts that cannot be saved, and fails', async () => {
    const cwd = folder.with({ 'a.html': '<p>a', parts: 'a file' });
    const args = ['a.html', '--split', 'pages:1', '--out', 'parts/below'];
    const run = await convertHere(args, { cwd, configFolder: folder.with({}) });
    expect(run).toMatchObject({ status: 1, lines: [] });
    const [, kept = ''] = /(\/\S+\.pdf)/.exec(run.stderr.replace(/.*parts\S*/, '')) ?? [];
    expect(spawnSync('pdfinfo', [kept], { encoding: 'utf8' }).stdout).toMatch(/Pages: +1/);
  });
});

interface Row {
  readonly path: string;
  readonly pages: number;
  readonly file: { readonly size: number };
}
