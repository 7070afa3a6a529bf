import { pathToFileURL } from 'node:url';
import { BrowserWindow, type Session, type WebContents, session } from 'electron';

/** Maximum time until the viewer can print a PDF, in milliseconds. */
const maxLoadMs = 20_000;

/**
 * What Electron emits once the viewer has loaded a PDF that may be printed
 * (`shell/browser/electron_pdf_document_helper_client.cc`). Electron's specs wait for it, but no
 * document names it.
 */
const readyEvent = '-pdf-ready-to-print';

/**
 * Shows the system's print dialog for a PDF, which Chromium's viewer loads in a hidden window.
 * Resolves when it was printed or canceled.
 * @throws Error if the PDF can't be loaded in time, or can't be printed
 */
export async function printPdf(path: string, loadMs = maxLoadMs): Promise<void> {
  const window = new BrowserWindow({
    show: false,
    webPreferences: {
      session: printSession(),
      plugins: true,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
    },
  });
  const { webContents } = window;
  webContents.setWindowOpenHandler(() => ({ action: 'deny' }));
  // A page that has ended never calls back.
  const ended = new Promise<never>((_resolve, reject) => {
    const fail = () => reject(new Error('The page of the PDF has ended.'));
    webContents.once('render-process-gone', fail).once('destroyed', fail);
  });
  try {
    await Promise.race([load(webContents, path, loadMs), ended]);
    // Links and scripts of the PDF can't lead anywhere else.
    webContents.on('will-navigate', (event) => event.preventDefault());
    await Promise.race([print(webContents), ended]);
  } finally {
    ended.catch(() => undefined);
    if (!window.isDestroyed()) window.destroy();
  }
}

/**
 * Loads a PDF and waits for the viewer's frame: before it exists, `print` prints a blank page or
 * never calls back.
 */
async function load(webContents: WebContents, path: string, limitMs: number): Promise<void> {
  const emitter: NodeJS.EventEmitter = webContents;
  let timer: NodeJS.Timeout | undefined;
  const ready = new Promise<void>((resolve, reject) => {
    emitter.once(readyEvent, resolve);
    const late = new Error(`The viewer did not load the PDF within ${limitMs / 1000} s.`);
    timer = setTimeout(reject, limitMs, late);
  });
  try {
    await Promise.all([webContents.loadURL(pathToFileURL(path).href), ready]);
  } finally {
    clearTimeout(timer);
  }
}

async function print(webContents: WebContents): Promise<void> {
  return new Promise((resolve, reject) => {
    webContents.print({ silent: false, printBackground: true }, (isPrinted, reason) => {
      if (isPrinted || canceledReason.test(reason)) resolve();
      else reject(new Error(reason));
    });
  });
}

/** Electron's `failureReason` if the user closes the dialog (docs/api/web-contents.md). */
const canceledReason = /^print job canceled$/i;

let prints: Session | undefined;

/**
 * The session of all prints is not in memory, because those have no PDF viewer
 * (`shell/browser/electron_browser_context.cc`), and there is only one, because Electron keeps
 * each.
 */
function printSession(): Session {
  if (prints !== undefined) return prints;
  prints = session.fromPartition('persist:print');
  prints.setPermissionRequestHandler((_contents, _permission, decide) => decide(false));
  // Without a PDF viewer, Chromium downloads the file.
  prints.on('will-download', (event) => event.preventDefault());
  return prints;
}
