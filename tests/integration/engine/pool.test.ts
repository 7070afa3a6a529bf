import '../support/local-scheme.js';
import { readFileSync, readdirSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { readPdf } from '../../support/read-pdf.js';
import {
  closeEngine,
  convert,
  convertHtml,
  failureOf,
  inOneWindow,
  openWindows,
} from '../support/convert.js';
import { isInsideElectron } from '../support/inside-electron.js';

beforeEach(async () => closeEngine());

const html = (text: string) => ({ source: { kind: 'html', html: text } });
const script = '<script></script>';

describe('a window', () => {
  it.each([
    ['of a page without scripts', '<p>x'],
    ['of a page with scripts', `<p>x${script}`],
  ])('%s is reused', { tags: ['core'] }, async (_which, text) => {
    const print = async () => {
      await convert(html(text));
    };
    await inOneWindow(print, print);
  });

  it('is not shared by pages at the same time', { tags: ['core'] }, async () => {
    const seen = new Set<number>();
    const onProgress = () => openWindows().forEach((id) => seen.add(id));
    const print = async (number: number) => {
      const { bytes } = await convert(html(`<p>number ${number}${script}`), { onProgress });
      return (await readPdf(bytes)).text;
    };
    const texts = await Promise.all([1, 2, 3].map(print));
    expect(texts).toEqual([1, 2, 3].map((number) => `number ${number}`));
    expect(seen.size).toBe(3);
  });

  it('is replaced if its page has failed', { tags: ['core'] }, async () => {
    await convert(html(`<p>x${script}`));
    const before = openWindows();
    const crash = html(`<script>onload = () => { for (;;) {} }</script>`);
    expect(await failureOf(convert({ ...crash, timeoutSeconds: 1 }))).toMatchObject({
      code: 'timed-out',
    });
    expect(openWindows()).toEqual([]);
    await convert(html(`<p>x${script}`));
    expect(openWindows()).not.toEqual(before);
  });

  it('is replaced without waiting if its page cannot be left in time', async () => {
    await convert(html(`<p>x<script>onpagehide = () => { for (;;) {} }</script>`));
    const before = openWindows();
    expect((await convertHtml(`<p>next${script}`)).text).toBe('next');
    expect(openWindows()).not.toEqual(before);
  });

  it("has the width of each page's paper in turn", async () => {
    const widths = html('<body><script>document.body.append(innerWidth)</script>');
    const widthOn = async (format: string) =>
      (await convertHtml(widths.source.html, { format, margin: { left: '0in', right: '0in' } }))
        .text;
    expect(await widthOn('letter')).toBe('816');
    expect(await widthOn('a5')).toBe('560');
    expect(await widthOn('letter')).toBe('816');
  });

  it('is closed by close', async () => {
    await convert(html('<p>x'));
    await closeEngine();
    expect(openWindows()).toEqual([]);
  });
});

describe.runIf(process.platform === 'linux' && !isInsideElectron)(
  'the Chromium that prints',
  () => {
    it('may crash, which fails only the pages in it, and is replaced for the next page', async () => {
      const controller = new AbortController();
      const waiting = convert(
        { ...html(`<p>x<script>onload = () => { for (;;) {} }</script>`), timeoutSeconds: 20 },
        {
          signal: controller.signal,
          onProgress: ({ stage }) => {
            if (stage === 'loading') for (const pid of chromiums()) process.kill(pid, 'SIGKILL');
          },
        },
      );
      expect(await failureOf(waiting)).toMatchObject({ code: 'chromium-ended' });
      expect((await convertHtml('<p>plain again')).text).toBe('plain again');
      expect((await convertHtml(`<p>scripts again${script}`)).text).toBe('scripts again');
    });
  },
);

/** Returns the Chromium processes that this process has started. */
function chromiums(): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => parentOf(name) === process.pid)
    .map(Number);
}

function parentOf(pid: string): number {
  try {
    return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);
  } catch {
    // It ended while the list was read.
    return 0;
  }
}
