import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
    ['a text', '<p>text'],
    ['a whole page', '<!-- x --><!doctype html><html lang=en><head><title>t</title></head>'],
    ['styles of its own', '<style>p{color:red}</style><p style="margin:0">'],
    ['a picture that it holds', '<img src="data:image/png;base64,AAAA" alt="">'],
    ['a stated encoding', '<meta http-equiv="Content-Type" content="text/html; charset=utf-8">'],
    ['what it says of itself', '<meta name=Author content=x><meta name=viewport content=y>'],
    ['a drawing', '<svg viewBox="0 0 1 1"><path d="M0 0" fill="url(#a)" stroke-width="1"/></svg>'],
    ['words that look like handlers', '<p>once = one; on = off</p><p id=month>'],
    ['links', '<a href="//example.org/">x</a><a href=https://example.org/>y</a><a href=#z>z</a>'],
    ['words that look like scripts', '<p title="<script>">&lt;script&gt; url(x)'],
  ])('takes %s', (_what, text) => {
    expect(readInert(text)).not.toBeNull();
  });

  it.each([
    ['a script', '<SCRIPT>1</SCRIPT>'],
    ['a script in a drawing', '<svg><script>1</script></svg>'],
    ['what stands in for scripts', '<noscript>x</noscript>'],
    ['a handler', '<p onclick=alert(1)>'],
    ['a handler behind a slash', '<svg/onload=alert(1)>'],
    ['a frame', '<iframe src=x></iframe>'],
    ['a plug-in', '<object data=x></object>'],
    ['a canvas', '<canvas>x</canvas>'],
    ['a template', '<div><template shadowrootmode=open></template></div>'],
    ['a film', '<video src=x></video>'],
    ['a base of its own', '<base href="x/">'],
    ['a policy', '<meta http-equiv="Content-Security-Policy" content="img-src none">'],
    ['a refresh', '<meta content="0;url=x" http-equiv=refresh>'],
    ['a referrer policy', '<meta name="&#114;eferrer" content="no-referrer">'],
    ['a choice of colours', '<meta name=color-scheme content=dark>'],
    ['a style sheet', '<link rel=stylesheet href=a.css>'],
    ['a named style', '<style data-x=">" title=Dark>p{}</style>'],
    ['a picture', '<img src=a.png>'],
    ['a drawing as a picture', '<img src="data:image/svg+xml,<svg/>">'],
    ['a picture of a drawing', '<svg><image href="a.png"/></svg>'],
    ['a picture in a style', '<p style="background:url( \'a.png\')">'],
    ['an import', '<style>@IMPORT "a.css"</style>'],
    ['a style that spells in signs', '<style>p{background:u\\72l(a.png)}</style>'],
    ['a style that asks for scripts', '<style>@media (scripting){p{}}</style>'],
    ['a link on top of the origin', '<a href=" /a">x</a>'],
    ['another encoding', '<meta charset=latin1>'],
    ['an encoding that is stated too late', `<p>${'x'.repeat(1024)}<meta charset=utf-8>`],
    ['an element that nobody knows', '<x-y>1</x-y>'],
  ])('does not take %s', (_what, text) => {
    expect(readInert(text)).toBeNull();
  });

  it('does not take a text of more than 64 KiB', () => {
    expect(readInert(' '.repeat(64 * 1024))).not.toBeNull();
    expect(readInert(' '.repeat(64 * 1024 + 1))).toBeNull();
  });

  it.each([
    ['comments before a late document type', `${'<!--a-->'.repeat(5000)}<p>x</p><!doctype html>`],
    ['elements in one another', '<div>'.repeat(13_000)],
    ['attributes', `<p ${Array.from({ length: 9000 }, (_, index) => `a${index}`).join(' ')}>`],
    ['open tags', '<link '.repeat(10_900)],
    ['blanks', `<a href=${' '.repeat(65_000)}`],
    ['blanks in a style', `<p style="${'url('.repeat(100)}${' '.repeat(64_000)}#">`],
    ['misnested elements', '<b><i>'.repeat(5000) + '</b>'.repeat(5000)],
  ])('is soon done with many %s', (_what, text) => {
    const begin = performance.now();
    readInert(text);
    expect(performance.now() - begin).toBeLessThan(2000);
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
    ['a stated UTF-8', 'utf8.htm', '<meta charset="UTF-8"><p>ä'],
    ['an unstated UTF-8', 'unstated.html', '<p>ä'],
    ['an encoding stated in a comment', 'comment.html', '<!--<meta charset=latin1>--><p>ä'],
    ['a byte order mark', 'mark.html', '\uFEFF<p>ä'],
    ['a name without an ending', 'page', '<p>text'],
  ])('is the text of a file with %s', async (_what, name, content) => {
    expect(await textOf(name, content)).toBe(content.replace('\uFEFF', ''));
  });

  it.each([
    ['bytes that are not UTF-8', 'bytes.html', Buffer.from('<p>ä', 'latin1')],
    ['two encodings', 'two.html', '<meta charset=latin1><meta charset=utf-8><p>ä'],
    ['another encoding', 'latin1.html', Buffer.from('<meta charset=latin1><p>ä', 'latin1')],
    ['XML', 'page.xhtml', '<p>text</p>'],
    ['a text', 'notes.txt', 'text'],
  ])('is null for a file with %s', async (_what, name, content) => {
    expect(await textOf(name, content)).toBeNull();
  });

  it('is null for an address, a text of a network address, and a file that is not there', async () => {
    expect(await inertDocumentOf({ kind: 'url', url: 'https://example.org/' })).toBeNull();
    const source = { kind: 'html', html: '<p>x', base: 'https://example.org/' } as const;
    expect(await inertDocumentOf(source)).toBeNull();
    expect(await inertDocumentOf({ kind: 'file', path: join(folder, 'gone') })).toBeNull();
  });
});
