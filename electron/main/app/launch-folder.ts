import { createReadStream, existsSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The environment variable with the folder through which the launcher and the application
 * communicate; see `tools/launch/launch-folder.mjs`.
 */
const folderVariable = 'PLATEN_LAUNCH_FOLDER';

/** The launcher of a development checkout. A packaged application has none. */
export class LaunchFolder {
  readonly #path: string | undefined;

  /**
   * @param env the folder is removed from it, so that programs started by the application don't
   * inherit it
   */
  constructor(env: NodeJS.ProcessEnv, isPackaged: boolean) {
    this.#path = isPackaged ? undefined : env[folderVariable];
    Reflect.deleteProperty(env, folderVariable);
  }

  /**
   * Notifies the launcher that the work begins: from now on it does not restart the application on
   * another run-time.
   */
  markStarted(): void {
    if (this.#path !== undefined) writeFileSync(join(this.#path, 'started'), '');
  }

  /** Calls the listener when the launcher is requested to stop on a system without signals. */
  onStop(listener: () => void): void {
    const folder = this.#path;
    if (folder === undefined) return;
    const watcher = watch(folder, { persistent: false }, (_event, name) => {
      if (name === 'stop') listener();
    });
    // The folder is removed when the launcher ends; no stop can be requested after that.
    watcher.on('error', () => watcher.close());
  }

  /**
   * Returns standard input if the launcher saved it to a file, as Electron has none on Windows;
   * else undefined.
   */
  standardInput(): AsyncIterable<Uint8Array | string> | undefined {
    if (this.#path === undefined) return undefined;
    const file = join(this.#path, 'stdin');
    return existsSync(file) ? createReadStream(file) : undefined;
  }
}
