import { readFileSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publicFindings } from '../../../electron/shared/request/preflight.js';
import { processorMsSince } from '../../support/processor-time.js';
import { readPdf } from '../../support/read-pdf.js';
import { zipOf } from '../../support/zip.js';
import { convert, failureOf, inline } from '../support/convert.js';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.js';

let folder: TemporaryFolder;
beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(() => folder.remove());

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006';
const namespaces = [
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"',
  `xmlns:r="${office}/relationships"`,
  `xmlns:m="${office}/math"`,
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"',
  'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"',
  'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"',
].join(' ');

const relations = (...entries: readonly string[]) =>
  `${xml}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${entries.join('')}</Relationships>`;
const relation = (id: string, type: string, target: string, mode = '') =>
  `<Relationship Id="${id}" Type="${office}/relationships/${type}" Target="${target}"${mode}/>`;

const text = (written: string) => `<w:r><w:t xml:space="preserve">${written}</w:t></w:r>`;
const paragraph = (content: string, style = '') =>
  `<w:p><w:pPr>${style === '' ? '' : `<w:pStyle w:val="${style}"/>`}</w:pPr>${content}</w:p>`;
const style = (id: string, name: string) =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/></w:style>`;
const drawing = (id: string, widthEmu: number) =>
  `<w:r><w:drawing><wp:inline><wp:extent cx="${widthEmu}" cy="${widthEmu}"/><wp:docPr id="1" name="p" descr="Logo"/>
    <a:graphic><a:graphicData uri="p"><pic:pic><pic:blipFill><a:blip r:embed="${id}"/></pic:blipFill></pic:pic>
    </a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;
const cell = (content: string) => `<w:tc>${paragraph(text(content))}</w:tc>`;
const row = (...cells: readonly string[]) => `<w:tr>${cells.map(cell).join('')}</w:tr>`;

const logo = readFileSync(resolve(import.meta.dirname, '../../../resources/icons/64x64.png'));

