import { join } from 'node:path';
import { dropFiles } from './support/drop.js';
import { JobsDrawer } from './support/jobs.js';
import { expect, test } from './support/platen.js';
import { pageNames, writePages } from './support/tree.js';
import { WindowPage } from './support/window.js';

test('a text field has a menu to edit its text', async ({ platen }) => {
  const { page } = platen;
  const window = new WindowPage(page);
  await window.showsPdf('1 page');
  const pages = window.field('Pages');
  await pages.fill('1-3');
  const open = async () => platen.contextMenu(() => pages.click({ button: 'right' }));
  const unselected = await open();
  expect(unselected.items).toContain('Select all');
  expect(unselected.items).not.toContain('Cut');
  await unselected.choose('Select all');
  const selection = async () => pages.evaluate(() => getSelection()?.toString());
  await expect.poll(selection).toBe('1-3');
  const selected = await platen.contextMenu(() => pages.press('Shift+F10'));
  expect(selected.items).toEqual(expect.arrayContaining(['Undo', 'Cut', 'Copy', 'Delete']));
  await selected.choose('Copy');
  await expect.poll(platen.clipboard).toBe('1-3');
  // It is offered only if there is something to paste.
  const copied = await platen.contextMenu(() => pages.press('Shift+F10'));
  expect(copied.items).toContain('Paste');
  await copied.choose('Delete');
  await expect(pages).toHaveValue('');
  await (await open()).choose('Undo');
  await expect(pages).toHaveValue('1-3');
});

test('the paper has a menu: find, save and open', async ({ platen }) => {
  const { page } = platen;
  const window = new WindowPage(page);
  await window.showsPdf('1 page');
  const paper = page.getByRole('region', { name: 'PDF pages' });
  const menu = await platen.contextMenu(() => paper.click({ button: 'right' }));
  expect(menu.items).toEqual(expect.arrayContaining(['Print', 'Save PDF', 'Open PDF']));
  expect(menu.items).not.toContain('Copy');
  await menu.choose('Find in PDF');
  await expect(page.getByRole('textbox', { name: 'Find in PDF…' })).toBeFocused();
});

test('rows of files, queue and history have menus, also by keyboard', async ({
  platen,
  folder: parent,
}) => {
  const { page } = platen;
  const folder = join(parent, 'pages');
  writePages(folder, pageNames(3));
  await new WindowPage(page).showsPdf('1 page');
  await dropFiles(page, [folder]);
  const file = page.getByRole('row').filter({ hasText: 'page-3' });
  const ofFile = await platen.contextMenu(() => file.click({ button: 'right' }));
  expect(ofFile.items).toEqual(['Remove from list']);
  await ofFile.choose('Remove from list');
  await expect(file).toBeHidden();

  await page.getByRole('button', { name: 'Convert 2 files' }).click();
  await page.getByRole('button', { name: 'View queue' }).click();
  const jobs = new JobsDrawer(page);
  await jobs.counts('2 done');
  // The row that the menu opens on is selected.
  const ofDone = await platen.contextMenu(() =>
    jobs.row('page-2').click({ button: 'right', position: { x: 60, y: 10 } }),
  );
  expect(ofDone.items).toEqual([
    'Open PDF',
    'Show in folder',
    'Save as…',
    'Retry',
    'Edit in document',
    'Remove from list',
  ]);
  await ofDone.choose('Open PDF');
  await expect.poll(platen.opened).toContainEqual(expect.stringContaining('page-2.pdf'));
  await jobs.row('page-2').focus();
  const byKey = await platen.contextMenu(() => page.keyboard.press('ContextMenu'));
  await byKey.choose('Remove from list');
  await expect(jobs.row('page-2')).toBeHidden();

  await page.keyboard.press('ControlOrMeta+3');
  const entry = page.getByRole('row').filter({ hasText: 'page-1' });
  const ofEntry = await platen.contextMenu(() => entry.click({ button: 'right' }));
  expect(ofEntry.items).toEqual([
    'Open PDF',
    'Show in folder',
    'Convert again',
    'Edit in document',
    'Remove from list',
  ]);
  await ofEntry.choose('Edit in document');
  await expect(page.getByRole('tab', { name: 'File', selected: true })).toBeVisible();
});
