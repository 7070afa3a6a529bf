import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readPdf } from '../support/read-pdf.js';
import { dropFiles } from './support/drop.js';
import { expect, test } from './support/platen.js';
import { pageNames, writePages } from './support/tree.js';
import { WindowPage } from './support/window.js';

const report = resolve(import.meta.dirname, '../../examples/report.html');

test('a closed group says what is set; groups and the wide editor stay over a restart', async ({
  start,
}) => {
  const first = await start();
  const window = new WindowPage(first.page);
  await window.writeHtml('<p>Beside the paper');
  await expect(window.group('Loading')).toHaveText('LoadingJavaScript on');
  await window.openGroup('Loading');
  await first.page.getByRole('switch', { name: 'JavaScript' }).press('Space');
  await window.group('Loading').press('Enter');
  await expect(window.group('Loading')).toHaveText('LoadingJavaScript off');
  await expect(window.group('Loading').getByRole('img', { name: 'Changed' })).toBeVisible();
  await window.group('Page').click();
  await expect(window.field('Size')).toBeHidden();
  const edge = first.page.getByRole('separator', { name: 'Options width' });
  await edge.press('ArrowRight');
  await expect(edge).toHaveAttribute('aria-valuenow', '348');
  // Hovering waits until the divider rests.
  await edge.hover();
  const x = (await edge.boundingBox())?.x ?? 0;
  await first.page.mouse.move(x + 4, 300);
  await first.page.mouse.down();
  await first.page.mouse.move(x + 34, 300, { steps: 3 });
  await first.page.mouse.up();
  await expect(edge).toHaveAttribute('aria-valuenow', '378');
  await first.page.getByRole('button', { name: 'Edit beside the paper' }).click();
  await window.showsPdf('1 page');
  await first.close();

  const { page } = await start();
  const again = new WindowPage(page);
  const kept = page.getByRole('separator', { name: 'Options width' });
  await expect(kept).toHaveAttribute('aria-valuenow', '378');
  await expect(again.group('Page')).toHaveAttribute('aria-expanded', 'false');
  const editor = page.getByRole('textbox', { name: 'HTML' });
  await expect(editor).toContainText('Beside the paper');
  await expect(editor).toBeInViewport();
  expect((await editor.boundingBox())?.x).toBeGreaterThan(340);
  await again.openGroup('Loading');
  await page.getByRole('button', { name: 'Reset to default: JavaScript' }).click();
  await expect(page.getByRole('switch', { name: 'JavaScript' })).toBeChecked();
  await page.getByRole('button', { name: 'Edit above the options' }).click();
  await expect(editor).toContainText('Beside the paper');
});

test('a value is rewritten in its normal form when its field is left', async ({ platen }) => {
  const { page } = platen;
  const window = new WindowPage(page);
  await window.showsPdf('1 page');
  await dropFiles(page, [report]);
  await window.showsPdf('12 pages');
  for (const [typed, shown] of [
    ['1.5', '150%'],
    ['85 %', '85%'],
    ['', '100%'],
  ] as const) {
    await window.fill('Scale', typed);
    await expect(window.field('Scale')).toHaveValue(shown);
  }
  await window.field('Scale').press('ArrowUp');
  await expect(window.field('Scale')).toHaveValue('105%');
  await page.getByRole('button', { name: 'Decrease scale' }).click();
  await expect(window.field('Scale')).toHaveValue('100%');

  await expect(window.field('Pages')).toHaveAttribute('placeholder', /^All 12 pages/);
  await window.fill('Pages', '1-3,5');
  await expect(window.field('Pages')).toHaveValue('1-3, 5');
  await expect(page.getByText('4 of 12 pages')).toBeVisible();

  await window.field('Margins').selectOption('custom');
  for (const [typed, shown] of [
    ['2,5cm', '2.5 cm'],
    ['20', '20 mm'],
    ['1em', '1em'],
  ] as const) {
    await window.fill('Top', typed);
    await expect(window.field('Top')).toHaveValue(shown);
  }
});

