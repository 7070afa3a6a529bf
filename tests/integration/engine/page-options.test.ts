import { afterAll, describe, expect, it } from 'vitest';
import { parseConversionRequest } from '../../../electron/shared/request/request.js';
import { closeEngine, convert, convertHtml, engine, failureOf } from '../support/convert.js';

afterAll(closeEngine);

const sections = (count: number) =>
  Array.from({ length: count }, (_, n) => `<p style="break-after:page">Part ${n + 1}</p>`).join('');

const mm = 72 / 25.4;

async function pagesOf(html: string, options: object) {
  const { pages } = await convertHtml(html, options);
  return pages.map(({ width, height, text }) => ({ width, height, text: text.trim() }));
}

describe('one tall page', () => {
  const only = async (html: string, options: object = {}) => {
    const pages = await pagesOf(html, { singlePage: true, ...options });
    expect(pages).toHaveLength(1);
    return pages[0] ?? { width: 0, height: 0, text: '' };
  };

  it('has everything, whatever breaks the page asks for', async () => {
    const css = '#x { break-before: page !important } .l { page: wide; break-inside: avoid }';
    const page = `<style>@page wide { size: A3 } ${css}</style>${sections(9)}<p id=x>X<p class=l>End`;
    const { text, width, height } = await only(page);
    expect(text.replace(/\s+/g, ' ')).toBe(
      'Part 1 Part 2 Part 3 Part 4 Part 5 Part 6 Part 7 Part 8 Part 9 X End',
    );
    expect(width).toBeCloseTo(210 * mm, -0.5);
    expect(height).toBeLessThan(150 * mm);
  });

  it(
    'is as tall as its content, with the margins of the request or the page',
    { tags: ['core'] },
    async () => {
      const page = '<style>@page{margin:1in}body{margin:0}</style><div style="height:20in">';
      expect((await only(page)).height).toBeCloseTo(22 * 72, -0.5);
      const margin = { top: '0in', bottom: '0.5in' };
      expect((await only(page, { margin })).height).toBeCloseTo(20.5 * 72, -0.5);
      expect((await only(page, { margin, zoom: 0.5 })).height).toBeCloseTo(10.5 * 72, -0.5);
      expect((await only('<body style="margin:0"><p style="margin:0">x')).height).toBeLessThan(90);
    },
  );

  it.each([
    ['a size', '', { format: 'a6' }, 105],
    ['an orientation', '', { landscape: true }, 297],
    ['a size that replaces that of the page', '@page { size: a3 }', { format: 'a5' }, 148],
    ['a layout width', '', { viewportWidth: 800 }, 210],
  ])('is taller than the paper of a request with %s', async (_what, css, options, width) => {
    const page = await only(`<style>${css}</style><div style="height:30in">x</div>`, options);
    expect(page.width).toBeCloseTo(width * mm, -0.5);
    expect(page.height).toBeGreaterThan(20 * 72);
  });

  it('is as wide as the paper of the request or the page', async () => {
    expect((await only('x', { format: 'a3', landscape: true })).width).toBeCloseTo(420 * mm, -0.5);
    expect((await only('<style>@page{size:5in 6in}</style>x')).width).toBe(360);
  });

  it('keeps what depends on the height of the window at the size on a normal page', async () => {
    const css = `html, body { height: 100%; margin: 0 } @page { margin: 0; size: 5in 8in }
      .hero, .hero > div { height: 100vh } p { margin: 0; padding: 25vh 0; height: 0; font-size: 0 }`;
    const page = `<style>${css}</style><div class=hero><div>Hero</div></div><p>x</p><p>y</p>`;
    expect((await only(page)).height).toBeCloseTo((8 + 4 + 4) * 72, -0.5);
  });

  it('unfolds what scrolls', async () => {
    const lines = Array.from({ length: 200 }, (_, n) => `line ${n}`).join('<br>');
    const app = `<style>html,body{height:100%;margin:0;overflow:hidden}
      .app{height:100vh;display:flex;flex-direction:column;overflow:hidden}
      main{flex:1;overflow-y:auto;min-height:0}</style>
      <div class=app><header>Top</header><main>${lines}</main><footer>Bottom</footer></div>`;
    const { text, height } = await only(app);
    expect(text).toContain('line 199');
    expect(text).toContain('Bottom');
    expect(height).toBeGreaterThan(200 * 10);
  });

  it('is scaled down as a whole if it would be taller than readers open', async () => {
    const { width, height } = await only('<div style="height:400in">x</div><p>End');
    expect(height).toBeLessThan(200 * 72 + 1);
    expect(height).toBeGreaterThan(199 * 72);
    expect(width).toBeCloseTo((210 * mm * 200) / 401, -1);
  });

  it('fails if even that is not enough', async () => {
    const html = '<div style="height:3000in">x';
    const error = await failureOf(convert({ source: { kind: 'html', html }, singlePage: true }));
    expect(error).toMatchObject({ code: 'print-failed' });
    expect(String(error)).toMatch(/One tall page would be 3,00\d in long/);
  });

  it('leaves nothing to the next page of the window', async () => {
    const html = '<p style="height:50vh;margin:0">x</p><script></script>';
    await convertHtml(html, { singlePage: true });
    const { pages } = await convertHtml(sections(2));
    expect(pages).toHaveLength(2);
  });
});

