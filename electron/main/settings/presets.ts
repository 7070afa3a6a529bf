import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../shared/messages/errors.js';
import { type Message, message } from '../../shared/messages/message.js';
import { type Preset, type PresetFile, presetFileSchema } from '../../shared/presets.js';
import { quotePath } from '../../shared/request/text.js';
import { readFailure } from '../util/disk-path.js';
import { writeFile } from '../files/write-file.js';
import { JsonFile, jsonOrUndefined } from './json-file.js';

/**
 * The presets of the user, stored in one file, sorted by name. Names are unique, ignoring case. The
 * list in memory changes only after the file was written.
 */
export class Presets {
  readonly #file: JsonFile<typeof presetFileSchema>;
  #list: readonly Preset[] = [];

  /** @param folder the user data folder */
  constructor(folder: string) {
    this.#file = new JsonFile(join(folder, 'presets.json'), presetFileSchema);
  }

  /** @returns a message if the file was damaged */
  async open(): Promise<readonly Message[]> {
    const { content, damage } = await this.#file.read();
    this.#list = content?.presets ?? [];
    if (damage === null) return [];
    const { path, aside } = damage;
    return [message('settingsFiles.presetsDamaged', { path, aside })];
  }

  get list(): readonly Preset[] {
    return this.#list;
  }

  get isWriting(): boolean {
    return this.#file.isWriting;
  }

  /** Resolves when the last write has ended, successfully or not. */
  async settled(): Promise<void> {
    await this.#file.settled();
  }

  /** Adds a preset, or replaces the one with its name. @throws AppError `write-failed` */
  async save(preset: Preset): Promise<void> {
    await this.#update(() => [...this.#without(preset.name), preset]);
  }

  /** @throws AppError `write-failed` */
  async remove(name: string): Promise<void> {
    await this.#update(() => this.#without(name));
  }

  /** Without passwords. @throws AppError `write-failed` */
  async exportTo(path: string): Promise<void> {
    const presets = this.#list.map(withoutPasswords);
    await writeFile(path, `${JSON.stringify(fileOf(presets), null, 2)}\n`);
  }

  /**
   * Adds the presets of a file; those whose name is taken get a number. Identical ones are added
   * once.
   * @returns the number of presets in the file
   * @throws AppError `source-unreadable` if the file cannot be read or has no presets;
   * `write-failed`
   */
  async importFrom(path: string): Promise<number> {
    const imported = await readPresets(path);
    await this.#update(() => {
      const all = [...this.#list];
      for (const preset of imported) {
        const isKnown = all.some((known) => JSON.stringify(known) === JSON.stringify(preset));
        if (!isKnown) all.push({ ...preset, name: freeName(preset.name, all) });
      }
      return all;
    });
    return imported.length;
  }

  #without(name: string): readonly Preset[] {
    return this.#list.filter((preset) => !isSameName(preset.name, name));
  }

  async #update(change: () => readonly Preset[]): Promise<void> {
    let list = this.#list;
    await this.#file.update(
      () => {
        list = change().toSorted((a, b) => a.name.localeCompare(b.name));
        return fileOf(list);
      },
      () => (this.#list = list),
    );
  }
}

async function readPresets(path: string): Promise<readonly Preset[]> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new AppError('source-unreadable', readFailure(path, error));
  });
  const json = jsonOrUndefined(text);
  const parsed = presetFileSchema.safeParse(json);
  if (parsed.success) return parsed.data.presets;
  const isExport = presetFileSchema.pick({ format: true }).safeParse(json).success;
  const key = isExport ? 'settingsFiles.presetsInvalid' : 'settingsFiles.notPresets';
  throw new AppError('source-unreadable', message(key, { path: quotePath(path) }));
}

/** The passwords that a preset refers to are stored on this machine only. */
function withoutPasswords({ name, settings }: Preset): Preset {
  return { name, settings: { ...settings, protection: null } };
}

function fileOf(presets: readonly Preset[]): PresetFile {
  return { format: 'platen-presets', version: 1, presets: [...presets] };
}

function freeName(wanted: string, presets: readonly Preset[]): string {
  let name = wanted;
  for (let number = 2; presets.some((preset) => isSameName(preset.name, name)); number += 1) {
    name = `${wanted} ${number}`;
  }
  return name;
}

function isSameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
