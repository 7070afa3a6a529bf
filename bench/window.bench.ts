import { resolve } from 'node:path';
import { expect, test } from '../tests/e2e/support/platen.js';
import { WindowPage } from '../tests/e2e/support/window.js';

const runs = 9;
const examples = resolve(import.meta.dirname, '../examples');

/** Minimum, median and maximum, in milliseconds. */
function report(label: string, times: readonly number[]): void {
  const sorted = [...times].sort((a, b) => a - b).map(Math.round);
  const middle = sorted[Math.floor(sorted.length / 2)];
  process.stdout.write(`| ${label} | ${sorted[0]} | ${middle} | ${sorted.at(-1)} |\n`);
}

test('from start to a window with a preview', async ({ start }) => {
  const toField: number[] = [];
  const toPreview: number[] = [];
  const first = await start();
  await new WindowPage(first.page).writeHtml('<p>the document of the last start');
  await new WindowPage(first.page).showsPdf('1 page');
  await first.close();
  for (let run = 0; run < runs; run += 1) {
    const begin = performance.now();
    const platen = await start();
    const window = new WindowPage(platen.page);
    await expect(window.field('Pages')).toBeVisible();
    toField.push(performance.now() - begin);
    await window.showsPdf('1 page');
    toPreview.push(performance.now() - begin);
    await platen.close();
  }
  report('start to a usable window, ms', toField);
  report('start to the first preview, ms', toPreview);
});

for (const [name, pages] of [
  ['invoice.html', '1 page'],
  ['report.html', '12 pages'],
] as const) {
  test(`from a keystroke to the new preview of ${name}`, async ({ start }) => {
    const platen = await start(resolve(examples, name));
    const window = new WindowPage(platen.page);
    await window.showsPdf(pages);
    await platen.page.evaluate(() => {
      const facts = document.querySelector('.pdf-facts');
      if (!facts) throw new Error('The window shows no PDF.');
      const changes: number[] = [];
      new MutationObserver(() => changes.push(performance.now())).observe(facts, {
        characterData: true,
        childList: true,
        subtree: true,
      });
      Object.assign(globalThis, { changes, keys: [] });
      document.addEventListener('change', () => {
        (Reflect.get(globalThis, 'keys') as number[]).push(performance.now());
      });
    });
    for (let run = 0; run < runs; run += 1) {
      const format = run % 2 === 0 ? 'letter' : 'a4';
      await window.field('Size').selectOption(format);
      await window.showsPdf(run % 2 === 0 ? 'Letter' : 'A4');
    }
    const times = await platen.page.evaluate(() => {
      const keys = Reflect.get(globalThis, 'keys') as number[];
      const changes = Reflect.get(globalThis, 'changes') as number[];
      return keys.map((key) => (changes.find((change) => change > key) ?? NaN) - key);
    });
    report(`change of a field to the new preview, ${name}, ms`, times);
  });
}

test('a PDF of 1,000 pages is scrolled to its end', async ({ start }) => {
  const { page } = await start();
  const window = new WindowPage(page);
  const sections = Array.from(
    { length: 1000 },
    (_, index) => `<section style="break-after: page"><h1>Part ${index + 1}</h1>
      <p>${'Some words of text. '.repeat(120)}</p></section>`,
  );
  await window.writeHtml(sections.join(''));
  await expect(window.facts).toContainText(/1,?000 pages/, { timeout: 120_000 });
  const before = await page.evaluate(viewerMemory);
  const begin = performance.now();
  const pages = page.getByRole('region', { name: 'PDF pages' });
  const field = page.getByRole('toolbar', { name: 'Preview' }).getByLabel('Page', { exact: true });
  for (let number = 10; number <= 1000; number += 10) {
    await field.fill(String(number));
    await field.press('Enter');
    await expect(pages.getByText(`Part ${number}`, { exact: true })).toBeVisible({
      timeout: 30_000,
    });
  }
  const steps = (performance.now() - begin) / 100;
  const after = await page.evaluate(viewerMemory);
  report('1,000 pages: jump over ten pages to readable text, ms', [steps]);
  report('1,000 pages: JavaScript memory before and after, MB', [before.heap, after.heap]);
  report('1,000 pages: canvas memory before and after, MB', [before.canvases, after.canvases]);
});

/** Memory of the window, in megabytes. Runs in the window. */
function viewerMemory(): { readonly heap: number; readonly canvases: number } {
  const { memory } = performance as unknown as { readonly memory: { usedJSHeapSize: number } };
  const pixels = [...document.querySelectorAll('canvas')].reduce(
    (sum, { width, height }) => sum + width * height,
    0,
  );
  return { heap: memory.usedJSHeapSize / 1e6, canvases: (pixels * 4) / 1e6 };
}
