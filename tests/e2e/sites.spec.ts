import { expect, test } from './support/platen.js';
import { violations } from './support/violations.js';
import { WindowPage } from './support/window.js';
import { type WebServer, page as html, startWebServer } from '../integration/support/web-server.js';

let server: WebServer;

test.beforeAll(async () => {
  server = await startWebServer({
    '/docs/': html(`<title>Docs</title><h1>Docs</h1><a href="one.html">one</a>
      <a href="two.html">two</a> <a href="gone.html">gone</a> <a href="/other">other</a>`),
    '/docs/one.html': html('<title>One</title><p>one</p><a href="deep.html">deep</a>'),
    '/docs/two.html': html('<title>Two</title><p>two</p>'),
    '/docs/deep.html': html('<title>Deep</title><p>deep</p>'),
    '/robots.txt': (response) => response.end('User-agent: *\nDisallow: /private'),
    '/slow/': html('<a href="hangs.html">hangs</a>'),
    '/slow/hangs.html': () => undefined,
    '/sitemap.xml': (response) =>
      response.end(
        `<urlset>${['/docs/two.html', '/docs/one.html']
          .map((path) => `<url><loc>${server.origin}${path}</loc></url>`)
          .join('')}<url><loc>https://example.invalid/</loc></url></urlset>`,
      ),
  });
});
test.afterAll(async () => server.close());

test('pages that a page links to are listed, and become one PDF', async ({ platen }) => {
  const { page } = platen;
  const window = new WindowPage(page);
  await window.loadAddress(`${server.origin}/docs/`);
  await window.showsText('Docs');
  await page.getByRole('button', { name: 'Pages of this site…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add pages of a site' });
  await dialog.getByLabel('Depth').fill('0');
  await expect(dialog.getByText('“0” is not a whole number from 1 to 20.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Find pages' }).click();
  await expect(dialog.getByLabel('Depth')).toBeFocused();
  await dialog.getByLabel('Depth').fill('2');
  await dialog.getByLabel('Exclude paths').fill('two.html, [a');
  await expect(dialog.getByText('“[a” has a [ without a ].')).toBeVisible();
  await dialog.getByLabel('Exclude paths').fill('two.html, private/');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Find pages' }).click();
  await expect(dialog).toBeHidden();
  await expect(
    page.getByText(/gone\.html could not be read: the server answered 404/),
  ).toBeVisible();
  const names = page.getByRole('grid', { name: 'URLs to convert' }).locator('.pick-name');
  const host = server.origin.replace('http://', '');
  const paths = ['/docs/', '/docs/one.html', '/docs/deep.html'];
  await expect(names).toHaveText(paths.map((path) => `${host}${path}`));
  await page.getByRole('switch', { name: 'Merge into one PDF' }).click();
  await window.showsPdf('3 pages');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(window.urlField).toHaveValue(`${server.origin}/docs/`);
});

test('a sitemap is read, and errors are those of the command line', async ({ platen }) => {
  const { page } = platen;
  const window = new WindowPage(page);
  await window.loadAddress(`${server.origin}/sitemap.xml`);
  const open = page.getByRole('button', { name: 'Pages of this sitemap…' });
  await open.click();
  const dialog = page.getByRole('dialog', { name: 'Add pages of a site' });
  await expect(dialog.getByLabel('Find pages by')).toHaveValue('sitemap');
  await dialog.getByRole('button', { name: 'Find pages' }).click();
  await expect(page.getByText(/1 URL of another host in the sitemap/)).toBeVisible();
  await expect(window.primary).toHaveText('Convert 2 URLs');

  await page.getByRole('button', { name: 'Clear all' }).click();
  await window.loadAddress(`${server.origin}/docs/two.html`);
  await page.getByRole('button', { name: 'Pages of this site…' }).click();
  await dialog.getByRole('button', { name: 'Find pages' }).click();
  await expect(dialog.getByText('No other pages of this site were found.')).toBeVisible();
  await dialog.getByLabel('Find pages by').selectOption('Sitemap (XML)');
  await dialog.getByRole('button', { name: 'Find pages' }).click();
  await expect(dialog.getByText(/is not a sitemap in XML/)).toBeVisible();
});

test('a search is canceled', async ({ platen }) => {
  const { page } = platen;
  const window = new WindowPage(page);
  await window.loadAddress(`${server.origin}/slow/`);
  await page.getByRole('button', { name: 'Pages of this site…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add pages of a site' });
  await dialog.getByRole('button', { name: 'Find pages' }).click();
  await expect(dialog.getByRole('status')).toHaveText(/Searching…|found…/);
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).last().click();
  await expect(dialog).toBeHidden();
  await expect(window.urlField).toHaveValue(`${server.origin}/slow/`);
});
