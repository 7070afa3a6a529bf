/** A test that fails on an older Electron than the one that Platen is made for. */
interface Difference {
  /** The major version of Electron on which it fails; on others it runs. */
  readonly major: number;
  /** From the project's folder. */
  readonly file: string;
  /** The names of the suites and of the test. */
  readonly name: string;
  /** What Electron 45 does instead, and where that can be read. */
  readonly reason: string;
}

const frames = 'tests/integration/electron/cross-origin-frames.test.ts';
const framesArePrinted =
  'printToPDF prints frames in other processes since Electron 34 (electron#46218)';

export const differences: readonly Difference[] = [
  ...['/one', '/nested', '/many'].map((page) => ({
    major: 33,
    file: frames,
    name: `a window with a page that has frames of another site > prints them with ${page}, repeatedly`,
    reason: framesArePrinted,
  })),
  {
    major: 33,
    file: 'tests/integration/electron-on-chromium/specs/print-to-pdf.test.ts',
    name: 'frames > of another origin are printed',
    reason: framesArePrinted,
  },
  {
    major: 33,
    file: 'tests/integration/electron-on-chromium/specs/ipc.test.ts',
    name: 'ipcMain.handle > has no sender frame once its document is gone',
    reason:
      'senderFrame is null once its frame has navigated since Electron 35 (electron.d.ts of 45)',
  },
  {
    major: 33,
    file: 'tests/integration/engine/sources.test.ts',
    name: 'a file > in Markdown is converted with its images, links and title',
    reason: 'Chromium 130 has no ::details-content; 153 has it (run on the stand-in)',
  },
];
