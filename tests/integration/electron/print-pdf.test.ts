import { join } from 'node:path';
import { BrowserWindow, app } from 'electron';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { printPdf } from '../../../electron/main/window/print-pdf.js';
import { readPdf } from '../../support/read-pdf.js';
import { isInsideElectron } from '../support/inside-electron.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const files = temporaryFolder();

beforeAll(async () => {
  // Without a listener, Electron quits with its last window.
  app.on('window-all-closed', () => undefined);
  await app.whenReady();
});
afterAll(() => files.remove());

const openWindows = () => BrowserWindow.getAllWindows().map(({ id }) => id);

/** Returns the path of a PDF with the text. */
async function writePdf(text: string): Promise<string> {
  const window = new BrowserWindow({ show: false, webPreferences: { partition: 'source' } });
  await window.loadURL(`data:text/html,<p>${text}`);
  const pdf = await window.webContents.printToPDF({});
  window.destroy();
  return join(files.with({ 'file.pdf': pdf }), 'file.pdf');
}

// Only Electron has the viewer.
describe.runIf(isInsideElectron)('a print', () => {
  it('has the text of the PDF, also the next one at the same time', async () => {
    const prints: string[] = [];
    app.on('web-contents-created', (_event, contents) => {
      // The same frame is printed, without a dialog.
      contents.print = (_options, onEnd) => {
        const printed = contents.printToPDF({}).then(async (pdf) => {
          prints.push((await readPdf(pdf)).text.trim());
          onEnd?.(true, '');
        });
        printed.catch((error: unknown) => onEnd?.(false, String(error)));
      };
    });
    const windows = openWindows();
    const [first, second] = [await writePdf('First'), await writePdf('Second')];
    await Promise.all([printPdf(first), printPdf(second)]);
    expect(prints.toSorted()).toEqual(['First', 'Second']);
    expect(openWindows()).toEqual(windows);
  });
});

describe('a file that the viewer cannot print', () => {
  it('is refused in time, so that it can be opened instead', async () => {
    const folder = files.with({ 'broken.pdf': '%PDF-1.7\nbroken' });
    const windows = openWindows();
    const expected = isInsideElectron
      ? 'The viewer did not load the PDF within 3 s.'
      : 'not implemented';
    await expect(printPdf(join(folder, 'broken.pdf'), 3000)).rejects.toThrow(expected);
    expect(openWindows()).toEqual(windows);
  });
});
