import { join } from 'node:path';
import { dropFiles } from './support/drop.js';
import { JobsDrawer } from './support/jobs.js';
import { Keyboard } from './support/keyboard.js';
import { expect, test } from './support/platen.js';
import { TargetSettings, nowhere } from './support/targets.js';
import { pageNames, writePages } from './support/tree.js';
import { violations, violationsInAllThemes } from './support/violations.js';
import { WindowPage } from './support/window.js';

test(
  'axe finds no violations in form, preview and queue',
  { tag: '@core' },
  async ({ platen, folder: parent }) => {
    test.slow();
    const { page } = platen;
    const folder = join(parent, 'pages');
    const window = new WindowPage(page);
    await window.showsPdf('1 page');
    await window.fill('Pages', '0');
    await expect(window.issues).toHaveCount(1);
    expect(await violationsInAllThemes(page)).toEqual([]);

    await window.fill('Pages', '');
    const jobs = new JobsDrawer(page);
    await jobs.pauseBeforehand();
    writePages(folder, pageNames(3));
    await dropFiles(page, [folder]);
    await page.getByRole('button', { name: 'Convert 3 files' }).click();
    await page.getByRole('button', { name: 'View queue' }).click();
    await jobs.counts('3 waiting');
    await jobs.row('page-2').click();
    await expect(jobs.details).toContainText('Same folder as source');
    await jobs.button('Resume').click();
    await jobs.counts('3 done');
    await window.showsText('page-2');
    expect(await violationsInAllThemes(page)).toEqual([]);
    await page.keyboard.press('ControlOrMeta+a');
    await expect(jobs.details).toContainText('3 selected');
    expect(await violationsInAllThemes(page)).toEqual([]);
  },
);

test('axe finds no violations in destinations and uploads', async ({ platen }) => {
  test.slow();
  const { page } = platen;
  const settings = new TargetSettings(page);
  await new WindowPage(page).showsPdf('1 page');
  await settings.open();
  expect(await violationsInAllThemes(page)).toEqual([]);
  await settings.write(nowhere);
  await settings.button('More').click();
  await settings.field('Bucket').fill('No Bucket');
  await settings.button('Test').click();
  await expect(settings.field('Bucket')).toBeFocused();
  expect(await violationsInAllThemes(page)).toEqual([]);

  await settings.field('Bucket').fill(nowhere.bucket);
  await settings.button('Add destination').click();
  await settings.button('Remove papers').click();
  expect(await violationsInAllThemes(page)).toEqual([]);
  await settings.dialog.getByRole('tab', { name: 'Webhooks' }).click();
  expect(await violationsInAllThemes(page)).toEqual([]);
  await settings.close();
  await page.keyboard.press('ControlOrMeta+u');
  await page.getByRole('menuitem', { name: 'papers' }).press('Enter');
  await page.keyboard.press('ControlOrMeta+u');
  const jobs = new JobsDrawer(page);
  await jobs.open();
  await jobs.rows.first().click();
  await expect(jobs.details.getByRole('button', { name: /^Cancel: / })).toBeVisible();
  expect(await violationsInAllThemes(page)).toEqual([]);
});

test('axe finds no violations in any view, dialog and section of the settings', async ({
  platen,
  folder,
}) => {
  test.setTimeout(480_000);
  const { page } = platen;
  const window = new WindowPage(page);
  await window.showsPdf('1 page');
  const found: string[] = [];
  const check = async (name: string) => {
    found.push(...(await violationsInAllThemes(page)).map((each) => `${name}: ${each}`));
  };
  for (const tab of ['File', 'URL', 'HTML'] as const) {
    await window.openTab(tab);
    await check(tab);
  }
  await page.keyboard.press('ControlOrMeta+2');
  await expect(page.getByRole('heading', { name: 'The queue is empty' })).toBeVisible();
  await check('the empty queue');
  await page.keyboard.press('ControlOrMeta+3');
  await check('the empty history');
  writePages(folder, pageNames(2));
  await page.keyboard.press('ControlOrMeta+1');
  await dropFiles(page, [folder]);
  await page.getByRole('button', { name: 'Convert 2 files' }).click();
  await new JobsDrawer(page).counts('2 done');
  await page.keyboard.press('ControlOrMeta+3');
  await page.getByRole('row').filter({ hasText: 'page-1' }).click();
  await check('the history');
  await page.keyboard.press('ControlOrMeta+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await check('the palette');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  for (const item of ['Keyboard shortcuts', 'About Platen']) {
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type(item);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: item })).toBeVisible();
    await check(item);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  }
  await page.keyboard.press('ControlOrMeta+,');
  for (const section of ['General', 'Webhooks', 'Services', 'Local server']) {
    await page.getByRole('tab', { name: section }).click();
    await check(section);
  }
  expect(found).toEqual([]);
});

