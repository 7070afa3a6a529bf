import { beforeAll, describe, expect, test } from 'vitest';
import { readPdf } from '../../../support/read-pdf.js';
import { app, hiddenWindow, pageAddress, serve, standInTest } from '../support/electron.js';

// Replays `printToPDF()` of Electron's spec/api-web-contents-spec.ts; the README lists the
// rest.

const twelvePages = Array.from({ length: 12 }, (_, index) => `<h1>Page ${index + 1}</h1>`).join(
  '<div style="break-after: page"></div>',
);

let window: Electron.BrowserWindow;

beforeAll(async () => {
  await app.whenReady();
  window = hiddenWindow();
  await window.loadURL(pageAddress(`<title>Twelve</title>${twelvePages}`));
});

async function print(options: Electron.PrintToPDFOptions = {}) {
  return readPdf(await window.webContents.printToPDF(options));
}

/** Passes options that TypeScript would reject. */
async function printUnchecked(options: unknown): Promise<Buffer> {
  return window.webContents.printToPDF(options as Electron.PrintToPDFOptions);
}

test('returns a Buffer', async () => {
  const pdf = await window.webContents.printToPDF({});
  expect(Buffer.isBuffer(pdf)).toBe(true);
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
});

describe('defaults', () => {
  test('are Letter, portrait, all pages, with the title', async () => {
    const { pages, information } = await print();
    expect(pages).toHaveLength(12);
    expect(pages[0]).toMatchObject({ width: 612, height: 792 });
    expect(information['Title']).toBe('Twelve');
  });

  test('do not create a tagged PDF, even with an outline', async () => {
    const plain = await printUnchecked({ generateDocumentOutline: true });
    expect(plain.toString('latin1')).not.toContain('/StructTreeRoot');
    const tagged = await printUnchecked({ generateTaggedPDF: true });
    expect(tagged.toString('latin1')).toContain('/StructTreeRoot');
  });
});

describe('pageSize', () => {
  test.each([
    ['Letter', 612, 792],
    ['Legal', 612, 1008],
    ['Tabloid', 792, 1224],
    ['Ledger', 1224, 792],
    ['A0', 2383.2, 3369.6],
    ['A1', 1684.8, 2383.2],
    ['A2', 1190.88, 1684.8],
    ['A3', 842.4, 1190.88],
    ['A4', 595.44, 842.4],
    ['A5', 419.76, 595.44],
    ['A6', 297.36, 419.76],
    ['a4', 595.44, 842.4],
  ] as const)('%s is %f by %f points', async (pageSize, width, height) => {
    const { pages } = await readPdf(await printUnchecked({ pageSize, pageRanges: '1' }));
    expect(pages[0]?.width).toBeCloseTo(width, -0.3);
    expect(pages[0]?.height).toBeCloseTo(height, -0.3);
  });

  test('can be given in inches', async () => {
    const { pages } = await print({ pageSize: { width: 4, height: 6 }, pageRanges: '1' });
    expect(pages[0]).toMatchObject({ width: 288, height: 432 });
  });
});

describe('options', () => {
  test('landscape rotates the paper', async () => {
    const { pages } = await print({ landscape: true, pageRanges: '1' });
    expect(pages[0]).toMatchObject({ width: 792, height: 612 });
  });

  test('pageRanges selects pages, in the order of the document', async () => {
    const { pages } = await print({ pageRanges: '5, 2-3' });
    expect(pages.map(({ text }) => text)).toEqual(['Page 2', 'Page 3', 'Page 5']);
  });

  test('scale and margins change how much fits', async () => {
    using other = hiddenWindow();
    await other.loadURL(pageAddress('<p>line</p>'.repeat(100)));
    const pagesWith = async (options: Electron.PrintToPDFOptions) =>
      (await readPdf(await other.webContents.printToPDF(options))).pages.length;
    const defaultPdf = await pagesWith({});
    expect(await pagesWith({ scale: 2 })).toBeGreaterThan(defaultPdf);
    expect(await pagesWith({ margins: { top: 4, bottom: 4 } })).toBeGreaterThan(defaultPdf);
  });

  test('displayHeaderFooter prints the templates', async () => {
    const { pages } = await print({
      displayHeaderFooter: true,
      headerTemplate: '<b style="font-size: 10px">the header</b>',
      footerTemplate: '<b style="font-size: 10px"><span class="pageNumber"></span>.foot</b>',
      margins: { top: 1, bottom: 1 },
      pageRanges: '2',
    });
    expect(pages[0]?.text).toContain('the header');
    expect(pages[0]?.text).toContain('2.foot');
  });

  test('preferCSSPageSize and printBackground are passed on', async () => {
    using other = hiddenWindow();
    await other.loadURL(
      pageAddress('<style>@page { size: 3in 5in } body { background: #123456 }</style>text'),
    );
    const sized = await readPdf(await other.webContents.printToPDF({ preferCSSPageSize: true }));
    expect(sized.pages[0]).toMatchObject({ width: 216, height: 360 });
    const plain = await other.webContents.printToPDF({});
    const colored = await other.webContents.printToPDF({ printBackground: true });
    expect(colored.length).toBeGreaterThan(plain.length);
  });

  test('generateDocumentOutline creates an outline in a tagged PDF', async () => {
    const pdf = await printUnchecked({ generateTaggedPDF: true, generateDocumentOutline: true });
    expect(pdf.toString('latin1')).toContain('/Outlines');
  });

  test('that no longer exist are ignored', async () => {
    const pdf = await printUnchecked({ marginsType: 1, printSelectionOnly: true, pageRanges: '1' });
    expect((await readPdf(pdf)).pages).toHaveLength(1);
  });

  test('that are not finite numbers become the default', async () => {
    const { pages } = await print({
      scale: NaN,
      pageSize: { width: Infinity, height: 11 },
      pageRanges: '1',
    });
    expect(pages[0]).toMatchObject({ width: 612, height: 792 });
  });
});

