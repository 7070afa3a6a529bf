import { resolve } from 'node:path';
import { test } from '../../tests/e2e/support/platen.js';
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