describe('shrink to fit', () => {
  const cells = (count: number) =>
    `<table><tr>${Array.from({ length: count }, (_, n) => `<td>Column${n}`).join('')}</table>`;
  const clipped = async (html: string, options: object) => {
    const { preflight } = await convert({ source: { kind: 'html', html }, ...options });
    return preflight.filter(({ kind }) => kind === 'cut-off').length;
  };

  it.each([
    ['a wide table', cells(60)],
    ['a table that scrolls', `<div style="overflow-x:auto">${cells(40)}</div>`],
    ['text that does not wrap', `<p style="white-space:nowrap">${'word '.repeat(120)}`],
  ])('shows all of %s', { tags: ['core'] }, async (_, html) => {
    expect(await clipped(html, {})).toBeGreaterThan(0);
    expect(await clipped(html, { shrinkToFit: true })).toBe(0);
    expect(await clipped(html, { shrinkToFit: true, singlePage: true })).toBe(0);
    const { pages } = await convertHtml(html, { shrinkToFit: true });
    expect(pages[0]?.width).toBeCloseTo(210 * mm, -0.5);
  });

  it('changes nothing about a page that fits, or that scrolls in a part of its own width', async () => {
    const html = `<p>${'word '.repeat(2000)}<div style="width:90px;overflow:auto"><p style="width:900px">x`;
    const plain = await convertHtml(html);
    const shrunk = await convertHtml(html, { shrinkToFit: true });
    expect(shrunk.pages).toEqual(plain.pages);
  });
});

describe('odd and even pages', () => {
  it.each([
    [{ oddEven: 'odd' }, ['Part 1', 'Part 3', 'Part 5']],
    [{ oddEven: 'even' }, ['Part 2', 'Part 4']],
    [{ oddEven: 'odd', pages: '2-5' }, ['Part 3', 'Part 5']],
    [{ oddEven: 'even', pages: '4,1' }, ['Part 4']],
  ])('%j keeps %j', async (options, texts) => {
    const pages = await pagesOf(`${sections(4)}Part 5`, options);
    expect(pages.map(({ text }) => text)).toEqual(texts);
  });

  it('fails if no page is left', async () => {
    const request = { source: { kind: 'html', html: 'x' }, oddEven: 'even' };
    expect(await failureOf(engine.convert(parseConversionRequest(request)))).toMatchObject({
      code: 'invalid-request',
      fields: [{ field: 'oddEven' }],
    });
  });

  it('keeps links to pages that remain', async () => {
    const html = `<a href="#c">to c</a>${sections(2)}<p id=c>c`;
    const { bytes } = await convert({ source: { kind: 'html', html }, oddEven: 'odd' });
    expect(bytes.toString('latin1')).toContain('/Dest');
  });
});

