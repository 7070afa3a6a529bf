import { rmSync, writeFileSync } from 'node:fs';
import { publicFindings } from '../../../electron/shared/request/preflight.js';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ReadPdf, readPdf } from '../../support/read-pdf.js';
import { convert, failureOf } from '../support/convert.js';
import { zipOf } from '../../support/zip.js';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.js';

let folder: TemporaryFolder;
beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(() => folder.remove());

async function convertFile(
  name: string,
  content: string | Buffer,
  options: object = {},
): Promise<ReadPdf & { readonly preflight: ReturnType<typeof publicFindings> }> {
  const path = join(folder.path, name);
  writeFileSync(path, content);
  const { bytes, preflight } = await convert({ source: { kind: 'file', path }, ...options });
  return { ...(await readPdf(bytes)), preflight: publicFindings(preflight) };
}

describe('plain text', () => {
  it.each([
    ['UTF-8', Buffer.from('Grüße, Ωδή')],
    ['UTF-8 with a byte order mark', Buffer.from('\ufeffGrüße, Ωδή')],
    ['UTF-16', Buffer.from('\ufeffGrüße, Ωδή', 'utf16le')],
    ['UTF-16BE', Buffer.from('\ufeffGrüße, Ωδή', 'utf16le').swap16()],
    ['UTF-16 without a byte order mark', Buffer.from('Grüße, Ωδή', 'utf16le')],
    ['UTF-8 with a control character', Buffer.from('\u0001Grüße, Ωδή')],
    ['Windows-1252', Buffer.from('Grüße, Ωδή'.slice(0, 6), 'latin1')],
  ])('in %s is decoded correctly', { tags: ['core'] }, async (_encoding, content) => {
    const { text } = await convertFile('a.txt', content);
    expect(text.normalize('NFKC')).toContain('Grüße,');
    expect(text.includes('Ωδή')).toBe(content.length > 6);
  });

  it('keeps its lines, and wraps long ones', async () => {
    const long = Array.from({ length: 200 }, (_, n) => `word${n}`).join(' ');
    const { text, pages } = await convertFile('b.txt', `<b>not bold</b>\n  two\n${long}`);
    expect(text).toContain('<b>not bold</b>');
    expect(text).toContain('word199');
    expect(pages).toHaveLength(1);
  });

  it('starts a new page at each form feed', async () => {
    const { pages } = await convertFile('c.txt', '\n one <b>\n\ftwo\f\n\n three\n\f');
    expect(pages.map(({ text }) => text.trim())).toEqual(['one <b>', 'two', 'three']);
  });

  it.each(['iso-8859-1', 'utf-16le'] as const)('with form feeds is decoded: %s', async (label) => {
    const content = 'Grüße\fund mehr Grüße';
    const bytes =
      label === 'utf-16le'
        ? Buffer.from(`\ufeff${content}`, label)
        : Buffer.from(content, 'latin1');
    const { pages } = await convertFile('d.txt', bytes);
    expect(pages.map(({ text }) => text.trim())).toEqual(['Grüße', 'und mehr Grüße']);
  });
});

