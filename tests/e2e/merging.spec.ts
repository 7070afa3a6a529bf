import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import type { Page } from '@playwright/test';
import { qpdfComplaints, readPdf } from '../support/read-pdf.js';
import { dropFiles } from './support/drop.js';
import { JobsDrawer } from './support/jobs.js';
import { expect, test } from './support/platen.js';
import { violations } from './support/violations.js';
import { WindowPage } from './support/window.js';

/** Writes two pages and a PDF, and returns their paths. */
async function writeParts(folder: string): Promise<readonly string[]> {
  const paths = ['intro.html', 'part.pdf', 'guide.html'].map((name) => join(folder, name));
  const [intro = '', part = '', guide = ''] = paths;
  writeFileSync(intro, '<title>Introduction</title><h1>Introduction');
  writeFileSync(guide, '<title>Guide</title><h1>Guide');
  const pdf = await PDFDocument.create();
  pdf.addPage([200, 200]).drawText('a part');
  writeFileSync(part, await pdf.save());
  return paths;
}

const filesOf = (page: Page) => page.getByRole('grid', { name: 'Files to convert' });

async function expectOrder(page: Page, order: string): Promise<void> {
  const names = filesOf(page).locator('.pick-name');
  await expect.poll(async () => (await names.allTextContents()).join(' ')).toBe(order);
}

test(
  'files and a PDF become one PDF in the order of the list',
  { tag: '@core' },
  async ({ platen, folder }) => {
    const { page } = platen;
    const window = new WindowPage(page);
    const jobs = new JobsDrawer(page);
    const files = filesOf(page);
    await dropFiles(page, await writeParts(folder));
    await expect(window.primary).toHaveText('Convert 2 of 3 files');
    await files.getByText('part.pdf').click();
    const preview = page.getByRole('region', { name: 'Preview' });
    await expect(preview).toContainText('part.pdf” is already a PDF');
    await preview.getByRole('button', { name: 'Merge into one PDF' }).click();
    await window.showsPdf('3 pages');

    await files.getByRole('row', { selected: true }).focus();
    await page.keyboard.press('Alt+ArrowUp');
    await expectOrder(page, 'part.pdf intro.html guide.html');
    await expect(files.getByRole('row', { selected: true })).toBeFocused();
    await expect(page.getByText('part.pdf: 1 of 3')).toBeAttached();
    await files.getByText('guide.html').dragTo(files.getByText('part.pdf'), {
      targetPosition: { x: 8, y: 1 },
    });
    await expectOrder(page, 'guide.html part.pdf intro.html');
    await window.showsText('Guide');

    await window.primary.click();
    await expect(page.getByText('Added 3 files to the queue as one PDF')).toBeVisible();
    await jobs.counts('1 done');
    await jobs.row('guide.html and 2 more').click();
    const documents = jobs.details.getByRole('list', { name: 'Documents' }).getByRole('listitem');
    await expect(documents).toHaveText(['guide.html', 'part.pdf', 'intro.html']);
    const path = join(folder, 'guide-merged.pdf');
    expect(qpdfComplaints(path) ?? '').toBe('');
    const { pages, bookmarks } = await readPdf(readFileSync(path));
    expect(pages.map(({ text }) => text.trim())).toEqual(['Guide', 'a part', 'Introduction']);
    expect(bookmarks).toEqual(['Guide', 'part', 'Introduction']);

    mkdirSync(join(folder, 'old'));
    await dropFiles(page, await writeParts(join(folder, 'old')));
    const names = ['guide.html', 'part.pdf', 'intro.html'].map(
      (name) => `${basename(folder)}/${name}`,
    );
    await expectOrder(page, `${names.join(' ')} old/intro.html old/part.pdf old/guide.html`);
  },
);

test(
  'the order and a job that waits survive a crash',
  { tag: '@core' },
  async ({ start, folder }) => {
    const first = await start();
    const window = new WindowPage(first.page);
    await dropFiles(first.page, await writeParts(folder));
    await first.page.getByRole('switch', { name: 'Merge into one PDF' }).click();
    await filesOf(first.page).getByRole('row', { selected: true }).focus();
    await first.page.keyboard.press('Alt+ArrowDown');
    await expectOrder(first.page, 'part.pdf intro.html guide.html');
    await new JobsDrawer(first.page).pauseBeforehand();
    await window.primary.click();
    await new JobsDrawer(first.page).persisted();
    await new JobsDrawer(first.page).counts('1 waiting');
    // The form is saved shortly after a change.
    const draft = join(folder, 'user-data', 'draft.json');
    const inOrder = /part\.pdf.*intro\.html.*guide\.html/s;
    await expect.poll(() => readFileSync(draft, 'utf8')).toMatch(inOrder);
    await first.kill();

    const { page } = await start();
    const jobs = new JobsDrawer(page);
    await expect(page.getByRole('switch', { name: 'Merge into one PDF' })).toBeChecked();
    await expectOrder(page, 'part.pdf intro.html guide.html');
    await jobs.open();
    await jobs.button('Resume').click();
    await jobs.counts('1 done');
    const { pages } = await readPdf(readFileSync(join(folder, 'part-merged.pdf')));
    expect(pages.map(({ text }) => text.trim())).toEqual(['a part', 'Introduction', 'Guide']);
  },
);

test('conflicts, services and failed documents are named', async ({ platen, folder }) => {
  const { page } = platen;
  const window = new WindowPage(page);
  const paths = await writeParts(folder);
  await dropFiles(page, paths);
  await page.getByRole('switch', { name: 'Merge into one PDF' }).click();
  await window.showsPdf('3 pages');
  await expect(window.primary).toHaveText('Merge 3 files');
  await window.openGroup('Page');
  const range = page.getByRole('textbox', { name: 'Pages' });
  await range.fill('1-2');
  const conflicts = page.getByRole('alert', { name: 'Cannot be merged' });
  await expect(conflicts).toHaveText(/A page range cannot be combined with merging/);
  await expect(window.primary).toHaveAttribute('aria-disabled', 'true');
  expect(await violations(page)).toEqual([]);
  await conflicts.getByRole('button', { name: 'Go to field' }).click();
  await expect(range).toBeFocused();
  await range.fill('');
  await expect(conflicts).toBeHidden();

  await window.chooseMore('Copy as cURL');
  await expect(page.getByRole('alert').filter({ hasText: 'cannot merge several' })).toBeVisible();
  writeFileSync(paths[1] ?? '', '%PDF-1.7 and nothing else');
  await page.keyboard.press('F5');
  await expect(page.getByText(/part\.pdf” is damaged or not a PDF/)).toBeVisible();
});
