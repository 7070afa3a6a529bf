import { describe, expect, it } from 'vitest';
import { processorMsSince } from '../../../../support/processor-time.js';
import { allowData } from '../../../../../electron/main/engine/inlining/inline-document.js';
import { textOf } from '../../../../../electron/main/engine/inlining/inlining.js';
import { asHtml } from '../../../../../electron/main/engine/inlining/document-kinds.js';
import { LoadedFiles } from '../../../../../electron/main/engine/inlining/loaded-files.js';
import { inlineSource } from '../../../../../electron/main/engine/inlining/inline-source.js';
import {
  readSrcset,
  writeSrcset,
} from '../../../../../electron/main/engine/inlining/inline-element.js';

const address = 'platen-page://x.pages.local/d/page.html';

/** A page that has loaded these files. */
function inline(html: string, files: Readonly<Record<string, string>>, largest?: number) {
  const loaded = new LoadedFiles();
  for (const [name, text] of Object.entries(files)) {
    const type = name.endsWith('.css') ? 'text/css' : 'image/png';
    const again = async () =>
      Promise.resolve(new Response(text, { headers: { 'content-type': type } }));
    loaded.record(`platen-page://x.pages.local/d/${name}`, true, again);
  }
  const requested = { address, encoding: 'UTF-8', scripts: true, files: loaded };
  const load = async () => Promise.resolve({ ...requested, files: new LoadedFiles() });
  return inlineSource({ kind: 'html', html, base: '/d' }, requested, load, largest);
}

const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('srcset', () => {
  it.each([
    ['a.png', 'a.png'],
    ['a.png 1x, b.png 2x', 'a.png 1x, b.png 2x'],
    [' a.png  1x ,b,c.png 640w', 'a.png 1x, b,c.png 640w'],
    ['a.png, b.png 2x', 'a.png, b.png 2x'],
    ['data:image/png;base64,AA== 1x, b.png 2x', 'data:image/png;base64,AA== 1x, b.png 2x'],
    ['', ''],
  ])('%s', (text, expected) => expect(writeSrcset(readSrcset(text))).toBe(expected));
});

describe('many characters of one kind are read once', () => {
  const size = 60_000;
  it.each([
    ['commas of a srcset', () => readSrcset(`a${','.repeat(size)}x`)],
    ['blanks of a length', () => asHtml(`<svg width="1${' '.repeat(size)}x">`, 'image/svg+xml')],
  ])('%s', (_what, work) => {
    const before = process.cpuUsage();
    expect(work()).toBeDefined();
    expect(processorMsSince(before)).toBeLessThan(1000);
  });
});

it.each([
  ['<img src="//host/a.png">', '<img src="https://host/a.png">'],
  ['<link rel=stylesheet href="//host/a.css">', '<link rel=stylesheet href="https://host/a.css">'],
  ['<script src="//host/a.js"></script>', '<script src="https://host/a.js"></script>'],
  ['<iframe src="//host/a"></iframe>', '<iframe src="https://host/a"></iframe>'],
  ['<a href="//host/a?b#c">', '<a href="https://host/a?b#c">'],
  ['<img srcset="//host/a.png 2x">', '<img srcset="https://host/a.png 2x">'],
  ['<p style="background:url(//host/a.png)">', 'url(&quot;https://host/a.png&quot;)'],
  ['<style>@import "//host/a.css";</style>', 'url("https://host/a.css")'],
  ['<svg><image href="//host/a.png"/></svg>', '<image href="https://host/a.png"/>'],
])('adds the scheme to a scheme-relative URL: %s', async (html, expected) => {
  expect((await inline(html, {})).html).toContain(expected);
});

describe('a content security policy', () => {
  it.each([
    ["default-src 'none'", 'default-src data:'],
    [
      "img-src 'self'; script-src 'self' 'unsafe-inline'; report-uri /x",
      "img-src 'self' data:; script-src 'self' 'unsafe-inline' data:; report-uri /x",
    ],
    ['img-src data: *', 'img-src data: *'],
    ["base-uri 'none'", "base-uri 'none'"],
  ])('%s', (policy, expected) => expect(allowData(policy)).toBe(expected));
});

