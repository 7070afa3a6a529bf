import { join } from 'node:path';
import { type Draft, draftSchema } from '../../shared/draft.js';
import { type Settings, defaultSettings, settingsSchema } from '../../shared/settings.js';
import { JsonFile } from './json-file.js';

/** What Platen remembers for the person between starts: their settings, and what they had put into the window. */
export class UserState {
  readonly #settingsFile: JsonFile<typeof settingsSchema>;
  readonly #draftFile: JsonFile<typeof draftSchema>;
  readonly #notices: string[] = [];
  #settings = defaultSettings;
  #draft: Draft | null = null;

  constructor(folder: string) {
    this.#settingsFile = new JsonFile(join(folder, 'settings.json'), settingsSchema);
    this.#draftFile = new JsonFile(join(folder, 'draft.json'), draftSchema);
  }

  /** Reads what there is; a damaged file is set aside and told in {@link notices}. */
  async open(): Promise<void> {
    this.#settings = (await this.#read(this.#settingsFile)) ?? defaultSettings;
    this.#draft = await this.#read(this.#draftFile);
  }

  get settings(): Settings {
    return this.#settings;
  }

  get draft(): Draft | null {
    return this.#draft;
  }

  /** Sentences about damaged files. */
  get notices(): readonly string[] {
    return this.#notices;
  }

  /** Changes some settings and gives all; rejects with `write-failed` where they cannot be kept. */
  async updateSettings(change: {
    [K in keyof Settings]?: Settings[K] | undefined;
  }): Promise<Settings> {
    this.#settings = settingsSchema.parse({ ...this.#settings, ...change });
    await this.#settingsFile.write(this.#settings);
    return this.#settings;
  }

  /**
   * Keeps the person's input; rejects with `write-failed` where it cannot be kept. With a compliance flag on, what is to be converted is not written to
   * the disk: it is known until Platen quits.
   */
  async keepDraft(draft: Draft): Promise<void> {
    this.#draft = draft;
    await this.#draftFile.write(draft.gdpr || draft.hipaa ? withoutContent(draft) : draft);
  }

  /** Whether something is still on its way to the disk. */
  get isWriting(): boolean {
    return this.#settingsFile.isWriting || this.#draftFile.isWriting;
  }

  /** Resolves when everything that was to be kept has been written, or could not be. */
  async settled(): Promise<void> {
    await Promise.all([this.#settingsFile.settled(), this.#draftFile.settled()]);
  }

  async #read<T>(file: {
    readonly path: string;
    read(): Promise<{ content: T | null; setAside: string | null }>;
  }): Promise<T | null> {
    const { content, setAside } = await file.read();
    if (setAside !== null) {
      this.#notices.push(
        `${file.path} was damaged. It was set aside as ${setAside}, and Platen starts afresh.`,
      );
    }
    return content;
  }
}

/** A draft without its sources, those of the tabs behind among them. */
function withoutContent(draft: Draft): Draft {
  return { ...draft, html: '', url: '', base: '', files: [], selectedPath: null };
}
