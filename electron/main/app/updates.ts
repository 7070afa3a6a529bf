import { AppError, errorText, thrownText } from '../../shared/messages/errors.js';
import { type Message, literal, message } from '../../shared/messages/message.js';
import type { Settings } from '../../shared/settings.js';

export interface Installation {
  readonly isPackaged: boolean;
  readonly platform: NodeJS.Platform;
  /** Path of the running AppImage; undefined if it is none. */
  readonly appImage: string | undefined;
  /** A Windows executable that runs without installation. */
  readonly isPortable: boolean;
  /** The kind of Linux package that electron-builder notes in it: deb or rpm; null for others. */
  readonly packageType: string | null;
  /** Where an update would be written. */
  readonly folder: string;
  readonly isWritable: boolean;
}

/** Null if Platen can update itself. */
export function reasonWithoutUpdates(installation: Installation): Message | null {
  const { isPackaged, platform, appImage, isPortable, packageType, folder } = installation;
  if (!isPackaged) return message('updates.notInstalled');
  // Squirrel.Mac installs only what is signed with the certificate of the running application.
  if (platform === 'darwin') return message('updates.unsigned');
  if (packageType !== null) return message('updates.packageManager', { type: packageType });
  if (isPortable || (platform === 'linux' && appImage === undefined)) {
    return message('updates.downloadYourself');
  }
  return installation.isWritable ? null : message('updates.notWritable', { folder });
}

/** What electron-updater does for Platen. */
export interface Updater {
  /** Null if this version is the latest. */
  findUpdate(): Promise<string | null>;
  download(): Promise<void>;
  /** Installs the downloaded version when Platen quits. */
  installOnQuit(): void;
  /** Quits, installs the downloaded version and starts it. */
  installNow(): void;
}

interface UpdatesOptions {
  readonly installation: Installation;
  readonly version: string;
  /** Loads electron-updater, which is not needed where updates are off. */
  readonly openUpdater: () => Promise<Updater>;
  readonly setting: () => Settings['updates'];
  /** Asks whether to download and install a version now. */
  readonly ask: (version: string) => Promise<boolean>;
  readonly log: (line: string) => void;
}

const dayMs = 24 * 60 * 60 * 1000;

/** Finds new versions and installs them as the user has chosen. */
export class Updates {
  readonly #options: UpdatesOptions;
  #updater: Promise<Updater> | undefined;
  #running: Promise<Message> | undefined;

  constructor(options: UpdatesOptions) {
    this.#options = options;
  }

  /** Checks now and once a day, unless the user has switched that off. */
  start(): void {
    if (reasonWithoutUpdates(this.#options.installation) !== null) return;
    const check = () => {
      if (this.#options.setting() === 'off') return;
      this.#run(false).catch((error: unknown) => this.#options.log(errorText(error)));
    };
    check();
    setInterval(check, dayMs).unref();
  }

  /**
   * Checks because the user wants it, and returns the result. An update that was found is offered,
   * also if automatic updates are off.
   * @throws AppError `refused` if Platen can't update itself, `load-failed` if the check failed
   */
  async check(): Promise<Message> {
    const reason = reasonWithoutUpdates(this.#options.installation);
    if (reason !== null) throw new AppError('refused', reason);
    return this.#run(true);
  }

  /** Concurrent checks share one. */
  async #run(isWanted: boolean): Promise<Message> {
    this.#running ??= this.#update(isWanted).finally(() => (this.#running = undefined));
    return this.#running;
  }

  async #update(isWanted: boolean): Promise<Message> {
    const { version: current, setting, ask, openUpdater } = this.#options;
    try {
      const updater = await (this.#updater ??= openUpdater());
      const version = await updater.findUpdate();
      if (version === null) return message('updates.latest', { version: current });
      const isAutomatic = setting() === 'automatic' && !isWanted;
      if (!isAutomatic && !(await ask(version))) return message('updates.available', { version });
      await updater.download();
      if (isAutomatic) updater.installOnQuit();
      else updater.installNow();
      return message('updates.installing', { version });
    } catch (error) {
      const reason = thrownText(error);
      const failure = message('updates.failed', { reason: literal(reason) });
      throw new AppError('load-failed', failure, undefined, { cause: error });
    }
  }
}
