import { describe, expect, it } from 'vitest';
import {
  relinkHtml,
  relinkStyle,
  withShadowRoots,
  withoutScriptsAndBase,
} from '../../../../../../electron/main/engine/sources/mhtml/archive-links.js';

const relink = (address: string) => (address.startsWith('keep') ? null : `[${address}]`);

describe('withShadowRoots', () => {
  it.each([
    ['<template shadowmode="open">', '<template shadowrootmode="open">'],
    ['<template id=a ShadowMode = closed>', '<template id=a shadowrootmode = closed>'],
    ['<template shadowrootmode="open">', '<template shadowrootmode="open">'],
    ['<p title="shadowmode=open">', '<p title="shadowmode=open">'],
  ])('turns %s into %s', (html, expected) => {
    expect(withShadowRoots(html)).toBe(expected);
  });
});

describe('relinkHtml', () => {
  it.each([
    ['<img src="a.png">', '<img src="[a.png]">'],
    ["<img alt='x' SRC = 'a.png'>", "<img alt='x' SRC = '[a.png]'>"],
    ['<img src=a.png alt=b>', '<img src=[a.png] alt=b>'],
    ['<a href="a?x=1&amp;y=2">', '<a href="[a?x=1&amp;y=2]">'],
    ['<img srcset="a.png 1x, b.png 2x">', '<img srcset="[a.png] 1x, [b.png] 2x">'],
    [
      '<p style="background:url(&quot;a.png&quot;)">',
      '<p style="background:url(&quot;[a.png]&quot;)">',
    ],
    [
      '<object data="a.svg"><video poster="b.jpg">',
      '<object data="[a.svg]"><video poster="[b.jpg]">',
    ],
    ['<p data-src="a">', '<p data-src="a">'],
    ['<img src="keep.png">', '<img src="keep.png">'],
    ['<img src="a.png', '<img src="a.png'],
  ])('%s', (html, expected) => {
    expect(relinkHtml(html, relink)).toBe(expected);
  });

  // A quadratic search takes longer than a test may.
  it('is fast with hostile text', () => {
    for (const text of [' src="', 'url(', 'url("', '@import "', ' src=  ', ' srcset="a, ']) {
      relinkHtml(text.repeat(100_000), relink);
    }
  });

  it.each(['url(', 'url(a', 'url("a"', ' src', ' src=', ' src="', ' srcset="a', '@import '])(
    'is fast with %j and a megabyte of blanks',
    (start) => {
      const text = start + ' '.repeat(2 ** 20);
      expect(relinkHtml(text, relink)).toBe(text);
    },
  );
});

it.each([
  ['p{background:url(a.png)}', 'p{background:url([a.png])}'],
  ["p{background:URL( 'a (1).png' )}", "p{background:URL( '[a (1).png]' )}"],
  ['p{background:url()}', 'p{background:url()}'],
  ['@import "a.css";', '@import "[a.css]";'],
  ['@import url(a.css) print;', '@import url([a.css]) print;'],
])('relinkStyle: %s', (css, expected) => {
  expect(relinkStyle(css, relink)).toBe(expected);
});

it('disables scripts and removes the base URL', () => {
  expect(withoutScriptsAndBase('<BASE href="x"><script src=y>1</script><scripted>')).toBe(
    '<meta href="x"><script type="text/plain" src=y>1</script><scripted>',
  );
});
