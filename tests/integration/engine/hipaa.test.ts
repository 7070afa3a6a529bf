import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { englishText } from '../../../electron/shared/messages/translator.js';
import { errorData, publicError } from '../../../electron/shared/messages/errors.js';
import { closeEngine, convert, failureOf } from '../support/convert.js';
import { type WebServer, page, startWebServer } from '../support/web-server.js';
import { readPdf } from '../../support/read-pdf.js';

const hipaa = { compliance: { hipaa: true } };

let server: WebServer;

beforeAll(async () => {
  server = await startWebServer({
    '/page': page('<p>local</p><img src="/dot.svg" alt="dot">'),
    '/dot.svg': (response) =>
      response
        .writeHead(200, { 'content-type': 'image/svg+xml' })
        .end('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    '/moved': (response) => response.writeHead(302, { location: 'http://public.test/page' }).end(),
  });
});
afterAll(async () => {
  await server.close();
  await closeEngine();
});

/** Returns the refused requests of a page. */
async function refusedTo(html: string, options: object = hipaa): Promise<readonly string[]> {
  const { bytes, preflight } = await convert({ source: { kind: 'html', html }, ...options });
  expect((await readPdf(bytes)).text).toContain('shown');
  return preflight
    .filter(({ kind }) => kind === 'refused')
    .map(({ message }) => englishText(message));
}

const sentence = (address: string) =>
  `${address} was not loaded: it is not encrypted, which the hipaa flag does not allow.`;

describe('a page with the hipaa flag', () => {
  it.each([
    ['image', '<img src="http://public.test/a">', 'http://public.test/a'],
    ['style sheet', '<link rel=stylesheet href="http://public.test/a">', 'http://public.test/a'],
    ['frame', '<iframe src="http://public.test/a"></iframe>', 'http://public.test/a'],
    ['script', '<script src="http://public.test/a"></script>', 'http://public.test/a'],
    [
      'request',
      '<script>fetch("http://public.test/a").catch(() => 0)</script>',
      'http://public.test/a',
    ],
    ['socket', '<script>new WebSocket("ws://public.test/a")</script>', 'ws://public.test/a'],
  ])('gets no %s over an unencrypted connection', async (_what, html, address) => {
    expect(await refusedTo(`<p>shown</p>${html}`)).toEqual([sentence(address)]);
  });

  it('may load the same without the flag', async () => {
    expect(await refusedTo('<p>shown</p><img src="http://public.test/a">', {})).toEqual([]);
  });

  it('may come from this machine, which others cannot intercept', async () => {
    const source = { kind: 'url', url: `${server.origin}/page` };
    const { bytes, preflight } = await convert({ source, ...hipaa });
    expect((await readPdf(bytes)).text).toContain('local');
    expect(preflight).toEqual([]);
  });

  it('is not converted if it is redirected to an unencrypted URL', async () => {
    const source = { kind: 'url', url: `${server.origin}/moved` };
    expect(await failureOf(convert({ source, ...hipaa }))).toMatchObject({
      code: 'load-failed',
      message: sentence('http://public.test/page'),
    });
  });

  it('is an invalid request if its own URL is unencrypted', async () => {
    const source = { kind: 'url', url: 'http://public.test/page' };
    const failure = await failureOf(convert({ source, ...hipaa }));
    expect(publicError(errorData(failure))).toMatchObject({
      code: 'invalid-request',
      fields: [
        {
          field: 'source',
          message:
            'Source "http://public.test/page" is not encrypted, which the HIPAA option does not allow. Enter an https URL.',
        },
      ],
    });
  });
});
