import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { qpdfComplaints, readPdf } from '../support/read-pdf.js';
import { dropFiles } from './support/drop.js';
import { JobsDrawer } from './support/jobs.js';
import { expect, test } from './support/platen.js';
import { violations } from './support/violations.js';
import { WindowPage } from './support/window.js';

test.use({ html: '' });

const open = 'öffnen-4711';
const owner = 'nur-für-uns-0815';

/** Sets both passwords and two permissions of the form. */
async function protect(window: WindowPage): Promise<void> {
  await window.openGroup('Security');
  await window.fill('Password to open', open);
  await window.fill('Owner password', owner);
  await window.field('Printing').selectOption('Low-quality printing only');
  await window.field('Copying').selectOption('No copying');
}

/** Expects a file that both passwords open, with the permissions of {@link protect}. */
async function expectProtected(path: string, text: string): Promise<void> {
  const bytes = readFileSync(path);
  await expect(readPdf(bytes)).rejects.toThrow();
  for (const password of [open, owner]) {
    expect((await readPdf(bytes, password)).text).toContain(text);
    expect(qpdfComplaints(path, password) ?? '').toBe('');
  }
  const options = ['--show-encryption', `--password=${open}`, path];
  const { error, stdout } = spawnSync('qpdf', options, { encoding: 'utf8' });
  if (error !== undefined) return;
  expect(stdout).toContain('R = 6');
  expect(stdout).toContain('print high resolution: not allowed');
  expect(stdout).toContain('print low resolution: allowed');
  expect(stdout).toContain('extract for any purpose: not allowed');
}

/** Returns the files of a folder that contain a password in clear text. */
function filesWithPassword(folder: string): readonly string[] {
  const forms = [open, owner].flatMap((text) => [
    Buffer.from(text),
    Buffer.from(text, 'utf16le'),
    Buffer.from(Buffer.from(text).toString('base64')),
    Buffer.from(
      JSON.stringify(text).replace(
        /[^ -~]/g,
        (each) => `\\u00${each.codePointAt(0)?.toString(16) ?? ''}`,
      ),
    ),
  ]);
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => forms.some((form) => readFileSync(path).includes(form)));
}

async function keepSecrets(page: Page): Promise<void> {
  const kept = await page.evaluate(async () =>
    window.platen.call('secrets:keep-unsafely', { allow: true }),
  );
  expect(kept.ok).toBe(true);
}

test(
  'a preview opens without a password, and what is saved is protected',
  { tag: '@core' },
  async ({ platen, folder }) => {
    const { page } = platen;
    const window = new WindowPage(page);
    await window.writeHtml('<title>Salaries</title><h1>Salaries of this year');
    await window.showsText('Salaries');
    await window.setFolder(folder);

    await window.openGroup('Security');
    await window.field('Copying').focus();
    await window.field('Copying').selectOption('No copying');
    await window.field('Copying').blur();
    await expect(window.issues).toContainText('Copying needs an owner password');
    await window.fill('Password to open', 'same');
    await window.fill('Owner password', 'same');
    await expect(window.issues.first()).toContainText('same as the password to open');
    expect(await violations(page)).toEqual([]);
    await window.fill('Owner password', owner);
    await expect(window.issues).toHaveCount(0);
    await page.getByRole('button', { name: 'Replace Password to open' }).click();
    await window.fill('Password to open', open);
    await window.field('Printing').selectOption('Low-quality printing only');
    await expect(page.getByRole('button', { name: 'Replace Password to open' })).toBeVisible();
    await window.group('Security').click();
    await expect(window.group('Security')).toContainText('Password to open');
    await expect(window.group('Security')).toContainText('No copying');
    expect(await violations(page)).toEqual([]);
    await window.showsText('Salaries');

    await window.primary.click();
    await expect(page.getByText(/^Saved to/)).toBeVisible();
    await expectProtected(join(folder, 'Salaries.pdf'), 'Salaries of this year');

    // Other passwords are another file.
    await window.openGroup('Security');
    await page.getByRole('button', { name: 'Reset to default: Password to open' }).click();
    await expect(page.getByText(/^Changed since it was saved/)).toBeVisible();
    await page.keyboard.press('Control+s');
    await expect(page.getByText(/^Saved to/)).toBeVisible();
    const { text } = await readPdf(readFileSync(join(folder, 'Salaries.pdf')));
    expect(text).toContain('Salaries');

    // A password that is still being typed counts.
    await page.getByRole('button', { name: 'Reset to default: Owner password' }).click();
    await expect(
      window.issues.filter({ hasText: 'Copying needs an owner password' }),
    ).toBeVisible();
    await window.field('Owner password').fill(owner);
    // Until then it says that the password is missing, and Playwright waits for that to change.
    await window.primary.click({ force: true });
    await expect(page.getByText(/^Saved to/)).toBeVisible();
    await expect(window.issues).toHaveCount(0);
  },
);

