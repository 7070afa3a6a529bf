import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { page as htmlPage, startWebServer } from '../integration/support/web-server.js';
import { readPdf } from '../support/read-pdf.js';
import { dropFiles } from './support/drop.js';
import { JobsDrawer } from './support/jobs.js';
import { expect, test } from './support/platen.js';
import { pageNames, writePage, writePages } from './support/tree.js';
import { WindowPage } from './support/window.js';

test(
  'a dropped folder is converted with its tree; a failed file is retried once fixed',
  { tag: '@core' },
  async ({ platen, folder }) => {
    const { page } = platen;
    const window = new WindowPage(page);
    const jobs = new JobsDrawer(page);
    const [source, target] = [join(folder, 'manual'), join(folder, 'pdf')];
    const names = writePages(source, pageNames(40, ['', 'guide/', 'guide/more/', 'reference/']));
    await window.showsPdf('1 page');
    await dropFiles(page, [source]);
    await expect(page.getByText('40 files', { exact: true })).toBeVisible();
    await window.setFolder(target);
    await expect(page.locator('.output-example')).toContainText('guide/more/page-3.pdf');

    const broken = join(source, 'guide/page-2.html');
    rmSync(broken);
    await page.getByRole('button', { name: 'Convert 40 files' }).click();
    await page.getByRole('button', { name: 'View queue' }).click();
    await jobs.counts('39 done', '1 failed');
    const made = readdirSync(target, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.pdf'))
      .map((name) => name.replaceAll('\\', '/').replace(/pdf$/, 'html'));
    const expected = names.filter((name) => name !== 'guide/page-2.html');
    expect(made.toSorted()).toEqual(expected.toSorted());

    await jobs.narrowTo('Failed');
    await expect(jobs.rows).toHaveCount(1);
    await expect(jobs.row('page-2.html')).toContainText('File not found');
    await jobs.row('page-2.html').click();
    await expect(jobs.details).toContainText('does not exist');
    writePage(broken, 'mended');
    await jobs.row('page-2.html').hover();
    await jobs.row('page-2.html').getByRole('button', { name: 'Retry' }).click();
    await jobs.counts('40 done');
    const { text } = await readPdf(readFileSync(join(target, 'guide/page-2.pdf')));
    expect(text).toContain('mended');
  },
);

test(
  'adding to the queue can be undone; one name for all is an error beside its field',
  { tag: '@core' },
  async ({ platen, folder }) => {
    const { page } = platen;
    const window = new WindowPage(page);
    const jobs = new JobsDrawer(page);
    await window.showsPdf('1 page');
    await jobs.pauseBeforehand();
    writePages(folder, pageNames(3));
    await dropFiles(
      page,
      pageNames(3).map((name) => join(folder, name)),
    );
    await window.showsText('page-1');
    await window.fill('File name', 'same.pdf');
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(window.issues).toContainText('All PDFs of the batch would be named “same.pdf”');
    await expect(window.field('File name')).toBeFocused();

    await window.fill('File name', '{n}-{name}.pdf');
    await expect(window.issues).toHaveCount(0);
    await page.keyboard.press('ControlOrMeta+Enter');
    const viewQueue = page.getByRole('button', { name: 'View queue' });
    await expect(viewQueue).toBeVisible();
    await jobs.counts('3 waiting');
    await expect(viewQueue).toBeHidden();
    await page.getByRole('button', { name: 'Undo' }).click();
    await jobs.close();
    await expect(page.getByText('3 files', { exact: true })).toBeVisible();
    await jobs.open();
    await expect(page.getByText('The queue is empty')).toBeVisible();
  },
);

test('pasted lines become URLs; invalid ones are counted; the rest is converted together', async ({
  platen,
  folder,
}) => {
  const server = await startWebServer({
    '/one': htmlPage('<title>One</title><h1>First</h1>'),
    '/two': htmlPage('<title>Two</title><h1>Second</h1>'),
  });
  const { page } = platen;
  const window = new WindowPage(page);
  await window.showsPdf('1 page');
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData('text/plain', text);
    document.body.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true }),
    );
  }, `${server.origin}/one\n\n  ${server.origin}/two\n`);
  await window.showsText('First');
  await expect(window.field('URL 1 of 2')).toHaveValue(`${server.origin}/one`);

  await page.getByRole('button', { name: 'Add URL' }).click();
  await window.fill('URL 3 of 3', 'ftp://example.org/three');
  await window.setFolder(folder);
  await page.getByRole('row').filter({ hasText: /two$/ }).click();
  await window.showsText('Second');
  await expect(window.primary).toHaveText('Convert 2 of 3 URLs');
  await expect(page.getByText('1 invalid')).toBeVisible();

  await page.getByRole('button', { name: /^Remove .*three$/ }).click();
  await page.getByRole('button', { name: 'Convert 2 URLs' }).click();
  await page.getByRole('button', { name: 'View queue' }).click();
  await new JobsDrawer(page).counts('2 done');
  expect(existsSync(join(folder, 'one.pdf'))).toBe(true);
  expect(existsSync(join(folder, 'two.pdf'))).toBe(true);
  await server.close();
});