describe('blank pages', () => {
  const kept = async (parts: readonly string[], css = '') => {
    const html = parts.map((part) => `<div class=part>${part}</div>`).join('');
    const style = `<style>.part{break-after:page} .part:last-child{break-after:auto} ${css}</style>`;
    const pages = await pagesOf(style + html, { dropBlankPages: true });
    return pages.map(({ text }) => text);
  };

  it('are left out: empty ones, spaces, hidden text', async () => {
    const blank = ['<br>', '&nbsp; &emsp;&#x2003;', '<p style="visibility:hidden">hidden'];
    expect(await kept(['first', ...blank, 'last', '<p>&nbsp;'])).toEqual(['first', 'last']);
  });

  it('are left out with a background color, and not with a picture', async () => {
    const css = 'body{background:#fee;-webkit-print-color-adjust:exact}';
    expect(await kept(['first', '<br>', 'last'], css)).toEqual(['first', 'last']);
    const picture = 'body{background:linear-gradient(red,blue)}';
    expect(await kept(['first', '<br>', 'last'], picture)).toHaveLength(3);
  });

  it.each([
    '<hr>',
    '<table border=1><td>&nbsp;</table>',
    '<svg width=9 height=9><rect width=9 height=9 fill=red /></svg>',
    '<div style="height:9px;background:#eee"></div>',
    '<a href="https://example.org/" style="display:block;height:9px"></a>',
    '<input>',
    '.',
  ])('are not those with %s', async (part) => {
    expect(await kept(['first', part, 'last'])).toHaveLength(3);
  });

  it('stay if there is no other', async () => {
    expect(await kept(['', '', ''])).toEqual(['']);
    const { pages } = await convertHtml('<br>', { dropBlankPages: true });
    expect(pages).toHaveLength(1);
  });
});

describe('a watermark', () => {
  it.each(['over', 'under'])(
    'is %s the content of every page, in every script',
    { tags: ['core'] },
    async (place) => {
      const options = {
        watermarkText: 'Entwurf Черновик <b>',
        watermarkPlace: place,
        footerCenter: '{page}',
      };
      const { pages, links } = await convertHtml(
        `<a href="https://a.example/">x</a>${sections(3)}`,
        options,
      );
      expect(pages).toHaveLength(3);
      for (const { text } of pages) expect(text).toContain('Entwurf Черновик <b>');
      expect(pages[2]?.text).toContain('Part 3');
      expect(links).toEqual(['https://a.example/']);
    },
  );

  it('fits each page of a document with several sizes', async () => {
    const css = '@page { size: a5 } @page :first { size: a5 landscape }';
    const options = { watermarkText: 'DRAFT', watermarkPlace: 'under', footerCenter: '{page}' };
    const { pages } = await convertHtml(`<style>${css}</style>${sections(3)}`, options);
    const [first, second] = pages;
    expect(pages.map(({ width, height }) => width > height)).toEqual([true, false, false]);
    expect([first?.width, first?.height]).toEqual([second?.height, second?.width]);
    for (const { text } of pages) expect(text).toContain('DRAFT');
  });

  it('is appended, after what Chromium printed', async () => {
    const html = `<p style="transform: rotate(10deg)">x<svg width="9" height="9"><rect width="9" height="9"/></svg>`;
    const { bytes } = await convert({
      source: { kind: 'html', html },
      watermarkText: 'DRAFT',
      headerHtml: '<a href="https://a.example/">{page}</a>',
      footerCenter: '{page}',
    });
    const text = bytes.toString('latin1');
    const printed = text.slice(0, text.indexOf('%%EOF'));
    expect(printed).toContain('/Producer (Skia/PDF');
    expect(printed).not.toContain('/Subtype /Form');
    // Two layers of headers and the watermark.
    expect(text.slice(printed.length).match(/\/Overlay\d \d+ 0 R/g)).toHaveLength(3);
  });

  it('is whole on small paper', async () => {
    const watermarkText = 'Confidential and not to be copied';
    const options = { format: 'a6', landscape: true, watermarkText, watermarkColor: '#c00000' };
    const { pages } = await convertHtml(sections(2), { ...options, watermarkOpacity: 100 });
    for (const { text } of pages) expect(text).toContain(watermarkText);
  });
});

describe('document information', () => {
  const page =
    '<html lang=fr><title>Own</title><meta name=author content=Me><meta name=keywords content=k>x';

  it("is the page's own unless it is set", async () => {
    const { information } = await convertHtml(page, { author: 'Zoë 報告', subject: 'About' });
    expect(information).toMatchObject({
      Title: 'Own',
      Author: 'Zoë 報告',
      Subject: 'About',
      Keywords: 'k',
      Language: 'fr',
    });
  });

  it('has the language and title that are set', async () => {
    const { title, bytes } = await convert({
      source: { kind: 'html', html: page },
      title: 'Set',
      lang: 'de-AT',
    });
    expect(title).toBe('Set');
    expect(bytes.toString('latin1')).toContain('/Lang (de-AT)');
  });

  it('has no language that is not one', async () => {
    const { information } = await convertHtml('<html lang="x_y z">x');
    expect(information).not.toHaveProperty('Language', expect.stringMatching(/./));
  });
});
