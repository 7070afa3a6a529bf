import { existsSync, readdirSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib';
import type { Locator, Page } from '@playwright/test';
import { startWebServer } from '../integration/support/web-server.js';
import { expect, test } from './support/platen.js';
import { WindowPage } from './support/window.js';

test.use({ html: '' });

/** A document of numbered pages. */
function pagesOf(count: number, extra = ''): string {
  const pages = Array.from(
    { length: count },
    (_, index) => `<section id="s${index + 1}" style="break-after: page"><h1>Part ${index + 1}</h1>
      <p>needle${index + 1 === count ? ' and thread' : ''}</p></section>`,
  );
  return `<title>Book</title>${extra}${pages.join('')}`;
}

/** Page object of the viewer. */
class Viewer {
  readonly pages: Locator;
  readonly page: Locator;
  readonly toolbar: Locator;

  constructor(readonly window: Page) {
    this.pages = window.getByRole('region', { name: 'PDF pages' });
    this.toolbar = window.getByRole('toolbar', { name: 'Preview' });
    this.page = this.toolbar.getByLabel('Page', { exact: true });
  }

  button(name: string | RegExp): Locator {
    return this.toolbar.getByRole('button', { name });
  }

  async goTo(page: number): Promise<void> {
    await this.page.fill(String(page));
    await this.page.press('Enter');
  }

  async setZoom(name: string): Promise<void> {
    await this.button(/^Zoom .*:/).click();
    await this.window.getByRole('menuitem', { name }).click();
  }

  text(text: string): Locator {
    return this.pages.getByText(text, { exact: true });
  }
}

test('a text is found, selected and copied; the wheel zooms, and the menu fits pages', async ({
  platen,
}) => {
  const window = new WindowPage(platen.page);
  const viewer = new Viewer(platen.page);
  await window.writeHtml(pagesOf(12, '<p style="font-size: 40px">Copyable'));
  await window.showsPdf('12 pages');
  await viewer.text('Copyable').dblclick();
  await platen.page.keyboard.press('Control+c');
  await expect.poll(platen.clipboard).toBe('Copyable');

  await platen.page.keyboard.press('Control+f');
  const field = platen.page.getByRole('textbox', { name: 'Find in PDF…' });
  await expect(field).toBeFocused();
  await field.fill('NEEDLE');
  const count = platen.page.getByRole('search').getByRole('status');
  await expect(count).toHaveText('1 of 12');
  await expect(viewer.pages.locator('.highlight.selected')).toHaveText('needle');
  await field.press('Enter');
  await expect(count).toHaveText('2 of 12');
  await field.press('Shift+Enter');
  await expect(count).toHaveText('1 of 12');
  await field.press('Shift+Enter');
  await expect(count).toHaveText('12 of 12');
  await expect(viewer.page).toHaveValue('12');

  await field.fill('thread');
  await expect(count).toHaveText('1 of 1');
  await field.fill('nothing like it');
  await expect(count).toHaveText('No matches');
  await field.press('Escape');
  await expect(platen.page.getByRole('search')).toHaveCount(0);
  await expect(viewer.pages).toBeFocused();
  await expect(viewer.pages.locator('.highlight')).toHaveCount(0);

  await viewer.setZoom('Fit width');
  await viewer.goTo(3);
  const heading = viewer.text('Part 3');
  await expect(heading).toBeVisible();
  // Text is hidden until the page is drawn at the new scale.
  const box = async () => (await heading.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const before = await box();
  const pointer = { x: before.x, y: before.y + before.height / 2 };
  await platen.page.mouse.move(pointer.x, pointer.y);
  await platen.page.keyboard.down('Control');
  for (let turn = 0; turn < 5; turn += 1) await platen.page.mouse.wheel(0, -60);
  await platen.page.keyboard.up('Control');
  await expect.poll(async () => (await box()).width / before.width).toBeGreaterThan(1.8);
  const after = await box();
  expect(Math.abs(after.x - pointer.x)).toBeLessThan(8);
  expect(Math.abs(after.y + after.height / 2 - pointer.y)).toBeLessThan(8);

  await viewer.setZoom('Fit page');
  const room = await viewer.pages.boundingBox();
  const sheet = viewer.pages.getByRole('region', { name: 'Page 3 of 12' });
  await expect
    .poll(async () => (await sheet.boundingBox())?.height ?? 0)
    .toBeLessThanOrEqual(room?.height ?? 0);
  await viewer.setZoom('Actual size');
  await expect(viewer.button(/^Zoom .*:/)).toHaveText('100%');

  // The search scrolls the pages, not a window that is too small for its form.
  await platen.page.setViewportSize({ width: 900, height: 600 });
  await window.openGroup('Appearance');
  await viewer.goTo(1);
  await platen.page.keyboard.press('Control+f');
  await field.fill('thread');
  await expect(count).toHaveText('1 of 1');
  await expect(viewer.page).toHaveValue('12');
  await expect(platen.page.getByRole('banner')).toBeInViewport({ ratio: 1 });
});

test('field, keys, thumbnails and links go to a page, which stays in the next preview', async ({
  platen,
}) => {
  const window = new WindowPage(platen.page);
  const viewer = new Viewer(platen.page);
  const address = platen.page.url();
  const links = '<a href="#s3">inside</a> <a href="https://platen.example/help">outside</a>';
  await window.writeHtml(pagesOf(60, links));
  await window.showsPdf('60 pages');
  const thumbnails = platen.page.getByRole('navigation', { name: 'Thumbnails' });
  await expect(thumbnails.locator('canvas').first()).toBeVisible();
  // Only those in and near the view exist.
  expect(await thumbnails.getByRole('listitem').count()).toBeLessThan(40);

  await viewer.goTo(50);
  await expect(viewer.text('Part 50')).toBeVisible();
  const current = thumbnails.getByRole('button', { name: 'Page 50' });
  await expect(current).toHaveAttribute('aria-current', 'page');
  await current.focus();
  await platen.page.keyboard.press('ArrowDown');
  await expect(viewer.page).toHaveValue('51');
  await expect(thumbnails.getByRole('button', { name: 'Page 51' })).toBeFocused();
  await platen.page.keyboard.press('Home');
  await expect(viewer.page).toHaveValue('1');

  await viewer.goTo(99);
  await expect(viewer.page).toHaveValue('60');
  await viewer.pages.focus();
  await platen.page.keyboard.press('PageUp');
  await expect(viewer.page).toHaveValue('59');
  // Pages far from the view are not drawn.
  expect(await viewer.pages.locator('.canvasWrapper canvas').count()).toBeLessThan(15);

  const link = (href: string | RegExp) =>
    viewer.pages
      .locator('.linkAnnotation a')
      .and(platen.page.locator(typeof href === 'string' ? `[href="${href}"]` : '[href^="#"]'));

  await viewer.goTo(1);
  await link(/#/).click();
  await expect(viewer.page).toHaveValue('3');
  await viewer.goTo(1);
  await link('https://platen.example/help').click();
  await expect.poll(platen.opened).toContain('https://platen.example/help');
  expect(platen.page.url()).toBe(address);

  await viewer.goTo(5);
  await expect(viewer.text('Part 5')).toBeVisible();
  await platen.page.evaluate(() => {
    const pages = document.querySelector('.viewer-pages');
    const counts: number[] = [];
    Object.assign(globalThis, { counts });
    new MutationObserver(() => counts.push(pages?.childElementCount ?? 0)).observe(
      pages ?? document.body,
      { childList: true },
    );
  });
  await window.field('Size').selectOption('a5');
  await window.showsPdf('A5');
  await expect(viewer.page).toHaveValue('5');
  await expect(viewer.text('Part 5')).toBeVisible();
  const counts = await platen.page.evaluate(() => Reflect.get(globalThis, 'counts') as number[]);
  expect(Math.min(...counts)).toBeGreaterThan(0);
});

/** A PDF with two bookmarks, the second one inside the first. */
async function pdfWithBookmarks(): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const pages = [1, 2, 3].map(() => pdf.addPage([300, 300]));
  const { context } = pdf;
  const [root, first, second] = [context.nextRef(), context.nextRef(), context.nextRef()];
  const dest = (page: number) => [pages[page]?.ref ?? root, PDFName.of('Fit')];
  context.assign(root, context.obj({ Type: 'Outlines', First: first, Last: first, Count: 2 }));
  context.assign(
    first,
    context.obj({
      Title: PDFString.of('Opening'),
      Parent: root,
      Dest: dest(1),
      First: second,
      Last: second,
      Count: 1,
    }),
  );
  context.assign(
    second,
    context.obj({ Title: PDFString.of('Closing'), Parent: first, Dest: dest(2) }),
  );
  pdf.catalog.set(PDFName.of('Outlines'), root);
  return Buffer.from(await pdf.save());
}

test('thumbnails have no gaps, fit pages of all sizes, and bookmarks go to their pages', async ({
  platen,
}) => {
  const window = new WindowPage(platen.page);
  const viewer = new Viewer(platen.page);
  const buttons = platen.page.getByRole('navigation', { name: 'Thumbnails' }).getByRole('button');
  const gaps = async () => {
    const boxes = await buttons.evaluateAll((all) =>
      all.map((each) => each.getBoundingClientRect().toJSON() as DOMRect),
    );
    return boxes.slice(1).map(({ top }, index) => top - (boxes[index]?.bottom ?? 0));
  };
  const sizes = '@page { size: A4 landscape } @page tall { size: A4 } .tall { page: tall }';
  const pages = '<p>1<p style="break-before: page">2<p style="break-before: page">3';
  await window.writeHtml(`<style>${sizes}</style>${pages}`);
  await window.showsPdf('3 pages');
  await expect(buttons).toHaveCount(3);
  for (const gap of await gaps()) expect(Math.floor(gap)).toBe(0);

  await window.writeHtml(`<style>${sizes}</style>${pages}<p class="tall">4`);
  await window.showsPdf('4 pages');
  await expect(buttons).toHaveCount(4);
  await expect.poll(async () => Math.min(...(await gaps()))).toBeGreaterThanOrEqual(0);

  const pdf = await pdfWithBookmarks();
  const server = await startWebServer({
    '/book.pdf': (response) => {
      response.writeHead(200, { 'content-type': 'application/pdf' });
      response.end(pdf);
    },
  });
  try {
    await window.loadAddress(`${server.origin}/book.pdf`);
    await window.showsPdf('3 pages');
    await platen.page.getByText('Bookmarks', { exact: true }).click();
    const bookmarks = platen.page.getByRole('navigation', { name: 'Bookmarks' });
    await bookmarks.getByRole('button', { name: 'Closing' }).click();
    await expect(viewer.page).toHaveValue('3');
    await bookmarks.getByRole('button', { name: 'Opening' }).click();
    await expect(viewer.page).toHaveValue('2');
  } finally {
    await server.close();
  }
});

test(
  "another document's pages, size and name are not shown while a URL loads",
  { tag: '@core' },
  async ({ platen }) => {
    const window = new WindowPage(platen.page);
    const viewer = new Viewer(platen.page);
    await window.writeHtml('<title>Secret</title><p>earlier document');
    await window.showsPdf('1 page');
    await window.showsText('earlier document');
    let respond: (response: ServerResponse) => void = () => undefined;
    const requested = new Promise<ServerResponse>((resolve) => {
      respond = resolve;
    });
    const server = await startWebServer({
      '/slow': (response) => respond(response),
    });
    try {
      await window.loadAddress(`${server.origin}/slow`);
      await expect(viewer.pages).toHaveCount(0);
      await expect(window.facts).toHaveCount(0);
      await expect(window.field('File name')).not.toHaveAttribute('placeholder', /Secret/);
      const response = await requested;
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end('<p>later document');
      await window.showsText('later document');
    } finally {
      await server.close();
    }
  },
);

test('the PDF is printed, opened and dragged with its file name', async ({ start, folder }) => {
  const platen = await start();
  const window = new WindowPage(platen.page);
  const viewer = new Viewer(platen.page);
  await window.writeHtml('<title>Annual report</title><p>text');
  await window.showsPdf('1 page');
  const count = async () =>
    (await platen.opened()).filter((path) => path.endsWith('Annual-report.pdf')).length;

  await viewer.button('Open in PDF application').click();
  await expect.poll(count).toBe(1);
  // The stand-in opens it instead of printing.
  await platen.page.keyboard.press('Control+p');
  await expect.poll(count).toBe(2);

  await window.fill('File name', 'dragged.pdf');
  await viewer.toolbar
    .getByRole('img', { name: 'Drag the PDF to a folder' })
    .dispatchEvent('dragstart');
  const named = join(folder, 'user-data', 'artifacts', 'named');
  const files = () =>
    existsSync(named) ? readdirSync(named).flatMap((id) => readdirSync(join(named, id))) : [];
  await expect.poll(files).toContain('dragged.pdf');
});
