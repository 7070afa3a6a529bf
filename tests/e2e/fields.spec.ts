import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkField } from '../../electron/shared/request/request.js';
import { expect, test } from './support/platen.js';
import { WindowPage } from './support/window.js';
import { literal } from '../../electron/shared/messages/message.js';
import { windowEnglish } from '../../electron/shared/messages/translations.js';

/** A field, invalid values, and how to reach it. */
interface Row {
  readonly label: string;
  readonly field: Parameters<typeof checkField>[0];
  readonly values: readonly string[];
  readonly valid: string;
  readonly before?: (window: WindowPage) => Promise<unknown>;
}

const customMargins = (window: WindowPage) => window.field('Margins').selectOption('custom');

const rows: readonly Row[] = [
  {
    label: 'Pages',
    field: 'pages',
    values: ['0', '3-1', '0-', '-0', 'a', '1,,2', '99999999999999'],
    valid: '',
  },
  {
    label: 'Top',
    field: 'margin.top',
    values: ['1em', '-1cm', '1 cm 2', 'NaNpx'],
    valid: '1cm',
    before: customMargins,
  },
  {
    label: 'File name',
    field: 'filename',
    values: ['../x.pdf', 'a:b.pdf', `${'x'.repeat(260)}.pdf`, 'con.pdf'],
    valid: '',
  },
];

test(
  'each invalid value has its message, and the last preview stays; a valid one is printed',
  { tag: '@core' },
  async ({ platen }) => {
    const window = new WindowPage(platen.page);
    await window.showsPdf('1 page');
    for (const { label, field, values, valid, before } of rows) {
      await before?.(window);
      for (const value of values) {
        await window.fill(label, value);
        await expect(window.issues).toHaveText(
          windowEnglish.text(checkField(field, value) ?? literal('no issue')),
        );
        await window.showsPdf('1 page');
      }
      await window.fill(label, valid);
      await expect(window.issues).toHaveCount(0);
    }
    for (const value of ['0', '-1', 'foo', '1e9', 'NaN', '500']) {
      await window.fill('Scale', value);
      await expect(window.issues).toContainText('Scale');
    }
    await window.fill('Scale', '100%');
    await expect(window.issues).toHaveCount(0);

    // Margins without room for content.
    await window.fill('Left', '15cm');
    await window.fill('Right', '15cm');
    await expect(window.issues).toContainText('Margins');

    for (const side of ['Left', 'Right']) await window.fill(side, '');
    await expect(window.issues).toHaveCount(0);
    await window.field('Size').selectOption('custom');
    for (const [width, height, facts] of [
      ['210 mm', '297mm', 'A4'],
      ['8,5 in', '11in', 'Letter'],
      ['800px', '600px', '212 × 159 mm'],
    ] as const) {
      await window.fill('Width', width);
      await window.fill('Height', height);
      await window.showsPdf(facts);
    }
    for (const width of ['0mm', '-1cm', '1e9px', '10em', '201in', '']) {
      await window.fill('Width', width);
      await expect(window.issues).toHaveCount(1);
      await window.showsPdf('212 × 159 mm');
    }
  },
);

test('a page beyond the last one says how many there are; a reset leads to its field', async ({
  platen,
}) => {
  const window = new WindowPage(platen.page);
  await window.writeHtml('<p>1</p><p style="break-before:page">2</p>');
  await window.showsPdf('A4 · 2 pages');
  await window.field('Size').selectOption('letter');
  await window.showsPdf('Letter');
  await platen.page.getByRole('button', { name: 'Reset to default: Size' }).click();
  await window.showsPdf('A4');
  await expect(window.field('Size')).toBeFocused();

  await window.fill('Pages', '2-5');
  await expect(window.issues).toContainText('2 pages');
  await window.showsPdf('2 pages');
});

test('URL: an invalid value has its message, a failed one a retry button; a path opens the file', async ({
  platen,
  folder,
}) => {
  const { page } = platen;
  const window = new WindowPage(page);
  for (const [address, words] of [
    ['ftp://example.org/a', 'ftp'],
    ['javascript:alert(1)', 'script'],
  ] as const) {
    await window.loadAddress(address);
    await expect(window.issues).toContainText(words);
  }
  await window.loadAddress('http://platen-nothing.invalid/');
  await expect(page.getByText('the host name could not be resolved')).toBeVisible();
  await expect(page.getByRole('button', { name: /retry|again/i })).toBeVisible();

  const path = join(folder, 'letter.html');
  writeFileSync(path, '<p>a letter');
  await window.loadAddress(path);
  await window.showsText('a letter');
  await expect(page.getByRole('tab', { name: 'File' })).toHaveAttribute('aria-selected', 'true');
  await window.loadAddress(pathToFileURL(join(folder, 'gone.html')).href);
  await expect(page.getByRole('region', { name: 'Files not added' })).toContainText('gone.html');
  await window.openTab('URL');
  await expect(window.urlField).toHaveValue('');
});
