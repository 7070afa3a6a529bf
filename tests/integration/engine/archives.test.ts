import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publicFindings } from '../../../electron/shared/request/preflight.js';
import { readPdf } from '../../support/read-pdf.js';
import { zipArchive, zipOf } from '../../support/zip.js';
import { convert, failureOf, inline } from '../support/convert.js';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.js';

let folder: TemporaryFolder;
beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(() => folder.remove());

function archive(name: string, files: Readonly<Record<string, string | Buffer>>): object {
  const path = join(folder.path, name);
  writeFileSync(path, zipOf(files));
  return { source: { kind: 'file', path } };
}

const page = `<!doctype html><title>Zipped</title><link rel="stylesheet" href="css/a.css?v=1">
  <p>größe</p><img src="gone.png"><script src="js/100%25.js"></script>
  <script src="../outside.js"></script><a href="b.html">b</a>`;

const site = {
  'site/index.html': page,
  'site/css/a.css': '@import "b.css"; p::after { content: " styled" }',
  'site/css/b.css': 'p::before { content: "imported " }',
  'site/js/100%.js': 'document.body.append("ran")',
  'site/b.html': '<p>other',
};

/** Reads bookmarks with pdf.js: the level, the title and the page of each, from 1. */
async function outlineOf(
  bytes: Uint8Array,
): Promise<readonly (readonly [number, string, number])[]> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const pdf = await task.promise;
  type Node = Awaited<ReturnType<typeof pdf.getOutline>>[number];
  const found: (readonly [number, string, number])[] = [];
  const read = async (items: readonly Node[], level: number): Promise<void> => {
    for (const { title, dest, items: below } of items) {
      const place = typeof dest === 'string' ? await pdf.getDestination(dest) : dest;
      const page = place?.[0] as { num: number; gen: number };
      found.push([level, title, (await pdf.getPageIndex(page)) + 1]);
      await read(below as readonly Node[], level + 1);
    }
  };
  await read(await pdf.getOutline(), 1);
  await task.destroy();
  return found;
}

