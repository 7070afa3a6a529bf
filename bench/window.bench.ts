import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { dropFiles } from '../tests/e2e/support/drop.js';
import { JobsDrawer } from '../tests/e2e/support/jobs.js';
import { expect, test } from '../tests/e2e/support/platen.js';
import { pageNames, writePages } from '../tests/e2e/support/tree.js';
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
    const platen = await start(resolve(examples, 'invoice.html'));
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

for (const view of ['document', 'queue'] as const) {
  test(`a batch of 200 files runs beside the ${view} view`, async ({ platen, folder }) => {
    const { page } = platen;
    const window = new WindowPage(page);
    writePages(join(folder, 'manual'), pageNames(200, ['', 'guide/']));
    await window.showsPdf('1 page');
    await dropFiles(page, [join(folder, 'manual')]);
    await expect(page.getByText('200 files', { exact: true })).toBeVisible();
    await window.setFolder(join(folder, 'pdf'));
    const work = await measureWork(page);
    const begin = performance.now();
    await page.getByRole('button', { name: 'Convert 200 files' }).click();
    if (view === 'queue') await new JobsDrawer(page).open();
    await page.waitForSelector('text="Batch complete: 200 files converted"', {
      state: 'attached',
      timeout: 500_000,
    });
    const wall = performance.now() - begin;
    const { processor, longest } = await work.end();
    report(`200 files, ${view} view: to the last PDF, ms`, [wall]);
    report(`200 files, ${view} view: processor time of the window's page, ms`, [processor]);
    report(`200 files, ${view} view: its longest task, ms`, [longest]);
  });
}

interface Work {
  /** Processor time of the main thread. */
  readonly processor: number;
  readonly longest: number;
}

/** Measures the window's page, in milliseconds, until `end()` is called. */
async function measureWork(page: Page): Promise<{ readonly end: () => Promise<Work> }> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const processorTime = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN) * 1000;
  };
  const before = await processorTime();
  await page.evaluate(() => {
    const tasks: number[] = [0];
    new PerformanceObserver((list) => {
      tasks.push(...list.getEntries().map(({ duration }) => duration));
    }).observe({ entryTypes: ['longtask'] });
    Reflect.set(globalThis, 'tasks', tasks);
  });
  return {
    end: async () => ({
      processor: (await processorTime()) - before,
      longest: Math.max(
        ...(await page.evaluate(() => Reflect.get(globalThis, 'tasks') as number[])),
      ),
    }),
  };
}

const many = 10_000;

test('10,000 jobs are added, filtered, selected and removed', async ({ start }) => {
  const { page } = await start();
  const jobs = new JobsDrawer(page);
  await jobs.pauseBeforehand();
  await jobs.open();
  const begin = performance.now();
  await page.evaluate(async (length) => {
    const sources = Array.from({ length }, (_, index) => ({
      kind: 'url' as const,
      url: `http://127.0.0.1:9/page-${index + 1}`,
    }));
    const options = { request: {}, output: { folder: null } };
    await window.platen.call('jobs:add', { sources, options });
  }, many);
  await expect(jobs.list).toHaveAttribute('aria-rowcount', String(many));
  report('10,000 jobs: added and listed, ms', [performance.now() - begin]);

  await jobs.close();
  const opened = performance.now();
  await jobs.open();
  await expect(jobs.rows.first()).toBeVisible();
  report('10,000 jobs: view of the queue, ms', [performance.now() - opened]);

  await jobs.drawer.getByLabel('Filter by name').focus();
  const typed: number[] = [];
  for (const key of 'page-12') typed.push(await keyToPaint(page, key));
  report('10,000 jobs: key press in the filter, ms', typed);
  await jobs.drawer.getByLabel('Filter by name').fill('');

  await jobs.rows.first().click();
  report('10,000 jobs: select all, ms', [await keyToPaint(page, 'ControlOrMeta+a')]);
  await jobs.forAll('Cancel all');
  await jobs.counts('10,000 canceled');
  await page.keyboard.press('ControlOrMeta+a');
  await jobs.rows.first().focus();
  report('10,000 jobs: remove all, ms', [await keyToPaint(page, 'Delete')]);
  const undone = performance.now();
  await page.getByRole('button', { name: 'Undo' }).click();
  await jobs.counts('10,000 canceled');
  report('10,000 jobs: undo the removal, ms', [performance.now() - undone]);
});

test('10,000 dropped files are listed and filtered', async ({ start, folder }) => {
  const { page } = await start();
  const source = join(folder, 'many');
  writePages(source, pageNames(many));
  const begin = performance.now();
  await dropFiles(page, [source]);
  await expect(page.getByText('10,000 files', { exact: true })).toBeVisible({ timeout: 120_000 });
  report('10,000 dropped files: listed, ms', [performance.now() - begin]);
  await page.getByRole('grid', { name: 'Files to convert' }).getByRole('row').first().click();
  const moved: number[] = [];
  for (let run = 0; run < runs; run += 1) moved.push(await keyToPaint(page, 'ArrowDown'));
  report('10,000 dropped files: arrow key, ms', moved);
});

test('keys are typed into 5 MB of HTML', async ({ start }) => {
  const { page } = await start();
  const window = new WindowPage(page);
  await window.openTab('HTML');
  const editor = page.getByRole('textbox', { name: 'HTML' });
  await editor.focus();
  // Playwright's fill() inserts text as Chromium types it, a line at a time.
  await editor.evaluate((element, html) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', html);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  }, '<p>Some words of text.</p>\n'.repeat(200_000));
  await expect(editor).toContainText('Some words of text.');
  const typed: number[] = [];
  for (let run = 0; run < runs; run += 1) typed.push(await keyToPaint(page, 'a'));
  report('5 MB of HTML: key press, ms', typed);
});

/** Presses a key; returns the time from its event to the end of the next frame in milliseconds. */
async function keyToPaint(page: Page, key: string): Promise<number> {
  const painted = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const listen = ({ timeStamp, key: pressed }: KeyboardEvent) => {
          if (pressed === 'Control' || pressed === 'Meta') return;
          removeEventListener('keydown', listen, true);
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)));
        };
        addEventListener('keydown', listen, true);
        Reflect.set(globalThis, 'isListening', true);
      }),
  );
  await page.waitForFunction(() => Reflect.get(globalThis, 'isListening') === true);
  await page.evaluate(() => Reflect.set(globalThis, 'isListening', false));
  await page.keyboard.press(key);
  return painted;
}
