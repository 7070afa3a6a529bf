import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publicFindings } from '../../../electron/shared/preflight.js';
import { readPdf } from '../../support/read-pdf.js';
import { zipOf } from '../../support/zip.js';
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

  it('becomes one PDF with its chapters, bookmarks, links and title', async () => {
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
  it('is read as a folder: its page loads what is in it, and nothing beside it', async () => {
    writeFileSync(join(folder.path, 'outside.js'), 'document.body.append("secret")');
    const { bytes, title, preflight } = await convert(archive('site.zip', site));
    const { text } = await readPdf(bytes);
    expect(title).toBe('Zipped');
    expect(text).toContain('imported größe styled');
    expect(text).toContain('ran');
    expect(text).not.toContain('secret');
    const messages = publicFindings(preflight).map((finding) => finding.message);
    expect(messages.join('\n')).toContain(join(folder.path, 'site.zip/site/gone.png'));
  });

  it('cannot read files beside it', async () => {
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

  it('without a page fails with the reason', async () => {
    const error = await failureOf(convert(archive('none.zip', { 'a.txt': 'x' })));
    expect(error).toMatchObject({ code: 'source-unreadable' });
  });
});
