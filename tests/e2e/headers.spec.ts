import { expect, test } from './support/platen.js';
import { WindowPage } from './support/window.js';

test('headers are chosen from a menu or written, and the preview follows', async ({ platen }) => {
  const { page } = platen;
  const window = new WindowPage(page);
  await window.writeHtml('<title>My title</title><p>one<p style="break-before:page">two');
  await window.showsPdf('2 pages');
  const group = window.group('Header & footer');
  await expect(group).toHaveText('Header & footerNone');

  await window.openGroup('Header & footer');
  await expect(window.field('Font size')).toHaveAttribute('placeholder', '9');
  await window.field('Show').selectOption('Page 1 of 12');
  await expect(window.field('Footer center')).toHaveValue('Page {page} of {pages}');
  await window.showsText('Page 1 of 2');
  await window.fill('First page number', '5');
  await window.showsText('Page 5 of 6');
  await group.click();
  await expect(group).toHaveText('Header & footerPage 1 of 12, First page number 5');
  await group.click();

  await window.fill('Header left', '{titel}');
  await expect(window.issues).toHaveText('{titel} is not a placeholder. Did you mean {title}?');
  await expect(window.field('Show')).toHaveValue('custom');
  await window.fill('Header left', 'About ');
  await window.field('Header left').press('End');
  await page.locator('.header-text[data-side="left"]').first().getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Title' }).click();
  await expect(window.field('Header left')).toHaveValue('About {title}');
  await window.showsText('About My title');

  await page.getByRole('button', { name: 'Reset to default: Header', exact: true }).click();
  await expect(window.field('Show')).toHaveValue('pageOfPages');
  await window.field('Show').selectOption('None');
  await expect(window.field('Footer center')).toHaveValue('');
});
