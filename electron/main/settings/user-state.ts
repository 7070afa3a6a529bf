import { join } from 'node:path';
import { type Draft, draftSchema } from '../../shared/draft.js';
import { type Settings, defaultSettings, settingsSchema } from '../../shared/settings.js';
import { JsonFile } from './json-file.js';

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

  /** Reads both files. Returns a message if one was damaged; otherwise null. */
  async open(): Promise<string | null> {
    const settings = await this.#settingsFile.read();
    this.#settings = settings.content ?? defaultSettings;
    const draft = await this.#draftFile.read();
    this.#draft = draft.content;
    const notices = [
      damageNotice(this.#settingsFile, settings, 'the settings have their defaults now'),
      damageNotice(this.#draftFile, draft, 'the draft is empty now'),
    ].filter((notice) => notice !== null);
    return notices.length === 0 ? null : notices.join(' ');
  }

  get settings(): Settings {
    return this.#settings;
  }

  get draft(): Draft | null {
    return this.#draft;
  }

  /**
   * Changes some settings and returns all. A change that cannot be written applies until the end.
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

function damageNotice(
  { path }: { readonly path: string },
  { setAside }: { readonly setAside: string | null },
  consequence: string,
): string | null {
  if (setAside === null) return null;
  return `${path} was damaged. It was renamed to ${setAside}; ${consequence}.`;
}

/** Also removes the sources of inactive tabs. */
function withoutSources(draft: Draft): Draft {
  return { ...draft, html: '', url: '', base: '', files: [], selectedPath: null };
}
