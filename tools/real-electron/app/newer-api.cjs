// What Platen uses, Electron 45 has and Electron 33 lacks. Nothing else is changed.
const { app, safeStorage, session } = require('electron');

app.on('web-contents-created', (_event, contents) => {
  passDetails(contents);
  separatePrints(contents);
});

/**
 * 45: listeners of `console-message` get one object (`docs/breaking-changes.md`, 35). 33: the level
 * is a number, and arguments follow the event. This listener is the first, and all get one event.
 * @param {Electron.WebContents} contents
 */
function passDetails(contents) {
  const levels = ['debug', 'info', 'warning', 'error'];
  const emitter = /** @type {import('node:events').EventEmitter} */ (contents);
  emitter.on('console-message', (event, level, message, lineNumber, sourceId) => {
    Object.assign(event, { level: levels[level], message, lineNumber, sourceId });
  });
}

/**
 * 45: prints of one page wait for each other, and a failure stays with its own print
 * (`lib/browser/print-to-pdf.ts`). 33: all prints of all pages form one chain, which a failure ends
 * for good. Here the chain only converts the options.
 * @param {Electron.WebContents} contents
 */
function separatePrints(contents) {
  const native = /** @type {{ _printToPDF: (settings: unknown) => Promise<unknown> }} */ (
    /** @type {unknown} */ (contents)
  );
  const print = native._printToPDF.bind(contents);
  const convertOptions = /** @type {(options: unknown) => Promise<unknown>} */ (
    /** @type {unknown} */ (contents.printToPDF.bind(contents))
  );
  native._printToPDF = (settings) => Promise.resolve(settings);
  /** @type {Promise<unknown>} */
  let last = Promise.resolve();
  contents.printToPDF = async (options) => {
    const settings = await convertOptions(options);
    const current = last.then(() => print(settings));
    last = current.catch(() => undefined);
    return /** @type {Promise<Buffer>} */ (current);
  };
}

// 45: `docs/api/safe-storage.md`. 33: only the synchronous methods.
/* eslint-disable @typescript-eslint/no-deprecated */
safeStorage.isAsyncEncryptionAvailable = () => Promise.resolve(safeStorage.isEncryptionAvailable());
safeStorage.encryptStringAsync = async (text) => Promise.resolve(safeStorage.encryptString(text));
safeStorage.decryptStringAsync = (encrypted) =>
  Promise.resolve({ result: safeStorage.decryptString(encrypted), shouldReEncrypt: false });
/* eslint-enable @typescript-eslint/no-deprecated */

// 45: `docs/api/session.md`. 33: Chromium has no such cache to clear by name.
void app.whenReady().then(() => {
  const prototype = /** @type {Electron.Session} */ (Object.getPrototypeOf(session.defaultSession));
  prototype.clearSharedDictionaryCache = () => Promise.resolve();
});
