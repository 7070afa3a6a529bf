import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { shell } from 'electron';
import { AppError } from '../../shared/errors.js';
import type { UserState } from '../settings/user-state.js';
import type { Dialogs } from './dialogs.js';

/** The files that this window has saved: no others may be opened from it, or written over. */
export class SavedFiles {
  readonly #paths = new Set<string>();
  readonly #dialogs: Dialogs;
  readonly #state: UserState;
  readonly #log: (line: string) => void;

  constructor(dialogs: Dialogs, state: UserState, log: (line: string) => void) {
    this.#dialogs = dialogs;
    this.#state = state;
    this.#log = log;
  }

  /**
   * Asks where a file is to be saved, and saves it there.
   * @param write writes the file to the path it is given
   * @returns null if the person closed the dialog
   */
  async saveAs(
    name: string,
    write: (path: string) => Promise<void>,
  ): Promise<{ path: string } | null> {
    const path = await this.#dialogs.chooseTarget(name, this.#state.settings.saveFolder);
    if (path === null) return null;
    await write(path);
    this.#paths.add(path);
    // The PDF is saved by then; where the next dialog opens is not worth an error.
    await this.#state
      .updateSettings({ saveFolder: dirname(path) })
      .catch((error: unknown) => this.#log(String(error)));
    return { path };
  }

  /** @throws AppError `refused` for a file that this window has not saved */
  check(path: string): void {
    if (!this.#paths.has(path)) {
      throw new AppError('refused', `${path} wasn't saved from this window.`);
    }
  }
}

/**
 * Opens a file with the system's program for it.
 * @throws AppError `refused` if the file does not exist, or with the system's reason
 */
export async function openFile(path: string): Promise<void> {
  if (!existsSync(path)) {
    throw new AppError('refused', `File not found: ${path}. Convert again.`);
  }
  const opened = shell.openPath(path);
  // On Linux the promise never settles: Electron drops its callback
  // (shell/common/platform_util_linux.cc).
  if (process.platform === 'linux') return;
  const problem = await opened;
  if (problem !== '') throw new AppError('refused', `Couldn't open ${path}: ${problem}`);
}
