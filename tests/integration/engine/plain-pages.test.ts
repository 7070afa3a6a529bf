import { readFileSync, writeFileSync } from 'node:fs';
import { englishText } from '../../../electron/shared/messages/translator.js';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentStreamsOf } from '../../support/content-streams.js';
import { readPdf } from '../../support/read-pdf.js';
import { convert } from '../support/convert.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const files = temporaryFolder();
afterAll(() => files.remove());

const square = (color: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="50" height="50"><rect width="50" height="50" fill="${color}"/></svg>`;
const folder = files.with({
  'style.css': '@import "more.css"; h1::after{content:" styled"} p{background:url(red.svg)}',
  'more.css': 'p::after{content:" imported"}',
  'red.svg': square('red'),
  'blue.svg': square('blue'),
  'images.css': 'h1{background:url(red.svg)}li{list-style-image:url(blue.svg)}',
  'font.css': '@font-face{font-family:F;src:url(font.ttf)}p{font-family:F}',
  'font.ttf': readFileSync('node_modules/pdfjs-dist/standard_fonts/LiberationSans-Italic.ttf'),
  'moving.css': '@keyframes a{from{margin-left:0}}p{margin-left:99px;animation:a .4s}',
  'scripting.css': '@media (scripting: enabled){p::after{content:" scripts"}}',
  'root.css': '@import "/none.css"; p{background:url(/none.png)}',
  'next.html': '<p>next',
});

/** With an empty script, a page is waited for until it is still, and nothing else changes. */
const scripted = (html: string) => `${html}<script></script>`;

const titled = (html: string) => `${html}<title>The same</title>`;

/** Returns everything in the PDF of a page, except its times. */
async function contentOf(html: string, options: object = {}) {
  const path = join(folder, 'page.html');
  writeFileSync(path, html);
  const { bytes, title, pages, preflight } = await convert({
    source: { kind: 'file', path },
    ...options,
  });
  const pdf = await readPdf(bytes);
  const findings = preflight.map(({ message }) => englishText(message)).sort();
  // Links, and the default title, depend on the length of the page's own URL, which differs.
  const size = pdf.links.length === 0 && title !== '' ? bytes.length : 0;
  const streams = await contentStreamsOf(bytes);
  return { ...pdf, information: {}, size, streams, title, pages, findings };
}

describe('a page without scripts has the same PDF as with an empty one', () => {
  it.each([
    ['text', '<p>text'],
    [
      'styles and pictures',
      '<link rel=stylesheet href=style.css><h1>head</h1><p>text<img src=red.svg>',
    ],
    [
      'links',
      '<!doctype html><a href=next.html>n</a> <a href=#x>x</a> <a href=https://example.org/>w</a><p id=x>',
    ],
    ['missing files', '<link rel=stylesheet href=none.css><img src=none.png>text'],
    ['files it may not read', '<img src="../secret.png">text'],
    ['files of the root', '<link rel=stylesheet href=root.css><p>text'],
    ['images of a style sheet', '<link rel=stylesheet href=images.css><h1>head</h1><ul><li>a'],
    ['a font of a style sheet', '<link rel=stylesheet href=font.css><p>text'],
    ['a movement that ends', '<link rel=stylesheet href=moving.css><p>text'],
    ['styles for scripts', '<link rel=stylesheet href=scripting.css><p>text'],
    ['styles for paper', '<link rel=stylesheet href=style.css media=screen><h1>head</h1>'],
    ['names of the document', '<img src=red.svg name=documentElement><form name=fonts></form>text'],
    ['its own paper', '<style>@page{size:a6 landscape;margin:1cm}</style><p>text'],
    [
      'another language',
      '<!doctype html><html lang=ar dir=rtl><meta charset=utf-8><p>\u0645\u0631\u062D\u0628\u0627',
    ],
    [
      'quirks',
      '<style>p{width:100;height:50}table{font-size:9px}</style><table><tr><td>cell</table><p>text',
    ],
    ['standards', '<!doctype html><style>p{width:100}</style><table><tr><td>cell</table><p>text'],
    ['many pages', '<p>line</p>'.repeat(400)],
  ])('%s', async (_what, html) => {
    expect(await contentOf(titled(html))).toEqual(await contentOf(scripted(titled(html))));
  });

  it('without a title', async () => {
    const html = '<p>text';
    expect(await contentOf(html)).toEqual(await contentOf(scripted(html)));
  });

  it('with the paper and margins of the user', async () => {
    const options = { format: 'a5', margin: { left: '3cm' } };
    const html = titled('<p>text</p>'.repeat(60));
    expect(await contentOf(html, options)).toEqual(await contentOf(scripted(html), options));
  });

  it('with scripts off', async () => {
    const options = { disableJavascript: true };
    const html =
      '<title>t</title><p>text<noscript>no scripts</noscript><script>document.write("ran")</script>';
    const plain = await contentOf(html, options);
    expect(plain.text).toContain('no scripts');
    expect(plain.text).not.toContain('ran');
    expect(plain).toEqual(await contentOf(`${html}<iframe srcdoc="" hidden></iframe>`, options));
  });
});

const second = titled('<p>second <a href="#x">link</a><p id=x>');

describe('a page does not inherit from the page before it', { tags: ['core'] }, () => {
  let alone: unknown;
  beforeAll(async () => {
    alone = await contentOf(scripted(second));
  });

  it.each([
    ['its title', '<title>First</title>'],
    ['its style sheets', '<style>p{display:none}</style>'],
    ['its style sheet in a file', '<link rel=stylesheet href=style.css>'],
    ['its fonts in a file', '<link rel=stylesheet href=font.css>'],
    ['its images', '<link rel=stylesheet href=images.css><ul><li>a</ul><img src=red.svg>'],
    ['its missing files', '<link rel=stylesheet href=none.css><img src=none.png>'],
    ['its paper', '<style>@page{size:a3}</style>'],
    ['its colors', '<meta name=color-scheme content=dark>'],
    ['its color scheme', '<style>:root{color-scheme:dark}</style>'],
    ['its background', '<body style="background:red">'],
    ['its colors of links', '<body link=white vlink=white alink=white>'],
    [
      'its colors of links and its property',
      '<style>@property --a{syntax:"<color>";inherits:true;initial-value:red}</style><body link=white>',
    ],
    ['its direction', '<html dir=rtl>'],
    ['its writing mode', '<body style="writing-mode:vertical-rl">'],
    ['its font size', '<style>:root{font-size:40px}</style>'],
    ['its zoom', '<style>:root{zoom:2}</style>'],
    ['its fonts', '<style>@font-face{font-family:serif;src:url(red.svg)}</style>'],
    [
      'its properties',
      '<style>@property --a{syntax:"<color>";inherits:true;initial-value:red}p{color:var(--a)}</style>',
    ],
    ['its layers', '<style>@layer b,a;@layer a{p{color:red}}</style>'],
    ['its layout', '<!doctype html>'],
    ['its language', '<html lang=fr class=x style="display:none">'],
  ])('%s', async (_what, before) => {
    await contentOf(`${before}<p>first`);
    expect(await contentOf(second)).toEqual(alone);
  });

  it('the page rule of the previous request', async () => {
    await contentOf('<p>first', { format: 'a3', margin: { top: '5cm' } });
    expect(await contentOf(second)).toEqual(alone);
  });
});
