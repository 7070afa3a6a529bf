import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { readPdf } from '../support/read-pdf.js';
import { JobsDrawer } from './support/jobs.js';
import { Keyboard } from './support/keyboard.js';
import { test } from './support/platen.js';
import { TargetSettings, nowhere } from './support/targets.js';
import { WindowPage } from './support/window.js';

test('a PDF is uploaded, and the upload canceled and removed, with the keyboard alone', async ({
  platen,
}) => {
  const { page } = platen;
  const settings = new TargetSettings(page);
  await new WindowPage(page).showsPdf('1 page');
  await page.keyboard.press('ControlOrMeta+u');
  await expect(settings.field('Type')).toBeFocused();
  await settings.button('Cancel').press('Enter');
  await expect(settings.field('Type')).toBeHidden();
  await settings.close();
  await settings.add(nowhere);
  await page.keyboard.press('ControlOrMeta+u');
  await page.getByRole('menuitem', { name: 'papers' }).press('Enter');
  await page.keyboard.press('ControlOrMeta+u');
  await expect(page.getByText('Retrying', { exact: false }).first()).toBeVisible();
  await page.keyboard.press('ControlOrMeta+j');
  const { rows: row } = new JobsDrawer(page);
  await expect(row).toBeFocused();
  await row.getByRole('button', { name: /^Cancel: / }).focus();
  await page.keyboard.press('Enter');
  await expect(row.getByRole('img', { name: 'Canceled' })).toBeVisible();
  await expect(row).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Delete');
  await expect(row).toHaveCount(0);
});

test('HTML is pasted at the start, laid out, previewed and saved with the keyboard alone', async ({
  start,
  folder,
}) => {
  test.slow();
  const { page } = await start();
  const keys = new Keyboard(page);
  const exact = (role: 'button' | 'combobox' | 'textbox', name: string) =>
    page.getByRole(role, { name, exact: true });
  const pages = page.getByRole('region', { name: 'PDF pages' });
  await new WindowPage(page).isEmpty();
  await keys.reach(exact('button', 'Paste HTML'));
  await keys.press('Enter');
  await expect(exact('textbox', 'HTML')).toBeFocused();
  await page.keyboard.insertText('<title>Letter</title><h1>Dear reader</h1>');
  await expect(pages).toContainText('Dear reader');
  await keys.press('Escape');

  await keys.reach(exact('combobox', 'Margins'));
  await keys.choose('Custom');
  await keys.reach(exact('textbox', 'Top'));
  await keys.write('3 cm');
  await keys.reach(page.getByRole('button', { name: /^Header & footer/ }));
  await keys.press('Enter');
  await keys.reach(exact('textbox', 'Header center'));
  await keys.write('To whom it may concern');
  await expect(pages).toContainText('To whom it may concern');

  await keys.reach(page.getByRole('button', { name: /^Folder: / }));
  await keys.press('Enter');
  await expect(exact('textbox', 'Folder')).toBeFocused();
  await keys.write(folder);
  await keys.press('Escape');
  await expect(page.getByRole('button', { name: /^Folder: / })).toBeFocused();
  await keys.reach(exact('button', 'Save PDF'));
  await keys.press('Enter');
  const path = join(folder, 'Letter.pdf');
  await expect(page.getByText(`Saved to ${path}`, { exact: true })).toBeVisible();
  await keys.hasFocus();
  const { text } = await readPdf(readFileSync(path));
  expect(text).toContain('To whom it may concern');
});

test('a failed job is found, edited and converted again with the keyboard alone', async ({
  start,
  folder,
}) => {
  test.slow();
  const twoPages = '<p>first</p><p style="break-before: page">second</p>';
  writeFileSync(join(folder, 'one.html'), '<p>only');
  writeFileSync(join(folder, 'three.html'), twoPages);
  writeFileSync(join(folder, 'two.html'), twoPages);
  const { page } = await start(join(folder, 'three.html'), join(folder, 'two.html'));
  const keys = new Keyboard(page);
  const pages = page.getByRole('textbox', { name: 'Pages', exact: true });
  await expect(page.getByRole('region', { name: 'PDF pages' })).toContainText('second');
  await keys.reach(pages);
  await keys.write('2');
  await page.evaluate(
    (path) => {
      const options = { request: { pages: '2' }, output: {} };
      return window.platen.call('jobs:add', { sources: [{ kind: 'file', path }], options });
    },
    join(folder, 'one.html'),
  );
  await keys.press('ControlOrMeta+Enter', 'ControlOrMeta+2');
  await new JobsDrawer(page).counts('1 failed', '2 done');

  await keys.reach(page.getByRole('radio', { name: 'All 3' }), 'Shift+Tab');
  await keys.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Failed 1' })).toBeFocused();
  const row = page.getByRole('grid', { name: 'Job list' }).getByRole('row', { name: /one\.html/ });
  await keys.reach(row);
  await keys.press('Enter');
  const details = page.getByRole('complementary', { name: 'Job details' });
  await expect(details).toContainText('the document has 1 page');
  await keys.reach(details.getByRole('button', { name: 'Edit' }));
  await keys.press('Enter');
  await expect(pages).toHaveValue('2');
  await keys.hasFocus();
  await keys.reach(pages);
  await keys.write('1');
  await keys.press('ControlOrMeta+Enter', 'ControlOrMeta+2');
  await new JobsDrawer(page).counts('1 failed', '3 done');

  await keys.press('ControlOrMeta+3');
  await keys.hasFocus();
  await keys.press('Shift+Tab');
  await keys.reach(page.getByRole('textbox', { name: 'Search' }));
  await keys.write('one');
  const entry = page
    .getByRole('grid', { name: 'Converted documents' })
    .getByRole('row', { name: /one\.pdf/ });
  await expect(entry).toBeVisible();
  await keys.reach(entry);
  await keys.press('Enter');
  const conversion = page.getByRole('complementary', { name: 'Details of the conversion' });
  await expect(conversion).toContainText(join(folder, 'one.pdf'));
  await keys.reach(conversion.getByRole('button', { name: 'Open' }));
});

test('a destination is added with the keyboard alone; the focus returns', async ({ platen }) => {
  const { page } = platen;
  const keys = new Keyboard(page);
  const settings = new TargetSettings(page);
  await new WindowPage(page).showsPdf('1 page');
  const opener = page.getByRole('button', { name: 'Settings', exact: true });
  await keys.reach(opener);
  await keys.press('Enter');
  await keys.reach(settings.dialog.getByRole('tab', { name: 'General' }));
  await keys.press('ArrowDown');
  await expect(settings.dialog.getByRole('tab', { name: 'Destinations' })).toBeFocused();
  await keys.reach(settings.button('Add destination'));
  await keys.press('Enter');
  await expect(settings.field('Type')).toBeFocused();
  await keys.choose('Ceph');
  const entries = [
    ['Name', nowhere.name],
    ['Endpoint', nowhere.endpoint],
    ['Bucket', nowhere.bucket],
    ['Access key', nowhere.accessKeyId],
    ['Secret key', nowhere.secret],
  ] as const;
  for (const [label, text] of entries) {
    await keys.reach(settings.field(label));
    await keys.write(text);
  }
  await keys.press('Enter');
  await expect(settings.list).toContainText(nowhere.name);
  await keys.hasFocus();
  await keys.press('Escape');
  await expect(opener).toBeFocused();

  const preset = page.getByRole('button', { name: 'Preset: none' });
  await keys.press('Shift+Tab');
  await expect(preset).toBeFocused();
  await keys.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Save as preset…' })).toBeFocused();
  await keys.press('Escape');
  await expect(preset).toBeFocused();
});
