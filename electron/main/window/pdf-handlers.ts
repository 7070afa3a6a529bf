import { basename } from 'node:path';
import type { WebContents } from 'electron';
import type { StoredPasswords } from '../settings/pdf-passwords.js';
import type { ArtifactStore } from './artifact-store.js';
import type { Dialogs } from './dialogs.js';
import type { BridgeChannel } from '../../shared/bridge.js';
import type { BridgeHandlers } from './bridge-handlers.js';
import type { History } from './history.js';
import type { LeavingPdfs } from './leaving-pdfs.js';
import { printPdf } from './print-pdf.js';
import { readableIfKnown } from './readable-pdf.js';
import { openFile } from './saved-files.js';

interface PdfHandlerParts {
  readonly artifacts: Pick<ArtifactStore, 'copyAs' | 'addFile' | 'readableOf'>;
  readonly leaving: LeavingPdfs;
  readonly passwords: Pick<StoredPasswords, 'of'>;
  readonly dialogs: Pick<Dialogs, 'chooseComparison'>;
  readonly history: Pick<History, 'savedVersion'>;
  /** Lets the user drag a file out of the window. */
  readonly dragOut: (path: string) => void;
  readonly log: (line: string) => void;
}

/** Handles the calls about the PDF on screen. */
export function pdfHandlers({
  artifacts,
  leaving,
  passwords,
  dialogs,
  history,
  dragOut,
  log,
}: PdfHandlerParts): Pick<BridgeHandlers, Extract<BridgeChannel, `pdf:${string}`>> {
  return {
    'pdf:open': async ({ artifactId, name, security }) =>
      openFile(await leaving.copyAs(artifactId, name, security)),
    'pdf:print': async ({ artifactId, name, security }) => {
      // The print dialog could not ask for a password.
      const readable = await artifacts.readableOf(artifactId)?.();
      const path = await artifacts.copyAs(artifactId, name, readable);
      try {
        await printPdf(path);
        return { opened: false };
      } catch (error) {
        log(`The PDF is opened instead of printed: ${String(error)}`);
        await openFile(await leaving.copyAs(artifactId, name, security));
        return { opened: true };
      }
    },
    'pdf:choose': async () => {
      const path = await dialogs.chooseComparison();
      return path === null ? null : { address: artifacts.addFile({ path }), name: basename(path) };
    },
    'pdf:saved-version': async ({ artifactId }) => {
      const version = await history.savedVersion(artifactId);
      if (version === null) return null;
      const { path, at, protection } = version;
      const readable = await readableIfKnown(path, protection, passwords);
      return { path, at, address: artifacts.addFile({ path, readable }) };
    },
    'pdf:drag': async ({ artifactId, name, security }) =>
      dragOut(await leaving.copyAs(artifactId, name, security)),
  };
}

/** Starts to drag a file out of a window, with an icon under the pointer. */
export function dragFile(webContents: WebContents, path: string, icon: string): void {
  if (!webContents.isDestroyed()) webContents.startDrag({ file: path, icon });
}
