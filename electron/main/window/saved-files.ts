import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { shell } from 'electron';
import type { z } from 'zod';
import type { BridgeOutput, bridgeCalls } from '../../shared/bridge.js';
import { AppError, thrownText } from '../../shared/messages/errors.js';
import { message } from '../../shared/messages/message.js';
import type { ConversionSource } from '../../shared/request/source.js';
import { ClaimedNames } from '../files/claimed-names.js';
import { deliverPdf } from '../files/deliver.js';
import { outputFolder, planDelivery } from '../files/plan-delivery.js';
import type { Contents } from '../files/temporary-file.js';
import { writeFile } from '../files/write-file.js';
import type { UserState } from '../settings/user-state.js';
import type { ArtifactStore } from './artifact-store.js';
import type { BridgeHandlers } from './bridge-handlers.js';
import type { Dialogs } from './dialogs.js';
import type { LeavingPdfs } from './leaving-pdfs.js';

interface SavedFilesParts {
  readonly dialogs: Dialogs;
  readonly state: UserState;
  /** The folder for sources that are not files. */
  readonly downloads: string;
  readonly log: (line: string) => void;
}

type SaveInput = z.output<(typeof bridgeCalls)['delivery:save']['input']>;

/** The files that this window saved. It may open and overwrite only these. */
export class SavedFiles {
  readonly #paths = new Set<string>();
  readonly #dialogs: Dialogs;
  readonly #state: UserState;
  readonly #downloads: string;
  readonly #log: (line: string) => void;

  constructor({ dialogs, state, downloads, log }: SavedFilesParts) {
    this.#dialogs = dialogs;
    this.#state = state;
    this.#downloads = downloads;
    this.#log = log;
  }

  /**
   * Asks where to save a file, and saves it there.
   * @param write writes the file to the chosen path
   * @returns null if the user closed the dialog
   */
  async saveAs(
    name: string,
    write: (path: string) => Promise<void>,
  ): Promise<{ path: string } | null> {
    const path = await this.#dialogs.choosePdf(name, this.#state.settings.saveFolder);
    if (path === null) return null;
    await write(path);
    this.#paths.add(path);
    // The PDF is saved; a failure to remember the folder is not worth an error.
    await this.#state
      .updateSettings({ saveFolder: dirname(path) })
      .catch((error: unknown) => this.#log(String(error)));
    return { path };
  }

  /** Saves a PDF in the output folder, as a job would. @throws AppError `write-failed` */
  async save(input: SaveInput, contents: Contents): Promise<BridgeOutput<'delivery:save'>> {
    const { name, folder, files, existing } = input;
    const source = savedSource(files);
    const output = { folder, existing: existing === 'ask' ? ('skip' as const) : existing };
    const elsewhere = this.#downloads;
    const path = join(outputFolder({ source, output, elsewhere }), name);
    const request = { owner: '', source, path, output, elsewhere, number: 1, of: 1 };
    const plan = await planDelivery({ ...request, date: new Date() }, new ClaimedNames());
    const delivered = await deliverPdf(plan, contents);
    if (delivered.kind === 'skipped') {
      return { status: existing === 'ask' ? 'exists' : 'skipped', path: delivered.path };
    }
    this.#paths.add(delivered.path);
    return { status: 'saved', path: delivered.path };
  }

  /** @throws AppError `refused` for a file that this window has not saved */
  check(path: string): void {
    if (!this.#paths.has(path))
      throw new AppError('refused', message('desktop.notSaved', { path }));
  }
}

/** Only these files decide the folder, and what is not replaced. */
function savedSource(files: SaveInput['files']): ConversionSource {
  const [first = pastedHtml, ...others] = files.map((file) => ({ kind: 'file' as const, ...file }));
  return others.length === 0 ? first : { kind: 'merged', parts: [first, ...others] };
}

const pastedHtml = { kind: 'html', html: '' } as const;

/** Handles the calls that save previews and show saved files. */
export function savingHandlers(
  saved: SavedFiles,
  artifacts: Pick<ArtifactStore, 'keepSaved'>,
  leaving: Pick<LeavingPdfs, 'read'>,
): Pick<
  BridgeHandlers,
  | 'delivery:save'
  | 'delivery:save-as'
  | 'delivery:save-again'
  | 'delivery:show-in-folder'
  | 'delivery:open'
> {
  return {
    'delivery:save': async (input) => {
      const result = await saved.save(input, await leaving.read(input.artifactId, input.security));
      if (result.status === 'saved') await artifacts.keepSaved(input.artifactId);
      return result;
    },
    'delivery:save-as': async ({ artifactId, name, security }) =>
      saved.saveAs(name, async (path) => {
        await writeFile(path, await leaving.read(artifactId, security));
        await artifacts.keepSaved(artifactId);
      }),
    'delivery:save-again': async ({ artifactId, path, security }) => {
      saved.check(path);
      await writeFile(path, await leaving.read(artifactId, security));
      await artifacts.keepSaved(artifactId);
      return { path };
    },
    'delivery:show-in-folder': ({ path }) => {
      saved.check(path);
      shell.showItemInFolder(path);
    },
    'delivery:open': async ({ path }) => {
      saved.check(path);
      await openFile(path);
    },
  };
}

/**
 * Opens a file in its default application.
 * @throws AppError `refused` if the file does not exist, or with the system's reason
 */
export async function openFile(path: string): Promise<void> {
  if (!existsSync(path)) throw new AppError('refused', message('desktop.fileNotFound', { path }));
  const opened = shell.openPath(path);
  // On Linux the promise never settles: Electron drops its callback
  // (shell/common/platform_util_linux.cc).
  if (process.platform === 'linux') return;
  const reason = await opened;
  if (reason !== '') throw openFailed(path, reason);
}

/**
 * Opens a URL in the default browser. Only http and https: others may start programs (Electron's
 * security checklist, on openExternal).
 * @throws AppError `refused` with the system's reason
 */
export async function openUrl(url: string): Promise<void> {
  if (!/^https?:/i.test(url)) {
    throw new AppError('refused', message('desktop.urlNotAllowed', { url }));
  }
  await shell.openExternal(url).catch((thrown: unknown) => {
    throw openFailed(url, thrownText(thrown));
  });
}

function openFailed(name: string, reason: string): AppError {
  return new AppError('refused', message('desktop.openFailed', { what: name, reason }));
}
