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
    '"Platen Nowhere" is neither installed nor loaded by the page',
  );
  await platen.page.keyboard.press('Escape');

  await platen.page.getByRole('button', { name: 'More', exact: true }).click();
  await platen.page.getByRole('checkbox', { name: 'Console errors' }).check();
  await expect(
    platen.page.getByText(/1 console error, and this conversion is set to fail on that/),
  ).toBeVisible();
  await platen.page.getByRole('checkbox', { name: 'Console errors' }).uncheck();
  await window.showsPdf('1 page');
});
