import { describe, expect, it } from 'vitest';
import { AppError } from '../../../../electron/shared/messages/errors.js';
import { englishText } from '../../../../electron/shared/messages/translator.js';
import {
  ownOption,
  ownOptionNames,
  unusedOptions,
} from '../../../../electron/shared/request/own-options.js';
import { parseConversionRequest } from '../../../../electron/shared/request/request.js';

/** Returns the issues with one option of a request. */
function issuesOf(option: Readonly<Record<string, unknown>>): readonly string[] {
  try {
    parseConversionRequest({ source: { kind: 'html', html: '<p>x' }, ...option });
    return [];
  } catch (thrown) {
    if (!(thrown instanceof AppError) || !thrown.fields) throw thrown;
    return thrown.fields.map((issue) => englishText(issue.message));
  }
}

describe("values of Platen's own options", () => {
  it.each([
    { headerLeft: 'Page {page} of {pages}, {{title}} }', headerHtml: '' },
    { footerHtml: '<style>@media print{p{margin:0}}</style><p>{title} {{x}}', footerLeft: '' },
    { headerFontSize: 4.5, headerFirstPage: 'none', headerEvenPages: 'mirrored', startNumber: 0 },
    { headerLeft: 'x', margin: { top: '7mm', bottom: '0mm' } },
    { bookmarks: 1, tableOfContents: 6, tagged: true },
    { contentsTitle: '', contentsPosition: 'first', contentsCss: '' },
    {
      contentsTitle: 'Inhalt',
      contentsPosition: 'after-first-page',
      contentsCss: 'a { color: red }',
    },
    { allowPrinting: 'high', allowCopying: 'yes', allowChanges: 'any' },
    { allowPrinting: 'none', protection: { open: false, owner: true } },
    {
      allowPrinting: 'low',
      allowCopying: 'no',
      allowChanges: 'forms',
      protection: { open: true, owner: true },
    },
    { protection: { open: true, owner: false } },
    { singlePage: true },
    { pagesPerSheet: 1, singlePage: true },
    { pagesPerSheet: 16, sheetOrder: 'down-from-right', sheetBorders: true, tableOfContents: 2 },
    { background: '/papers/letter.pdf', stamp: 'C:\\papers\\paid.pdf' },
    { background: '' },
    { watermarkText: 'DRAFT «草稿»', watermarkColor: '#C0ffee', watermarkOpacity: 100 },
    { watermarkText: 'DRAFT', watermarkColor: '#c00' },
    { singlePage: false, pages: '1', oddEven: 'odd' },
    { singlePage: true, oddEven: 'all', shrinkToFit: true, dropBlankPages: true },
    { title: '', author: 'Zoë «x» 報告', subject: 'a, b', keywords: 'a; b' },
    { lang: 'zh-Hans' },
    { lang: 'EN-us' },
    { delaySeconds: 0 },
    { delaySeconds: 1.5 },
    { scrollThrough: false },
    { media: 'print' },
    { media: 'screen' },
    { hide: '' },
    { hide: 'nav, .a > b:not(.c) + [data-x="}"], ::before' },
    { waitForSelector: '#a, .b > c:not(:empty)' },
    { waitForExpression: 'window.isReady' },
    { networkIdle: true },
    { waitSeconds: 0.1 },
    { delaySeconds: 60, timeoutSeconds: 61 },
    { userAgent: 'Reports/1.0 (+https://example.org)' },
    { acceptLanguage: 'de-CH' },
    { acceptLanguage: 'zh-Hant-TW,en , fr' },
    { colorScheme: 'dark', reducedMotion: true },
    { viewportWidth: 1280, zoom: 1 },
    { reader: true, disableJavascript: true },
    { javascript: '', waitForExpression: '', disableJavascript: true },
    { css: '.a { & > b { color: red } &:hover { x: y } .c & { x: y } @media print { d: e } }' },
    {
      css: '@layer a { b { c: d } } @container (width > 1px) { e { f: g } } @scope (a) { b { c: d } }',
    },
    { css: '@property --a { syntax: "*"; inherits: false } @starting-style { a { b: c } }' },
    { css: '.a { b { c: d } > e { f: g } .h & { i: j } @media print { k[l]:m { n: o } } p: q }' },
    { css: '@page { size: a5 } p { color: lab(50% 10 10) } @media print { b { x: y } }' },
  ])('%j is valid', (option) => {
    expect(issuesOf(option)).toEqual([]);
  });

  it.each([
    [{ headerLeft: '{pgae}' }, '{pgae} is not a placeholder. Did you mean {page}?'],
    [
      { footerRight: '{author}' },
      '{author} is not a placeholder. The placeholders are {page}, {pages}, {title}, {date}, {time}, {url}, and {file}.',
    ],
    [
      { footerRight: '{pgae} of {author}, {pgae}' },
      '{pgae} and {author} are not placeholders. The placeholders are {page}, {pages}, {title}, {date}, {time}, {url}, and {file}.',
    ],
    [
      { footerCenter: 'Page {page' },
      'A brace in "Page {page" is not closed. Write two braces for a literal one.',
    ],
    [{ headerHtml: '<b>{Page}' }, '{Page} is not a placeholder. Did you mean {page}?'],
    [
      { footerHtml: '<p>\n<b>{pages}\n{Page}</b>' },
      'Line 3: {Page} is not a placeholder. Did you mean {page}?',
    ],
    [
      { footerHtml: '<p>\n{Page}{pgs}' },
      'Line 2: {Page} and {pgs} are not placeholders. The placeholders are {page}, {pages}, {title}, {date}, {time}, {url}, and {file}.',
    ],
    [
      { footerHtml: '<p>{Page}\n{pgs}' },
      '{Page} and {pgs} are not placeholders. The placeholders are {page}, {pages}, {title}, {date}, {time}, {url}, and {file}.',
    ],
    [
      { headerHtml: '<p>x\n<script>x</script>' },
      "Line 2: Scripts don't run in headers and footers. Remove the script element.",
    ],
    [
      { headerHtml: '<script>x</script>' },
      "Scripts don't run in headers and footers. Remove the script element.",
    ],
    [
      { headerHtml: '<b>x', headerRight: 'x' },
      'Header HTML replaces the header texts. Remove one of them.',
    ],
    [
      { footerCenter: 'x', headerFontSize: 12, margin: { bottom: '5mm' } },
      'Bottom margin "5mm" is too small for its text, which needs 8.1 mm. Enter a larger margin, or none so that it fits.',
    ],
    [
      { startNumber: 1.5 },
      'First page number must be a whole number from 0 to 1,000,000, but is 1.5.',
    ],
    [{ headerFirstPage: 'odd' }, 'First page must be same or none, but is "odd".'],
    [{ bookmarks: 0 }, 'Bookmarks must be a whole number from 1 to 6, but is 0.'],
    [{ tableOfContents: 2.5 }, 'Table of contents must be a whole number from 1 to 6, but is 2.5.'],
    [{ contentsTitle: 1 }, 'Contents title must be text, but is 1.'],
    [
      { contentsPosition: 'last' },
      'Contents position must be first or after-first-page, but is "last".',
    ],
    [{ contentsCss: '}' }, 'The CSS cannot be read in line 1, column 1: "}".'],
    [{ tagged: 'yes' }, 'Tagged PDF must be true or false, but is "yes".'],
    [{ singlePage: 'yes' }, 'One tall page must be true or false, but is "yes".'],
    [{ oddEven: 'first' }, 'Odd or even must be all, odd, or even, but is "first".'],
    [
      { singlePage: true, pages: '2-' },
      '"Pages" cannot be combined with "One tall page". Remove one of them.',
    ],
    [{ pagesPerSheet: 3 }, 'Pages per sheet must be 1, 2, 4, 6, 8, 9, or 16, but is 3.'],
    [{ pagesPerSheet: '2' }, 'Pages per sheet must be 1, 2, 4, 6, 8, 9, or 16, but is "2".'],
    [
      { singlePage: true, pagesPerSheet: 2 },
      '"Pages per sheet" cannot be combined with "One tall page". Remove one of them.',
    ],
    [
      { pagesPerSheet: 2, tagged: true },
      '"Tagged PDF" cannot be combined with "Pages per sheet". Remove one of them.',
    ],
    [
      { background: 'letter.pdf' },
      'Background PDF "letter.pdf" is not a full path. Enter the path from its root.',
    ],
    [{ stamp: true }, 'Stamp PDF must be text, but is true.'],
    [{ watermarkColor: 'red' }, '"red" is not a color. Enter one such as #c00000.'],
    [{ watermarkColor: '#c000' }, '"#c000" is not a color. Enter one such as #c00000.'],
    [{ watermarkOpacity: 0 }, 'Watermark opacity must be a number from 1 to 100, but is 0.'],
    [{ allowPrinting: false }, 'Printing must be high, low, or none, but is false.'],
    [{ allowCopying: 'none' }, 'Copying must be yes or no, but is "none".'],
    [
      { allowChanges: 'assemble', protection: { open: true, owner: false } },
      'Changes needs an owner password: without one, everyone who opens the PDF may do everything.',
    ],
    [
      { protection: { open: false, owner: false } },
      'The passwords must be the ID of stored ones, but are an object.',
    ],
    [{ protection: 'secret' }, 'The passwords must be the ID of stored ones, but are "secret".'],
    [{ title: 3 }, 'Title must be text, but is 3.'],
    [
      { title: 'two\nlines' },
      '"two lines" contains a line break or a control character. Enter one line.',
    ],
    [{ lang: 'german' }, '"german" is not a language tag. Enter one such as en, en-US or zh-Hans.'],
    [{ lang: 'de_AT' }, '"de_AT" is not a language tag. Enter one such as en, en-US or zh-Hans.'],
    [{ delaySeconds: -1 }, 'Extra delay must be a number from 0 to 600, but is -1.'],
    [{ delaySeconds: '1' }, 'Extra delay must be a number from 0 to 600, but is "1".'],
    [{ scrollThrough: 1 }, 'Scroll through first must be true or false, but is 1.'],
    [{ media: 'tv' }, 'Media must be print or screen, but is "tv".'],
    [{ hide: ['nav'] }, 'Hide must be text, but is a list.'],
    [
      { hide: 'nav, (' },
      'CSS selector "nav, (" cannot be read at "(". Enter selectors such as nav, #menu or .banner.',
    ],
    [
      { hide: 'p { } body' },
      'CSS selector "p { } body" cannot be read at "{ } body". Enter selectors such as nav, #menu or .banner.',
    ],
    [
      { waitForSelector: 'p::before, b' },
      'CSS selector "p::before, b" finds no element: "::before" is only a part of one. Remove it.',
    ],
    [{ waitSeconds: 30 }, 'Wait at most (30 s) must be shorter than the timeout (30 s).'],
    [
      { delaySeconds: 45, timeoutSeconds: 40 },
      'Extra delay (45 s) must be shorter than the timeout (40 s).',
    ],
    [
      { waitForExpression: 'a', disableJavascript: true },
      "Wait for expression can't run, because JavaScript is disabled. Enable it, or remove the option.",
    ],
    [
      { javascript: 'a()', disableJavascript: true },
      "JavaScript can't run, because JavaScript is disabled. Enable it, or remove the option.",
    ],
    [
      { userAgent: 'a\r\nCookie: b' },
      'User agent "a Cookie: b" must be Latin letters, digits and signs on one line, at most 1,000 characters.',
    ],
    [
      { acceptLanguage: 'de, english please' },
      '"english please" is not a language. Enter codes such as de-CH, de or en, separated by commas.',
    ],
    [
      { acceptLanguage: 'de,' },
      '"" is not a language. Enter codes such as de-CH, de or en, separated by commas.',
    ],
    [{ colorScheme: 'blue' }, 'Colors must be light or dark, but is "blue".'],
    [{ viewportWidth: 100 }, 'Layout width must be a whole number from 200 to 10,000, but is 100.'],
    [
      { viewportWidth: 1280, zoom: 1.5 },
      'Layout width and scale both set the size of the content. Remove one of them.',
    ],
    [
      { css: '.a {\n b { c: d }\n  e { f g } }' },
      'The CSS cannot be read in line 3, column 9: "g } }".',
    ],
    [{ css: 'p { }\n q } r' }, 'The CSS cannot be read in line 2, column 4: "} r".'],
  ])('%j: %s', (option, issue) => {
    expect(issuesOf(option)).toEqual([issue]);
  });

  it('reports all issues together', () => {
    const contradictions = { singlePage: true, pages: '1', oddEven: 'odd', lang: '?' };
    expect(issuesOf(contradictions)).toHaveLength(3);
    const options = { delaySeconds: -1, hide: '(', css: '}', waitSeconds: 99, javascript: 'x' };
    expect(issuesOf({ ...options, disableJavascript: true })).toHaveLength(5);
  });
});

it('only options that exist are needed by others', () => {
  const needed = ownOptionNames.flatMap((name) => ownOption(name).needs ?? []);
  expect(needed.length).toBeGreaterThan(0);
  expect(ownOptionNames).toEqual(expect.arrayContaining(needed));
});

describe('unusedOptions', () => {
  it.each([
    [{}, []],
    [{ sheetBorders: true, pagesPerSheet: 2 }, []],
    [{ sheetBorders: false, watermarkColor: '' }, []],
    [{ waitSeconds: 3, networkIdle: true }, []],
    [
      { sheetBorders: true, pagesPerSheet: 1 },
      [{ name: 'sheetBorders', needed: ['pagesPerSheet'] }],
    ],
    [
      { waitSeconds: 3 },
      [{ name: 'waitSeconds', needed: ['waitForSelector', 'waitForExpression', 'networkIdle'] }],
    ],
  ] as const)('of %j are %j', (values, unused) => {
    expect(unusedOptions(values)).toEqual(unused);
  });
});
