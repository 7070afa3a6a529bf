import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dropFiles } from './support/drop.js';
import { JobsDrawer, addFileJob } from './support/jobs.js';
import { expect, test } from './support/platen.js';
import type { RunningPlaten } from './support/running-platen.js';
import { pageNames, writePage, writePages } from './support/tree.js';
import { WindowPage } from './support/window.js';

/** Adds pages to the queue; their PDFs are saved next to them. */
async function addPages(platen: RunningPlaten, folder: string, count: number): Promise<void> {
  writePages(folder, pageNames(count));
  await expect(platen.page.getByRole('tab', { name: 'File' })).toBeVisible();
  await dropFiles(platen.page, [folder]);
  await expect(platen.page.getByText(`${count} files`, { exact: true })).toBeVisible();
  await platen.page.getByRole('button', { name: `Convert ${count} files` }).click();
}

test(
  'jobs are reordered and canceled, and run in the new order',
  { tag: '@core' },
  async ({ platen, folder }) => {
    const { page } = platen;
    const jobs = new JobsDrawer(page);
    const source = join(folder, 'pages');
    await new WindowPage(page).showsPdf('1 page');
    await page.keyboard.press('ControlOrMeta+,');
    await page.getByLabel('Parallel conversions').selectOption('1');
    await page.keyboard.press('Escape');
    // The window accepts no drops until the dialog has closed.
    await expect(page.getByRole('dialog', { name: 'Settings' })).toBeHidden();
    await jobs.pauseBeforehand();
    await addPages(platen, source, 6);
    await jobs.counts('6 waiting');

    await jobs.row('page-5').click();
    await page.keyboard.press('Alt+Home');
    await expect(jobs.rows.nth(0)).toContainText('page-5');
    await page.keyboard.press('Alt+ArrowDown');
    await expect(jobs.rows.nth(1)).toContainText('page-5');
    await jobs.row('page-6').dragTo(jobs.rows.nth(0), { targetPosition: { x: 60, y: 4 } });
    await expect(jobs.rows.nth(0)).toContainText('page-6');
    await jobs.row('page-2').click();
    await jobs.details.getByRole('button', { name: 'Cancel' }).click();
    await jobs.counts('1 canceled');

    await jobs.button('Resume').click();
    await jobs.counts('5 done', '1 canceled');
    const madeAt = (name: string) => statSync(join(source, `${name}.pdf`)).mtimeMs;
    expect(madeAt('page-6')).toBeLessThan(madeAt('page-1'));
    expect(madeAt('page-1')).toBeLessThan(madeAt('page-5'));
    expect(madeAt('page-5')).toBeLessThan(madeAt('page-3'));
    expect(existsSync(join(source, 'page-2.pdf'))).toBe(false);
  },
);

test(
  'a completed job shows its PDF and options; removed jobs come back with Undo',
  { tag: '@core' },
  async ({ platen, folder }) => {
    const { page } = platen;
    const window = new WindowPage(page);
    const jobs = new JobsDrawer(page);
    await addPages(platen, join(folder, 'pages'), 3);
    await jobs.counts('3 done');
    await jobs.row('page-2').click();
    // Only the selected row and the one under the pointer have buttons: those of all rows are slow.
    const buttons = (name: string) => jobs.row(name).getByRole('button');
    await expect(buttons('page-2')).not.toHaveCount(0);
    await expect(buttons('page-3')).toHaveCount(0);
    await jobs.row('page-3').hover();
    await expect(buttons('page-3')).not.toHaveCount(0);
    await window.showsText('page-2.html');
    await expect(jobs.details).toContainText('1 page');
    await expect(jobs.details).toContainText(join(folder, 'pages'));
    const copy = join(folder, 'copy.pdf');
    await jobs.details.getByRole('button', { name: 'More actions' }).click();
    await platen.saveTo(copy, () => page.getByRole('menuitem', { name: 'Save a copy' }).click());
    await expect.poll(() => existsSync(copy)).toBe(true);

    await jobs.button('Clear done').click();
    await expect(page.getByText('The queue is empty')).toBeVisible();
    const removed = page.getByRole('alert').filter({ hasText: 'Removed 3 jobs' });
    await removed.getByRole('button', { name: 'Undo' }).click();
    await jobs.counts('3 done');
  },
);

