import '../support/local-scheme.js';
import { afterAll, describe, expect, it } from 'vitest';
import { chart } from '../../../tools/check-electron/chart.mjs';
import { readPdf } from '../../support/read-pdf.js';
import { closeEngine, convert } from '../support/convert.js';
import { temporaryFolder } from '../support/temporary-folder.js';

// Hidden windows may get no frames: a chart that draws itself in animation frames would be printed
// half drawn.

const files = temporaryFolder();
afterAll(async () => {
  await closeEngine();
  files.remove();
});

/** The timers that the measurement waits for, one after the other: about a second. */
const timers = 60;

/**
 * Counts the frames that the page gets during {@link timers}, and measures how far its animation
 * advances: on a busy machine, timers are late too.
 */
const measuring = `<style>@keyframes grow { from { width: 0 } to { width: 9cm } }
  div { animation: grow 90s linear; height: 1cm; background: green }</style>
  <div></div><output></output><script>
  addEventListener('load', async () => {
    const [animation] = document.getAnimations();
    const [began, advance] = [performance.now(), animation.currentTime];
    let frames = 0;
    const output = document.querySelector('output');
    const next = () => {
      output.textContent = String(frames += 1);
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
    for (let timer = 0; timer < ${timers}; timer += 1)
      await new Promise((resolve) => setTimeout(resolve, 16));
    const elapsed = performance.now() - began;
    requestAnimationFrame = () => undefined;
    await new Promise((resolve) => setTimeout(resolve, 100));
    output.textContent = [frames, animation.currentTime - advance, elapsed].map(Math.round).join();
    globalThis.done = true;
  });
</script>`;

const fileOf = (html: string) => ({
  kind: 'file' as const,
  path: `${files.with({ 'page.html': html })}/page.html`,
});

describe('a hidden page', () => {
  it.each([1, 2])('gets its frames, and its animations advance (page %i)', async () => {
    const source = fileOf(measuring);
    const { bytes } = await convert({ source, waitForExpression: 'globalThis.done === true' });
    const { text } = await readPdf(bytes);
    const [frames = 0, animationMs = 0, elapsedMs = 0] = text.split(',').map(Number);
    process.stdout.write(`${frames} frames, animation of ${animationMs} ms, in ${elapsedMs} ms\n`);
    // Without help Electron draws one to four frames, and animations stand.
    expect(frames).toBeGreaterThan(timers / 4);
    expect(animationMs).toBeGreaterThan(elapsedMs / 2);
  });

  it('gets its frames while it is waited for, also without a script element', async () => {
    const source = fileOf(`<body onload="
      let frames = 0;
      const began = performance.now();
      const next = () => {
        document.body.textContent = frames += 1;
        if (performance.now() - began < 1000) requestAnimationFrame(next);
        else globalThis.done = true;
      };
      requestAnimationFrame(next)">text`);
    const { bytes } = await convert({ source, waitForExpression: 'globalThis.done === true' });
    expect(Number((await readPdf(bytes)).text)).toBeGreaterThan(10);
  });

  it('is printed after the frames in which it draws itself', async () => {
    const { bytes } = await convert({ source: fileOf(chart) });
    expect((await readPdf(bytes)).text).toContain('drawn 100 %');
  });
});
