import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { dropFiles } from './support/drop.js';
import { JobsDrawer, addFileJob } from './support/jobs.js';
import { expect, test } from './support/platen.js';
import { violations } from './support/violations.js';
import { WindowPage } from './support/window.js';

const notices = (page: Page) => page.getByRole('alert').filter({ has: page.getByLabel('Close') });
const preset = (page: Page) => page.getByRole('button', { name: /^Preset/ });

test('a long notice scrolls, stays below menus, is replaced by the next result, and returns focus', async ({
  folder,
  platen,
}) => {
  const { page } = platen;
  const window = new WindowPage(page);
  await window.showsPdf('1 page');
  const options = Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => [`no_such_option_${index}`, 1]),
  );
  const open = async (name: string, json: unknown) => {
    const file = join(folder, name);
    writeFileSync(file, JSON.stringify(json));
    await platen.choose([file], () => page.keyboard.press('ControlOrMeta+Shift+O'), 'Request');
  };
  await open('bad.json', { source: '<p>a</p>', zoom: 7 });
  await expect(notices(page)).toHaveCount(1);
  // As while it appears.
  await notices(page).evaluate((each) => each.style.setProperty('max-height', '20px', 'important'));
  expect(await violations(page)).toEqual([]);
  await expect(notices(page).locator('.notice-text')).not.toHaveAttribute('tabindex');
  await open('worse.json', { source: '<p>a</p>', ...options });
  await expect(notices(page).getByText('no_such_option_39')).toBeVisible();
  await expect(notices(page)).toHaveCount(1);
  const text = notices(page).locator('.notice-text');
  expect(await violations(page)).toEqual([]);
  await expect(text).toHaveAttribute('tabindex', '0');
  await text.evaluate((each) => each.scrollTo(0, each.scrollHeight));
  const { top, bottom, room } = await text.evaluate((each) => {
    const last = each.closest('.mantine-Notification-description');
    const notice = each.closest('[role="alert"]');
    if (!last || !notice) throw new Error('It has no text.');
    const box = notice.getBoundingClientRect();
    return { top: box.top, bottom: last.getBoundingClientRect().bottom, room: box.bottom };
  });
  expect(top).toBeGreaterThan(0);
  expect(bottom).toBeLessThanOrEqual(room);

  await preset(page).click();
  await page.getByRole('menuitem', { name: 'Import presets' }).click({ trial: true });
  await page.keyboard.press('Escape');
  await preset(page).focus();
  await notices(page).getByLabel('Close').focus();
  await page.keyboard.press('Enter');
  await expect(notices(page)).toHaveCount(0);
  await expect(preset(page)).toBeFocused();

  await open('bad.json', { source: '<p>a</p>', zoom: 7 });
  await expect(notices(page)).toHaveCount(1);
  await open('good.json', { source: '<p>a good one</p>' });
  await window.showsText('a good one');
  await expect(notices(page).getByText("Couldn't open the request")).toHaveCount(0);
  await preset(page).focus();
  await page.getByRole('button', { name: 'Undo' }).focus();
  await page.keyboard.press('Enter');
  await expect(preset(page)).toBeFocused();
});

test('a notice leaves what a slow preview waits for, and its button, in view', async ({
  platen,
}) => {
  const { page } = platen;
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  await page.setViewportSize({ width: 900, height: 600 });
  await new WindowPage(page).loadAddress(`http://127.0.0.1:${port}/`);
  const cancel = page.locator('.work-status').getByRole('button', { name: 'Cancel' });
  await expect(cancel).toBeVisible();
  await pasteNeither(page);
  expect(await isOnTop(cancel)).toBe(true);
  await cancel.click();
  await expect(page.getByText('The preview was canceled.')).toBeVisible();
  silent.closeAllConnections();
  silent.close();
});

test('a notice leaves an error over the preview in view', async ({ platen }) => {
  const { page } = platen;
  const window = new WindowPage(page);
  await page.setViewportSize({ width: 900, height: 600 });
  await window.showsPdf('1 page');
  await window.openGroup('Loading');
  await window.fill('Timeout', '1');
  await window.fill('Wait for element', '#none');
  const banner = page.locator('.banner');
  await expect(banner).toContainText('Showing the last successful version.');
  await pasteNeither(page);
  const buttons = banner.getByRole('button');
  await expect(buttons).toHaveCount(2);
  for (const button of await buttons.all()) expect(await isOnTop(button)).toBe(true);
  expect(await isOnTop(banner.locator('p').first())).toBe(true);
  expect(await isOnTop(notices(page))).toBe(true);
});

test('Undo stays while the window works, or the pointer or the focus is in any notice', async ({
  start,
}) => {
  // Its clock is replaced, so no other test may use it.
  const { page } = await start();
  const window = new WindowPage(page);
  const undo = notices(page).getByRole('button', { name: 'Undo' });
  const other = notices(page).filter({ hasText: 'neither' });
  await window.writeHtml('<p>before');
  await window.showsText('before');
  await page.clock.install();
  // What follows sees no other time than that which the test lets pass.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
  await paste(page, '<p>after');
  await expect(undo).toBeVisible();

  await test.step('the pointer is in another notice', async () => {
    await pasteNeither(page);
    await other.hover();
    await expectToStay(undo, 20_000);
    await page.mouse.move(0, 0);
  });
  await test.step('the focus is in another notice', async () => {
    await page.clock.runFor(3000);
    await other.getByLabel('Close').focus();
    await expectToStay(undo, 20_000);
    await preset(page).focus();
  });
  await test.step('the preview is printed', async () => {
    await window.openGroup('Loading');
    await window.fill('Timeout', '300');
    await window.fill('Wait for element', '#none');
    await page.clock.runFor(1000);
    const cancel = page.locator('.work-status').getByRole('button', { name: 'Cancel' });
    await expect(cancel).toBeVisible();
    await expectToStay(undo, 20_000);
    await cancel.click();
    await page.mouse.move(0, 0);
    await expect(cancel).toBeHidden();
  });
  await expectToStay(undo, 7500);
  await page.clock.resume();
  await expect(undo).toHaveCount(0);
});

