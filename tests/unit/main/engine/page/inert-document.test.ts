import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { processorMsOf } from '../../../../support/processor-time.js';
import {
  inertDocumentOf,
  readInert,
  withBase,
} from '../../../../../electron/main/engine/page/inert-document.js';

let folder = '';
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'platen-plain-'))));
afterAll(() => rmSync(folder, { recursive: true }));

describe('readInert', () => {
  it.each([
    ['plain text', '<p>text'],
    ['a complete page', '<!-- x --><!doctype html><html lang=en><head><title>t</title></head>'],
    ['its own styles', '<style>p{color:red}</style><p style="margin:0">'],
    ['an embedded picture', '<img src="data:image/png;base64,AAAA" alt="">'],
    ['a declared encoding', '<meta http-equiv="Content-Type" content="text/html; charset=utf-8">'],
    ['metadata', '<meta name=Author content=x><meta name=viewport content=y>'],
    ['a drawing', '<svg viewBox="0 0 1 1"><path d="M0 0" fill="url(#a)" stroke-width="1"/></svg>'],
    ['text that looks like handlers', '<p>once = one; on = off</p><p id=month>'],
    ['links', '<a href="//example.org/">x</a><a href=https://example.org/>y</a><a href=#z>z</a>'],
    ['text that looks like scripts', '<p title="<script>">&lt;script&gt; url(x)'],
    [
      'XHTML',
      '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:d="http://example.org/" xml:lang=en>',
    ],
    [
      'links to other pages',
      '<link rel=next href=b.html title=B><link rev=made href=c@example.org>',
    ],
    [
      'a form',
      '<form action=x><label for=a>A</label><input id=a value=b><textarea>c</textarea></form>',
    ],
  ])('accepts %s', (_what, text) => {
    expect(readInert(text)).toMatchObject({ hasFiles: false });
  });

  it.each([
    ['a style sheet', '<LINK rel=" StyleSheet" href=styles/a.css media=print type="text/css">'],
    ['a style sheet in another folder', '<link rel=stylesheet href="../a.css?v=1#x">'],
    ['an image', '<img src=a.png alt=A width=3>'],
  ])('accepts %s, which requests files', (_what, text) => {
    expect(readInert(text)).toMatchObject({ hasFiles: true });
  });

  it.each([
    ['a script', '<SCRIPT>1</SCRIPT>'],
    ['a script in a drawing', '<svg><script>1</script></svg>'],
    ['noscript content', '<noscript>x</noscript>'],
    ['a handler', '<p onclick=alert(1)>'],
    ['a handler after a slash', '<svg/onload=alert(1)>'],
    ['a frame', '<iframe src=x></iframe>'],
    ['a plug-in', '<object data=x></object>'],
    ['a canvas', '<canvas>x</canvas>'],
    ['a template', '<div><template shadowrootmode=open></template></div>'],
    ['a video', '<video src=x></video>'],
    ['its own base URL', '<base href="x/">'],
    ['a policy', '<meta http-equiv="Content-Security-Policy" content="img-src none">'],
    ['a refresh', '<meta content="0;url=x" http-equiv=refresh>'],
    ['a referrer policy', '<meta name="&#114;eferrer" content="no-referrer">'],
    ['a color scheme', '<meta name=color-scheme content=dark>'],
    ['a style sheet of a server', '<link rel=stylesheet href="https://example.org/a.css">'],
    [
      'a style sheet of a server, with its scheme spelled in parts',
      '<link rel=stylesheet href="ht\ntps://example.org/a.css">',
    ],
    [
      'a style sheet of a server, without a scheme',
      '<link rel=stylesheet href=//example.org/a.css>',
    ],
    [
      'a style sheet of a server, after a blank',
      '<link rel=stylesheet href=" //example.org/a.css">',
    ],
    [
      'a style sheet of a server, with a backslash',
      '<link rel=stylesheet href="\\\\example.org/a.css">',
    ],
    ['a style sheet of the root', '<link rel=stylesheet href=/a.css>'],
    ['a style sheet without a URL', '<link rel=stylesheet>'],
    ['a titled style sheet in a file', '<link rel=stylesheet href=a.css title=A>'],
    ['an alternative style sheet', '<link rel="alternate stylesheet" href=a.css title=A>'],
    ['a style sheet with a handler', '<link rel=stylesheet href=a.css onload=alert(1)>'],
    ['a preloaded file', '<link rel=preload href=a.css as=style>'],
    ['a list', '<select><option>x</select>'],
    ['a button with an image', '<input type=image src=a.png>'],
    ['a background image', '<body background=a.png>'],
    ['a titled style sheet', '<style data-x=">" title=Dark>p{}</style>'],
    ['a picture of a server', '<img src=https://example.org/a.png>'],
    ['a picture of several sizes', '<img src=a.png srcset="b.png 2x">'],
    ['a lazy picture', '<img src=a.png loading=lazy>'],
    ['a drawing used as a picture', '<img src="data:image/svg+xml,<svg/>">'],
    ['a picture in a drawing', '<svg><image href="a.png"/></svg>'],
    ['a picture in a style', '<p style="background:url( \'a.png\')">'],
    ['an import', '<style>@IMPORT "a.css"</style>'],
    ['a style with escapes', '<style>p{background:u\\72l(a.png)}</style>'],
    ['a style that queries scripting', '<style>@media (scripting){p{}}</style>'],
    ['a link to the root of the origin', '<a href=" /a">x</a>'],
    ['another encoding', '<meta charset=latin1>'],
    ['a late encoding declaration', `<p>${'x'.repeat(1024)}<meta charset=utf-8>`],
    ['an unknown element', '<x-y>1</x-y>'],
  ])('rejects %s', (_what, text) => {
    expect(readInert(text)).toBeNull();
  });

  it('rejects more than 64 KiB', () => {
    expect(readInert(' '.repeat(64 * 1024))).not.toBeNull();
    expect(readInert(' '.repeat(64 * 1024 + 1))).toBeNull();
  });

  it.each([
    ['comments before a late document type', `${'<!--a-->'.repeat(5000)}<p>x</p><!doctype html>`],
    ['nested elements', '<div>'.repeat(13_000)],
    ['attributes', `<p ${Array.from({ length: 9000 }, (_, index) => `a${index}`).join(' ')}>`],
    ['open tags', '<link '.repeat(10_900)],
    ['blanks', `<a href=${' '.repeat(65_000)}`],
    ['blanks in a style', `<p style="${'url('.repeat(100)}${' '.repeat(64_000)}#">`],
    ['misnested elements', '<b><i>'.repeat(5000) + '</b>'.repeat(5000)],
  ])('is fast with many %s', (_what, text) => {
    expect(processorMsOf(() => readInert(text))).toBeLessThan(2000);
  });
});

