import { createReadStream, existsSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Names the folder in which the launcher and the application meet; `tools/launch/launch-folder.mjs`
 * is the other side.
 */
const folderVariable = 'PLATEN_LAUNCH_FOLDER';

/**
 * What the launcher of a development checkout has for the application. A packaged one has no
 * launcher.
 */
export class LaunchFolder {
  readonly #path: string | undefined;

  /**
   * @param env the folder's name is taken out, so that no program which the application starts gets
   * it
   */
  constructor(env: NodeJS.ProcessEnv, isPackaged: boolean) {
    this.#path = isPackaged ? undefined : env[folderVariable];
    Reflect.deleteProperty(env, folderVariable);
  }

  /**
   * Tells the launcher that the work begins: from now on it does not start the application again on
   * another run-time.
   */
  markStarted(): void {
    if (this.#path !== undefined) writeFileSync(join(this.#path, 'started'), '');
  }

  /** Calls back when the launcher is asked to stop on a system without signals. */
  onStop(listener: () => void): void {
    const folder = this.#path;
    if (folder === undefined) return;
    const watcher = watch(folder, { persistent: false }, (_event, name) => {
      if (name === 'stop') listener();
    });
    // The folder goes with the launcher; there is then nobody left to ask for a stop.
    watcher.on('error', () => watcher.close());
  }

  /**
   * Standard input where the launcher has put it into a file, as Electron has none on Windows; else
   * undefined.
   */
  standardInput(): AsyncIterable<Uint8Array | string> | undefined {
    if (this.#path === undefined) return undefined;
    const file = join(this.#path, 'stdin');
    return existsSync(file) ? createReadStream(file) : undefined;
  }
}
