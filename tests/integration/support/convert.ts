import './local-scheme.js';
import { BrowserWindow, app } from 'electron';
import { expect } from 'vitest';
import { ElectronEngine } from '../../../electron/main/engine/electron-engine.js';
import type {
  ConversionOptions,
  ConvertedPdf,
  InlinedPage,
} from '../../../electron/main/engine/contract/pdf-engine.js';
import { parseConversionRequest } from '../../../electron/shared/request/request.js';
import { type ReadPdf, readPdf } from '../../support/read-pdf.js';

// Without a listener, Electron quits with its last window.
app.on('window-all-closed', () => undefined);

/** The real engine, in the process of the test. */
export const engine = new ElectronEngine('1.2.3');

// Tests run as many pages at once as they need, on any machine.
engine.setConcurrency(16);

/** Converts with the real engine. `request` is validated like any request. */
export async function convert(
  request: object,
  options?: ConversionOptions,
): Promise<ConvertedPdf & { readonly bytes: Buffer }> {
  await app.whenReady();
  const pdf = await engine.convert(parseConversionRequest(request), options);
  return { ...pdf, bytes: Buffer.concat(pdf.parts) };
}

/** Inlines a local page with the real engine. */
export async function inline(request: object, options?: ConversionOptions): Promise<InlinedPage> {
  await app.whenReady();
  return engine.inline(parseConversionRequest(request), options);
}

/** Closes all idle windows of the engine. */
export async function closeEngine(): Promise<void> {
  await engine.close();
}

/** Returns the ids of the open windows. */
export function openWindows(): readonly number[] {
  return BrowserWindow.getAllWindows().map(({ id }) => id);
}

/**
 * Converts two pages in one window. A busy machine may replace the window, because leaving the
 * first page takes too long; then both are converted again.
 * @throws if that happens every time
 */
export async function inOneWindow(
  first: () => Promise<void>,
  second: () => Promise<void>,
): Promise<void> {
  let windows: readonly number[] = [];
  for (let attempts = 0; attempts < 5; attempts += 1) {
    await first();
    windows = openWindows();
    await second();
    if (windows.length > 0 && openWindows().join() === windows.join()) return;
  }
  expect(windows).not.toEqual([]);
  expect(openWindows()).toEqual(windows);
}

/** Converts HTML and reads the PDF. */
export async function convertHtml(html: string, options: object = {}): Promise<ReadPdf> {
  const { bytes } = await convert({ source: { kind: 'html', html }, ...options });
  return readPdf(bytes);
}

/** Returns the error of a conversion. */
export async function failureOf(conversion: Promise<unknown>): Promise<unknown> {
  return conversion.then(
    () => {
      throw new Error('The conversion succeeded.');
    },
    (error: unknown) => error,
  );
}
