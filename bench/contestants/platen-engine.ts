import './application-start.js';
import { readFile } from 'node:fs/promises';
import { app } from 'electron';
import { ElectronEngine } from '../../electron/main/engine/electron-engine.js';
import { writeFile } from '../../electron/main/files/write-file.js';
import { thrownText } from '../../electron/shared/messages/errors.js';
import { parseConversionRequest } from '../../electron/shared/request/request.js';
import { runTask } from './task.js';

// Platen's engine and file writer (fsync and rename), in this process.
app.on('window-all-closed', () => undefined);
// Electron would show a dialog, and nobody could answer it.
process.on('uncaughtException', fail);
const engine = new ElectronEngine('bench');

// The benchmark limits how many pages run at once.
engine.setConcurrency(64);

/** What the print desk adds to a long document. */
const additions = {
  bookmarks: 3,
  tableOfContents: 3,
  headerLeft: '{title}',
  footerCenter: '{page} / {pages}',
};

// Electron reads CommonJS here, which has no `await` at the top.
void runTask(async ({ asText, variant }) => {
  await app.whenReady();
  return async ({ source: path, target }) => {
    const source = asText
      ? { kind: 'html', html: await readFile(path, 'utf8') }
      : { kind: 'file', path };
    const own = variant === 'print desk' ? additions : {};
    const request = { source, timeoutSeconds: 600, ...own };
    const { parts } = await engine.convert(parseConversionRequest(request));
    await writeFile(target, parts);
    return undefined;
  };
}).then(() => app.exit(0), fail);

function fail(error: unknown): void {
  process.stderr.write(`${thrownText(error)}\n`);
  app.exit(1);
}
