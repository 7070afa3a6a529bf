// @module-tag core

import { describe, expect, it } from 'vitest';
import { errorData, publicError } from '../../../electron/shared/messages/errors.js';
import { convert, convertHtml, failureOf } from '../support/convert.js';
import { page, startWebServer } from '../support/web-server.js';
import { readPdf } from '../../support/read-pdf.js';

const twelvePages = Array.from(
  { length: 12 },
  (_, index) => `<section style="break-after:page">page number ${index + 1}</section>`,
)
  .join('')
  .replace(/break-after:page(?!.*break-after)/, '');

describe('pages', () => {
  it.each([
    ['2-3', ['page number 2', 'page number 3']],
    ['2', ['page number 2']],
    ['1,4,9', ['page number 1', 'page number 4', 'page number 9']],
    ['11-12, 1', ['page number 1', 'page number 11', 'page number 12']],
  ])('%s of 12 are printed exactly', async (pages, expected) => {
    const pdf = await convertHtml(twelvePages, { pages });
    expect(pdf.pages.map(({ text }) => text.trim())).toEqual(expected);
  });

  it.each(['13', '1,13', '10-20'])('%s of 12 fails with the number of pages', async (pages) => {
    const source = { kind: 'html', html: twelvePages };
    const failure = await failureOf(convert({ source, pages }));
    expect(publicError(errorData(failure))).toMatchObject({
      code: 'invalid-request',
      fields: [{ field: 'pages', message: expect.stringContaining('12 pages') as string }],
    });
  });
});

describe('zoom', () => {
  it.each([
    [0.1, 1],
    [0.5, 1],
    [1, 2],
    [1.5, 3],
    [2, 3],
  ])('%d puts 14 in of content on %i pages of 10 in', async (zoom, expected) => {
    const lines = '<div style="height:1in;break-inside:avoid">line</div>'.repeat(14);
    const { pages } = await convertHtml(`<style>body{margin:0}</style>${lines}`, {
      format: '5inx10in',
      margin: { top: '0in', bottom: '0in' },
      zoom,
    });
    expect(pages).toHaveLength(expected);
  });
});

describe('scripts', () => {
  const scripted =
    '<title>T</title><p id=p>without</p><script>p.textContent="with"</script><noscript>none</noscript>';

  it('run', async () => {
    expect((await convertHtml(scripted)).text.trim()).toBe('with');
  });

  it('do not run if JavaScript is off, and the page is still waited for', async () => {
    const pdf = await convertHtml(scripted, { disableJavascript: true, margin: { top: '3cm' } });
    expect(pdf.text).toContain('without');
    expect(pdf.text).toContain('none');
  });

  it.each([{ scrollThrough: true }, { css: 'p { color: red }' }])(
    'that are off do not delay a page with %j',
    async (options) => {
      const pdf = await convertHtml(scripted, { disableJavascript: true, ...options });
      expect(pdf.text).toContain('without');
    },
  );

  it('may draw fetched data until their last request, also in sequence', async () => {
    const server = await startWebServer({
      '/': page(`<p id=p>early</p><script>
        const next = () => fetch('/data').then((answer) => answer.text());
        next().then(next).then(next).then((text) => { p.textContent = text; });
      </script>`),
      '/data': (response) => void setTimeout(() => response.end('late'), 50),
    });
    const { bytes } = await convert({ source: { kind: 'url', url: `${server.origin}/` } });
    await server.close();
    expect((await readPdf(bytes)).text.trim()).toBe('late');
  });

  it('draw to the width of the paper', async () => {
    const html = '<p id=p></p><script>p.textContent = innerWidth</script>';
    const pdf = await convertHtml(html, {
      format: '1000pxx1000px',
      margin: { left: '50px', right: '50px' },
    });
    expect(pdf.text.trim()).toBe('900');
  });
});

describe('the metadata of the PDF', () => {
  it('is that of the page, in every script', async () => {
    const html = `<html lang=ar><title>فاتورة — 請求書</title>
      <meta name=author content="سلمى (A)"><meta name=description content="About it">x`;
    const { information } = await convertHtml(html);
    expect(information).toMatchObject({
      Title: 'فاتورة — 請求書',
      Author: 'سلمى (A)',
      Subject: 'About it',
      Creator: 'Platen 1.2.3',
      Producer: expect.stringMatching(/^Platen 1\.2\.3 \(Skia\/PDF m\d+\)$/) as string,
    });
  });

  it('has no title if the page has none', async () => {
    expect((await convertHtml('<p>x')).information).not.toHaveProperty('Title');
  });
});

describe('text', () => {
  it('can be selected in every script that the fonts support', async () => {
    const { bytes } = await convert({
      source: { kind: 'html', html: '<p>Ärger, naïve, ½ € — “q”' },
    });
    expect((await readPdf(bytes)).text.trim()).toBe('Ärger, naïve, ½ € — “q”');
  });
});