test('tooltips are in a landmark, and no list or dialog clips them', async ({ platen, folder }) => {
  const { page } = platen;
  const tooltip = page.getByRole('tooltip');
  writePages(folder, pageNames(30));
  await dropFiles(page, [folder]);
  const files = page.getByRole('grid', { name: 'Files to convert' }).getByRole('row');
  await page.getByRole('alert').getByRole('button', { name: 'Close' }).click();
  await files
    .first()
    .getByRole('button', { name: /^Remove / })
    .hover();
  await expect(tooltip).toHaveText('Remove from list');
  await expect(tooltip).toBeInViewport({ ratio: 1 });
  expect(await violations(page)).toEqual([]);

  await new JobsDrawer(page).pauseBeforehand();
  await page.keyboard.press('ControlOrMeta+Enter');
  await page.keyboard.press('ControlOrMeta+2');
  const jobs = page.getByRole('grid', { name: 'Job list' }).getByRole('row', { name: /page-/ });
  await jobs
    .first()
    .getByRole('button', { name: /^Cancel: / })
    .hover();
  await expect(tooltip).toHaveText('Cancel');
  await expect(tooltip).toBeInViewport({ ratio: 1 });

  const settings = new TargetSettings(page);
  await settings.add(nowhere);
  await settings.open();
  await settings.button('Remove papers').hover();
  await expect(tooltip).toHaveText('Remove papers');
  await expect(tooltip).toBeInViewport({ ratio: 1 });
  const hasSpace = await tooltip.evaluate((element) => {
    const { left, top } = element.getBoundingClientRect();
    element.style.pointerEvents = 'auto';
    return element.contains(document.elementFromPoint(left + 2, top + 2));
  });
  expect(hasSpace, 'the tooltip is above the dialog').toBe(true);
});

test(
  'a document is converted with the keyboard alone, by accessible names',
  { tag: '@core' },
  async ({ platen, folder }) => {
    const { page } = platen;
    const keys = new Keyboard(page);
    const reach = async (role: 'button' | 'combobox' | 'tab' | 'textbox', name: string) =>
      keys.reach(page.getByRole(role, { name, exact: true }));
    await expect(page.getByRole('region', { name: 'PDF pages' })).toContainText('Sample');
    await reach('tab', 'HTML');
    await reach('textbox', 'HTML');
    await keys.press('ControlOrMeta+a');
    await page.keyboard.type('<title>By keyboard</title><h1>Typed</h1>');
    await expect(page.getByRole('region', { name: 'PDF pages' })).toContainText('Typed');
    await keys.press('Escape');
    await reach('combobox', 'Size');
    await keys.choose('A5');
    await reach('textbox', 'File name');
    await keys.press('ControlOrMeta+a');
    await page.keyboard.type('keys.pdf');
    const path = join(folder, 'keys.pdf');
    await platen.saveTo(path, async () => keys.press('ControlOrMeta+Shift+s'));
    await expect(page.getByText(`Saved to ${path}`, { exact: true })).toBeVisible();
    await keys.press('ControlOrMeta+Enter');
    await keys.press('ControlOrMeta+2');
    const list = page.getByRole('grid', { name: 'Job list' });
    const row = list.getByRole('row', { name: /^Completed HTML keys-2\.pdf/ });
    await expect(row).toBeFocused();
    await keys.press('Enter');
    await expect(page.getByRole('complementary', { name: 'Job details' })).toContainText('A5');
    const menu = await platen.contextMenu(async () => keys.press('ContextMenu'));
    await menu.choose('Edit in document');
    await expect(page.getByRole('combobox', { name: 'Size' })).toHaveValue(/a5/i);
    await keys.press('ControlOrMeta+3');
    await expect(
      page.getByRole('grid', { name: 'Converted documents' }).getByText('keys-2.pdf'),
    ).toBeVisible();
  },
);
