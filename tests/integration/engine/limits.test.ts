import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConversionProgress } from '../../../electron/main/engine/contract/pdf-engine.js';
import { convert, convertHtml, failureOf } from '../support/convert.js';
import { type WebServer, page, startWebServer } from '../support/web-server.js';
import { literal } from '../../../electron/shared/messages/message.js';
import { englishText } from '../../../electron/shared/messages/translator.js';

let server: WebServer;

beforeAll(async () => {
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

describe('the timeout', () => {
  it('ends a page that waits for the network', { tags: ['core'] }, async () => {
    const source = { kind: 'url', url: `${server.origin}/page` };
    expect(await failureOf(convert({ source, timeoutSeconds: 1 }))).toMatchObject({
      code: 'timed-out',
    });
  });

  it.each([
    ['before load', '<script>for (;;) {}</script>'],
    ['after load', '<script>onload = () => setTimeout(() => { for (;;) {} })</script>'],
  ])('ends an endless script %s', async (_when, html) => {
    const source = { kind: 'html', html };
    expect(await failureOf(convert({ source, timeoutSeconds: 1 }))).toMatchObject({
      code: 'timed-out',
    });
  });
});

describe('cancel', () => {
  it('ends a page that waits', { tags: ['core'] }, async () => {
    const controller = new AbortController();
    const conversion = convert(
      { source: { kind: 'url', url: `${server.origin}/never` } },
      { signal: controller.signal, onProgress: () => controller.abort() },
    );
    expect(await failureOf(conversion)).toMatchObject({ code: 'canceled' });
  });

  it('ends a conversion that prints', { tags: ['core'] }, async () => {
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

  it('ends a conversion that has not started', async () => {
    const source = { kind: 'html', html: '<p>x' };
    expect(await failureOf(convert({ source }, { signal: AbortSignal.abort() }))).toMatchObject({
      code: 'canceled',
    });
  });
});

describe('progress', () => {
  it.each([
    ['/page', '/never.css'],
    ['/font', '/never.woff2'],
    ['/never', '/never'],
  ])('reports for %s that it waits for %s', async (path, waitedFor) => {
    const controller = new AbortController();
    const events: ConversionProgress[] = [];
    const awaited = { stage: 'loading', waitingFor: literal(server.origin + waitedFor) };
    const source = { kind: 'url', url: server.origin + path };
    const conversion = convert(
      { source },
      {
        signal: controller.signal,
        onProgress: (event) => {
          events.push(event);
          if (event.waitingFor && englishText(event.waitingFor) === server.origin + waitedFor) {
            controller.abort();
          }
        },
      },
    );
    expect(await failureOf(conversion)).toMatchObject({ code: 'canceled' });
    // A window that takes a second or longer to open is reported before.
    const ofPage = events.filter(({ waitingFor }) => waitingFor?.key !== 'engine.awaitedWindow');
    expect(ofPage[0]).toEqual({ stage: 'loading' });
    expect(ofPage).toContainEqual(awaited);
  });

  it('goes from loading to printing', async () => {
    const stages: string[] = [];
    await convert(
      { source: { kind: 'html', html: '<p>x' } },
      { onProgress: ({ stage }) => void stages.push(stage) },
    );
    // A page that loads for a second or longer reports what it waits for.
    expect([...new Set(stages)]).toEqual(['loading', 'printing']);
  });
});

describe('a page that opens a dialog', () => {
  it.each([
    ['alert', '<script>alert(1); document.write("after")</script>'],
    ['confirm', '<script>document.write(confirm("?") + "after")</script>'],
    ['prompt', '<script>document.write(prompt("?") + "after")</script>'],
    ['window.open', '<script>open("https://example.org/"); document.write("after")</script>'],
    ['print', '<script>print(); document.write("after")</script>'],
    ['onbeforeunload', '<script>onbeforeunload = () => "stay"; document.write("after")</script>'],
  ])('%s gets no response', { tags: ['core'] }, async (_what, html) => {
    expect((await convertHtml(html)).text).toContain('after');
  });
});

describe('a page that closes its window', () => {
  it.each([
    ['at once', '<script>close()</script>'],
    ['after it has loaded', '<script>onload = () => { print(); close(); }</script>'],
    ['before it is printed', '<script>onbeforeprint = () => close()</script>'],
    ['after each print', '<script>onafterprint = () => close()</script>'],
    ['from a frame', '<iframe srcdoc="<script>parent.close()</script>"></iframe>'],
  ])('%s is printed', async (_when, script) => {
    // It is printed again with its table of contents.
    const { text } = await convertHtml(`<h1>shown</h1>${script}`, { tableOfContents: 2 });
    expect(text).toContain('shown');
  });
});

it('what a page says about itself is cut after 10,000 characters', async () => {
  const [title, author] = ['😀'.repeat(20_000), 'a'.repeat(20_000)];
  const source = {
    kind: 'html',
    html: `<title>t${title}</title><meta name="author" content="${author}"><p>x`,
  };
  const converted = await convert({ source });
  expect(converted.title).toBe(`t${title.slice(0, 9998)}`);
  expect(converted.bytes.toString('latin1')).toContain(`/Author (${author.slice(0, 10_000)})`);
});