test('each part of a split PDF is protected, and shown without a question', async ({
  platen,
  folder,
}) => {
  const { page } = platen;
  const window = new WindowPage(page);
  const jobs = new JobsDrawer(page);
  const path = join(folder, 'book.html');
  const chapter = (title: string) => `<h1 style="break-before: page">${title}`;
  writeFileSync(path, `<title>Book</title>${['One', 'Two', 'Three'].map(chapter).join('')}`);
  await dropFiles(page, [path]);
  await protect(window);
  await window.split('Split by pages');
  await window.fill('Pages per part', '1');
  await window.showsPdf('3 pages');
  await page.keyboard.press('ControlOrMeta+s');
  await jobs.counts('1 done');
  await jobs.row('book.html').click();
  const parts = jobs.details.getByRole('list', { name: '3 parts' }).getByRole('button');
  await parts.nth(1).click();
  await expect(jobs.details.locator('.textLayer').first()).toContainText('Two');
  const saved = readdirSync(folder).filter((name) => name.endsWith('.pdf'));
  expect(saved).toHaveLength(3);
  const texts = ['One', 'Two', 'Three'];
  for (const [index, name] of saved.sort().entries()) {
    await expectProtected(join(folder, name), texts[index] ?? '');
  }
});

test('passwords survive a crash with a waiting job, and are in no file', async ({
  start,
  folder,
}) => {
  const first = await start();
  await new WindowPage(first.page).isEmpty();
  await keepSecrets(first.page);
  const paths = ['one', 'two'].map((name) => join(folder, `${name}.html`));
  for (const path of paths) writeFileSync(path, '<title>A</title><h1>Salaries');
  await new JobsDrawer(first.page).pauseBeforehand();
  await dropFiles(first.page, paths);
  const before = new WindowPage(first.page);
  await protect(before);
  await before.primary.click();
  await new JobsDrawer(first.page).persisted();
  await new JobsDrawer(first.page).counts('2 waiting');
  await first.kill();
  expect(filesWithPassword(join(folder, 'user-data'))).toEqual([]);

  const { page } = await start();
  const jobs = new JobsDrawer(page);
  await jobs.counts('2 waiting');
  await jobs.button('Resume').click();
  await jobs.counts('2 done');
  for (const name of ['one', 'two']) await expectProtected(join(folder, `${name}.pdf`), 'Salaries');
  expect(filesWithPassword(join(folder, 'user-data'))).toEqual([]);

  // The window reads the protected PDF of a job without a question.
  await jobs.row('one.html').click();
  await expect(jobs.details).toContainText('No copying');
  await jobs.row('one.html').dblclick();
  const window = new WindowPage(page);
  await window.showsText('Salaries');
});

test('jobs wait for passwords that were lost, and continue once they are entered', async ({
  start,
  folder,
}) => {
  const first = await start();
  await new WindowPage(first.page).isEmpty();
  const path = join(folder, 'one.html');
  writeFileSync(path, '<title>A</title><h1>Salaries');
  await new JobsDrawer(first.page).pauseBeforehand();
  await dropFiles(first.page, [path]);
  const before = new WindowPage(first.page);
  await protect(before);
  await before.chooseMore('Add to queue');
  await new JobsDrawer(first.page).persisted();
  await new JobsDrawer(first.page).counts('1 waiting');
  await first.kill();

  const { page } = await start();
  const jobs = new JobsDrawer(page);
  await jobs.counts('1 waiting');
  await jobs.button('Resume').click();
  await expect(jobs.row('one.html')).toContainText('Waiting for passwords');
  await jobs.row('one.html').click();
  await expect(jobs.details).toContainText('are not stored any more');
  expect(await violations(page)).toEqual([]);
  await jobs.details.getByRole('button', { name: 'Edit' }).click();
  const window = new WindowPage(page);
  await protect(window);
  await jobs.counts('1 done');
  await expectProtected(join(folder, 'one.pdf'), 'Salaries');
});
