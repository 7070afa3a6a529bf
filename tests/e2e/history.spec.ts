import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { JobsDrawer, addFileJob } from './support/jobs.js';
import { expect, test } from './support/platen.js';
import { writePage } from './support/tree.js';
import { violationsInAllThemes } from './support/violations.js';
import { WindowPage } from './support/window.js';

test(
  'the history finds a conversion, converts it again, edits it, and forgets it',
  { tag: '@core' },
  async ({ platen, folder }) => {
    const { page } = platen;
    const window = new WindowPage(page);
    await window.showsPdf('1 page');
    const file = join(folder, 'kept.html');
    writePage(file, 'kept');
    await addFileJob(page, file, folder, 'a5');
    await new JobsDrawer(page).counts('1 done');

    await page.locator('label', { hasText: 'History' }).click();
    const history = page.getByRole('region', { name: 'History' });
    const row = history.locator('[aria-selected]').filter({ hasText: 'kept.html' });
    await expect(history).toContainText('Today');
    await row.click();
    const details = page.getByRole('complementary', { name: 'Details of the conversion' });
    await expect(details).toContainText('A5');
    const edge = page.getByRole('separator', { name: 'Details width' });
    const { width = 0 } = (await details.boundingBox()) ?? {};
    await edge.hover();
    const { x = 0, y = 0 } = (await edge.boundingBox()) ?? {};
    await page.mouse.down();
    await page.mouse.move(x - 46, y + 100, { steps: 3 });
    await page.mouse.up();
    await expect(async () => {
      expect((await details.boundingBox())?.width).toBeGreaterThan(width + 40);
    }).toPass();
    expect(await violationsInAllThemes(page)).toEqual([]);
    await details.getByRole('button', { name: 'Convert again' }).click();
    await expect(row).toHaveCount(2);
    await expect(history.getByText('kept-2.pdf')).toBeVisible();
    rmSync(join(folder, 'kept-2.pdf'));
    await page.getByRole('button', { name: 'View queue' }).click();
    await expect(new JobsDrawer(page).drawer).toBeVisible();
    await page.locator('label', { hasText: 'History' }).click();
    await expect(row.filter({ hasText: 'kept-2.pdf' })).toContainText('File missing');

    await history.getByRole('textbox', { name: 'Search' }).fill('kept-2');
    await expect(row).toHaveCount(1);
    // Without another notice, and with nothing else focused, focus has no place to return to.
    for (const close of await page.getByRole('alert').getByLabel('Close').all())
      await close.click();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await history.getByRole('button', { name: 'Clear matches' }).click();
    await expect(history).toContainText('No matching entries');
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page
      .getByRole('alert')
      .filter({ hasText: 'Removed 1 entry' })
      .getByRole('button', { name: 'Undo' })
      .click();
    await row.click();
    await details.getByRole('button', { name: 'Edit' }).click();
    await window.showsText('kept');
    await expect(window.field('Size')).toHaveValue('a5');
  },
);
