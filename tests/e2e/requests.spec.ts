import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './support/platen.js';
import { violations } from './support/violations.js';
import { WindowPage } from './support/window.js';

test('a request is loaded into the form, also with the keyboard, and undone', async ({
  platen,
  folder,
}) => {
  const { page } = platen;
  const window = new WindowPage(page);
  const file = join(folder, 'request.json');
  await window.showsPdf('1 page');
  writeFileSync(
    file,
    JSON.stringify({
      source: '<p>from a request</p>',
      format: 'a5',
      pages: '1',
      filename: 'r.pdf',
    }),
  );
  await platen.choose([file], () => page.keyboard.press('ControlOrMeta+Shift+O'), 'Request');
  await window.showsText('from a request');
  await expect(window.field('Size')).toHaveValue('a5');
  await expect(window.field('File name')).toHaveValue('r');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(window.field('Size')).toHaveValue('');

  writeFileSync(file, JSON.stringify({ source: '<p>', formt: 'a5', zoom: 'large' }));
  const menu = page.getByRole('button', { name: 'More actions' });
  await menu.click();
  expect(await violations(page)).toEqual([]);
  const open = () => page.getByRole('menuitem', { name: 'Open JSON…' }).click();
  await platen.choose([file], open, 'Request');
  await expect(page.getByText(/formt/)).toBeVisible();
  await expect(page.getByText(/“large”/)).toBeVisible();
});

test('each error of a request is shown in place of the previous one', async ({
  platen,
  folder,
}) => {
  const { page } = platen;
  const file = join(folder, 'request.json');
  await new WindowPage(page).showsPdf('1 page');
  const notices = page.getByRole('alert').filter({ hasText: "Couldn't open the request" });
  const open = async (wrong: string) => {
    writeFileSync(file, JSON.stringify({ source: '<p>', [wrong]: 1 }));
    await platen.choose([file], () => page.keyboard.press('ControlOrMeta+Shift+O'), 'Request');
    await expect(notices.filter({ hasText: wrong }).first()).toBeInViewport({ ratio: 1 });
  };
  for (const wrong of ['first', 'second', 'third', 'third']) await open(wrong);
  await expect(notices).toHaveText([/third/]);
  expect(await violations(page)).toEqual([]);
});

test('a copied command writes the PDF under the suggested name', async ({ platen }) => {
  const { page } = platen;
  const window = new WindowPage(page);
  await window.writeHtml('<title>Invoice 7</title><p>to pay</p>');
  await expect(window.field('File name')).toHaveAttribute('placeholder', 'Invoice-7');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Copy as cURL' }).click();
  const notice = page.getByText('Command copied');
  await expect(notice).toContainText('Set PLATEN_API_KEY to the API key');
  expect(await platen.clipboard()).toContain("-o 'Invoice-7.pdf'");
});

test('unsupported options are reported before a request is copied', async ({ platen }) => {
  const { page } = platen;
  const window = new WindowPage(page);
  await window.showsPdf('1 page');
  await page.getByRole('button', { name: 'Landscape' }).click();
  await page.keyboard.press('ControlOrMeta+Shift+J');
  await expect(page.getByText('The API has no landscape option')).toBeVisible();
});
