import { describe, expect, it } from 'vitest';
import { cssReferences } from '../../../../../electron/main/engine/inlining/inline-style.js';

describe('cssReferences', () => {
  it.each<[string, readonly string[]]>([
    ['a { background: url(b.png) }', ['b.png']],
    ['a { background: URL( "b c.png" ) }', ['b c.png']],
    [`a { background: url('b\\'c.png'), url(d\\ e\\29.png) }`, ["b'c.png", 'd e).png']],
    ['a { background: url("\\62 .png") }', ['b.png']],
    ['/* url(no.png) */ a::after { content: "url(no.png)" }', []],
    ['a { src: local("Name"), url(f.woff2) format("woff2") }', ['f.woff2']],
    [
      'a { background: image-set("a.png" 1x, url(b.png) 2x type("image/png")) }',
      ['a.png', 'b.png'],
    ],
    [
      '@import "a.css"; @import url(b.css) print; @import url("c.css") layer(x);',
      ['@a.css', '@b.css', '@c.css'],
    ],
    ['@media print { a { color: red } } a { content: "x" }', []],
    ['a { fill: url(#shape); background: url() }', ['#shape', '']],
    ['a { width: calc((1px + 2px) * 3); background: url(b.png', []],
  ])('%s', (css, expected) => {
    const found = cssReferences(css).map(
      ({ address, isImport }) => (isImport ? '@' : '') + address,
    );
    expect(found).toEqual(expected);
  });

  it('returns the position of each, including its quotes or url()', () => {
    const css = '@import "a.css" print; b { background: url( "c.png" ) red }';
    const source = cssReferences(css).map(({ start, end }) => css.slice(start, end));
    expect(source).toEqual(['"a.css"', 'url( "c.png" )']);
  });

  // A quadratic parser takes longer than a test may.
  it.each([
    ['strings and brackets', 'a{b:url("x'.repeat(50_000) + '(('.repeat(250_000)],
    ['an identifier', 'a'.repeat(1_000_000)],
    ['an identifier with hyphens', 'a-'.repeat(500_000)],
    ['escaped quotation marks in an unterminated string', '\\"'.repeat(500_000)],
    ['whitespace in a URL', `a{b:url(${' '.repeat(1_000_000)}`],
    ['unterminated URLs', 'url(a'.repeat(200_000)],
    ['at-signs', '@'.repeat(1_000_000)],
  ])('parses a million characters quickly: %s', (_what, css) => {
    cssReferences(css);
  });
});
