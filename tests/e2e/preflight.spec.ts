import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dropFiles } from './support/drop.js';
import { expect, test } from './support/platen.js';
import { WindowPage } from './support/window.js';

const html = `<title>T</title><p style="font-family: 'Platen Nowhere', serif">text</p>
  <script>console.error('a failure')</script>`;

test('warnings are grouped by kind, and fail the conversion only if selected', async ({
  platen,
}) => {
  const window = new WindowPage(platen.page);
  await window.showsPdf('1 page');
  await expect(platen.page.getByRole('button', { name: /warning/ })).toHaveCount(0);
  await window.writeHtml(html);
  await platen.page.getByRole('button', { name: '2 warnings' }).click();
  const list = platen.page.getByRole('dialog', { name: '2 warnings' });
  await expect(list.getByRole('region', { name: 'Console errors' })).toContainText('a failure');
  await expect(list.getByRole('region', { name: 'Fonts and characters' })).toContainText(
    '“Platen Nowhere” is neither installed nor loaded by the page',
  );
  await platen.page.keyboard.press('Escape');

  await window.openGroup('Loading');
  await platen.page.getByRole('checkbox', { name: 'Console errors' }).check();
  await expect(
    platen.page.getByText(/1 console error, and this conversion is set to fail on that/),
  ).toBeVisible();
  await platen.page.getByRole('checkbox', { name: 'Console errors' }).uncheck();
  await window.showsPdf('1 page');
});

test('a blocked folder is allowed at the warning, kept over a restart and removed again', async ({
  start,
  folder,
}) => {
  mkdirSync(join(folder, 'en'));
  mkdirSync(join(folder, 'style'));
  const page = join(folder, 'en', 'page.html');
  writeFileSync(page, '<link rel=stylesheet href=../style/a.css><p>text<p class=a>unstyled');
  writeFileSync(join(folder, 'style', 'a.css'), '.a { display: none }');
  const style = join(folder, 'style');

  const first = await start();
  const window = new WindowPage(first.page);
  await window.isEmpty();
  await dropFiles(first.page, [page]);
  await window.showsText('unstyled');
  await first.page.getByRole('button', { name: '1 warning' }).click();
  await first.page.getByRole('button', { name: `Allow access to ${style}` }).click();
  await expect(first.page.getByRole('button', { name: /warning/ })).toHaveCount(0);
  await window.openGroup('Loading');
  await expect(first.page.getByRole('region', { name: 'May also read' })).toContainText(style);
  await first.close();

  const again = await start();
  await expect(again.page.getByRole('region', { name: 'May also read' })).toContainText(style);
  await new WindowPage(again.page).showsPdf('1 page');
  await expect(again.page.getByRole('button', { name: /warning/ })).toHaveCount(0);
  await again.page.getByRole('button', { name: `Remove access to ${style}` }).click();
  await expect(again.page.getByRole('button', { name: '1 warning' })).toBeVisible();
});

test('a page that leads out of its folder is loaded once that folder is allowed', async ({
  platen,
  folder,
}) => {
  const leaving = join(folder, 'old', 'index.html');
  mkdirSync(join(folder, 'old'));
  mkdirSync(join(folder, 'new'));
  writeFileSync(leaving, '<meta http-equiv=refresh content="0;url=../new/index.html">');
  writeFileSync(join(folder, 'new', 'index.html'), '<p>moved here');
  const window = new WindowPage(platen.page);
  await dropFiles(platen.page, [leaving]);
  const error = platen.page.getByRole('alert');
  await expect(error).toContainText(
    `${join(folder, 'new', 'index.html')} could not be loaded: the page may read only files in`,
  );
  await error.getByRole('button', { name: `Allow access to ${join(folder, 'new')}` }).click();
  await window.showsText('moved here');
});

test('a clipped element is shown in the PDF, and landscape paper is offered', async ({
  platen,
}) => {
  const window = new WindowPage(platen.page);
  await window.writeHtml(
    `<p style="break-after: page">cover</p>
     <div style="width: 1400px; background: #eee">Wide banner</div>`,
  );
  await platen.page.getByRole('button', { name: '1 warning' }).click();
  const list = platen.page.getByRole('dialog', { name: '1 warning' });
  await list.getByRole('button', { name: 'Show' }).click();
  await expect(platen.page.getByRole('search').getByRole('status')).toHaveText('1 of 1');
  await expect(platen.page.getByLabel('Page', { exact: true })).toHaveValue('2');

  await platen.page.getByRole('button', { name: '1 warning' }).click();
  await expect(list.getByRole('button', { name: /^Shrink to fit \(\d+%\)$/ })).toBeVisible();
  await list.getByRole('button', { name: 'Use landscape' }).click();
  await window.showsPdf('A4 landscape');
  await expect(platen.page.getByRole('button', { name: /warning/ })).toHaveCount(0);
});

/** A picture of 10 by 10 pixels. */
const picture = [
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAoUlEQVR4nBXPQREAQAgCQGtQgxrUsIY1',
  'rGENatDk5vbrqFBVhSpWqaqrpmqrrspVqT/8CAhoYIAFDjAQ/EWCn8gmh1zySJPhPypI1NfSSCudZCn6',
  'Dxvd7FZ/073d1+3u9A8zmOGMZnq+nbkZz2R+0MUud7Xbu7Pf7Xo3+0sc7ninu76bu73Pd7lf0LBpy257',
  '7LXPX/zLBwkTJZ1MssklzvcAYmyD11Jr4l0AAAAASUVORK5CYII=',
].join('');

test('a low-resolution image and a text in a replaced font are shown in the PDF', async ({
  platen,
}) => {
  const { page } = platen;
  const window = new WindowPage(page);
  await window.writeHtml(
    `<p style="break-after: page">cover</p>
     <p style="break-after: page; font-family: 'Platen Nowhere', serif">in another font</p>
     <img width="600" src="data:image/png;base64,${picture}">`,
  );
  const show = async (kind: string) => {
    await page.getByRole('button', { name: '2 warnings' }).click();
    const list = page.getByRole('dialog', { name: '2 warnings' });
    await list.getByRole('region', { name: kind }).getByRole('button', { name: 'Show' }).click();
    await expect(list).toBeHidden();
  };
  await show('Fonts and characters');
  await expect(page.getByLabel('Page', { exact: true })).toHaveValue('2');
  await show('Low-resolution images');
  await expect(page.getByLabel('Page', { exact: true })).toHaveValue('3');
});

test('a clipped element fits after "Shrink to fit"', async ({ platen }) => {
  const window = new WindowPage(platen.page);
  await window.writeHtml('<div style="width: 2400px; background: #eee">Wide banner</div>');
  await platen.page.getByRole('button', { name: '1 warning' }).click();
  await platen.page.getByRole('button', { name: /^Shrink to fit/ }).click();
  await expect(platen.page.getByRole('button', { name: /warning/ })).toHaveCount(0);
});
