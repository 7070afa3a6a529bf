import type { Protocol } from 'devtools-protocol';
import { DevToolsError, type DevToolsSession } from '../devtools/session.js';

interface PaperSize {
  readonly paperWidth: number;
  readonly paperHeight: number;
}

/** Named paper sizes in inches (Electron: lib/browser/print-to-pdf.ts). */
const papers: Readonly<Record<string, readonly [width: number, height: number]>> = {
  letter: [8.5, 11],
  legal: [8.5, 14],
  tabloid: [11, 17],
  ledger: [17, 11],
  a0: [33.1, 46.8],
  a1: [23.4, 33.1],
  a2: [16.54, 23.4],
  a3: [11.7, 16.54],
  a4: [8.27, 11.7],
  a5: [5.83, 8.27],
  a6: [4.13, 5.83],
};

type Side = 'top' | 'bottom' | 'left' | 'right';

/**
 * JSON-RPC's "invalid params": Chromium rejects the settings. Any other code means that printing
 * failed.
 */
const invalidParameters = -32602;

/**
 * Validates the options of `printToPDF` in Electron's order and returns DevTools' settings.
 * @throws Error or TypeError with Electron's messages
 */
export function printSettings(
  options: Electron.PrintToPDFOptions,
): Protocol.Page.PrintToPDFRequest {
  const margins = checked(options.margins ?? {}, 'object', 'margins');
  const paper = paperSize(options.pageSize ?? 'letter');
  const fits = (side: Side, limit: number) => margins[side] === undefined || margins[side] <= limit;
  const fitsPaper =
    fits('top', paper.paperHeight) &&
    fits('bottom', paper.paperHeight) &&
    fits('left', paper.paperWidth) &&
    fits('right', paper.paperWidth);
  if (!fitsPaper) throw new Error('margins must be less than or equal to pageSize');
  return onlyFinite({
    landscape: checked(options.landscape ?? false, 'boolean', 'landscape'),
    displayHeaderFooter: checked(
      options.displayHeaderFooter ?? false,
      'boolean',
      'displayHeaderFooter',
    ),
    headerTemplate: checked(options.headerTemplate ?? '', 'string', 'headerTemplate'),
    footerTemplate: checked(options.footerTemplate ?? '', 'string', 'footerTemplate'),
    printBackground: checked(options.printBackground ?? false, 'boolean', 'printBackground'),
    scale: checked(options.scale ?? 1, 'number', 'scale'),
    marginTop: checked(margins.top ?? 0.4, 'number', 'margins.top'),
    marginBottom: checked(margins.bottom ?? 0.4, 'number', 'margins.bottom'),
    marginLeft: checked(margins.left ?? 0.4, 'number', 'margins.left'),
    marginRight: checked(margins.right ?? 0.4, 'number', 'margins.right'),
    pageRanges: checked(options.pageRanges ?? '', 'string', 'pageRanges'),
    preferCSSPageSize: checked(options.preferCSSPageSize ?? false, 'boolean', 'preferCSSPageSize'),
    generateTaggedPDF: checked(options.generateTaggedPDF ?? false, 'boolean', 'generateTaggedPDF'),
    generateDocumentOutline: checked(
      options.generateDocumentOutline ?? false,
      'boolean',
      'generateDocumentOutline',
    ),
    ...paper,
  });
}

/** The prints of one page, one at a time: simultaneous ones can hang. */
export class PrintQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** Prints after the previous ones; rejects with Electron's messages. */
  async print(
    session: Promise<DevToolsSession>,
    settings: Protocol.Page.PrintToPDFRequest,
  ): Promise<Buffer> {
    const print = async () => printPage(await session, settings);
    const own = this.#last.then(print, print);
    this.#last = own;
    return own;
  }
}

async function printPage(
  session: DevToolsSession,
  settings: Protocol.Page.PrintToPDFRequest,
): Promise<Buffer> {
  try {
    const { stream } = await session.send('Page.printToPDF', {
      ...settings,
      transferMode: 'ReturnAsStream',
    });
    return stream === undefined ? Buffer.alloc(0) : await readStream(session, stream);
  } catch (error) {
    throw toElectronError(error);
  }
}

async function readStream(session: DevToolsSession, handle: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const read = async () => session.send('IO.read', { handle, size: chunkBytes });
  for (let atEnd = false; !atEnd;) {
    // Only another read reports the end; requested in parallel, it costs a short PDF no time.
    for (const { data, base64Encoded, eof } of await Promise.all([read(), read()])) {
      chunks.push(Buffer.from(data, base64Encoded === true ? 'base64' : 'latin1'));
      atEnd ||= eof;
    }
  }
  session.post('IO.close', { handle });
  return Buffer.concat(chunks);
}

const chunkBytes = 4 * 1024 * 1024;

/** DevTools' error if the page went away before the command arrived. */
const sessionIsGone = -32001;

/** The prefixes are Electron's (shell/browser/printing), the messages Chromium's. */
function toElectronError(error: unknown): unknown {
  if (!(error instanceof DevToolsError)) return error;
  // The page or its process went away: Chromium's print job fails with this result.
  if (error.code === undefined || error.code === sessionIsGone)
    return new Error('Failed to generate PDF: Printing failed');
  const prefix =
    error.code === invalidParameters ? 'Invalid print parameters' : 'Failed to generate PDF';
  return new Error(`${prefix}: ${error.message}`);
}

function paperSize(pageSize: unknown): PaperSize {
  if (typeof pageSize === 'string') {
    const size = papers[pageSize.toLowerCase()];
    if (!size) throw new Error(`Invalid pageSize ${pageSize}`);
    return { paperWidth: size[0], paperHeight: size[1] };
  }
  if (typeof pageSize !== 'object' || pageSize === null) {
    throw new TypeError('pageSize must be a string or an object');
  }
  const { width, height } = pageSize as Partial<Electron.Size>;
  if (typeof width !== 'number' || typeof height !== 'number') {
    throw new TypeError('width and height properties are required for pageSize');
  }
  return { paperWidth: width, paperHeight: height };
}

function checked<T>(value: T, type: 'number' | 'boolean' | 'string' | 'object', name: string): T {
  if (typeof value !== type) throw new TypeError(`${name} must be a ${type}`);
  return value;
}

/** NaN and Infinity pass the validation but not JSON; Chromium then uses its defaults. */
function onlyFinite(settings: Protocol.Page.PrintToPDFRequest): Protocol.Page.PrintToPDFRequest {
  const isKept = ([, value]: [string, unknown]) =>
    typeof value !== 'number' || Number.isFinite(value);
  return Object.fromEntries(Object.entries(settings).filter(isKept));
}