/** Returns a document as Word writes it. @param more replaces or adds parts */
function documentOf(body: string, more: Readonly<Record<string, string | Buffer>> = {}) {
  return {
    '[Content_Types].xml': `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="png" ContentType="image/png"/><Default Extension="emf" ContentType="image/x-emf"/><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': relations(relation('r1', 'officeDocument', 'word/document.xml')),
    'word/_rels/document.xml.rels': relations(
      relation('styles', 'styles', 'styles.xml'),
      relation('notes', 'footnotes', 'footnotes.xml'),
      relation('logo', 'image', 'media/logo.png'),
      relation('emf', 'image', 'media/drawing.emf'),
      relation('outside', 'image', '../../secret.png'),
      relation('web', 'hyperlink', 'https://example.org/a?b=1&amp;c=2', ' TargetMode="External"'),
    ),
    'word/styles.xml': `${xml}<w:styles ${namespaces}><w:docDefaults><w:rPrDefault><w:rPr><w:lang w:val="de-AT"/></w:rPr></w:rPrDefault></w:docDefaults>${[
      style('Heading1', 'heading 1'),
      style('Heading2', 'heading 2'),
      style('TOC1', 'toc 1'),
      style('Own', 'A style of ours'),
    ].join('')}</w:styles>`,
    'word/footnotes.xml': `${xml}<w:footnotes ${namespaces}><w:footnote w:id="7">${paragraph(text('A note.'))}</w:footnote></w:footnotes>`,
    'word/media/logo.png': logo,
    'word/media/drawing.emf': Buffer.from('emf'),
    'docProps/core.xml': `${xml}<cp:coreProperties xmlns:cp="c" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Bericht &amp; Zahlen</dc:title><dc:creator>A. Writer</dc:creator></cp:coreProperties>`,
    'word/document.xml': `${xml}<w:document ${namespaces}><w:body>${body}</w:body></w:document>`,
    ...more,
  };
}

function word(name: string, files: Readonly<Record<string, string | Buffer>>): object {
  const path = join(folder.path, name);
  writeFileSync(path, zipOf(files));
  return { source: { kind: 'file', path } };
}

describe('a Word document', () => {
  it(
    'becomes a PDF with its text, headings, links, notes, pictures and information',
    { tags: ['core'] },
    async () => {
      const bookmark = '<w:bookmarkStart w:id="1" w:name="_Toc1"/>';
      const files = documentOf(
        [
          paragraph(`<w:hyperlink w:anchor="_Toc1">${text('One\t7')}</w:hyperlink>`, 'TOC1'),
          paragraph(bookmark + text('One'), 'Heading1'),
          paragraph(
            `${text('größer &lt;b&gt; than')}<w:r><w:footnoteReference w:id="7"/></w:r>`,
            'Own',
          ),
          paragraph(`<w:hyperlink r:id="web">${text('web')}</w:hyperlink>`),
          `<w:tbl>${row('Year', 'Sales')}${row('2024', '12')}</w:tbl>`,
          paragraph('<w:r><w:br w:type="page"/></w:r>'),
          paragraph(text('Two'), 'Heading2'),
          paragraph(drawing('logo', 20 * 9525)),
        ].join(''),
      );
      const request = { ...word('full report.docx', files), bookmarks: 2 };
      const { bytes, title, preflight } = await convert(request);
      expect(publicFindings(preflight)).toEqual([]);
      expect(title).toBe('Bericht & Zahlen');
      const { pages, links, information } = await readPdf(bytes);
      expect(information).toMatchObject({
        Title: 'Bericht & Zahlen',
        Author: 'A. Writer',
        Language: 'de-AT',
      });
      expect(pages).toHaveLength(2);
      expect(pages[0]?.text).toMatch(
        /^One\nOne\ngrößer <b> than\[1\]\nweb\nYear\s+Sales\s+2024\s+12/,
      );
      expect(pages[1]?.text).toMatch(/^Two[^]*A note\./);
      expect(links).toContain('https://example.org/a?b=1&c=2');
      const file = bytes.toString('latin1');
      expect(file).toContain('/Subtype /Image');
      expect(file).toMatch(/\/Title \(Two\)/);
    },
  );

  it('keeps the numbers after a line of its contents without one', async () => {
    const lines = [paragraph(text('One'), 'TOC1'), paragraph(text('Chapter 7'))];
    const { bytes } = await convert(word('unnumbered.docx', documentOf(lines.join(''))));
    expect((await readPdf(bytes)).text).toContain('Chapter 7');
  });

  it('reads a line of blanks in its contents once', async () => {
    const line = paragraph(text(`One${' '.repeat(100_000)}end`), 'TOC1');
    const before = process.cpuUsage();
    await convert(word('blanks.docx', documentOf(line)));
    expect(processorMsSince(before)).toBeLessThan(5000);
  });

  it('says what is left out', async () => {
    const external = ' TargetMode="External"';
    const body = [
      paragraph(text('kept')),
      paragraph(`<m:oMath><m:r><m:t>x</m:t></m:r></m:oMath>`),
      paragraph('<w:r><w:drawing><wp:inline><c:chart r:id="c"/></wp:inline></w:drawing></w:r>'),
      paragraph(drawing('emf', 9525)),
      paragraph(drawing('linked', 9525).replace('r:embed', 'r:link')),
      paragraph(drawing('outside', 9525)),
      paragraph('<w:r><w:object><w:control/></w:object></w:r>'),
    ].join('');
    const files = documentOf(body);
    const linked = relation('linked', 'image', 'file:///etc/logo.png', external);
    const path = 'word/_rels/document.xml.rels';
    const parts = { ...files, [path]: files[path].replace('</R', `${linked}</R`) };
    writeFileSync(join(folder.path, 'secret.png'), logo);
    const { bytes, preflight } = await convert(word('losses.docx', parts));
    expect((await readPdf(bytes)).text).toContain('kept');
    expect(bytes.includes('/Subtype /Image')).toBe(false);
    const listed = publicFindings(preflight).map(({ message }) => message);
    const place = 'the document';
    expect(listed).toEqual(
      expect.arrayContaining([
        `A formula of ${place} was left out.`,
        `A chart of ${place} was left out; insert it as images.`,
        expect.stringContaining('has images of type image/x-emf, which browsers do not show.'),
        `An image is missing in ${place}.`,
        expect.stringMatching(/^The image file:\/\/\/etc\/logo\.png is linked in the document/),
        `Parts of ${place} were left out: w:control.`,
      ]),
    );
  });

  it('shows fields, highlights and accepted changes, but no deleted or hidden text', async () => {
    const run = (properties: string, shown: string) =>
      `<w:r><w:rPr>${properties}</w:rPr><w:t>${shown}</w:t></w:r>`;
    const field = `<w:fldSimple w:instr=" SEQ Figure ">${text('7')}</w:fldSimple>`;
    const body = [
      paragraph(`${text('Figure ')}${field}`),
      paragraph(
        `<w:del><w:r><w:delText>old</w:delText></w:r></w:del><w:ins>${text('new')}</w:ins>`,
      ),
      paragraph(run('<w:b/><w:vanish/>', 'hidden') + run('<w:vanish w:val="0"/>', 'shown')),
      paragraph(
        `${run('<w:highlight w:val="yellow"/>', 'kept')}${run('<w:vanish w:val="true"/>', 'hidden')}`,
      ),
    ].join('');
    const { bytes, preflight } = await convert(word('fields.docx', documentOf(body)));
    expect((await readPdf(bytes)).text.trim()).toBe('Figure 7\nnew\nshown\nkept');
    const page = await inline(word('fields.docx', documentOf(body)));
    expect(page.html).toContain('<mark>kept</mark>');
    expect(publicFindings(preflight)).toEqual([]);
  });

  it('breaks long words in tables, which would be cut off', async () => {
    const url = `https://example.org/${'a_folder_'.repeat(12)}?a=1&amp;b=2`;
    const table = `<w:tbl>${row('Name', 'Address')}${row('One', url)}</w:tbl>`;
    const request = word('table.docx', documentOf(table + paragraph(text(url))));
    const { bytes, preflight } = await convert(request);
    expect(publicFindings(preflight)).toEqual([]);
    const shown = url.replace('&amp;', '&');
    expect((await readPdf(bytes)).text.replaceAll('\n', '')).toContain(`${shown}${shown}`);
    const { html } = await inline(request);
    expect(html).toContain('_<wbr>?a=1&amp;b=2</p></td>');
    expect(html).toContain(`<p>${url}</p>`);
  });

  it('may be without notes, styles and information, and goes to services with its pictures', async () => {
    const { '[Content_Types].xml': types, ...files } = documentOf(paragraph(drawing('logo', 9525)));
    const minimal = {
      '[Content_Types].xml': types,
      'word/document.xml': files['word/document.xml'].replace(
        /<w:body>[^]*/,
        `<w:body>${paragraph(text('plain'))}</w:body></w:document>`,
      ),
    };
    expect((await convert(word('a plain one.docx', minimal))).title).toBe('a plain one');
    const request = word('sent.docx', { '[Content_Types].xml': types, ...files });
    expect((await inline(request)).html).toContain('src="data:image/png;base64,');
  });

  it('is merged with other documents, links and bookmarks included', async () => {
    const { source } = word('part.docx', documentOf(paragraph(text('One'), 'Heading1'))) as {
      readonly source: object;
    };
    const parts = [{ kind: 'html', html: '<title>First</title><p>first' }, source];
    const { bytes } = await convert({ source: { kind: 'merged', parts }, bookmarks: 1 });
    const { pages } = await readPdf(bytes);
    expect(pages.map(({ text: shown }) => shown.trim())).toEqual(['first', 'One']);
  });
});

