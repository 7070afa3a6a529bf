import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startWebServer } from '../integration/support/web-server.js';
import { dropFiles } from './support/drop.js';
import { expect, test } from './support/platen.js';
import { violationsInAllThemes } from './support/violations.js';
import { WindowPage } from './support/window.js';

test('a first start offers ways to load a document', async ({ start }) => {
  const { page } = await start();
  const window = new WindowPage(page);
  await window.isEmpty();
  await expect(page.getByRole('region', { name: 'Recent' })).toHaveCount(0);
  expect(await violationsInAllThemes(page)).toEqual([]);

  await page.getByRole('button', { name: 'Open the sample' }).click();
  await window.showsText('Sample document');
  await window.writeHtml('');
  await window.isEmpty();

  const server = await startWebServer({
    '/page': (response) => response.setHeader('content-type', 'text/html').end('<p>a page'),
  });
  try {
    const url = page.getByRole('textbox', { name: 'Paste a URL' });
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    await expect(url).toBeFocused();
    await url.fill(`${server.origin}/page`);
    await url.press('Enter');
    await window.showsText('a page');
    await expect(window.urlField).toHaveValue(`${server.origin}/page`);
  } finally {
    await server.close();
  }
  await window.openTab('HTML');
  await expect(page.getByRole('region', { name: 'Recent' })).toContainText(
    `${server.origin.slice('http://'.length)}/page`,
  );
});

test('recent sources are loaded again, removed and restored', async ({ platen, folder }) => {
  const { page } = platen;
  const manual = join(folder, 'manual');
  mkdirSync(manual);
  for (const name of ['1', '2']) writeFileSync(join(manual, `${name}.html`), `<p>chapter ${name}`);
  const [letter, gone] = [join(folder, 'letter.html'), join(folder, 'gone.html')];
  writeFileSync(letter, '<p>a letter');
  writeFileSync(gone, '<p>a note');
  const window = new WindowPage(page);
  await window.showsPdf('1 page');
  await dropFiles(page, [manual]);
  await window.showsText('chapter 1');
  await dropFiles(page, [gone]);
  await window.showsText('a note');
  await dropFiles(page, [letter]);
  await window.showsText('a letter');
  rmSync(gone);

  await window.openTab('URL');
  const recent = page.getByRole('region', { name: 'Recent' });
  await expect(recent.getByRole('listitem')).toHaveText([/letter\.html/, /manual · 2 files/]);
  expect(await violationsInAllThemes(page)).toEqual([]);
  await recent.getByRole('button', { name: /^manual/ }).click();
  await window.showsText('chapter 1');

  await window.openTab('URL');
  await recent.getByRole('button', { name: 'Remove letter.html from recent sources' }).click();
  await expect(recent.getByRole('listitem')).toHaveText([/manual/]);
  await recent.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(recent).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect(recent.getByRole('listitem')).toHaveText([/manual/]);
});

test('a drop is accepted while a dialog fades out; one Escape closes a tooltip and cancels the preview', async ({
  platen,
  folder,
}) => {
  const { page } = platen;
  const window = new WindowPage(page);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const path = join(folder, 'dropped.html');
  writeFileSync(path, '<p>dropped');
  await window.showsPdf('1 page');
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await dropFiles(page, [path]);
  await window.showsText('dropped');

  await page.emulateMedia({ reducedMotion: 'reduce' });
  const server = await startWebServer({ '/slow': () => undefined });
  try {
    await window.loadAddress(`${server.origin}/slow`);
    await expect(page.locator('.work-status')).toContainText(/Loading|Waiting/);
    await page.getByRole('button', { name: 'Settings' }).focus();
    await expect(page.getByRole('tooltip')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByText('The preview was canceled.')).toBeVisible();
    await expect(page.getByRole('tooltip')).toBeHidden();
  } finally {
    await server.close();
  }
});
