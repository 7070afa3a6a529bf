import { join } from 'node:path';
import { type Draft, draftSchema } from '../../shared/draft.js';
import { type Message, message } from '../../shared/messages/message.js';
import { type Settings, defaultSettings, settingsSchema } from '../../shared/settings.js';
import { type FileDamage, JsonFile } from './json-file.js';

/** The settings of the application and the draft in the window, persisted between starts. */
export class UserState {
  readonly #settingsFile: JsonFile<typeof settingsSchema>;
  readonly #draftFile: JsonFile<typeof draftSchema>;
  #settings = defaultSettings;
  #draft: Draft | null = null;

  /** @param folder the user data folder */
  constructor(folder: string) {
    this.#settingsFile = new JsonFile(join(folder, 'settings.json'), settingsSchema);
    this.#draftFile = new JsonFile(join(folder, 'draft.json'), draftSchema);
  }

  /** Reads both files. Returns messages about damaged ones. */
  async open(): Promise<readonly Message[]> {
    const settings = await this.#settingsFile.read();
    this.#settings = settings.content ?? defaultSettings;
    const draft = await this.#draftFile.read();
    this.#draft = draft.content;
    return [
      settings.damage && message('settingsFiles.settingsDamaged', pathsOf(settings.damage)),
      draft.damage && message('settingsFiles.draftDamaged', pathsOf(draft.damage)),
    ].filter((notice) => notice !== null);
  }

  get settings(): Settings {
    return this.#settings;
  }

  get draft(): Draft | null {
    return this.#draft;
  }

  /**
   * Changes some settings and returns all. A change that cannot be written applies until Platen
   * quits.
   * @throws AppError `write-failed`
   */
  async updateSettings(change: {
    [K in keyof Settings]?: Settings[K] | undefined;
  }): Promise<Settings> {
    this.#settings = settingsSchema.parse({ ...this.#settings, ...change });
    await this.#settingsFile.write(this.#settings);
    return this.#settings;
  }

  /**
   * Stores the draft. With a compliance flag on, its sources stay in memory only.
   * @throws AppError `write-failed`
   */
  async keepDraft(draft: Draft): Promise<void> {
    this.#draft = draft;
    await this.#draftFile.write(draft.gdpr || draft.hipaa ? withoutSources(draft) : draft);
  }

  get isWriting(): boolean {
    return this.#settingsFile.isWriting || this.#draftFile.isWriting;
  }

  /** Resolves when the last write has ended, successfully or not. */
  async settled(): Promise<void> {
    await Promise.all([this.#settingsFile.settled(), this.#draftFile.settled()]);
  }
}

function pathsOf({ path, aside }: FileDamage): { readonly path: string; readonly aside: string } {
  return { path, aside };
}

/** Also removes the sources of inactive tabs. */
function withoutSources(draft: Draft): Draft {
  const source = { html: '', url: '', base: '', allowedFolders: [], files: [], selectedPath: null };
  return { ...draft, ...source };
}
