import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { convert } from '../../support/convert.js';
import { type WebServer, startWebServer } from '../../support/web-server.js';
import { attackAt, failureWith, pdfWith } from './support/hostile.js';

let server: WebServer;
let pdf: Buffer;
let requests = 0;
const pixel = Buffer.from('R0lGODlhAQABAIAAAP8AAP///yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');

beforeAll(async () => {
  const html = '<title>Given</title><p>as given</p><p style="break-before:page">second';
  pdf = (await convert({ source: { kind: 'html', html } })).bytes;
  const contents: readonly (readonly [path: string, type: string, body: Buffer | string])[] = [
    ['/zip', 'application/zip', 'PK\x03\x04'],
    ['/image', 'image/gif', pixel],
    [
      '/drawing',
      'image/svg+xml',
      '<svg xmlns="http://www.w3.org/2000/svg"><text y="20">drawn</text></svg>',
    ],
    ['/json', 'application/json', '{ "a": "value" }'],
    ['/text', 'text/plain', 'only text'],
    ['/xml', 'text/xml', '<a>in xml</a>'],
    [
      '/xhtml',
      'application/xhtml+xml',
      '<html xmlns="http://www.w3.org/1999/xhtml"><p>strict</p></html>',
    ],
    ['/film', 'video/mp4', 'film'],
    ['/unknown', 'application/x-unknown', 'x'],
    ['/no-pdf', 'application/pdf', 'this is none'],
    ['/empty', 'text/html', ''],
  ];
  server = await startWebServer({
    ...Object.fromEntries(
      contents.map(([path, type, body]) => [
        path,
        (response) => void response.writeHead(200, { 'content-type': type }).end(body),
      ]),
    ),
    '/document.pdf': (response) => {
      requests += 1;
      response.writeHead(200, { 'content-type': 'application/pdf' }).end(pdf);
    },
    '/attached.pdf': (response) =>
      response
        .writeHead(200, { 'content-type': 'application/pdf', 'content-disposition': 'attachment' })
        .end(pdf),
    '/moved': (response) => response.writeHead(302, { location: '/document.pdf' }).end(),
    '/sends': (response) =>
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<script>location.replace("/document.pdf")</script>'),
    '/framed': (response) =>
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<p>around</p><iframe src="/document.pdf"></iframe>'),
    '/half.pdf': (response) => {
      response.writeHead(200, { 'content-type': 'application/pdf' }).write(pdf.subarray(0, 100));
    },
  });
});
afterAll(async () => server.close());

const at = async (path: string, options: object = {}) => attackAt(server.origin + path, options);
const request = (path: string, options: object = {}) => ({
  source: { kind: 'url', url: server.origin + path },
  ...options,
});

describe('a PDF', () => {
  it.each(['/document.pdf', '/attached.pdf', '/moved', '/sends'])(
    '(%s) is returned byte for byte',
    async (path) => {
      const { bytes, pages, preflight } = await convert(request(path));
      expect(bytes.equals(pdf)).toBe(true);
      expect({ pages, preflight }).toEqual({ pages: 2, preflight: [] });
      expect(await at(path)).toEqual(pdfWith('as given'));
    },
  );

  it('is requested once', { tags: ['core'] }, async () => {
    requests = 0;
    await convert(request('/document.pdf'));
    expect(requests).toBe(1);
  });

  it('with selected pages is an invalid request', async () => {
    const text = 'its pages cannot be selected. Remove the page range.';
    expect(await at('/document.pdf', { pages: '1' })).toMatchObject({
      ...(failureWith('invalid-request', text) as object),
      fields: [{ field: 'pages', message: expect.stringContaining(text) as string }],
    });
  });

  it('with another paper size is an invalid request', async () => {
    const text =
      'document.pdf is already a PDF, which is used unchanged: its pages, headers, appearance and document info cannot be changed. Remove format and zoom.';
    const issue = (field: string) => ({ field, message: expect.stringContaining(text) as string });
    expect(await at('/document.pdf', { zoom: 2, format: 'a3' })).toMatchObject({
      ...(failureWith('invalid-request', text) as object),
      fields: [issue('format'), issue('zoom')],
    });
    expect(await at('/document.pdf', { zoom: 1 })).toEqual(pdfWith('as given'));
  });

  it('in a frame does not replace the page', { tags: ['core'] }, async () => {
    expect(await at('/framed')).toEqual(pdfWith('around'));
  });

  it('that is invalid fails', async () => {
    expect(await at('/no-pdf')).toEqual(
      failureWith('load-failed', 'the server declares it a PDF, but it is not one'),
    );
  });

  it('that never ends times out', async () => {
    expect(await at('/half.pdf', { timeoutSeconds: 1 })).toEqual(failureWith('timed-out'));
  });
});

describe('other content', () => {
  it.each([
    ['/text', 'only text'],
    ['/json', '"value"'],
    ['/xml', 'in xml'],
    ['/xhtml', 'strict'],
    ['/drawing', 'drawn'],
    ['/image', ''],
    ['/empty', ''],
  ])('%s is rendered as in Chromium', async (path, text) => {
    expect(await at(path)).toEqual(pdfWith(text));
  });

  it.each(['/zip', '/unknown'])('%s is a download, and fails', async (path) => {
    expect(await at(path)).toEqual(failureWith('load-failed', 'it is a download (application/'));
  });

  it('/film, which is not a film, ends with a PDF or the timeout', async () => {
    const outcome = await at('/film', { timeoutSeconds: 2 });
    expect(outcome.kind === 'failed' ? outcome.code : 'pdf').toMatch(/timed-out|pdf/);
  });
});
