import type { Locator } from '@playwright/test';
import { expect, test } from './support/platen.js';
import { ServiceSettings } from './support/services.js';
import { startSmallService } from './support/small-service.js';
import { WindowPage } from './support/window.js';

const names = [
  'Accounting department Berlin',
  'A service with a name of sixty letters '.padEnd(60, 'x'),
];

for (const name of names) {
  test(`the status line has room beside a service of ${name.length} letters`, async ({
    platen,
  }) => {
    const service = await startSmallService(() => 'none');
    const { page } = platen;
    await page.setViewportSize({ width: 1280, height: 800 });
    await new WindowPage(page).showsPdf('1 page');
    await new ServiceSettings(page).add(name, service.address, 'key', false);
    await page.getByLabel('Convert with', { exact: true }).selectOption(name);
    await page.keyboard.press('ControlOrMeta+Enter');
    const line = page.locator('.status-text');
    const cancel = line.getByRole('button', { name: 'Cancel' });
    await expect(line).toContainText(`Waiting for ${name}`);
    expect(await widthOf(line.locator('.cut'))).toBeGreaterThan(120);
    const more = page.getByRole('button', { name: 'Share as API request' });
    expect((await boxOf(cancel)).right).toBeLessThan((await boxOf(more)).left);

    await cancel.focus();
    await page.keyboard.press('Enter');
    const text = line.getByText('Canceled. Showing the previous version.');
    await expect(text).toBeVisible();
    expect(await text.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
    // The button in the bar retries: there is no second one, and it has the focus.
    const convert = page.getByRole('button', { name: `Convert with ${name}` });
    await expect(convert).toHaveCount(1);
    await expect(convert).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(line).toContainText(`Waiting for ${name}`);
    await page.keyboard.press('Escape');
    await expect(text).toBeVisible();
    await service.close();
  });
}

async function widthOf(locator: Locator): Promise<number> {
  const { left, right } = await boxOf(locator);
  return right - left;
}

async function boxOf(locator: Locator): Promise<{ readonly left: number; readonly right: number }> {
  const box = await locator.boundingBox();
  if (!box) throw new Error('It is not visible.');
  return { left: box.x, right: box.x + box.width };
}
