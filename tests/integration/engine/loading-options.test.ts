import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConversionOptions } from '../../../electron/main/engine/contract/pdf-engine.js';
import { englishText } from '../../../electron/shared/messages/translator.js';
import { readPdf } from '../../support/read-pdf.js';
import { convert, failureOf } from '../support/convert.js';
import { type WebServer, page, startWebServer } from '../support/web-server.js';

/** Appends 20 items to a list whenever its end comes into view, up to a limit. */
const growing = (list: string, limit: number, box: string) => `<script>{
  let count = 0;
  const more = async () => {
    if (count >= ${limit}) return;
    await fetch('/more');
    for (let item = 0; item < 20; item += 1)
      ${list}.insertAdjacentHTML('beforeend', '<li style="height: 60px">${list} ' + ++count);
  };
  new IntersectionObserver(([{ isIntersecting }]) => isIntersecting && more(), { root: ${box} })
    .observe(${list}End);
}</script>`;

let isStopped = false;
let server: WebServer;
beforeAll(async () => {
  server = await startWebServer({
    '/lists':
      page(`<style>@media print { #box { height: auto !important; overflow: visible !important } }</style>
      <div id=box style="height: 300px; overflow: auto; scroll-behavior: smooth">
        <ul id=inner></ul><div id=innerEnd>end of box</div></div>
      <ul id=outer></ul><div id=outerEnd>end of page</div>
      ${growing('inner', 60, 'box')}${growing('outer', 60, 'null')}`),
    '/more': (response) => void setTimeout(() => response.end('more'), 100),
    '/polling': page(`<script>
      let polls = 0;
      const poll = () => fetch('/more').then(() => {
        if (++polls < 8) setTimeout(poll, 50);
        else document.body.append('polled');
      });
      poll();
    </script>`),
    '/forever': page(`<script>setInterval(() => fetch('/more'), 100)</script>`),
    '/until-stopped': page(`<script>
      const timer = setInterval(async () => {
        if ((await (await fetch('/feed')).text()) !== 'stop') return;
        clearInterval(timer);
        document.title = 'stopped';
      }, 100);
    </script>`),
    '/feed': (response) => void setTimeout(() => response.end(isStopped ? 'stop' : 'more'), 100),
    '/who': (response, request) => {
      const { 'user-agent': agent, 'accept-language': languages } = request.headers;
      response.setHeader('content-type', 'text/html');
      response.end(`<p>header ${agent} | ${languages}<script>
        document.body.append('script ' + [navigator.userAgent, navigator.languages, (1.5).toLocaleString()].join(' | '));
        fetch('/echo').then((answer) => answer.text()).then((text) => document.body.append(text));
      </script>`);
    },
    '/echo': (response, request) => {
      const { 'user-agent': agent, 'accept-language': languages } = request.headers;
      response.end(` fetch ${agent} | ${languages}`);
    },
  });
});
afterAll(async () => server.close());

async function print(request: object, options?: ConversionOptions) {
  const { bytes, preflight } = await convert(request, options);
  const { text } = await readPdf(bytes);
  const findings = preflight.map(({ message }) => englishText(message));
  return { text: text.replaceAll(/\s+/g, ' ').trim(), findings };
}

const html = (text: string) => ({ source: { kind: 'html', html: text } });
const url = (path: string) => ({ source: { kind: 'url', url: server.origin + path } });

describe('waitForSelector', () => {
  const late = (shownMs: number) => `<p>page<script>
    const add = () => document.body.insertAdjacentHTML('beforeend', '<b id=late style="display: none">late</b>');
    setTimeout(add, 300);
    setTimeout(() => { late.style.display = ''; }, ${shownMs});
  </script>`;

  it('waits until an element is visible', { tags: ['core'] }, async () => {
    expect((await print(html(late(300_000)))).text).toBe('page');
    const waiting = { ...html(late(900)), waitForSelector: '#late' };
    expect((await print(waiting)).text).toBe('page late');
  });

  it('finds elements in open shadow trees', async () => {
    const shadow = `<div id=host></div><script>
      setTimeout(() => { host.attachShadow({ mode: 'open' }).innerHTML = '<b class=late>late</b>'; }, 600);
    </script>`;
    expect((await print({ ...html(shadow), waitForSelector: 'b.late' })).text).toBe('late');
  });

  it('fails if all elements are still hidden at the limit', async () => {
    const hidden = '<b class=a hidden>x</b><b class=a style="visibility: hidden">x</b>';
    const request = {
      ...html(`${hidden}<b class=a></b>`),
      waitForSelector: '.a',
      waitSeconds: 0.3,
    };
    expect(await failureOf(convert(request))).toMatchObject({
      code: 'timed-out',
      message: '3 elements match the selector ".a", but were still hidden after 0.3 s.',
    });
  });
});