describe('an EPUB book', () => {
  const xml = '<?xml version="1.0" encoding="utf-8"?>';
  const chapter = (title: string, body: string) =>
    `${xml}<html xmlns="http://www.w3.org/1999/xhtml"><head><title>${title}</title>
      <link rel="stylesheet" href="../style.css"/></head><body>${body}</body></html>`;
  const book = {
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': `${xml}<container><rootfiles>
      <rootfile full-path="OPS/book.opf" media-type="application/oebps-package+xml"/>
      </rootfiles></container>`,
    'OPS/book.opf': `${xml}<package xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata>
      <dc:title>My Book</dc:title><dc:creator>A. Writer</dc:creator><dc:language>de</dc:language>
      <meta name="cover" content="c"/></metadata><manifest>
      <item id="n" href="nav.xhtml" properties="nav"/><item id="b" href="text/two%20b.html"/>
      <item id="a" href="text/one.xhtml"/><item id="note" href="text/note.xhtml"/></manifest>
      <spine><itemref idref="a"/><itemref idref="note" linear="no"/><itemref idref="b"/></spine>
      </package>`,
    'OPS/nav.xhtml': chapter(
      'Nav',
      '<nav><a href="text/one.xhtml#x">The <b>first</b></a><a href="text/two%20b.html">Second</a></nav>',
    ),
    'OPS/style.css': 'p::after { content: " styled" }',
    'OPS/text/one.xhtml': chapter('1', '<p>one</p><a href="two%20b.html#end">further</a>'),
    'OPS/text/two b.html': chapter('2', '<p><a id="end"/>two</p>'),
    'OPS/text/note.xhtml': chapter('Note', '<p>note</p>'),
  };

  it(
    'becomes one PDF with its chapters, bookmarks, links and title',
    { tags: ['core'] },
    async () => {
      const { bytes, title } = await convert(archive('book.epub', book));
      const { pages, links, information } = await readPdf(bytes);
      expect(title).toBe('My Book');
      expect(information).toMatchObject({ Title: 'My Book', Author: 'A. Writer', Language: 'de' });
      expect(pages.map(({ text }) => text.trim())).toEqual(['one styled\nfurther', 'two styled']);
      expect(links).toEqual([]);
      const bookmark = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex');
      const file = bytes.toString('latin1').toLowerCase();
      expect(file).toContain(bookmark('The first'));
      expect(file).toContain(bookmark('Second'));
    },
  );

  const section = (id: string, title: string) =>
    `<section id="${id}" style="break-before: page"><h2>${title}</h2></section>`;
  const link = (href: string, title: string) => `<a href="${href}">${title}</a>`;
  const nested = {
    ...book,
    'OPS/nav.xhtml': chapter(
      'Nav',
      `<nav epub:type="landmarks"><ol><li>${link('text/two%20b.html', 'Start')}</li></ol></nav>
      <nav epub:type="toc"><ol><li><span>Part <b>I</b></span><ol>
      <li>${link('text/one.xhtml', 'First')}<ol>
      <li>${link('text/one.xhtml#a', '<span>1.1</span> Apples')}</li>
      <li>${link('text/one.xhtml#%C3%A4', 'Ä')}</li></ol></li></ol></li>
      <li>${link('text/gone.xhtml', 'Nowhere')}</li>
      <li>${link('text/two%20b.html#gone', 'Second')}</li></ol></nav>`,
    ),
    'OPS/text/one.xhtml': chapter('1', `<p>one</p>${section('a', 'Apples')}${section('ä', 'Ä')}`),
  };

  it('has the bookmarks of its contents, down to places in its chapters', async () => {
    const { bytes } = await convert(archive('nested.epub', nested));
    expect(await outlineOf(bytes)).toEqual([
      [1, 'Part I', 1],
      [2, 'First', 1],
      [3, '1.1 Apples', 2],
      [3, 'Ä', 3],
      [1, 'Second', 4],
    ]);
    const listed = await convert({ ...archive('nested.epub', nested), tableOfContents: 2 });
    const { text = '' } = (await readPdf(listed.bytes)).pages[0] ?? {};
    expect(text.replace(/\s+/g, ' ').trim()).toBe('Inhalt Part I 2 First 2 Second 5');
    const byHeadings = { ...archive('nested.epub', nested), bookmarks: 2 };
    expect(await outlineOf((await convert(byHeadings)).bytes)).toEqual([
      [1, 'Part I', 1],
      [2, 'Apples', 2],
      [2, 'Ä', 3],
      [1, 'Second', 4],
    ]);
  });

  it('of one chapter has the bookmarks of its contents', async () => {
    const single = {
      ...nested,
      'OPS/book.opf': nested['OPS/book.opf'].replace(/<itemref idref="(?!a")\w+"[^>]*>/g, ''),
    };
    const request = archive('single.epub', single);
    // The one entry above all others stands beside them, as the title of a book does.
    const own = [
      [1, 'Part I', 1],
      [1, 'First', 1],
      [2, '1.1 Apples', 2],
      [2, 'Ä', 3],
    ];
    expect(await outlineOf((await convert(request)).bytes)).toEqual(own);
    const contents = { ...request, tableOfContents: 2 };
    expect(await outlineOf((await convert(contents)).bytes)).toEqual([
      [1, 'Inhalt', 1],
      ...own.map(([level, title, at]) => [level, title, Number(at) + 1]),
    ]);
    const some = await convert({ ...request, pages: '1, 3' });
    expect((await outlineOf(some.bytes)).map(([, title, at]) => [title, at])).toEqual([
      ['Part I', 1],
      ['First', 1],
      ['1.1 Apples', 1],
      ['Ä', 2],
    ]);
    const byHeadings = await convert({ ...request, bookmarks: 2 });
    expect((await outlineOf(byHeadings.bytes)).map(([, title]) => title)).toEqual(['Apples', 'Ä']);
  });

  it('has the bookmarks of an old book, whose title stands beside its chapters', async () => {
    const point = (title: string, href: string, below = '') =>
      `<navPoint><navLabel><text>${title}</text></navLabel><content src="${href}"/>${below}</navPoint>`;
    const chapters = point('1', 'text/one.xhtml', point('1.1', 'text/one.xhtml#a'));
    const ncx = `${xml}<ncx><navMap>${point('Title', 'text/one.xhtml', chapters + point('2', 'text/two%20b.html'))}</navMap>
      <pageList><pageTarget><navLabel><text>7</text></navLabel>
      <content src="text/one.xhtml"/></pageTarget></pageList></ncx>`;
    const opf = nested['OPS/book.opf']
      .replace('<item id="n" href="nav.xhtml" properties="nav"/>', '<item id="x" href="toc.ncx"/>')
      .replace('<spine>', '<spine toc="x">');
    const old = { ...nested, 'OPS/book.opf': opf, 'OPS/toc.ncx': ncx };
    const { bytes } = await convert(archive('old.epub', old));
    expect(await outlineOf(bytes)).toEqual([
      [1, 'Title', 1],
      [1, '1', 1],
      [2, '1.1', 2],
      [1, '2', 4],
    ]);
  });

  it('without contents has a bookmark for each chapter', async () => {
    const contents = chapter('Nav', '<nav><ol><li><a href="gone.xhtml">Gone</a></li></ol></nav>');
    const { bytes } = await convert(archive('none.epub', { ...book, 'OPS/nav.xhtml': contents }));
    expect(await outlineOf(bytes)).toEqual([
      [1, '1', 1],
      [1, '2', 2],
    ]);
  });

  it('wraps preformatted text and fits pictures, unless its own rules say otherwise', async () => {
    const wide = `<pre>${'wide '.repeat(60)}</pre><pre>${'x'.repeat(300)}</pre>
      <svg xmlns="http://www.w3.org/2000/svg" width="3000" height="300"><rect width="9" height="9"/></svg>`;
    const files = { ...book, 'OPS/text/one.xhtml': chapter('1', wide) };
    const fitted = await convert(archive('wide.epub', files));
    expect(publicFindings(fitted.preflight)).toEqual([]);
    const own = { ...files, 'OPS/style.css': 'pre { white-space: pre; overflow: auto }' };
    const { preflight } = await convert(archive('own.epub', own));
    expect(publicFindings(preflight)).toMatchObject([{ kind: 'cut-off' }, { kind: 'cut-off' }]);
  });

  it('reports a chapter that is missing, and one that is not valid XML', async () => {
    const broken = {
      ...book,
      'OPS/book.opf': book['OPS/book.opf'].replace('text/two%20b.html', 'text/gone.xhtml'),
      'OPS/text/one.xhtml': chapter('1', '<p>one<p>'),
    };
    const { preflight } = await convert(archive('broken.epub', broken));
    const messages = publicFindings(preflight).map((finding) => finding.message);
    expect(messages).toEqual([
      'The book lists the chapter OPS/text/gone.xhtml, which is not in its file.',
      expect.stringMatching(/^The page is not valid XML, .+ is missing \(line \d+ at column \d+: /),
    ]);
  });

  it('with copy protection is refused, but not with obfuscated fonts', async () => {
    const encryption = (algorithm: string) => ({
      ...book,
      'META-INF/encryption.xml': `<encryption><enc:EncryptedData>
        <enc:EncryptionMethod Algorithm="${algorithm}"/></enc:EncryptedData></encryption>`,
    });
    const aes = archive('drm.epub', encryption('http://www.w3.org/2001/04/xmlenc#aes128-cbc'));
    expect(await failureOf(convert(aes))).toMatchObject({ code: 'source-unreadable' });
    const fonts = archive('fonts.epub', encryption('http://www.idpf.org/2008/embedding'));
    expect((await convert(fonts)).pages).toBe(2);
  });
});

describe('a ZIP archive', () => {
  it(
    'is read as a folder: its page loads what is in it, and nothing beside it',
    { tags: ['core'] },
    async () => {
      writeFileSync(join(folder.path, 'outside.js'), 'document.body.append("secret")');
      const { bytes, title, preflight } = await convert(archive('site.zip', site));
      const { text } = await readPdf(bytes);
      expect(title).toBe('Zipped');
      expect(text).toContain('imported größe styled');
      expect(text).toContain('ran');
      expect(text).not.toContain('secret');
      const messages = publicFindings(preflight).map((finding) => finding.message);
      expect(messages.join('\n')).toContain(join(folder.path, 'site.zip/site/gone.png'));
    },
  );

  it('cannot read files beside it', { tags: ['core'] }, async () => {
    writeFileSync(join(folder.path, 'secret.js'), 'document.body.append("secret")');
    const html = '<p>x</p><script src="../secret.js"></script>';
    const { bytes, preflight } = await convert(archive('flat.zip', { 'a.html': html }));
    expect((await readPdf(bytes)).text).not.toContain('secret');
    expect(publicFindings(preflight)).toMatchObject([{ kind: 'refused' }]);
  });

  it('is inlined for a service', async () => {
    const { inlined, unresolved } = await inline(archive('site.zip', site));
    expect(inlined).toBe(3);
    expect(unresolved.map(({ address }) => address)).toEqual(['gone.png', '../outside.js']);
  });

  it.each([
    ['<p>page', 'source-unreadable', 'is damaged (wrong CRC-32 of "index.html")'],
    ['red', 'finding', 'a.css was not loaded: it is damaged in the archive.'],
  ])('with damage in %j reports a %s', async (damaged, code, text) => {
    const files = {
      'index.html': '<link rel=stylesheet href=a.css><p>page',
      'a.css': 'p { color: red }',
    };
    const entries = Object.entries(files);
    const bytes = zipArchive(
      entries.map(([name, content]) => ({ name, content: Buffer.from(content), method: 0 })),
    );
    bytes[bytes.indexOf(damaged)] = 0x20;
    const path = join(folder.path, 'damaged.zip');
    writeFileSync(path, bytes);
    const reported = await convert({ source: { kind: 'file', path } }).then(
      ({ preflight }) =>
        publicFindings(preflight).map(({ message }) => ({ code: 'finding', message })),
      (error: unknown) => [error],
    );
    expect(reported).toMatchObject([{ code, message: expect.stringContaining(text) as string }]);
  });

  it('without a page fails with the reason', async () => {
    const error = await failureOf(convert(archive('none.zip', { 'a.txt': 'x' })));
    expect(error).toMatchObject({ code: 'source-unreadable' });
  });
});
