// @module-tag core

import '../support/local-scheme.js';
import { setTimeout as delay } from 'node:timers/promises';
import { app, BrowserWindow } from 'electron';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConversionProgress } from '../../../electron/main/engine/contract/pdf-engine.js';
import { untilStill } from '../../../electron/main/engine/page/stillness.js';
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
    '/late-frame': page(`<body><iframe></iframe><script>
      setTimeout(() => { document.querySelector('iframe').src = '/steps'; }, 60);
    </script>`),
    // A step takes up to 210 ms while it is interrupted, and pages may change for two seconds.
    '/timers': page(`<body><script>
      let step = 0;
      const next = () => {
        document.body.append(' .');
        if (++step < 8) setTimeout(next, 70);
        else document.body.append(' timers complete');
      };
      setTimeout(next, 70);
    </script>`),
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

const contentChanging = 'The content of the page was still changing when it was printed.';

const finish = `document.body.append('chain complete')`;

/** Inserts the next script of the chain. */
function next(link: number): string {
  return `document.head.append(Object.assign(document.createElement('script'), { src: '/link-${link}.js' }))`;
}

/** Changes the page ten times, 70 ms apart, and then finishes it. */
function stepwise(last: string): string {
  return `let step = 0;
    const timer = setInterval(() => {
      document.body.append(' .');
      if (++step < 10) return;
      clearInterval(timer);
      ${last};
    }, 70);`;
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
      'computes in slices, with nothing in between',
      `<p>text<script>
        const started = performance.now();
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          for (const end = performance.now() + 5; performance.now() < end;);
          if (performance.now() < started + 1000) port2.postMessage('');
          else document.title = 'complete';
        };
        port2.postMessage('');
      </script>`,
    ],
    [
      'animates an element of an open shadow tree',
      `<div></div><script>
        const root = document.querySelector('div').attachShadow({ mode: 'open' });
        root.innerHTML = '<p>text';
        const animation = root.firstChild.animate({ marginLeft: ['0', '9px'] }, 800);
        animation.finished.then(() => { document.title = 'complete'; });
      </script>`,
    ],
    [
      'has a handler without a script element',
      `<body onload="${stepwise(`document.title = 'complete'`)}"><p>text`,
    ],
    [
      'animates a drawing (SMIL)',
      `<svg><rect width="1" height="9">
        <animate attributeName="width" to="90" dur="0.8s" fill="freeze" onend="document.title = 'complete'"/>
      </rect></svg>`,
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
    [
      'changes in an open shadow tree that it attaches late',
      `<div></div><script>
        const grow = () => {
          const root = document.querySelector('div').attachShadow({ mode: 'open' });
          let step = 0;
          const timer = setInterval(() => {
            root.append(' .');
            if (++step < 6) return;
            clearInterval(timer);
            document.title = 'complete';
          }, 50);
        };
        ${stepwise('grow()')}
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
    'a change of content',
    '<p>0<script>setInterval(() => document.querySelector("p").firstChild.data++, 20)</script>',
    contentChanging,
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
])('%s that never ends causes a warning, and is printed', async (_, html, finding) => {
  // On a busy machine, the content may count as changing too.
  expect((await print(html)).findings).toContain(finding);
});

describe.runIf(process.platform !== 'win32')('on a busy machine', () => {
  it.each([
    ['by an interval', '/steps', 'frame complete'],
    ['by an interval in a frame', '/framed', 'frame complete'],
    ['in a frame that navigates late', '/late-frame', 'frame complete'],
    ['by a chain of timers', '/timers', 'timers complete'],
  ])('a page built %s is printed when it is complete', async (_, path, text) => {
    const source = { kind: 'url', url: server.origin + path };
    const { result } = await whileInterrupted(150, 60, convert({ source }));
    expect((await readPdf(result.bytes)).text).toContain(text);
    expect(result.preflight).toEqual([]);
  });

  it('a page that does nothing causes no warning, and does not wait long', async () => {
    let isLoading = false;
    const html = '<p>text<script></script>';
    const onProgress = ({ stage, waitingFor }: ConversionProgress) => {
      // How long a window takes to open is the machine's.
      if (waitingFor?.key !== 'engine.awaitedWindow') isLoading = stage === 'loading';
    };
    const conversion = convert({ source: { kind: 'html', html } }, { onProgress });
    const { result, pauses } = await whileInterrupted(75, 25, conversion, () => isLoading);
    expect(result.preflight).toEqual([]);
    expect(pauses).toBeLessThan(15);
  });

  it('content that never stops changing causes a warning', async () => {
    const printing = print('<p><script>setInterval(() => document.body.append("."), 60)</script>');
    const { result } = await whileInterrupted(150, 10, printing);
    expect(result.findings).toEqual([contentChanging]);
  });
});

it.each([
  // Five turns take 100 ms at least.
  ['too few turns until the limit count as a change', '', 50, 'content'],
  ['frames that are never drawn are missed', 'requestAnimationFrame = () => 0;', 20_000, 'frames'],
])('%s', async (_, before, starvedMs, movement) => {
  await app.whenReady();
  const window = new BrowserWindow({ show: false });
  await window.loadURL('about:blank');
  const wait = untilStill({ movementMs: 2000, starvedMs });
  expect(await window.webContents.executeJavaScript(before + wait)).toEqual([movement]);
  window.destroy();
});

/** Stops and continues the processes of pages until the work is done. */
async function whileInterrupted<T>(
  stopMs: number,
  runMs: number,
  work: Promise<T>,
  isCounted = () => true,
) {
  const progress = { isDone: false, pauses: 0 };
  const done = work.finally(() => (progress.isDone = true));
  while (!progress.isDone) {
    signalPages('SIGSTOP');
    await delay(stopMs);
    signalPages('SIGCONT');
    await delay(runMs);
    if (isCounted()) progress.pauses += 1;
  }
  return { result: await done, pauses: progress.pauses };
}

function signalPages(signal: NodeJS.Signals): void {
  for (const { pid, type } of app.getAppMetrics()) if (type === 'Tab') process.kill(pid, signal);
}
