import { join } from 'node:path';
import type { z } from 'zod';
import { type Draft, changedText, draftSchema } from '../../shared/draft.js';
import { AppError } from '../../shared/messages/errors.js';
import { type Message, message } from '../../shared/messages/message.js';
import { hasComplianceFlag } from '../../shared/request/fields.js';
import { type Settings, settingsSchemaWith } from '../../shared/settings.js';
import type { bridgeCalls } from '../../shared/bridge.js';
import { type FileDamage, JsonFile } from './json-file.js';
import { type RegionDefaults, regionDefaults } from './region.js';

type DraftChange = z.output<(typeof bridgeCalls)['draft:keep']['input']>;

/** The settings of the application and the draft in the window, persisted between starts. */
export class UserState {
  readonly region: RegionDefaults;
  readonly #schema: ReturnType<typeof settingsSchemaWith>;
  readonly #settingsFile: JsonFile<ReturnType<typeof settingsSchemaWith>>;
  readonly #draftFile: JsonFile<typeof draftSchema>;
  #settings: Settings;
  #draft: Draft | null = null;

  /** @param folder the user data folder */
  constructor(folder: string, region = regionDefaults('')) {
    this.region = region;
    this.#schema = settingsSchemaWith(region.lengthUnit);
    this.#settings = this.#schema.parse({});
    this.#settingsFile = new JsonFile(join(folder, 'settings.json'), this.#schema);
    this.#draftFile = new JsonFile(join(folder, 'draft.json'), draftSchema);
  }

  /** @returns messages about damaged files */
  async open(): Promise<readonly Message[]> {
    const settings = await this.#settingsFile.read();
    this.#settings = settings.content ?? this.#settings;
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
    this.#settings = this.#schema.parse({ ...this.#settings, ...change });
    await this.#settingsFile.write(this.#settings);
    return this.#settings;
  }

  /**
   * Changes some fields of the draft and stores it. With a compliance flag on, its sources stay in
   * memory only.
   * @throws AppError `write-failed`, `invalid-request` if the first change omits fields
   */
  async keepDraft({ htmlChange, ...change }: DraftChange): Promise<void> {
    const html = this.#draft && htmlChange && changedText(this.#draft.html, htmlChange);
    const parsed = draftSchema.safeParse({
      ...this.#draft,
      ...change,
      ...(typeof html === 'string' && { html }),
    });
    if (!parsed.success) throw new AppError('invalid-request', message('desktop.draftIncomplete'));
    this.#draft = parsed.data;
    const isPrivate = hasComplianceFlag(parsed.data);
    await this.#draftFile.write(isPrivate ? withoutSources(parsed.data) : parsed.data);
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
  return { ...draft, ...source, signIn: null };
}