test('the selected row stays in view while a batch runs', async ({ platen, folder }) => {
  const { page } = platen;
  const jobs = new JobsDrawer(page);
  await jobs.pauseBeforehand();
  await addPages(platen, join(folder, 'pages'), 60);
  await jobs.counts('60 waiting');
  // The list follows the batch; a row is chosen while it scrolls.
  const { x, y, width } = (await jobs.list.boundingBox()) ?? { x: 0, y: 0, width: 0 };
  await page.evaluate(
    ([left, top]) => {
      const choose = () => {
        const row = document.elementFromPoint(left, top)?.closest<HTMLElement>('[role="row"]');
        row?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
        row?.click();
      };
      document.addEventListener('scroll', choose, { capture: true, once: true });
    },
    [x + width / 2, y + 120] as const,
  );
  await jobs.button('Resume').click();
  const selected = page.locator('[role="row"][aria-selected="true"]');
  await expect(selected).toHaveCount(1);
  await expect(jobs.tab('Done 60')).toHaveCount(1, { timeout: 90_000 });
  await expect(selected).toBeInViewport();
});

test('a job is edited in the form, which returns with Undo', async ({ platen, folder }) => {
  const { page } = platen;
  const window = new WindowPage(page);
  const jobs = new JobsDrawer(page);
  await window.showsPdf('1 page');
  await window.writeHtml('<p>unsaved work</p>');
  const file = join(folder, 'edited.html');
  writePage(file, 'edited');
  await addFileJob(page, file, folder, 'a5');
  await jobs.counts('1 done');
  await jobs.row('edited.html').click();
  await jobs.details.getByRole('button', { name: 'Edit' }).click();
  await window.showsText('edited');
  await expect(window.field('Size')).toHaveValue('a5');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('textbox', { name: 'HTML' })).toContainText('unsaved work');
});

test('jobs are filtered by name and by a warning that several have', async ({ platen, folder }) => {
  const { page } = platen;
  const jobs = new JobsDrawer(page);
  const files = ['one', 'two', 'three'].map((name) => join(folder, `${name}.html`));
  files.forEach((file, n) => writeFileSync(file, n < 2 ? missingImage : '<p>plain</p>'));
  await page.evaluate(
    async ([paths, output]) => {
      const sources = paths.map((path) => ({ kind: 'file' as const, path }));
      const options = { request: {}, output: { folder: output } };
      await window.platen.call('jobs:add', { sources, options });
    },
    [files, folder] as const,
  );
  await jobs.counts('3 done');
  await jobs.drawer.getByLabel('Filter by name').fill('TWO');
  await expect(jobs.rows).toHaveCount(1);
  await jobs.row('two.html').click();
  await jobs.details.getByRole('button', { name: 'In 2 files' }).click();
  await expect(jobs.rows).toHaveCount(2);
  await jobs.button('Show all jobs').click();
  await expect(jobs.rows).toHaveCount(3);
});

const missingImage = '<!doctype html><title>t</title><img src="missing.png"><p>text</p>';

test('current options are applied to selected jobs', async ({ platen, folder }) => {
  const { page } = platen;
  const window = new WindowPage(page);
  const jobs = new JobsDrawer(page);
  await addPages(platen, join(folder, 'pages'), 2);
  await jobs.counts('2 done');
  await jobs.close();
  await window.field('Size').selectOption('a6');
  await jobs.open();
  await jobs.row('page-1').click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.getByRole('button', { name: 'Apply current options' }).click();
  await jobs.details.getByRole('button', { name: 'Retry' }).click();
  await expect.poll(() => existsSync(join(folder, 'pages', 'page-1-2.pdf'))).toBe(true);
  await jobs.counts('2 done');
  await jobs.row('page-1').click();
  await expect(jobs.details).toContainText('A6');
});