describe('a Word document of hundreds of pages', () => {
  const paragraphs = paragraph(text('The members lent one hundred ladders. '.repeat(4)));
  const started = async () => once(process, 'worker') as Promise<[Worker]>;

  it('is read while other conversions go on', async () => {
    const request = word('long.docx', documentOf(paragraphs.repeat(10_000)));
    const events: string[] = [];
    const onProgress = () => void events.push('the document is read');
    const thread = started();
    const long = convert(request, { onProgress });
    await Promise.race([thread, long]);
    await convert({ source: { kind: 'html', html: '<p>short' } });
    events.push('another page is converted');
    await long;
    expect(events.slice(0, 2)).toEqual(['another page is converted', 'the document is read']);
  });

  it('is canceled while it is read', async () => {
    const request = word('canceled.docx', documentOf(paragraphs.repeat(10_000)));
    const controller = new AbortController();
    const thread = started();
    const failure = failureOf(convert(request, { signal: controller.signal }));
    const [worker] = await thread;
    const ended = once(worker, 'exit');
    await once(worker, 'online');
    controller.abort();
    expect(await failure).toMatchObject({ code: 'canceled' });
    expect(await ended).toEqual([1]);
  });
});

describe('a file that is not a readable Word document', () => {
  const types = documentOf('')['[Content_Types].xml'];

  it.each([
    ['zip.docx', zipOf({ 'index.html': '<p>x' }), 'is not a Word document'],
    ['none.docx', zipOf({ '[Content_Types].xml': types }), 'is damaged ('],
    [
      'cut.docx',
      zipOf({ '[Content_Types].xml': types, 'word/document.xml': '<w:document' }),
      'is damaged (',
    ],
    ['text.docx', Buffer.from('hello'), 'is not a Word document; check the file.'],
    ['half.docx', zipOf(documentOf('')).subarray(0, 500), 'The Word document'],
    [
      'locked.docx',
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      'has a password, or is in the format of Word 97 to 2003.',
    ],
    ['large.docx', zipOf(documentOf(' '.repeat(17 * 1024 ** 2))), 'is larger than 16 MB unpacked'],
    ['bomb.docx', zipOf(documentOf('', { 'word/b': Buffer.alloc(80e6) })), 'as attacks do'],
  ])('is an error: %s', async (name, bytes, expected) => {
    const path = join(folder.path, name);
    writeFileSync(path, bytes);
    const failure = await failureOf(convert({ source: { kind: 'file', path } }));
    expect(failure).toMatchObject({
      code: 'source-unreadable',
      message: expect.stringContaining(expected) as string,
    });
  });
});
