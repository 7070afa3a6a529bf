import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { dropFiles } from './support/drop.js';
import { JobsDrawer } from './support/jobs.js';
import { expect, test } from './support/platen.js';
import type { RunningPlaten } from './support/running-platen.js';
import { pageNames, writePages } from './support/tree.js';
import { WindowPage } from './support/window.js';

/** Adds pages to the queue; their PDFs are saved next to them. */
async function addPages(platen: RunningPlaten, folder: string, count: number): Promise<void> {
  const window = new WindowPage(platen.page);
  await window.showsPdf('1 page');
  writePages(folder, pageNames(count));
  await dropFiles(platen.page, [folder]);
  await expect(platen.page.getByText(`${count} files`, { exact: true })).toBeVisible();
  await platen.page.getByRole('button', { name: `Convert ${count} files` }).click();
}

test('jobs are reordered and canceled, and run in the new order', async ({ platen, folder }) => {
  const { page } = platen;
  const jobs = new JobsDrawer(page);
  const source = join(folder, 'pages');
  await new WindowPage(page).showsPdf('1 page');
  await page.keyboard.press('ControlOrMeta+,');
  await page.getByLabel('Parallel conversions').selectOption('1');
  await page.keyboard.press('Escape');
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
  await page.getByRole('toolbar', { name: 'Selected jobs' }).getByLabel('Cancel').click();
  await jobs.counts('1 canceled');

  await jobs.button('Resume').click();
  await jobs.counts('5 completed', '1 canceled');
  const madeAt = (name: string) => statSync(join(source, `${name}.pdf`)).mtimeMs;
  expect(madeAt('page-6')).toBeLessThan(madeAt('page-1'));
  expect(madeAt('page-1')).toBeLessThan(madeAt('page-5'));
  expect(madeAt('page-5')).toBeLessThan(madeAt('page-3'));
  expect(existsSync(join(source, 'page-2.pdf'))).toBe(false);
});

test('a completed job shows its PDF, a failed one its reason; Escape returns to the editor', async ({
  platen,
  folder,
}) => {
  const { page } = platen;
  const window = new WindowPage(page);
  const jobs = new JobsDrawer(page);
  await addPages(platen, join(folder, 'pages'), 3);
  await jobs.counts('3 completed');
  await jobs.row('page-2').click();
  await window.showsText('page-2.html');
  await expect(page.getByLabel('Job details')).toContainText('Same folder as source');
  const copy = join(folder, 'copy.pdf');
  await platen.saveTo(copy, () => page.getByRole('button', { name: 'Save a copy' }).click());
  await expect.poll(() => existsSync(copy)).toBe(true);
  await page.keyboard.press('Escape');
  await expect(page.getByText('Drop HTML files here')).toBeVisible();
  await expect(page.getByLabel('Job details')).toContainText('Same folder as source');

  await jobs.forAll('Clear completed');
  await expect(jobs.drawer).toBeHidden();
});

test('current options are applied to selected jobs', async ({ platen, folder }) => {
  const { page } = platen;
  const window = new WindowPage(page);
  const jobs = new JobsDrawer(page);
  await addPages(platen, join(folder, 'pages'), 2);
  await jobs.counts('2 completed');
  await window.field('Size').selectOption('a6');
  await jobs.row('page-1').click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.getByRole('button', { name: 'Apply current options' }).click();
  await page.getByRole('toolbar', { name: 'Selected jobs' }).getByLabel('Retry').click();
  await expect.poll(() => existsSync(join(folder, 'pages', 'page-1-2.pdf'))).toBe(true);
  await jobs.counts('2 completed');
  await jobs.row('page-1').click();
  await window.showsPdf('A6');
});

test('queued jobs survive a kill and are converted', async ({ start, folder }) => {
  const first = await start();
  const source = join(folder, 'pages');
  await addPages(first, source, 30);
  await new JobsDrawer(first.page).counts(' completed');
  await first.kill();

  const again = await start();
  const jobs = new JobsDrawer(again.page);
  await jobs.counts('30 completed');
  for (const name of pageNames(30)) {
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
  await jobs.counts('5 completed');
  await page.keyboard.press('ControlOrMeta+j');
  await expect(jobs.rows).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+j');
  await expect(jobs.rows.nth(0)).toBeFocused();

  await page.keyboard.press('ArrowDown');
  await expect(jobs.rows.nth(1)).toBeFocused();
  await window.showsText('page-2');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByText('2 selected')).toBeVisible();
  await page.keyboard.press('Delete');
  await jobs.counts('3 completed');
  await expect(jobs.rows.nth(1)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(jobs.rows.nth(1).getByRole('button', { name: /^Open/ })).toBeFocused();
});