describe('waitForExpression', () => {
  it('waits until it is true', async () => {
    const text = `<p>page<script>
        var isReady = false;
        setTimeout(() => { isReady = true; document.body.append(' ready'); }, 800);
      </script>`;
    const request = { ...html(text), waitForExpression: 'window.isReady' };
    expect((await print(request)).text).toBe('page ready');
  });

  it.each([
    [
      'null',
      'timed-out',
      'The expression "null" was still null after 2 s. Check it, or wait longer.',
    ],
    [
      'app.isReady',
      'invalid-request',
      'The expression "app.isReady" failed: ReferenceError: app is not defined',
    ],
    [
      'a b',
      'invalid-request',
      `The expression "a b" is not JavaScript: SyntaxError: Unexpected identifier 'b'`,
    ],
  ])('%s fails with %s: %s', async (waitForExpression, code, message) => {
    // Long enough for one answer of a busy page.
    const request = { ...html('<p>x'), waitForExpression, waitSeconds: 2 };
    expect(await failureOf(convert(request))).toMatchObject({ code, message });
  });
});

describe('networkIdle', () => {
  it('waits until half a second has passed without requests', async () => {
    expect((await print({ ...url('/polling'), networkIdle: true })).text).toBe('polled');
  });

  it('ends at its limit with a warning', async () => {
    let hasWaited = false;
    const request = { ...url('/until-stopped'), networkIdle: true, waitSeconds: 1 };
    const { findings } = await print(request, {
      // Once it no longer waits for the network, the page may come to its end.
      onProgress: ({ waitingFor }) => {
        const isWaiting = waitingFor?.key === 'engine.awaitedNetwork';
        isStopped ||= hasWaited && !isWaiting;
        hasWaited ||= isWaiting;
      },
    });
    const [first] = findings.filter((finding) => finding.includes('waiting for the network'));
    expect(first).toMatch(/^The page was still requesting .+ after 1 s of waiting/);
  });
});

describe('scrollThrough', () => {
  it('lets the page and a box in it grow to their ends', async () => {
    const { text: unscrolled } = await print(url('/lists'));
    expect(unscrolled).not.toContain('inner 60');
    expect(unscrolled).not.toContain('outer 60');
    const { text, findings } = await print({ ...url('/lists'), scrollThrough: true });
    expect(text).toContain('inner 60 end of box');
    expect(text).toContain('outer 60 end of page');
    expect(findings).toEqual([]);
  });
});

it('says what it is waiting for', async () => {
  const expression = 'the expression "document.title"';
  const waitingFor = new Set<string>();
  isStopped = false;
  const request = {
    ...url('/until-stopped'),
    waitForExpression: 'document.title',
    delaySeconds: 2.2,
  };
  await convert(request, {
    onProgress: (progress) => {
      if (progress.waitingFor) waitingFor.add(englishText(progress.waitingFor));
      isStopped = waitingFor.has(expression);
    },
  });
  // On a busy machine, the page itself or its requests may be waited for as well.
  const waits = [expression, 'the extra delay to pass'];
  expect([...waitingFor].filter((each) => waits.includes(each))).toEqual(waits);
});

it('says at the timeout what it was waiting for', async () => {
  // A busy machine needs seconds to load the page.
  const request = { ...url('/forever'), networkIdle: true, waitSeconds: 7.95, timeoutSeconds: 8 };
  expect(await failureOf(convert(request))).toMatchObject({
    code: 'timed-out',
    message:
      'The page was not ready within 8 s: it was waiting for the network to be idle. Increase the timeout.',
  });
});

describe('userAgent and acceptLanguage', () => {
  it('reach servers and scripts', async () => {
    const request = { ...url('/who'), userAgent: 'Reports/1.0', acceptLanguage: 'de-CH, fr' };
    expect((await print(request)).text).toBe(
      'header Reports/1.0 | de-CH,fr;q=0.9 script Reports/1.0 | de-CH,fr | 1.5 fetch Reports/1.0 | de-CH,fr;q=0.9',
    );
  });

  it('are forgotten', async () => {
    const script = `<p><script>document.body.append(navigator.userAgent + navigator.languages + (1.5).toLocaleString())</script>`;
    const before = await print(html(script));
    const request = { ...html(script), userAgent: 'Reports/1.0', acceptLanguage: 'fr' };
    expect((await print(request)).text).toBe('Reports/1.0fr1,5');
    expect(await print(html(script))).toEqual(before);
  });
});
