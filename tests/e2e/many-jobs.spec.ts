import type { Page } from '@playwright/test';
import { JobsDrawer } from './support/jobs.js';
import { expect, test } from './support/platen.js';
import { WindowPage } from './support/window.js';

const count = 10_000;

test('ten thousand jobs: few rows are rendered; typing and scrolling stay fluid', async ({
  platen,
}) => {
  const { page } = platen;
  const window = new WindowPage(page);
  const jobs = new JobsDrawer(page);
  await window.showsPdf('1 page');
  await jobs.pauseBeforehand();
  const added = await page.evaluate(async (length) => {
    const sources = Array.from({ length }, (_, n) => ({
      kind: 'url' as const,
      url: `http://127.0.0.1:9/page-${n + 1}`,
    }));
    const options = {
      request: { disableJavascript: false, timeoutSeconds: 30 },
      output: { folder: null, existing: 'number' as const },
    };
    const result = await globalThis.window.platen.call('jobs:add', { sources, options });
    return result.ok;
  }, count);
  expect(added).toBe(true);
  await jobs.counts('10,000 waiting');
  await expect(jobs.list).toHaveAttribute('aria-rowcount', String(count));
  expect(await jobs.rows.count()).toBeLessThan(60);

  const workMs = await workMeter(page);
  const filter = jobs.drawer.getByLabel('Filter by name');
  const actions = [
    ...Array.from('page-1', (letter) => async () => filter.pressSequentially(letter)),
    async () => filter.fill(''),
    async () => jobs.rows.first().click(),
    async () => {
      await page.keyboard.press('End');
      await expect(jobs.row('page-10000')).toBeFocused();
    },
    ...Array.from({ length: 10 }, () => async () => page.mouse.wheel(0, -20_000)),
    async () => {
      await page.keyboard.press('ControlOrMeta+a');
      await expect(page.getByText('10,000 selected')).toBeVisible();
    },
    async () => jobs.narrowTo('Waiting'),
  ];
  const works: number[] = [];
  for (const act of actions) works.push(await workMs(act));
  // A list that isn't virtualized takes seconds.
  expect(Math.max(...works)).toBeLessThan(1000);

  await jobs.narrowTo('All');
  await jobs.forAll('Cancel all');
  await jobs.counts('10,000 canceled');
});

/**
 * Returns a function that runs an action and returns how long the window's thread works for it and
 * its next frame, in milliseconds of processor time: other processes may keep the machine busy.
 */
async function workMeter(page: Page): Promise<(act: () => Promise<void>) => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const total = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value;
    if (seconds === undefined) throw new Error('Chromium reports no durations.');
    return seconds * 1000;
  };
  return async (act) => {
    const before = await total();
    await act();
    await page.evaluate(async () => new Promise((done) => requestAnimationFrame(done)));
    return (await total()) - before;
  };
}
