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

  await page.evaluate(() => {
    const longest = { milliseconds: 0 };
    Object.assign(globalThis, { longest });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries())
        longest.milliseconds = Math.max(longest.milliseconds, duration);
    }).observe({ type: 'longtask' });
  });
  await jobs.drawer.getByLabel('Filter by name').pressSequentially('page-1');
  await jobs.drawer.getByLabel('Filter by name').fill('');
  await jobs.rows.first().click();
  await page.keyboard.press('End');
  await expect(jobs.row('page-10000')).toBeFocused();
  for (let step = 0; step < 10; step += 1) await page.mouse.wheel(0, -20_000);
  await page.keyboard.press('ControlOrMeta+a');
  await expect(page.getByText('10,000 selected')).toBeVisible();
  await jobs.narrowTo('Waiting');
  const longest = await page.evaluate(
    () => (Reflect.get(globalThis, 'longest') as { milliseconds: number }).milliseconds,
  );
  // Generous, because the machine may be busy; a list that isn't virtualized takes seconds.
  expect(longest).toBeLessThan(1000);

  await jobs.narrowTo('All');
  await jobs.forAll('Cancel all');
  await jobs.counts('10,000 canceled');
});
