import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPdf } from '../../support/read-pdf.js';
import { convertHere } from '../support/run-here.js';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.js';
import { type Answer, type WebServer, page, startWebServer } from '../support/web-server.js';

let folder: TemporaryFolder;
let server: WebServer;

beforeAll(async () => {
  folder = temporaryFolder();
  const xml =
    (urls: () => readonly string[], root = 'urlset'): Answer =>
    (response) => {
      const list = urls().map((url) => `<url><loc>${url}</loc></url>`);
      response.end(gzipSync(`<${root}>${list.join('')}</${root}>`));
    };
  server = await startWebServer({
    '/docs/': page(
      `<title>Docs</title><h1>Docs</h1><a href="one.html#part">one</a> <a href="two.html">two</a>
      <a href="/other/">other</a> <a href="picture.png">picture</a> <a href="gone.html">gone</a>
      <a href="secret.html">secret</a> <a href="https://example.invalid/">outside</a>`,
    ),
    '/docs/one.html': page(
      '<title>One</title><p>one</p><a href="deep.html">deep</a><a href="index.html">up</a>',
    ),
    '/docs/two.html': page('<title>Two</title><p>two</p><a href="one.html">one</a>'),
    '/docs/deep.html': page('<title>Deep</title><p>deep</p><a href="deeper.html">deeper</a>'),
    '/docs/deeper.html': page('<title>Deeper</title><p>deeper</p>'),
    '/docs/secret.html': page('<p>secret</p>'),
    '/list/': page(
      `<link rel=canonical href=/list/><a href="name">name</a> <a href="date">date</a>
      <a href="two">2</a> <a href="early">early</a>`,
    ),
    ...Object.fromEntries(
      Object.entries({
        '/list/name': ['/list/', '<p>name date 2 early'],
        '/list/date': ['/list/', '<p>early date name 2'],
        '/list/two': ['/list/', '<p>other things on the second page'],
        '/list/early': ['late', '<p>one text <a href=late>late</a>'],
        '/list/late': ['late', '<p>one text <a href=early>late</a>'],
      }).map(([path, [canonical = '', html = '']]) => [
        path,
        page(`<link rel="canonical" href="${canonical}">${html}`),
      ]),
    ),
    '/other/': page('<p>other</p>'),
    '/robots.txt': (response) => response.end('User-agent: *\nDisallow: /docs/secret'),
    '/sitemap.xml': xml(() => [`${server.origin}/one.xml`], 'sitemapindex'),
    '/one.xml': xml(() => [
      `${server.origin}/docs/one.html`,
      `${server.origin}/docs/two.html`,
      'https://example.invalid/',
    ]),
  });
});
afterAll(async () => {
  await server.close();
  folder.remove();
});

describe('convert --crawl', () => {
  it(
    'adds the linked pages of a site in reading order, and merges them',
    { tags: ['core'] },
    async () => {
      const cwd = folder.with({});
      const args = [`${server.origin}/docs/`, '--crawl', '2', '--include', 'docs/', '--merge'];
      const run = await convertHere([...args, '--out', 'docs.pdf'], { cwd });
      expect(run.status).toBe(0);
      expect(run.stderr).toContain(
        `Skipped a link: ${server.origin}/docs/gone.html could not be read`,
      );
      const { pages } = await readPdf(readFileSync(join(cwd, 'docs.pdf')));
      expect(pages.map((each) => each.text.split(/\s/, 1)[0])).toEqual([
        'Docs',
        'one',
        'deep',
        'two',
      ]);
    },
  );

  it('takes pages of the same text once, at the canonical URL that they name', async () => {
    const args = [`${server.origin}/list/`, '--crawl', '2', '--no-robots', '--json'];
    const { status, lines } = await convertHere([...args, '--out', folder.with({})]);
    expect(status).toBe(0);
    const found = lines.map((line) => (JSON.parse(line) as { source: string }).source);
    expect(found.map((url) => url.slice(server.origin.length)).toSorted()).toEqual([
      '/list/',
      '/list/late',
      '/list/two',
    ]);
  });

  it('stops at a number of pages, and says so', async () => {
    const cwd = folder.with({});
    const args = [`${server.origin}/docs/`, '--crawl', '3', '--crawl-limit', '2', '--out', 'pdf'];
    const run = await convertHere([...args, '--json'], { cwd });
    const found = run.lines.map((line) => (JSON.parse(line) as { source: string }).source);
    expect(found.toSorted()).toEqual([`${server.origin}/docs/`, `${server.origin}/docs/one.html`]);
    expect(run.stderr).toContain('leads to more than 2 pages');
  });

  it('follows links of a file in its folder, with the styles above its pages', async () => {
    const cwd = folder.with({
      'out.html': '<p>outside',
      'book/index.html':
        '<p>start<a href="part/b.html">b</a><a href="a.html">a</a><a href="../out.html">o</a>',
      'book/a.html': '<p>last',
      'book/part/b.html': '<link rel=stylesheet href="../b.css"><p>first',
      'book/b.css': 'p::after { content: " styled" }',
    });
    const args = ['book/index.html', '--crawl', '1', '--merge', '--out', 'book.pdf'];
    expect(await convertHere(args, { cwd })).toMatchObject({ status: 0 });
    const { pages } = await readPdf(readFileSync(join(cwd, 'book.pdf')));
    expect(pages.map(({ text }) => text.trim())).toEqual(['startbao', 'first styled', 'last']);
  });

  it.each([
    [['a.html', '--crawl', '0'], '--crawl: 0 is not a whole number from 1 to 20.'],
    [['a.html', '--no-robots'], '--no-robots: it requires --crawl'],
  ])('refuses %j', async (args, text) => {
    const run = await convertHere(args, { cwd: folder.with({ 'a.html': '<p>a' }) });
    expect(run.status).toBe(2);
    expect(run.stderr).toContain(text);
  });
});

describe('convert --sitemap', () => {
  it(
    'converts the pages of a packed index of sitemaps, of its host alone',
    { tags: ['core'] },
    async () => {
      const cwd = folder.with({});
      const run = await convertHere(['--sitemap', `${server.origin}/sitemap.xml`, '--out', 'pdf'], {
        cwd,
      });
      expect(run.lines.toSorted()).toEqual(
        ['one.pdf', 'two.pdf'].map((name) => join(cwd, 'pdf', name)),
      );
      expect(run.stderr).toContain('1 URL of another host');
    },
  );

  it('reads a file', async () => {
    const list = `<urlset><url><loc>${server.origin}/docs/two.html</loc></url><loc>x</loc></urlset>`;
    const cwd = folder.with({ 'sitemap.xml': list, 'a.html': '<p>a' });
    const run = await convertHere(['--sitemap', 'sitemap.xml', '--out', 'pdf'], { cwd });
    expect(run.lines).toEqual([join(cwd, 'pdf', 'two.pdf')]);
    expect(run.stderr).toContain(
      '1 entry of the sitemap "sitemap.xml" is not an http or https URL',
    );
    const wrong = await convertHere(['--sitemap', 'a.html'], { cwd });
    expect(wrong.stderr).toMatch(/^--sitemap: .* is not a sitemap/m);
    expect(wrong.status).not.toBe(0);
  });
});