for (const width of [900, 1280]) {
  test(`a notice leaves the details of a job in view in a window of ${width} px`, async ({
    folder,
    platen,
  }) => {
    const { page } = platen;
    const jobs = new JobsDrawer(page);
    await page.setViewportSize({ width, height: 420 });
    await jobs.open();
    await addFileJob(page, join(folder, 'gone.html'), folder, 'a4');
    await jobs.row('gone.html').click();
    await pasteNeither(page);
    await expect(jobs.details).toContainText('does not exist');
    for (const button of await jobs.details.getByRole('button').all()) {
      expect(await isOnTop(button)).toBe(true);
    }
    await expect(notices(page)).toBeInViewport({ ratio: 1 });
  });
}

test('a notice leaves the buttons below the paper in view in a narrow window', async ({
  platen,
}) => {
  const { page } = platen;
  const window = new WindowPage(page);
  await page.setViewportSize({ width: 640, height: 560 });
  await window.showsPdf('1 page');
  await pasteNeither(page);
  expect(await isOnTop(window.primary)).toBe(true);
  expect(await isOnTop(page.getByRole('button', { name: 'More actions' }))).toBe(true);
});

/**
 * Lets a time pass, in milliseconds, after which an element is still in view. Drawing each frame of
 * it would take longer than the time itself.
 */
async function expectToStay(element: Locator, time: number): Promise<void> {
  const { clock } = element.page();
  for (let passed = 0; passed < time; passed += 500) await clock.fastForward(500);
  // What closes now has faded out then.
  await clock.runFor(400);
  await expect(element).toBeVisible();
}

/** Shows a notice. */
async function pasteNeither(page: Page): Promise<void> {
  await paste(page, 'neither');
  await expect(notices(page).filter({ hasText: 'neither a URL nor HTML' })).toBeVisible();
}

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  }, text);
}

/** Returns true if nothing covers both ends of an element. */
async function isOnTop(element: Locator): Promise<boolean> {
  return element.evaluate((each) => {
    const { left, right, y, height } = each.getBoundingClientRect();
    const ends = [left + 2, right - 2].map((x) => document.elementFromPoint(x, y + height / 2));
    return ends.every((end) => each.contains(end));
  });
}

test('focus returns to the preset button, and moves from an emptied list to its filter', async ({
  folder,
  platen,
}) => {
  const { page } = platen;
  await new WindowPage(page).showsPdf('1 page');
  const choose = async (name: string) => {
    await preset(page).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Preset name' });
    await expect(dialog.getByRole('textbox')).toBeFocused();
  };
  await choose('Save as preset…');
  await page.keyboard.type('Invoices');
  await page.keyboard.press('Enter');
  await expect(preset(page)).toHaveAccessibleName('Preset: Invoices');
  await expect(preset(page)).toBeFocused();
  await choose('Rename “Invoices”');
  await page.keyboard.press('Escape');
  await expect(preset(page)).toBeFocused();

  const files = ['1', '2'].map((name) => join(folder, `${name}.html`));
  for (const file of files) writeFileSync(file, '<p>page</p>');
  const jobs = new JobsDrawer(page);
  await jobs.pauseBeforehand();
  await dropFiles(page, files);
  await page.getByRole('button', { name: 'Convert 2 files' }).click();
  await page.getByRole('button', { name: 'View queue' }).click();
  await jobs.counts('2 waiting');
  await jobs.narrowTo('Waiting');
  await jobs.rows.first().click();
  await page.keyboard.press('ControlOrMeta+A');
  await expect(page.getByText('2 selected')).toBeVisible();
  await jobs.details.getByRole('button', { name: 'Cancel' }).focus();
  await page.keyboard.press('Enter');
  await jobs.counts('2 canceled');
  await expect(jobs.tab(/^Waiting/)).toBeFocused();
});

test('one notice says which jobs have failed, until the queue is opened', async ({
  folder,
  platen,
}) => {
  const { page } = platen;
  const jobs = new JobsDrawer(page);
  await new WindowPage(page).showsPdf('1 page');
  await addFileJob(page, join(folder, 'gone.html'), folder, 'a4');
  await expect(notices(page)).toContainText('gone.html\u2069 failed: File not found');
  await addFileJob(page, join(folder, 'lost.html'), folder, 'a4');
  await expect(notices(page)).toContainText('2 jobs failed: File not found');
  await expect(notices(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Show details' }).click();
  await expect(jobs.tab('Failed 2')).toBeChecked();
  await expect(jobs.details).toContainText('gone.html');
  await expect(notices(page)).toHaveCount(0);

  await jobs.close();
  await addFileJob(page, join(folder, 'third.html'), folder, 'a4');
  await expect(notices(page)).toContainText('third.html\u2069 failed');
  await notices(page).getByLabel('Close').click();
  await addFileJob(page, join(folder, 'fourth.html'), folder, 'a4');
  await expect(notices(page)).toContainText('fourth.html\u2069 failed');
  await page.getByRole('button', { name: 'Show details' }).click();
  await expect(jobs.tab('All 4')).toBeChecked();
  await expect(jobs.details).toContainText('fourth.html');
});
