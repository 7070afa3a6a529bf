import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/platen.js';
import { WindowPage } from './support/window.js';

const words =
  'The committee met in the morning and discussed the budget of the coming year in detail. ';

/** A document with a page for each text. */
function book(...texts: readonly string[]): string {
  const pages = texts.map(
    (text) => `<section style="break-after: page"><h1>Chapter ${text}</h1>
      <p>${words.repeat(5)}</p></section>`,
  );
  return `<title>Book</title>${pages.join('')}`;
}

/** Page object of the comparison. */
class Comparison {
  readonly toolbar: Locator;
  readonly summary: Locator;
  readonly changes: Locator;

  constructor(readonly window: Page) {
    this.toolbar = window.getByRole('toolbar', { name: 'Compare', exact: true });
    this.summary = window.locator('.compare-summary');
    this.changes = window.getByRole('navigation', { name: 'Changes' }).getByRole('button');
  }

  column(name: string | RegExp): Locator {
    return this.window.getByRole('region', { name });
  }

  get startButton(): Locator {
    return this.window.getByRole('button', { name: 'Compare with an earlier version' });
  }
}

test('shows what changed since the last save', async ({ platen, folder }) => {
  const { page } = platen;
  const window = new WindowPage(page);
  const compare = new Comparison(page);
  await window.writeHtml(book('one', 'two', 'three'));
  await window.showsPdf('3 pages');
  await platen.saveTo(join(folder, 'book.pdf'), () => page.keyboard.press('Control+Shift+s'));
  await expect(page.getByText('Saved').first()).toBeVisible();
  await window.writeHtml(book('one', 'second', 'extra and new', 'three'));
  await window.showsPdf('4 pages');

  await page.keyboard.press('Control+d');
  const before = compare.column(/^Saved /);
  const after = compare.column('This preview');
  await expect(compare.summary).toHaveText('2 changes on 2 pages');
  await expect(compare.changes).toHaveText([/“two” is now “second”/, /Page added/]);
  await expect(after).toBeFocused();
  // The text of both versions is selectable, where the pictures show it.
  await after.press('PageDown');
  for (const [column, word] of [
    [before, 'Chapter two'],
    [after, 'Chapter second'],
  ] as const) {
    const text = column.locator('.textLayer').getByText(word, { exact: true });
    const height = await text.evaluate((element) => element.getBoundingClientRect().height);
    await text.dblclick({ position: { x: 10, y: height / 2 } });
    expect(await page.evaluate(() => String(getSelection()))).toBe('Chapter');
    const box = await text.boundingBox();
    const paper = text.locator('xpath=ancestor::div[@class="compare-page"]');
    const shown = await paper.boundingBox();
    expect((box?.y ?? 0) - (shown?.y ?? 0)).toBeGreaterThan(0);
    expect(box?.height ?? 0).toBeGreaterThan(8);
  }
  await after.focus();
  // The third pages differ, and stand beside each other nevertheless.
  await after.press('End');
  await expect(after.getByText('Page 4')).toBeVisible();
  await expect(before.getByText('Page 3')).toBeVisible();

  await page.keyboard.press('F7');
  await expect(page.getByText('1 of 2', { exact: true })).toBeVisible();
  await expect(before.locator('.compare-mark[data-current]')).toBeInViewport();
  await expect(after.locator('.compare-mark[data-current]')).toBeInViewport();
  await page.keyboard.press('Shift+F7');
  await expect(compare.changes.last()).toHaveAttribute('aria-current', 'true');
  await expect(before.getByText('Not in this version')).toBeInViewport();

  await page.getByText('Difference', { exact: true }).click();
  const difference = compare.column('Difference');
  await page.keyboard.press('F7');
  await expect(difference.getByText('1 change', { exact: true })).toBeInViewport();
  await expect(difference.locator('.compare-mark')).toHaveCount(2);

  // The next preview is compared without asking.
  await window.writeHtml(book('one', 'two', 'three'));
  await expect(compare.summary).toHaveText('No differences');

  await page.keyboard.press('Escape');
  await expect(compare.toolbar).toHaveCount(0);
  await expect(compare.startButton).toBeFocused();
  await compare.startButton.press('Enter');
  await expect(difference).toBeVisible();
});

test('compares with a file, and says why it cannot', async ({ platen, folder }) => {
  const { page } = platen;
  const window = new WindowPage(page);
  await window.writeHtml(book('one'));
  await window.showsPdf('1 page');
  copyFileSync(join(import.meta.dirname, 'compare.spec.ts'), join(folder, 'notes.pdf'));
  await platen.choose(
    [join(folder, 'notes.pdf')],
    async () => {
      await page.keyboard.press('Control+k');
      await page.getByPlaceholder('Search actions').fill('compare with file');
      await page.getByRole('button', { name: 'Compare with file…' }).click();
    },
    'Compare',
  );
  await expect(page.getByRole('alert')).toContainText("notes.pdf can't be read.");
});
