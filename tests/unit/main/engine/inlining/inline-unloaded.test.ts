import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { inlineUnloaded } from '../../../../../electron/main/engine/inlining/inline-unloaded.js';
import { temporaryFolder } from '../../../../integration/support/temporary-folder.js';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const unloaded = async (html: string | Buffer, scripts = true, name = 'page.html') =>
  inlineUnloaded({ kind: 'file', path: join(folder.with({ [name]: html }), name) }, scripts);

describe('a local page is not loaded', () => {
  it.each([
    '<!doctype html><title>Report</title><p>text <a href="next.html">next</a>',
    '<p>sum <script>while (Date.now() < 1e15) document.title = "x"</script>',
    '<style>p { color: red; background: url(data:image/png;base64,AAAA) }</style><p>x',
    '<script src="https://cdn.example.org/chart.js"></script><p>x',
    '<link rel="stylesheet" href="https://example.org/a.css"><img src="https://example.org/a.png">',
    '<meta charset="utf-8"><p>für',
  ])('if it names no local file: %s', async (html) => {
    const page = await unloaded(html);
    expect(page).toMatchObject({ html, inlined: 0, unresolved: [] });
  });

  it('with the base of other URLs written out', async () => {
    const page = await unloaded('<base href="//example.org/a/"><img src="b.png">');
    expect(page?.html).toBe('<base href="https://example.org/a/"><img src="b.png">');
  });

  it('if its scripts, which would request files, do not run', async () => {
    expect(await unloaded('<p>x<script>fetch("data.json")</script>', false)).not.toBeNull();
  });

  it('if it is text with a base folder', async () => {
    const source = { kind: 'html', html: '<p>x', base: folder.path } as const;
    expect(await inlineUnloaded(source, true)).toMatchObject({ html: '<p>x' });
    const naming = { ...source, html: '<img src="a.png">' };
    expect(await inlineUnloaded(naming, true)).toBeNull();
  });
});

describe('a local page is loaded', () => {
  it.each([
    '<img src="a.png">',
    '<img srcset="a.png 2x">',
    '<link rel="stylesheet" href="a.css">',
    '<script src="a.js"></script>',
    '<script type="module">import "./a.js"</script>',
    '<script>fetch("data.json")</script>',
    '<script>new Image().src = name</script>',
    '<script>document.body.innerHTML = text</script>',
    '<p onclick="location.href = 1">x',
    '<img data-src="a.png"><script src="https://cdn.example.org/lazy.js"></script>',
    '<style>@import "a.css";</style>',
    '<p style="background: url(a.png)">x',
    '<iframe src="a.html"></iframe>',
    '<svg><image href="a.svg" /></svg>',
    '<base href="assets/"><img src="a.png">',
    '<meta http-equiv="refresh" content="0; url=b.html">',
    '<img src="file:///a.png">',
  ])('if it names a local file, or might request one: %s', async (html) => {
    expect(await unloaded(html)).toBeNull();
  });

  it('if it is not HTML in UTF-8', async () => {
    expect(await unloaded('<p>x', true, 'page.xhtml')).toBeNull();
    expect(await unloaded(Buffer.from('<p>f\xfcr', 'latin1'))).toBeNull();
    expect(await unloaded('<meta charset="windows-1252"><p>für')).toBeNull();
    expect(await unloaded('<p>x', true, 'page.txt')).toBeNull();
  });
});
