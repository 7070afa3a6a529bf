import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isPlain, plainTextOf, withBase } from '../../../../electron/main/conversion/plain-page.js';

let folder = '';
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'platen-plain-'))));
afterAll(() => rmSync(folder, { recursive: true }));

describe('isPlain', () => {
  it.each([
    ['a text', '<p>text'],
    ['a whole page', '<!-- x --><!doctype html><html lang=en><head><title>t</title></head>'],
    ['styles and pictures', '<link rel=stylesheet href=a.css><style>p{}</style><img src="b.png">'],
    ['a stated encoding', '<meta http-equiv="Content-Type" content="text/html; charset=utf-8">'],
    ['a drawing', '<svg><use href="#a"/></svg>'],
    ['words that only look like handlers', '<p>once = one; on = off</p><p id=month>'],
    ['links to other servers', '<a href="//example.org/">x</a><a href=https://example.org/>y</a>'],
  ])('holds for %s', (_what, text) => {
    expect(isPlain(text, true)).toBe(true);
  });

  it.each([
    ['a script', '<SCRIPT>1</SCRIPT>'],
    ['a script in a drawing', '<svg><script>1</script></svg>'],
    ['what stands in for scripts', '<noscript>x</noscript>'],
    ['a handler', '<img src=x onerror=alert(1)>'],
    ['a handler behind a slash', '<svg/onload=alert(1)>'],
    ['a frame', '<iframe src=x></iframe>'],
    ['a plug-in', '<object data=x></object>'],
    ['a template', '<div><template shadowrootmode=open></template></div>'],
    ['a film', '<video src=x></video>'],
    ['a base of its own', '<base href="x/">'],
    ['a policy', '<meta http-equiv="Content-Security-Policy" content="img-src none">'],
    ['a refresh', '<meta content="0;url=x" http-equiv=refresh>'],
    ['a referrer policy', '<meta name="referrer" content="no-referrer">'],
    ['a choice of colours', '<meta name=color-scheme content=dark>'],
    ['named style sheets', '<link rel=stylesheet title=A href=a.css>'],
    ['an address on top of the origin', '<img src="/a.png">'],
    ['such an address in a style', '<p style="background:url( \'/a.png\')">'],
    ['a style that asks for scripts', '<style>@media (scripting){p{}}</style>'],
    ['a document type that comes too late', '<p><!doctype html>'],
  ])('does not hold for %s', (_what, text) => {
    expect(isPlain(text, true)).toBe(false);
  });

  it('minds no scripts where none may run', () => {
    expect(isPlain('<p onclick=x><script>1</script>', false)).toBe(true);
    expect(isPlain('<iframe></iframe><script>1</script>', false)).toBe(false);
  });

  it('does not hold for a text of more than 1 MiB', () => {
    expect(isPlain(' '.repeat(1024 * 1024), true)).toBe(true);
    expect(isPlain(' '.repeat(1024 * 1024 + 1), true)).toBe(false);
  });
});

describe('withBase', () => {
  it.each([
    ['<p>x', '<base href="a:b"><p>x'],
    ['<!DOCTYPE html><p>x', '<!DOCTYPE html><base href="a:b"><p>x'],
    [
      ' <!-- <!doctype> --> <!doctype html>\n<html>',
      ' <!-- <!doctype> --> <!doctype html><base href="a:b">\n<html>',
    ],
  ])('of %j is %j', (text, expected) => {
    expect(withBase(text, 'a:b')).toBe(expected);
  });
});

describe('plainTextOf', () => {
  const textOf = async (name: string, content: string | Buffer) => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return plainTextOf({ kind: 'file', path }, true);
  };

  it.each([
    ['plain ASCII', 'ascii.html', '<p>text'],
    ['a stated UTF-8', 'utf8.htm', '<meta charset="UTF-8"><p>ä'],
    ['a byte order mark', 'mark.html', '\uFEFF<p>ä'],
    ['a name without an ending', 'page', '<p>text'],
  ])('is the text of a file with %s', async (_what, name, content) => {
    expect(await textOf(name, content)).toBe(content);
  });

  it.each([
    ['an unstated encoding', 'unstated.html', '<p>ä'],
    ['another encoding', 'latin1.html', Buffer.from('<meta charset=latin1><p>ä', 'latin1')],
    ['XML', 'page.xhtml', '<p>text</p>'],
    ['a text', 'notes.txt', 'text'],
  ])('is null for a file with %s', async (_what, name, content) => {
    expect(await textOf(name, content)).toBeNull();
  });

  it('is null for an address, a text of a network address, and a file that is not there', async () => {
    expect(await plainTextOf({ kind: 'url', url: 'https://example.org/' }, true)).toBeNull();
    const source = { kind: 'html', html: '<p>x', base: 'https://example.org/' } as const;
    expect(await plainTextOf(source, true)).toBeNull();
    expect(await plainTextOf({ kind: 'file', path: join(folder, 'gone') }, true)).toBeNull();
  });
});
