import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { englishText } from '../../../electron/shared/messages/translator.js';
import { readPdf } from '../../support/read-pdf.js';
import { convert, failureOf } from '../support/convert.js';
import { type WebServer, page, startWebServer } from '../support/web-server.js';

/** A red pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

let server: WebServer;
beforeAll(async () => {
  server = await startWebServer({
    '/folder/page': page('<p>page'),
    '/folder/picture.png': (response) =>
      void setTimeout(() => {
        response.setHeader('content-type', 'image/png');
        response.end(png);
      }, 300),
    '/trusted': (response) => {
      response.setHeader('content-type', 'text/html');
      response.setHeader(
        'content-security-policy',
        "require-trusted-types-for 'script'; script-src 'none'; style-src 'none'",
      );
      response.end(article);
    },
  });
});
afterAll(async () => server.close());

async function print(request: object) {
  const { bytes, preflight, title } = await convert(request);
  const { text, pages, information } = await readPdf(bytes);
  const findings = preflight.map(({ message }) => englishText(message));
  return { text: text.replaceAll(/\s+/g, ' ').trim(), pages, information, findings, title, bytes };
}

const html = (text: string) => ({ source: { kind: 'html', html: text } });

const medium = `<style>
    @media (prefers-color-scheme: dark) { p::before { content: "dark " } }
    @media (prefers-reduced-motion: reduce) { p::before { content: "calm " } }
  </style><p>page <script>
    const asks = ['(prefers-color-scheme: dark)', '(prefers-reduced-motion: reduce)'];
    document.body.append(asks.map((query) => matchMedia(query).matches).join(' '));
  </script>`;

describe('colorScheme and reducedMotion', () => {
  it.each([
    [{}, 'page false false'],
    [{ colorScheme: 'light' }, 'page false false'],
    [{ colorScheme: 'dark' }, 'dark page true false'],
    [{ colorScheme: 'dark', media: 'screen' }, 'dark page true false'],
    [{ reducedMotion: true }, 'calm page false true'],
    [{}, 'page false false'],
  ])('%j are seen by CSS and scripts, and forgotten', async (options, text) => {
    expect((await print({ ...html(medium), ...options })).text).toBe(text);
  });

  it('apply to a page without scripts', async () => {
    const plain = `<style>@media (prefers-color-scheme: dark) { p::before { content: "dark " } }</style><p>page`;
    expect((await print({ ...html(plain), colorScheme: 'dark' })).text).toBe('dark page');
    expect((await print(html(plain))).text).toBe('page');
  });
});

describe('viewportWidth', () => {
  const measured = `<style>
      @page { size: a5; margin: 1cm }
      @media (min-width: 1280px) { p::before { content: "wide " } }
      @media (min-width: 1281px) { p::before { content: "wider " } }
    </style><p></p><script>document.body.append(innerWidth)</script>`;

  it.each([
    [{ viewportWidth: 1280 }, 'wide 1280'],
    [{ viewportWidth: 1279 }, '1279'],
    [{ viewportWidth: 1280, landscape: true, margin: { left: '3cm' } }, 'wide 1280'],
  ])('%j is the width of the layout, on the paper of the request', async (options, text) => {
    const { text: shown, pages } = await print({ ...html(measured), ...options });
    expect(shown).toBe(text);
    const sides = [pages[0]?.width ?? 0, pages[0]?.height ?? 0].sort((a, b) => a - b);
    expect(sides.map(Math.round)).toEqual([595, 842]);
  });

  it('must fit the paper', async () => {
    const failure = await failureOf(convert({ ...html('<p>x'), viewportWidth: 200 }));
    expect(failure).toMatchObject({
      code: 'invalid-request',
      fields: [{ field: 'viewportWidth' }],
      message:
        'At 200 px, the content would not fit this paper. The layout width must be from 360 to 7,186 px.',
    });
  });
});

describe('css and hide', () => {
  it('load what they name, relative to the page', { tags: ['core'] }, async () => {
    const source = { kind: 'url', url: `${server.origin}/folder/page` };
    const css = 'p { padding: 50px; background: url(picture.png) 0 0 / 50px }';
    const { bytes, findings } = await print({ source, css });
    expect(findings).toEqual([]);
    expect(bytes.includes('/Subtype /Image')).toBe(true);
    expect((await print({ source })).bytes.includes('/Subtype /Image')).toBe(false);
  });

  it('warn about imports', async () => {
    const css = '@import url(https://example.org/a.css); p::before { content: "own " }';
    expect(await print({ ...html('<p>page'), css })).toMatchObject({
      text: 'own page',
      findings: [
        'The CSS imports url(https://example.org/a.css), which is not loaded. Insert its rules instead.',
      ],
    });
  });

  it.each(['<p>page', '<p>page<script>0</script>'])(
    'selectors that Chromium does not know are an error: %s',
    async (text) => {
      const failure = await failureOf(convert({ ...html(text), hide: 'nav, p:nonsense, b' }));
      expect(failure).toMatchObject({
        code: 'invalid-request',
        fields: [{ field: 'hide' }],
        message: 'Chromium does not know the CSS selector "p:nonsense". Change or remove it.',
      });
    },
  );
});

describe('javascript', () => {
  it('runs once in the loaded page, and its promise is awaited', { tags: ['core'] }, async () => {
    const text = `<p>page<script>setTimeout(() => { window.late = 'late' }, 20)</script>`;
    const javascript = `const { late } = window; // of the page
      await new Promise((resolve) => setTimeout(resolve, 300));
      document.body.append(' ' + late);`;
    expect((await print({ ...html(text), javascript })).text).toBe('page late');
  });

  it('runs on a page without scripts', async () => {
    expect((await print({ ...html('<p>x'), javascript: 'document.body.append(1)' })).text).toBe(
      'x 1',
    );
  });

  it.each([
    [
      '\n  nothing.here();',
      'The JavaScript failed in line 2: ReferenceError: nothing is not defined',
    ],
    ['1;\nlet x = ;', "The JavaScript has an error in line 2: SyntaxError: Unexpected token ';'"],
  ])('%j: %s', async (javascript, message) => {
    const failure = await failureOf(convert({ ...html('<p>x'), javascript }));
    expect(failure).toMatchObject({
      code: 'invalid-request',
      message,
      fields: [{ field: 'javascript' }],
    });
  });
});

const paragraph = '<p>A long paragraph with many words, commas, and sentences that can be read. ';

const article = `<!doctype html><html lang=en><title>A title - A site</title>
  <meta name=author content="Ann Author"><meta property="og:site_name" content="A site">
  <meta property="article:published_time" content="2024-05-06T10:00:00Z">
  <nav><a href=/>Navigation</a></nav>
  <article><h1>A title</h1>${paragraph.repeat(12)}
    <h2>Part <a href=#part>¶</a></h2>${paragraph.repeat(4)}
    <dl><dt>Term <a href=#term>¶</a><dd>${paragraph}</dl>
    <figure><img src="data:image/png;base64,${png.toString('base64')}" width=60 height=24></figure>
    <p class=ad>An advertisement with many words, which the user wants to be left out here.</p>
    ${paragraph.repeat(4)}</article>
  <footer>Footer</footer>
  <script>setInterval(() => document.body.append('BANNER'), 50)</script>`;

describe('reader', () => {
  it(
    'prints only the article, with its title, author, date and pictures',
    { tags: ['core'] },
    async () => {
      const { text, findings, title, bytes, information } = await print({
        ...html(article),
        reader: true,
        hide: '.ad',
      });
      expect(text).toMatch(/^A title Ann Author · A site · May 6, 2024 A long paragraph/);
      expect(text).toContain('Part A long');
      for (const left of ['Navigation', 'Footer', 'BANNER', '¶', 'advertisement'])
        expect(text).not.toContain(left);
      expect(bytes.includes('/Subtype /Image')).toBe(true);
      expect({ findings, title }).toEqual({ findings: [], title: 'A title' });
      expect(information['Author']).toBe('Ann Author');
    },
  );

  it('works on a page whose policy forbids styles and scripts', async () => {
    const source = { kind: 'url', url: `${server.origin}/trusted` };
    const { text } = await print({ source, reader: true, css: 'h1::before { content: "own " }' });
    expect(text).toMatch(/^own A title Ann Author/);
  });

  it('breaks no paragraph at obsolete inline elements', async () => {
    const words = '<acronym>APT</acronym> and <tt>apt</tt>, <s>old</s> and <u>new</u>, ';
    const source = html(`<article><h1>A title</h1><div>${words.repeat(40)}</div></article>`);
    const css = 'p + p { break-before: page }';
    const { pages } = await convert({ ...source, reader: true, css });
    expect(pages).toBe(1);
  });

  it('leaves out buttons of examples, text for screen readers and icons of other parts', async () => {
    const source = html(`<svg hidden><symbol id="toc"><path d="M0 0h9v9z"/></symbol></svg>
      <article><h1>A title</h1>
      <label><span class="visually-hidden">Toggle</span><svg><use href="#toc"/></svg></label>
      <p>A drawing: <svg><circle id="dot" r="4"/><use href="#dot" x="9"/></svg>
      <div><span class="copybutton">&gt;&gt;&gt;</span><pre>code</pre></div>
      ${'<p>A long paragraph with many words, to be read.'.repeat(20)}</article>`);
    const css = 'svg { display: block; break-before: page }';
    const { text, pages } = await print({ ...source, reader: true, css });
    expect(text).toContain('code');
    expect(text).not.toMatch(/>>>|Toggle/);
    expect(pages).toHaveLength(2);
  });

  it('leaves scripts enabled for the next page', async () => {
    await print({ ...html(article), reader: true });
    const { text } = await print(html('<p><script>document.body.append("runs")</script>'));
    expect(text).toBe('runs');
  });

  it('refuses a page without an article', async () => {
    const failure = await failureOf(
      convert({ ...html('<nav><a href=x>a</a></nav>'), reader: true }),
    );
    expect(failure).toMatchObject({
      code: 'load-failed',
      message: 'The page has no article that the reader view could show. Turn the reader view off.',
    });
  });
});
