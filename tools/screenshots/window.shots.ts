import { cpSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { JobsDrawer } from '../../tests/e2e/support/jobs.js';
import { expect, test } from '../../tests/e2e/support/platen.js';
import { WindowPage } from '../../tests/e2e/support/window.js';

const root = resolve(import.meta.dirname, '../..');

for (const theme of ['light', 'dark'] as const) {
  test(`the window, ${theme}`, async ({ start }) => {
    const platen = await start(
      resolve(root, 'examples/report.html'),
      resolve(root, 'examples/invoice.html'),
    );
    await platen.page.emulateMedia({ colorScheme: theme });
    await platen.page.setViewportSize({ width: 1360, height: 860 });
    const window = new WindowPage(platen.page);
    await window.showsPdf('12 pages');
    await window.showsText(/./);
    await platen.page.screenshot({ path: resolve(root, `docs/window-${theme}.png`) });
  });
}

test('the job list', async ({ start }) => {
  // A fixed folder, because its path is visible in the picture.
  const source = resolve(tmpdir(), 'reports');
  cpSync(resolve(root, 'examples'), source, { recursive: true });
  const { page } = await start(source);
  await page.setViewportSize({ width: 1360, height: 860 });
  const window = new WindowPage(page);
  await window.showsPdf(/page/);
  await window.setFolder(resolve(source, 'pdf'));
  await page.keyboard.press('ControlOrMeta+Enter');
  const jobs = new JobsDrawer(page);
  await jobs.open();
  await jobs.counts('\\d+ done');
  await expect(jobs.tab(/Running|Waiting/)).toHaveCount(0);
  await jobs.row('report.html').click();
  await window.showsText(/./);
  const notice = page.getByRole('button', { name: 'Close' });
  await notice.click();
  await expect(notice).toBeHidden();
  await page.screenshot({ path: resolve(root, 'docs/window-jobs.png') });
  rmSync(source, { recursive: true });
});
