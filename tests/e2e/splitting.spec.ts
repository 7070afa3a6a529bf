import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { qpdfComplaints, readPdf } from '../support/read-pdf.js';
import { dropFiles } from './support/drop.js';
import { JobsDrawer } from './support/jobs.js';
import { expect, test } from './support/platen.js';
import { violations } from './support/violations.js';
import { WindowPage } from './support/window.js';

const chapter = (title: string) => `<h1 style="break-before: page">${title}</h1><p>${title} text`;

/** Writes a book of five pages with four chapters, and returns its path. */
function writeBook(folder: string): string {
  const path = join(folder, 'book.html');
  const chapters = ['One', 'Two', 'Three', 'Four'].map(chapter);
  writeFileSync(path, `<title>Book</title><p>Cover${chapters.join('')}`);
  return path;
}

test('a document is split into parts, which the details list', async ({ platen, folder }) => {
  const { page } = platen;
  const window = new WindowPage(page);
  const jobs = new JobsDrawer(page);
  await dropFiles(page, [writeBook(folder)]);
  await window.showsPdf('5 pages');
  await window.split('Split by pages');
  await window.fill('Pages per part', '0');
  await expect(window.issues).toHaveText('A part has “0” pages. Enter a whole number from 1.');
  await expect(window.primary).toHaveAttribute('aria-disabled', 'true');
  await window.fill('Pages per part', '2');
  await expect(page.getByText(/Saves 3 PDFs: .*book-1.pdf.* to .*book-3.pdf/)).toBeVisible();
  await expect(window.primary).toHaveText('Convert and split');
  expect(await violations(page)).toEqual([]);

  await window.field('Split').focus();
  await window.field('Split').selectOption("Don't split");
  await window.field('Split').press('ArrowDown');
  await expect(window.field('Split')).toHaveValue('pages');
  await window.field('Split').selectOption("Don't split");
  await window.field('Split').blur();
  await expect(window.field('Split')).toBeHidden();
  await window.split('Split by pages');

  await page.keyboard.press('ControlOrMeta+s');
  await jobs.counts('1 done');
  const names = ['book-1.pdf', 'book-2.pdf', 'book-3.pdf'];
  expect(readdirSync(folder).filter((name) => name.endsWith('.pdf'))).toEqual(names);
  for (const name of names) expect(qpdfComplaints(join(folder, name)) ?? '').toBe('');
  await expect(jobs.row('book.html')).toContainText('book-1.pdf and 2 more');
  await jobs.row('book.html').click();
  const parts = jobs.details.getByRole('list', { name: '3 parts' }).getByRole('button');
  await expect(parts).toHaveText([/^book-1.pdfPages 1 to 2/, /^book-2.pdf/, /^book-3.pdfPage 5/]);
  await parts.nth(2).click();
  await expect(jobs.details.locator('.textLayer').first()).toContainText('Four text');
  expect(await violations(page)).toEqual([]);

  await jobs.details.getByRole('button', { name: 'Retry' }).click();
  await expect.poll(() => existsSync(join(folder, 'book-2-3.pdf'))).toBe(true);
  await page.locator('label', { hasText: 'History' }).click();
  await expect(page.getByText('book-2-1.pdf and 2 more').first()).toBeVisible();
});

test('merged documents are split at their bookmarks', async ({ platen, folder }) => {
  const { page } = platen;
  const window = new WindowPage(page);
  const jobs = new JobsDrawer(page);
  writeFileSync(join(folder, 'notes.html'), '<title>Notes</title><p>notes');
  await dropFiles(page, [writeBook(folder), join(folder, 'notes.html')]);
  await page.getByRole('switch', { name: 'Merge into one PDF' }).click();
  await window.showsPdf('6 pages');
  await window.split('Split at bookmarks');
  await window.openGroup('Privacy & webhook');
  await window.fill('Webhook', 'https://example.org/hook');
  await expect(window.issues).toHaveText(
    'A webhook reports one PDF. Remove the webhook, or keep one PDF.',
  );
  await window.fill('Webhook', '');
  await expect(window.issues).toHaveCount(0);
  await window.primary.click();
  await jobs.counts('1 done');
  const [first, second] = ['book-merged-1-Book.pdf', 'book-merged-2-Notes.pdf'].map((name) =>
    join(folder, name),
  );
  expect((await readPdf(readFileSync(first ?? ''))).pages).toHaveLength(5);
  expect((await readPdf(readFileSync(second ?? ''))).pages).toHaveLength(1);
});

test('parts that cannot be saved are kept over a kill, and saved later', async ({
  start,
  folder,
}) => {
  const first = await start();
  const window = new WindowPage(first.page);
  const jobs = new JobsDrawer(first.page);
  const out = join(folder, 'out');
  writeFileSync(out, 'a file where the folder should be');
  await dropFiles(first.page, [writeBook(folder)]);
  await window.showsPdf('5 pages');
  await window.setFolder(out);
  await window.split('Split by size');
  await window.fill('Size of a part', '1 KB');
  await window.primary.click();
  await jobs.counts('1 failed');
  await jobs.row('book.html').click();
  await expect(jobs.details.getByText('Your PDF is safe')).toBeVisible();
  await expect(jobs.details.getByText('Not saved').first()).toBeVisible();
  await first.kill();

  rmSync(out);
  const { page } = await start();
  const again = new JobsDrawer(page);
  await expect(new WindowPage(page).field('Size of a part')).toHaveValue('1 KB');
  await again.counts('1 failed');
  await again.row('book.html').click();
  await again.details.getByRole('button', { name: 'Retry' }).click();
  await again.counts('1 done');
  expect(readdirSync(out).sort()).toEqual([1, 2, 3, 4, 5].map((number) => `book-${number}.pdf`));
  await expect(again.details.getByText(/Page 1 alone has [\d,]+ bytes/)).toBeVisible();
});