describe('withBase', () => {
  it.each([
    ['<p>x', '<base href="a:b"><p>x'],
    ['\uFEFF<p>x', '<base href="a:b"><p>x'],
    ['<!DOCTYPE html><p>x', '<!DOCTYPE html><base href="a:b"><p>x'],
    [
      ' <!-- <!doctype> --> <!doctype html>\n<html>',
      ' <!-- <!doctype> --> <!doctype html><base href="a:b">\n<html>',
    ],
    ['<p>x<!doctype html>', '<base href="a:b"><p>x<!doctype html>'],
  ])('of %j is %j', (text, expected) => {
    const page = readInert(text);
    expect(page && withBase(page, 'a:b')).toBe(expected);
  });
});

describe('plainPageOf', () => {
  const textOf = async (name: string, content: string | Buffer) => {
    const path = join(folder, name);
    writeFileSync(path, content);
    const page = await inertDocumentOf({ kind: 'file', path });
    return page && page.start + page.rest;
  };

  it.each([
    ['plain ASCII', 'ascii.html', '<p>text'],
    ['declared UTF-8', 'utf8.htm', '<meta charset="UTF-8"><p>ä'],
    ['undeclared UTF-8', 'unstated.html', '<p>ä'],
    ['an encoding declared in a comment', 'comment.html', '<!--<meta charset=latin1>--><p>ä'],
    ['a byte order mark', 'mark.html', '\uFEFF<p>ä'],
    ['a name without an extension', 'page', '<p>text'],
  ])('is the text of a file with %s', async (_what, name, content) => {
    expect(await textOf(name, content)).toBe(content.replace('\uFEFF', ''));
  });

  it.each([
    ['bytes that are not UTF-8', 'bytes.html', Buffer.from('<p>ä', 'latin1')],
    ['two encodings', 'two.html', '<meta charset=latin1><meta charset=utf-8><p>ä'],
    ['another encoding', 'latin1.html', Buffer.from('<meta charset=latin1><p>ä', 'latin1')],
    ['XML', 'page.xhtml', '<p>text</p>'],
    ['HTML of the request', 'notes.txt', 'text'],
  ])('is null for a file with %s', async (_what, name, content) => {
    expect(await textOf(name, content)).toBeNull();
  });

  it('is null for a URL, HTML based on a URL, and a missing file', async () => {
    expect(await inertDocumentOf({ kind: 'url', url: 'https://example.org/' })).toBeNull();
    const source = { kind: 'html', html: '<p>x', base: 'https://example.org/' } as const;
    expect(await inertDocumentOf(source)).toBeNull();
    expect(await inertDocumentOf({ kind: 'file', path: join(folder, 'gone') })).toBeNull();
  });
});
