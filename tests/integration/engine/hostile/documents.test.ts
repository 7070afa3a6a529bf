import '../../support/local-scheme.js';
import { BrowserWindow } from 'electron';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type WebServer, startWebServer } from '../../support/web-server.js';
import { attackAt, attackWith, failureWith, pdfWith } from './support/hostile.js';
import { repetitions } from '../../../support/repetitions.js';

let server: WebServer;
const elementCount = repetitions({ few: 20_000, many: 200_000 });
const imageCount = repetitions({ few: 300, many: 5000 });
let images = 0;
let large = Buffer.alloc(0);
const pixel = Buffer.from('R0lGODlhAQABAIAAAP8AAP///yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');

beforeAll(async () => {
  server = await startWebServer({
    '/images': (response) => {
      const list = Array.from({ length: imageCount }, (_, n) => `<img src="/pixel?${n}" width=4>`);
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<p>shown</p>${list.join('')}`);
    },
    '/never-loaded': (response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<img src="/never">'),
    '/never': () => undefined,
    '/large': (response) => response.writeHead(200, { 'content-type': 'text/html' }).end(large),
    '/pixel': (response) => {
      images += 1;
      response.writeHead(200, { 'content-type': 'image/gif' }).end(pixel);
    },
  });
});
afterAll(async () => {
  await server.close();
});

/** The memory limit of the test process while it waits, in bytes. */
async function peakDuring(work: Promise<unknown>): Promise<number> {
  let peak = 0;
  const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 50);
  await work;
  clearInterval(timer);
  return peak;
}

describe('a document too large for its timeout', () => {
  it.each([
    ['text', 'many words ', 9_500_000],
    ['tags', '<p>x</p>', 13_000_000],
  ])('100 MB of %s time out or become a PDF', async (_of, part, times) => {
    large = Buffer.alloc(part.length * times, part);
    const before = process.memoryUsage().rss;
    const work = attackAt(`${server.origin}/large`, { timeoutSeconds: 3 });
    const peak = await peakDuring(work);
    const outcome = await work;
    expect(outcome.kind === 'failed' ? outcome.code : 'pdf').toMatch(/timed-out|page-crashed|pdf/);
    expect(peak - before).toBeLessThan(700 * 1024 ** 2);
  });
});

describe('a document with many parts', { timeout: 240_000 }, () => {
  it(`${elementCount} elements become a PDF`, async () => {
    const html = `<p>shown</p><div style="font:1px serif">${'<i></i>x'.repeat(elementCount)}</div>`;
    expect(await attackWith(html, { timeoutSeconds: 120 })).toEqual(pdfWith('shown'));
  });

  it(`all ${imageCount} images are loaded`, async () => {
    const outcome = await attackAt(`${server.origin}/images`, { timeoutSeconds: 120 });
    expect(outcome).toEqual(pdfWith('shown'));
    expect(images).toBe(imageCount);
  });

  it.each([
    ['nested elements', '<div>'.repeat(100_000)],
    ['nested tables', '<table><tr><td>'.repeat(3_000)],
    ['an unterminated style', `<style>${'p{color:red}'.repeat(200_000)}</style><p>shown`],
    ['a long page', '<div style="height:40000000px">x</div>'],
    ['a wide page', '<div style="width:40000000px;height:9px">x</div>'],
    ['endless counters', '<style>p::before{content:counter(c)}</style>' + '<p>'.repeat(20_000)],
  ])('%s end with a PDF or a clear failure', async (_of, html) => {
    const outcome = await attackWith(html, { timeoutSeconds: 2 });
    expect(outcome.kind === 'failed' ? outcome.code : 'pdf').toMatch(
      /^(?:timed-out|page-crashed|print-failed|pdf)$/,
    );
  });
});

describe('a page whose process crashes', () => {
  it.each(['chrome://crash', 'chrome://kill', 'chrome://hang'])(
    'cannot crash it by navigating to %s',
    { tags: ['core'] },
    async (address) => {
      const html = `<p>shown</p><script>location.href = '${address}'</script><iframe src="${address}"></iframe>`;
      const outcome = await attackWith(html);
      expect(outcome.kind === 'failed' ? outcome.message : outcome.text).toMatch(/shown|not/);
    },
  );

  it('fails with the reason', { tags: ['core'] }, async () => {
    const url = `${server.origin}/never-loaded`;
    const outcome = attackAt(url);
    const shown = () =>
      BrowserWindow.getAllWindows().find(({ webContents }) => webContents.getURL() === url);
    await expect.poll(() => shown() !== undefined).toBe(true);
    shown()?.webContents.forcefullyCrashRenderer();
    expect(await outcome).toEqual(failureWith('page-crashed', 'its process crashed'));
  });
});
