import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPdf } from '../../support/read-pdf.js';
import { linesOf, runConvert } from '../support/run-convert.js';
import { convertHere } from '../support/run-here.js';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.js';
import { type WebServer, page, startWebServer } from '../support/web-server.js';

let folder: TemporaryFolder;
let server: WebServer;

beforeAll(async () => {
  folder = temporaryFolder();
  server = await startWebServer({
    '/one': page('<title>One: first</title><p>one'),
    '/two': page('<p>two'),
    '/never': () => undefined,
  });
});
afterAll(async () => {
  await server.close();
  folder.remove();
});

const text = (path: string) => readFileSync(path, 'utf8');
const isPdf = (path: string) => text(path).startsWith('%PDF-');

describe('pages and lengths', () => {
  const files = {
    'one.html': '<style>@page{margin:0}</style><p>1',
    'two.html': '<p>1<p style="break-before:page">2<p style="break-before:page">3',
  };

  it('clips a range to the end to each document, and names a document without its first page', async () => {
    const place = folder.with(files);
    const args = [place, '--pages', '2-', '--margin', '0', '--margin-top', '36pt', '--json'];
    const run = await convertHere([...args, '--out', 'pdf'], { cwd: place });
    expect(run.status).toBe(1);
    expect(run.lines.toSorted().map((line): unknown => JSON.parse(line))).toMatchObject([
      { error: { code: 'invalid-request' } },
      { pages: 2 },
    ]);
    const plain = await convertHere([place, '--pages', '2-', '--out', 'p'], { cwd: place });
    expect(plain.stderr).toContain(
      `${join(place, 'one.html')}: --pages: Pages "2-" goes up to page 2, but the document has 1 page.`,
    );
  });
});

describe('--existing', () => {
  const files = { 'a.html': '<p>a', 'b.html': '<p>b', 'b.pdf': 'theirs' };

  it.each([
    ['number', ['a.pdf', 'b-2.pdf'], 'theirs', '2 converted in'],
    ['skip', ['a.pdf'], 'theirs', '1 converted, 1 skipped in'],
    ['overwrite', ['a.pdf', 'b.pdf'], null, '2 converted in'],
  ] as const)('%s creates %j', async (policy, created, remaining, summary) => {
    const place = folder.with(files);
    const run = await convertHere(['a.html', 'b.html', '--existing', policy], { cwd: place });
    expect(run.status).toBe(0);
    expect(run.lines.toSorted()).toEqual(created.map((name) => join(place, name)));
    if (remaining === null) expect(isPdf(join(place, 'b.pdf'))).toBe(true);
    else expect(text(join(place, 'b.pdf'))).toBe(remaining);
    expect(run.stderr).toContain(summary);
  });

  it('overrides the rule that --out FILE.pdf is replaced', async () => {
    const place = folder.with(files);
    const args = ['a.html', '--out', 'b.pdf', '--existing', 'skip', '--json', '--quiet'];
    const run = await convertHere(args, { cwd: place });
    expect(run.status).toBe(0);
    expect(JSON.parse(run.stdout)).toEqual({
      source: join(place, 'a.html'),
      path: join(place, 'b.pdf'),
      skipped: true,
    });
  });

  it('overwrite never replaces a file of the same run', async () => {
    const place = folder.with({ 'one/a.html': '<p>first', 'two/a.html': '<p>second' });
    const args = ['one/a.html', 'two/a.html', '--out', 'pdf', '--existing', 'overwrite', '--quiet'];
    await convertHere(args, { cwd: place });
    await convertHere(args, { cwd: place });
    expect(readdirSync(join(place, 'pdf'))).toEqual(['a-2.pdf', 'a.pdf']);
    const second = await readPdf(readFileSync(join(place, 'pdf', 'a-2.pdf')));
    expect(second.text).toContain('second');
  });
});

describe('many sources', () => {
  it('are named by a pattern', async () => {
    const place = folder.with({ 'a.html': '<title>Eins/Zwei</title>', 'b.txt': 'b' });
    const args = ['a.html', 'b.txt', '--quiet', '--filename', '{n}_{title}-{name}.pdf'];
    const run = await convertHere(args, { cwd: place });
    expect(run.lines.toSorted()).toEqual([
      join(place, '1_Eins-Zwei-a.pdf'),
      join(place, '2_document-b.pdf'),
    ]);
  });

  it('reject one name for all, with advice', async () => {
    const place = folder.with({ 'm/a.html': '<p>', 'm/b.html': '<p>' });
    const run = await convertHere(['m', '--filename', 'x.pdf', '--quiet'], { cwd: place });
    expect(run.status).toBe(2);
    expect(run.stderr).toBe(
      '--filename: File name "x.pdf" is the same for all 2 PDFs. Add {name} or {n} to it, or remove it.\n',
    );
  });

  // PowerShell 5 redirects in UTF-16.
  it.each(['utf8', 'utf16le'] as const)('are read from a list of URLs in %s', async (encoding) => {
    const place = folder.with({});
    const list = `\ufeff# two pages\n${server.origin}/one\n\n${server.origin}/two\n`;
    const run = await convertHere(['--urls', '-', '--quiet'], {
      cwd: place,
      input: Buffer.from(list, encoding),
    });
    expect(run.lines.toSorted()).toEqual([join(place, 'one.pdf'), join(place, 'two.pdf')]);
  });

  it('end with a summary line', async () => {
    const place = folder.with({
      'a.html': '<p>a',
      'b.html': '\0',
      'c.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    });
    const run = await convertHere([place], { cwd: place });
    expect(run.status).toBe(1);
    expect(run.stderr).toMatch(/\n2 converted, 1 failed in \d+ s\n$/);
    const quiet = await convertHere([place, '--quiet'], { cwd: place });
    expect(quiet.stderr.split('\n')).toHaveLength(2);
  });

  it('that are stopped by a signal leave no partial files, and a count', async () => {
    const pages = Array.from({ length: 30 }, (_, n) => [`m/${n}.html`, `<p>${n}`] as const);
    const place = folder.with(Object.fromEntries(pages));
    const run = await runConvert(['m', `${server.origin}/never`, '--concurrency', '1'], {
      cwd: place,
      onStdout: (stdout, stop) => {
        if (linesOf(stdout).length === pages.length) stop('SIGTERM');
      },
    });
    expect(run.status).toBe(143);
    expect(run.stderr).toContain('platen: stopped by SIGTERM; 30 of 31 converted\n');
    expect(readdirSync(join(place, 'm')).filter((name) => name.startsWith('.'))).toEqual([]);
    expect(run.lines.filter((path) => existsSync(path) && isPdf(path))).toHaveLength(30);
  });
});