test('queued jobs survive a kill and are converted', async ({ start, folder }) => {
  const first = await start();
  const source = join(folder, 'pages');
  await addPages(first, source, 12);
  await new JobsDrawer(first.page).counts('\\d+ done');
  await first.kill();

  const again = await start();
  const jobs = new JobsDrawer(again.page);
  await jobs.counts('12 done');
  for (const name of pageNames(12)) {
    expect(existsSync(join(source, name.replace('.html', '.pdf')))).toBe(true);
  }
  expect(existsSync(join(source, 'page-1-2.pdf'))).toBe(false);
});

test('the job list works with the keyboard alone', async ({ platen, folder }) => {
  const { page } = platen;
  const source = join(folder, 'pages');
  writePages(source, pageNames(5));
  const window = new WindowPage(page);
  const jobs = new JobsDrawer(page);
  await dropFiles(page, [source]);
  await window.showsText('page-1');
  await page.keyboard.press('ControlOrMeta+Enter');
  await jobs.counts('5 done');
  await page.keyboard.press('ControlOrMeta+j');
  await expect(jobs.drawer).toBeHidden();
  await page.keyboard.press('ControlOrMeta+j');
  await expect(jobs.rows.nth(0)).toBeFocused();

  await page.keyboard.press('ArrowDown');
  await expect(jobs.rows.nth(1)).toBeFocused();
  await window.showsText('page-2');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByText('2 selected')).toBeVisible();
  await page.keyboard.press('Delete');
  await jobs.counts('3 done');
  await expect(jobs.rows.nth(1)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(jobs.rows.nth(1).getByRole('button', { name: /^Open/ })).toBeFocused();
});

test('in a narrow window, the details start at their top and close with Escape', async ({
  platen,
  folder,
}) => {
  const { page } = platen;
  const jobs = new JobsDrawer(page);
  const close = jobs.details.getByRole('button', { name: 'Close', exact: true });
  await page.setViewportSize({ width: 900, height: 600 });
  await new WindowPage(page).showsPdf('1 page');
  await addPages(platen, join(folder, 'pages'), 2);
  await jobs.counts('2 done');
  for (const name of ['page-1', 'page-2']) {
    await jobs.row(name).click({ position: { x: 60, y: 10 } });
    await expect(jobs.details.getByRole('heading', { name: `${name}.pdf` })).toBeVisible();
    await expect(jobs.details.locator('.textLayer').first()).not.toBeEmpty();
    await expect(close).toBeInViewport({ ratio: 1 });
    await expect(jobs.details.locator('.list-details-content')).toHaveJSProperty('scrollTop', 0);
  }
  await page.keyboard.press('Escape');
  await expect(jobs.details).toBeHidden();
  await expect(jobs.row('page-2')).toBeFocused();

  await page.getByRole('textbox', { name: 'Filter by name' }).fill('page-1');
  await expect(jobs.rows).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(jobs.rows).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(jobs.drawer).toBeHidden();
});

test('what was removed from the queue and the history stays so after the window is closed', async ({
  start,
  folder,
}) => {
  const platen = await start();
  const { page } = platen;
  const jobs = new JobsDrawer(page);
  await new WindowPage(page).isEmpty();
  const file = join(folder, 'page.html');
  writePage(file, 'page');
  await addFileJob(page, file, folder, 'a5');
  await jobs.counts('1 done');
  await jobs.button('Clear done').click();
  await expect(page.getByText('The queue is empty')).toBeVisible();
  await page.locator('label', { hasText: 'History' }).click();
  await page.getByRole('button', { name: 'Clear history' }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(2);
  // Electron waits half a second for a page that is busy, and closes it.
  await page.evaluate(() => {
    setTimeout(() => {
      for (const end = performance.now() + 20_000; performance.now() < end;);
    });
  });
  await platen.close();

  const { page: again } = await start();
  await new JobsDrawer(again).open();
  await expect(again.getByText('The queue is empty')).toBeVisible();
  await again.locator('label', { hasText: 'History' }).click();
  await expect(again.getByRole('region', { name: 'History' })).toContainText(
    'Nothing converted yet',
  );
});