describe('the encoding of a file', () => {
  it.each([
    [[0x93, 0x80], '', null, 'windows-1252', '“€'],
    [[0xe4], '', 'iso-8859-1', 'utf-8', 'ä'],
    [[0xc3, 0xa4], '; charset=utf-8', 'iso-8859-1', 'koi8-r', 'ä'],
    [[0xef, 0xbb, 0xbf, 0xc3, 0xa4], '', 'iso-8859-1', 'koi8-r', 'ä'],
    [[0xc4], '', 'no-such-encoding', 'koi8-r', 'д'],
  ])('%j%s, declared as %s in %s', (bytes, parameter, declared, around, expected) => {
    const file = { type: `text/css${parameter}`, bytes: Buffer.from(bytes) };
    expect(textOf(file, declared, around)).toBe(expected);
  });
});

describe('without HTML', () => {
  it('self-closing elements of XHTML end at their tag', () => {
    const xhtml = '<!DOCTYPE html><script src="a"/><p/>x<br/><div class="a>b"/><title/>y';
    expect(asHtml(xhtml, 'application/xhtml+xml')).toBe(
      '<!DOCTYPE html><script src="a"></script><p></p>x<br/><div class="a>b"></div><title></title>y',
    );
  });

  it('an SVG drawing is found in deeply nested markup', () => {
    const deep = '<g:a>'.repeat(20_000);
    expect(asHtml(deep, 'image/svg+xml')).toContain(deep);
  });
});

describe('the text of a page', () => {
  it('is unchanged except for the inlined parts', async () => {
    const html =
      "<!DOCTYPE html>\r\n<META CHARSET=latin1><P Class=x >\r\n<IMG  SRC=a.png alt='\"'>&nbsp;<a href=b.html>";
    const { html: inlinedHtml, unresolved } = await inline(html, { 'a.png': 'A' });
    expect(inlinedHtml).toBe(
      html
        .replace('CHARSET=latin1', 'charset="utf-8"')
        .replace('SRC=a.png', `src="data:image/png;base64,${base64('A')}"`),
    );
    expect(unresolved).toEqual([]);
  });

  it('a style sheet that imports itself is inlined once', async () => {
    const { html } = await inline('<link rel=stylesheet href=a.css>', {
      'a.css': '@import "a.css"; b{}',
    });
    expect(html).toBe(
      `<link rel=stylesheet href="data:text/css;charset=utf-8;base64,${base64('@import "a.css"; b{}')}">`,
    );
  });

  it('a loaded file that is not referenced is reported', async () => {
    const { unresolved } = await inline('<p>', { 'with space.png': 'A' });
    expect(unresolved.map((each) => each.address)).toEqual(['with space.png']);
  });

  it('a part of a drawing in another file is reported, as it cannot be inlined', async () => {
    const { html, unresolved } = await inline('<svg><use href="a.png#x"/></svg>', { 'a.png': 'A' });
    expect(html).toBe('<svg><use href="a.png#x"/></svg>');
    expect(unresolved.map((each) => each.address)).toEqual(['a.png#x']);
  });

  it('may have more siblings than a call takes arguments, in HTML, in SVG and in templates', async () => {
    const comments = '<!---->'.repeat(130_000);
    const image = '<img src="a.png">';
    const style = `<svg><style>${comments}b{background:url(a.png)}</style></svg>`;
    const html = `<p>${comments}${image}</p><template>${comments}${image}</template>${style}`;
    expect((await inline(html, { 'a.png': 'A' })).inlined).toBe(3);
  }, 120_000);

  it('has a size limit', async () => {
    const html = '<img src=a.png><img src=a.png>';
    await expect(inline(html, { 'a.png': 'A'.repeat(600) }, 2000)).resolves.toMatchObject({
      inlined: 2,
    });
    await expect(inline(html, { 'a.png': 'A'.repeat(900) }, 2000)).rejects.toMatchObject({
      code: 'invalid-request',
      message:
        'The page with everything it loads is larger than 2 KB, which no service accepts. Use smaller images or convert it locally.',
      fields: [{ field: 'source' }],
    });
  });
});
