import '../support/local-scheme.js';
import { setTimeout as delay } from 'node:timers/promises';
import { app } from 'electron';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPdf } from '../../support/read-pdf.js';
import { convert } from '../support/convert.js';
import { englishText } from '../../../electron/shared/messages/translator.js';
import { type Answer, type WebServer, page, startWebServer } from '../support/web-server.js';

const links = 12;

let server: WebServer;
beforeAll(async () => {
  const chain = Object.fromEntries(
    Array.from({ length: links }, (_, link) => [
      `/link-${link}.js`,
      late(link + 1 === links ? finish : next(link + 1), 120),
    ]),
  );
  server = await startWebServer({
    ...chain,
    '/chain': page(`<body><script>${next(0)}</script>`),
    '/slow.json': late('"data"', 300),
    '/framed': page(`<body><iframe src="/steps"></iframe>`),
    '/steps': page(`<body><script>${stepwise(`document.body.append(' frame complete')`)}</script>`),
    '/build': page(`<body><script>
      fetch('/slow.json').then((answer) => answer.json()).then((text) => {
        ${stepwise(`document.body.append(text + ' complete')`)}
      });
    </script>`),
  });
});
afterAll(async () => server.close());

function late(text: string, delayMs: number): Answer {
  return (response) => void setTimeout(() => response.end(text), delayMs);
}

const finish = `document.body.append('chain complete')`;

/** Inserts the next script of the chain. */
function next(link: number): string {
  return `document.head.append(Object.assign(document.createElement('script'), { src: '/link-${link}.js' }))`;
}

/** Changes the page ten times, 50 ms apart, and then finishes it. */
function stepwise(last: string): string {
  return `let step = 0;
    const timer = setInterval(() => {
      document.body.append(' .');
      if (++step < 10) return;
      clearInterval(timer);
      ${last};
    }, 50);`;
}

/** Draws one frame after the other for a second, as chart libraries do. */
const drawing = `
  const context = document.querySelector('canvas').getContext('2d');
  const started = performance.now();
  const draw = (now) => {
    const share = Math.min(1, (now - started) / 1000);
    context.clearRect(0, 0, 300, 150);
    context.fillRect(0, 0, 300 * share, 20);
    if (share < 1) requestAnimationFrame(draw);
    else document.title = 'complete';
  };
  requestAnimationFrame(draw);`;

async function print(html: string) {
  const { bytes, title, preflight } = await convert({ source: { kind: 'html', html } });
  const { text } = await readPdf(bytes);
  return { text, title, findings: preflight.map(({ message }) => englishText(message)) };
}

describe('a page that scripts build', () => {
  it.each([
    ['by a chain of scripts', '/chain', 'chain complete'],
    ['from data, step by step', '/build', 'data complete'],
    ['in a frame, step by step', '/framed', 'frame complete'],
  ])('%s is printed when it is complete', async (_, path, text) => {
    const { bytes, preflight } = await convert({
      source: { kind: 'url', url: server.origin + path },
    });
    expect((await readPdf(bytes)).text).toContain(text);
    expect(preflight).toEqual([]);
  });

  it.each([
    ['draws for a second', `<canvas></canvas><script>${drawing}</script>`],
    [
      'has a transition',
      `<p style="transition: margin-left 0.8s">text</p><script>
        const p = document.querySelector('p');
        p.getBoundingClientRect();
        p.style.marginLeft = '9px';
        p.addEventListener('transitionend', () => { document.title = 'complete'; });
      </script>`,
    ],
    [
      'computes in long tasks',
      `<p>text<script>
        let task = 0;
        const compute = () => {
          for (const end = performance.now() + 80; performance.now() < end;);
          if (++task < 8) setTimeout(compute, 10);
          else document.title = 'complete';
        };
        compute();
      </script>`,
    ],
    [
      'changes in an open shadow tree',
      `<div></div><script>
        const root = document.querySelector('div').attachShadow({ mode: 'open' });
        let step = 0;
        const timer = setInterval(() => {
          root.append(' .');
          if (++step < 12) return;
          clearInterval(timer);
          document.title = 'complete';
        }, 50);
      </script>`,
    ],
  ])('and that %s is printed when it has finished', async (_, html) => {
    expect(await print(html)).toMatchObject({ title: 'complete', findings: [] });
  });
});

it('a page without scripts is printed at the end of its animation', async () => {
  const html = `<style>@keyframes show { from, 99% { visibility: hidden } }
    p { animation: show 0.7s both }</style><p>shown`;
  expect(await print(html)).toMatchObject({ text: 'shown', findings: [] });
});

it('the animations and drawings of a frame are printed at their end', async () => {
  const framed = `<body><canvas></canvas><p style='transition: margin-left 1.2s'>text</p><script>
    ${drawing}
    const p = document.querySelector('p');
    p.getBoundingClientRect();
    p.style.marginLeft = '9px';
    p.addEventListener('transitionend', () => { parent.document.title = document.title; });
  </script>`;
  const html = `<iframe srcdoc="${framed.replaceAll('"', '&quot;')}"></iframe><script></script>`;
  expect(await print(html)).toMatchObject({ title: 'complete', findings: [] });
});

it.each([
  [
    'an endless animation',
    '<style>@keyframes turn { to { rotate: 1turn } }</style><p style="animation: turn 1s infinite">',
  ],
  ['a script that has ended', '<p><script>document.title = "ended"</script>'],
])('%s causes no warning', async (_, html) => {
  expect((await print(`${html}text`)).findings).toEqual([]);
});

it.each([
  [
    'content',
    '<p>0<script>setInterval(() => document.querySelector("p").firstChild.data++, 20)</script>',
    'The content of the page was still changing when it was printed.',
  ],
  [
    'an animation',
    '<style>@keyframes grow { to { width: 0 } }</style><p style="animation: grow 60s">text',
    'An animation was still running when the page was printed.',
  ],
  [
    'a canvas',
    `<canvas></canvas><script>
      const context = document.querySelector('canvas').getContext('2d');
      let x = 0;
      setInterval(() => context.fillRect(x++ % 300, x % 140, 1, 1), 10);
    </script>`,
    'A drawing (canvas) was still changing when the page was printed.',
  ],
])('%s that never stops changing causes a warning, and is printed', async (_, html, finding) => {
  // On a busy machine, the content may count as changing too.
  expect((await print(html)).findings).toContain(finding);
});

it.runIf(process.platform !== 'win32')(
  'a page that does nothing on a busy machine causes no warning, and does not wait long',
  async () => {
    const printing = { isDone: false, pauses: 0 };
    const printed = print('<p>text<script></script>').finally(() => (printing.isDone = true));
    while (!printing.isDone) {
      signalPages('SIGSTOP');
      await delay(75);
      signalPages('SIGCONT');
      await delay(25);
      printing.pauses += 1;
    }
    expect((await printed).findings).toEqual([]);
    expect(printing.pauses).toBeLessThan(15);
  },
);

function signalPages(signal: NodeJS.Signals): void {
  for (const { pid, type } of app.getAppMetrics()) if (type === 'Tab') process.kill(pid, signal);
}
