import { createReadStream, existsSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The environment variable with the folder through which the launcher and the application
 * communicate; see `tools/launch/launch-folder.mjs`.
 */
const folderVariable = 'PLATEN_LAUNCH_FOLDER';

/** How often the application looks whether its launcher was killed, in milliseconds. */
const lookMs = 1000;

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
   * Calls the listener when the launcher was killed, and removes what it left: nobody would know of
   * the application any more. Windows does not tell.
   */
  onLauncherGone(listener: () => void): void {
    const folder = this.#path;
    if (folder === undefined) return;
    const launcher = Number(readFileSync(join(folder, 'launcher'), 'utf8'));
    // The application may have been started by another process, or run in the launcher's own.
    if (launcher !== process.ppid) return;
    const timer = setInterval(() => {
      if (process.ppid === launcher) return;
      clearInterval(timer);
      rmSync(folder, { recursive: true, force: true });
      listener();
    }, lookMs).unref();
  }

  /** The file to which the launcher saved it, as Electron has none on Windows; else undefined. */
  standardInput(): AsyncIterable<Uint8Array | string> | undefined {
    if (this.#path === undefined) return undefined;
    const file = join(this.#path, 'stdin');
    return existsSync(file) ? createReadStream(file) : undefined;
  }
}