describe('an SVG drawing', () => {
  const drawing = (attributes: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}><rect width="99%" height="99%" fill="teal"/><text x="98%" y="95%" text-anchor="end">corner</text></svg>`;

  it.each([
    ['larger than the page', 'width="3000" height="4000"'],
    ['wider than the page', 'width="100cm" height="2cm" viewBox="0 0 1000 20"'],
    ['taller than the page', 'width="100" height="20000" viewBox="0 0 100 20000"'],
    ['without a size', 'viewBox="0 0 100 3000"'],
    ['smaller than the page', 'width="200" height="100"'],
  ])('%s is completely on one page', { tags: ['core'] }, async (_what, attributes) => {
    const { pages, text } = await convertFile('a.svg', drawing(attributes));
    expect(pages).toHaveLength(1);
    // Small letters are placed one by one, which reads as spaces between them.
    expect(text.replaceAll(/\s/g, '')).toContain('corner');
  });
});

/** A page with a style, a picture under its original URL, one by its content ID, and a frame. */
const archive = [
  'From: <Saved by Blink>',
  'Snapshot-Content-Location: https://old.example/page.html',
  'MIME-Version: 1.0',
  'Content-Type: multipart/related;',
  '\ttype="text/html"; boundary="b=1"',
  '',
  'nothing',
  '--b=1',
  'Content-Type: text/html; charset=utf-8',
  'Content-Transfer-Encoding: quoted-printable',
  'Content-Location: https://old.example/page.html',
  '',
  '<!doctype html><title>Gr=C3=BC=C3=9Fe</title><link rel=3D"stylesheet" href=',
  '=3D"css/a.css?x=3D1&amp;y"><p>archived<img src=3D"pixel.svg"><iframe src=3D"cid:f@x"></ifra=',
  'me><a href=3D"other.html">link</a><script>document.title =3D "ran"</script>',
  '--b=1',
  'Content-Type: text/css',
  'Content-Location: https://old.example/css/a.css?x=1&y',
  '',
  'p { break-before: page } p { background: url("../pixel.svg") }',
  '--b=1',
  'Content-Type: image/svg+xml',
  'Content-Transfer-Encoding: base64',
  'Content-Location: https://old.example/pixel.svg',
  '',
  Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>').toString('base64'),
  '--b=1',
  'Content-Type: text/html',
  'Content-ID: <f@x>',
  'Content-Transfer-Encoding: 8bit',
  '',
  '<p>in the frame',
  '--b=1--',
  '',
].join('\r\n');

describe('a web archive', () => {
  it.each(['a.mhtml', 'a.MHT'])('%s contains all its parts', { tags: ['core'] }, async (name) => {
    const { text, information, preflight, links } = await convertFile(name, archive);
    expect(information['Title']).toBe('Grüße');
    expect(text).toContain('archived');
    expect(text).toContain('in the frame');
    expect(preflight).toEqual([]);
    expect(links).toContain('https://old.example/other.html');
  });

  it('lacks what it refers to without containing it, which is a warning', async () => {
    const lacking = archive.replace('pixel.svg">', 'cid:gone@x">');
    const { preflight } = await convertFile('lacking.mhtml', lacking);
    expect(preflight).toEqual([
      { kind: 'refused', message: 'cid:gone@x was not loaded: it is not in the archive.' },
    ]);
  });

  it('is decoded as its page declares if its part declares nothing', async () => {
    // “Привет” in windows-1251, which only the text itself reveals.
    const greeting = Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]).toString('latin1');
    const head = 'MIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n';
    const html = `${head}<meta charset="windows-1251"><p>${greeting}`;
    const { text } = await convertFile('cyrillic.mht', Buffer.from(html, 'latin1'));
    expect(text).toContain('Привет');
  });

  it('without a page fails with the reason', async () => {
    const path = join(folder.path, 'none.mhtml');
    writeFileSync(
      path,
      'Content-Type: multipart/related; boundary=x\n\n--x\nContent-Type: a/b\n\n1\n',
    );
    expect(await failureOf(convert({ source: { kind: 'file', path } }))).toMatchObject({
      code: 'source-unreadable',
      message: `The MHTML archive "${path}" contains no page; save the page again, or as HTML.`,
    });
    writeFileSync(path, '<p>HTML with another ending');
    expect(await failureOf(convert({ source: { kind: 'file', path } }))).toMatchObject({
      message: `The file "${path}" is not a web archive: its header is missing; save the page again, or as HTML.`,
    });
  });
});

describe.runIf(process.platform === 'linux')('a file whose name is not UTF-8', () => {
  it.each([
    ['html', '<p>read'],
    ['html', '<script>document.write("<p>read")</script><img src="dot.svg">'],
    ['txt', 'read'],
    ['md', 'read'],
    [
      'svg',
      '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><text y="20">read</text></svg>',
    ],
    ['mhtml', 'MIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n<p>read'],
    ['zip', zipOf({ 'index.html': '<p>read' })],
  ])('is converted: .%s', async (ending, content) => {
    writeFileSync(join(folder.path, 'dot.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    const bytes = Buffer.concat([
      Buffer.from(join(folder.path, 'caf')),
      Buffer.from([0xe9]),
      Buffer.from(`.${ending}`),
    ]);
    writeFileSync(bytes, content);
    // As Node reads the name, in arguments and listings.
    const path = bytes.toString();
    const { bytes: pdf, preflight } = await convert({ source: { kind: 'file', path } });
    expect((await readPdf(pdf)).text).toContain('read');
    expect(preflight).toEqual([]);
    rmSync(bytes);
  });
});