describe('rejects', () => {
  test.each([
    [{ margins: 1 }, TypeError, 'margins must be a object'],
    [{ pageSize: 'A9' }, Error, 'Invalid pageSize A9'],
    [
      { pageSize: { width: 1 } },
      TypeError,
      'width and height properties are required for pageSize',
    ],
    [{ pageSize: 7 }, TypeError, 'pageSize must be a string or an object'],
    [{ margins: { top: 12 } }, Error, 'margins must be less than or equal to pageSize'],
    [
      { landscape: true, margins: { left: 10 } },
      Error,
      'margins must be less than or equal to pageSize',
    ],
    [{ landscape: 'yes' }, TypeError, 'landscape must be a boolean'],
    [{ displayHeaderFooter: 1 }, TypeError, 'displayHeaderFooter must be a boolean'],
    [{ headerTemplate: 1 }, TypeError, 'headerTemplate must be a string'],
    [{ footerTemplate: 1 }, TypeError, 'footerTemplate must be a string'],
    [{ printBackground: 1 }, TypeError, 'printBackground must be a boolean'],
    [{ scale: '1' }, TypeError, 'scale must be a number'],
    [{ margins: { bottom: '1' } }, TypeError, 'margins.bottom must be a number'],
    [{ pageRanges: 1 }, TypeError, 'pageRanges must be a string'],
    [{ preferCSSPageSize: 1 }, TypeError, 'preferCSSPageSize must be a boolean'],
    [{ generateTaggedPDF: 1 }, TypeError, 'generateTaggedPDF must be a boolean'],
    [{ generateDocumentOutline: 1 }, TypeError, 'generateDocumentOutline must be a boolean'],
    [{ scale: 3 }, Error, 'Invalid print parameters: scale is outside of [0.1 - 2] range'],
    [{ margins: { top: -1 } }, Error, 'Invalid print parameters: top margin is negative'],
    [
      { pageSize: { width: 0, height: 5 }, margins: { left: 0, right: 0 } },
      Error,
      'Invalid print parameters: paper width is zero or negative',
    ],
    [
      { margins: { left: 5, right: 5 } },
      Error,
      'Invalid print parameters: invalid print parameters: content area is empty',
    ],
    [{ pageRanges: 'x' }, Error, 'Failed to generate PDF: Page range syntax error'],
    [{ pageRanges: '3-2' }, Error, 'Failed to generate PDF: Page range is invalid (start > end)'],
    [{ pageRanges: '99' }, Error, 'Failed to generate PDF: Page range exceeds page count'],
  ])('%j', async (options, kind, message) => {
    const error: unknown = await printUnchecked(options).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(kind);
    expect(error).toHaveProperty('message', message);
  });

  test('and prints again afterwards', async () => {
    await expect(print({ pageRanges: '99' })).rejects.toThrow();
    expect((await print({ pageRanges: '1' })).pages).toHaveLength(1);
  });
});

test('two concurrent prints both succeed', async () => {
  const [first, second] = await Promise.all([
    print({ pageRanges: '1-2' }),
    print({ pageSize: 'A4', pageRanges: '3' }),
  ]);
  expect(first.pages).toHaveLength(2);
  expect(second.pages.map(({ text }) => text)).toEqual(['Page 3']);
});

test('several prints in sequence succeed', async () => {
  for (const pageRanges of ['1', '2', '1']) {
    expect((await print({ pageRanges })).pages).toHaveLength(1);
  }
});

// Electron 33 ends with SIGTRAP.
standInTest('is rejected by a page that has never navigated, which has no renderer', async () => {
  using other = hiddenWindow();
  await expect(other.webContents.printToPDF({})).rejects.toThrow(
    'Failed to generate PDF: Printing failed',
  );
});

describe('frames', () => {
  test.each([
    ['of the same origin', (origin: string) => origin],
    ['of another origin', (origin: string) => origin.replace('127.0.0.1', 'localhost')],
  ])('%s are printed', async (_which, originOf) => {
    await using server = await serve((request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      const frame = `<iframe src="${originOf(server.origin)}/frame"></iframe>`;
      response.end(request.url === '/' ? frame : '<p>This page is displayed in an iframe.</p>');
    });
    using other = hiddenWindow();
    await other.loadURL(server.origin);
    const { text } = await readPdf(await other.webContents.printToPDF({}));
    expect(text.replaceAll('\n', ' ')).toContain('This page is displayed in an iframe.');
  });
});
