import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConversionProgress } from '../../../electron/main/engine/pdf-engine.js';
import { convert, convertHtml, failureOf } from '../support/convert.js';
import { type WebServer, page, startWebServer } from '../support/web-server.js';

let server: WebServer;

beforeAll(async () => {
  // A time limit of a second is not meant for the start of a Chromium.
  await convertHtml('<p>x');
  server = await startWebServer({
    '/page': page('<link rel=stylesheet href=/never.css><p>page'),
    '/font': page(
      '<style>@font-face{font-family:f;src:url(/never.woff2)}p{font-family:f}</style><p>x',
    ),
    '/never.css': () => undefined,
    '/never.woff2': () => undefined,
    '/never': () => undefined,
  });
});
afterAll(async () => server.close());

describe('the time limit', () => {
  it.each([
    ['/page', '/never.css'],
    ['/font', '/never.woff2'],
    ['/never', '/never'],
  ])('ends %s and names %s', async (path, waitedFor) => {
    const url = `${server.origin}${path}`;
    expect(
      await failureOf(convert({ source: { kind: 'url', url }, timeoutSeconds: 2 })),
    ).toMatchObject({
      code: 'timed-out',
      message: expect.stringContaining(`it was waiting for ${server.origin}${waitedFor}`) as string,
    });
  });

  it.each([
    ['before load', '<script>for (;;) {}</script>'],
    ['after load', '<script>onload = () => setTimeout(() => { for (;;) {} })</script>'],
  ])('ends a script that never ends %s', async (_when, html) => {
    const source = { kind: 'html', html };
    expect(await failureOf(convert({ source, timeoutSeconds: 1 }))).toMatchObject({
      code: 'timed-out',
    });
  });
});

describe('cancel', () => {
  it('ends a conversion that waits', async () => {
    const controller = new AbortController();
    const conversion = convert(
      { source: { kind: 'url', url: `${server.origin}/never` } },
      { signal: controller.signal, onProgress: () => controller.abort() },
    );
    expect(await failureOf(conversion)).toMatchObject({ code: 'canceled' });
  });

  it('ends a conversion that prints', async () => {
    const controller = new AbortController();
    const source = { kind: 'html', html: '<p>text</p>'.repeat(50_000) };
    const conversion = convert(
      { source },
      {
        signal: controller.signal,
        onProgress: ({ stage }) => {
          if (stage === 'printing') controller.abort();
        },
      },
    );
    expect(await failureOf(conversion)).toMatchObject({ code: 'canceled' });
  });

  it('ends a conversion before it began', async () => {
    const source = { kind: 'html', html: '<p>x' };
    expect(await failureOf(convert({ source }, { signal: AbortSignal.abort() }))).toMatchObject({
      code: 'canceled',
    });
  });
});

describe('progress', () => {
  it('says what the page waits for after a second', async () => {
    const news: ConversionProgress[] = [];
    const source = { kind: 'url', url: `${server.origin}/page` };
    await failureOf(
      convert({ source, timeoutSeconds: 2 }, { onProgress: (each) => void news.push(each) }),
    );
    expect(news[0]).toEqual({ stage: 'loading' });
    expect(news).toContainEqual({ stage: 'loading', waitingFor: `${server.origin}/never.css` });
  });

  it('goes from loading to printing', async () => {
    const stages: string[] = [];
    await convert(
      { source: { kind: 'html', html: '<p>x' } },
      { onProgress: ({ stage }) => void stages.push(stage) },
    );
    expect(stages).toEqual(['loading', 'printing']);
  });
});

describe('a page that wants something from a person', () => {
  it.each([
    ['alert', '<script>alert(1); document.write("after")</script>'],
    ['confirm', '<script>document.write(confirm("?") + "after")</script>'],
    ['prompt', '<script>document.write(prompt("?") + "after")</script>'],
    ['window.open', '<script>open("https://example.org/"); document.write("after")</script>'],
    ['print', '<script>print(); document.write("after")</script>'],
    ['onbeforeunload', '<script>onbeforeunload = () => "stay"; document.write("after")</script>'],
  ])('%s is not heard', async (_what, html) => {
    expect((await convertHtml(html)).text).toContain('after');
  });
});