test('one file is a card, several are a filtered list, and each removal can be undone', async ({
  platen,
  folder,
}) => {
  const { page } = platen;
  const window = new WindowPage(page);
  const list = page.getByRole('grid', { name: 'Files to convert' });
  const undo = async () => page.getByRole('button', { name: 'Undo' }).last().click();
  await window.showsPdf('1 page');
  await dropFiles(page, [report]);
  await expect(page.getByText('52 KB')).toBeVisible();
  await page.getByRole('button', { name: 'Remove report.html' }).click();
  await expect(page.getByRole('button', { name: 'Add files or folders' })).toBeFocused();
  await undo();
  await expect(page.getByRole('button', { name: 'Remove report.html' })).toBeVisible();

  writePages(folder, pageNames(12));
  await dropFiles(page, [folder]);
  await expect(page.getByText('13 files', { exact: true })).toBeVisible();
  await window.fill('Filter files', 'PAGE-1');
  await expect(list.getByRole('row')).toHaveCount(4);
  await page.getByRole('button', { name: 'Remove page-11.html' }).click();
  await expect(page.getByText('12 files', { exact: true })).toBeVisible();
  await undo();
  await expect(page.getByText('4 files match', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Remove matching' }).click();
  await expect(page.getByText('9 files', { exact: true })).toBeVisible();
  await expect(list).toContainText('report.html');
  await expect(window.field('Filter files')).toBeFocused();
  await undo();
  await window.field('Filter files').fill('nothing');
  await expect(page.getByText('No file matches “nothing”.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(window.field('Filter files')).toHaveValue('');
  await page.getByRole('button', { name: 'Clear all' }).click();
  await undo();
  await expect(page.getByText('13 files', { exact: true })).toBeVisible();
});

test('a long HTML is saved as it was typed, without waiting for a pause', async ({
  platen,
  folder,
}) => {
  const { page } = platen;
  const window = new WindowPage(page);
  await window.writeHtml(`<!--${'x'.repeat(200_000)}--><p>before `);
  await window.showsText('before');
  const target = join(folder, 'long.pdf');
  await page.getByRole('textbox', { name: 'HTML' }).press('ControlOrMeta+End');
  await page.keyboard.type('and after');
  await platen.saveTo(target, () => page.keyboard.press('ControlOrMeta+Shift+s'));
  await expect(page.getByText(`Saved to ${target}`, { exact: true })).toBeVisible();
  expect((await readPdf(readFileSync(target))).text).toContain('before and after');
});

test('a group that is opened at the lower edge scrolls into view', async ({ platen }) => {
  const window = new WindowPage(platen.page);
  const last = window.group('Privacy & webhook');
  await last.scrollIntoViewIfNeeded();
  await last.press('Enter');
  await expect(window.field('Webhook')).toBeInViewport();
  await expect(last).toBeInViewport();
});

test('a closed group shows that a field in it has an error', async ({ platen }) => {
  const { page } = platen;
  const window = new WindowPage(page);
  await window.showsPdf('1 page');
  await window.openGroup('Loading');
  await window.fill('Extra delay', 'soon');
  await expect(page.getByText('Extra delay must be a number from 0 to 600')).toBeVisible();
  await window.group('Loading').click();
  await expect(window.group('Loading').getByLabel('Has an error')).toBeVisible();
  await window.group('Loading').click();
  await page.getByRole('button', { name: 'Reset to default: Extra delay' }).click();
  await window.group('Loading').click();
  await expect(window.group('Loading').getByLabel('Has an error')).toBeHidden();
});

test("Platen's own options change the preview", { tag: '@core' }, async ({ platen }) => {
  const { page } = platen;
  const window = new WindowPage(page);
  await window.writeHtml(
    '<nav>Menu</nav><p>Text</p><style>@media screen { p::after { content: " on screen" } }</style>',
  );
  await window.showsText('MenuText');
  await window.openGroup('Appearance');
  await window.fill('Hide', 'nav');
  await window.showsText(/^Text$/);
  await window.field('Media').selectOption('Screen');
  await window.showsText('Text on screen');
  await window.fill('CSS', 'p { color: red } }');
  await expect(page.getByText('The CSS cannot be read in line 1')).toBeVisible();
  await window.group('Appearance').click();
  await expect(window.group('Appearance')).toContainText('Screen');
});
