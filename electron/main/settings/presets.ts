import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../shared/errors.js';
import { type Preset, type PresetFile, presetFileSchema } from '../../shared/presets.js';
import { writeFile } from '../files/write-file.js';
import { JsonFile, jsonOrUndefined } from './json-file.js';

/** The person's presets, kept in one file and sorted by name; no two have the same name. */
export class Presets {
  readonly #file: JsonFile<typeof presetFileSchema>;
  #list: readonly Preset[] = [];

  constructor(folder: string) {
    this.#file = new JsonFile(join(folder, 'presets.json'), presetFileSchema);
  }

  /** Reads what there is. Gives a sentence if the file was damaged and set aside, else null. */
  async open(): Promise<string | null> {
    const { content, setAside } = await this.#file.read();
    this.#list = content?.presets ?? [];
    if (setAside === null) return null;
    return `${this.#file.path} was damaged. It was set aside as ${setAside}, and there are no presets now.`;
  }

  get list(): readonly Preset[] {
    return this.#list;
  }

  /** Whether something is still on its way to the disk. */
  get isWriting(): boolean {
    return this.#file.isWriting;
  }

  /** Resolves when everything that was to be kept has been written, or could not be. */
  async settled(): Promise<void> {
    await this.#file.settled();
  }

  /** Keeps a preset in the place of one of its name; rejects with `write-failed` where it cannot be kept. */
  async save(preset: Preset): Promise<void> {
    await this.#keep([...this.#without(preset.name), preset]);
  }

  async remove(name: string): Promise<void> {
    await this.#keep(this.#without(name));
  }

  /** Writes all presets to a file of the person's. @throws AppError `write-failed` */
  async exportTo(path: string): Promise<void> {
    await writeFile(path, `${JSON.stringify(fileOf(this.#list), null, 2)}\n`);
  }

  /**
   * Takes over the presets of a file; one whose name is taken gets a number. Gives how many there were.
   * @throws AppError `source-unreadable` if the file cannot be read or holds no presets
   */
  async importFrom(path: string): Promise<number> {
    const presets = await readPresets(path);
    const all = [...this.#list];
    for (const preset of presets) {
      const isKnown = all.some((known) => JSON.stringify(known) === JSON.stringify(preset));
      if (!isKnown) all.push({ ...preset, name: freeName(preset.name, all) });
    }
    await this.#keep(all);
    return presets.length;
  }

  #without(name: string): readonly Preset[] {
    return this.#list.filter((preset) => !isSameName(preset.name, name));
  }

  async #keep(presets: readonly Preset[]): Promise<void> {
    this.#list = presets.toSorted((a, b) => a.name.localeCompare(b.name));
    await this.#file.write(fileOf(this.#list));
  }
}

async function readPresets(path: string): Promise<readonly Preset[]> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new AppError('source-unreadable', `${path} could not be read: ${reason}.`);
  });
  const parsed = presetFileSchema.safeParse(jsonOrUndefined(text));
  if (parsed.success) return parsed.data.presets;
  const [issue] = parsed.error.issues;
  const where =
    issue === undefined || issue.path.length === 0 ? '' : ` (at ${issue.path.join('.')})`;
  throw new AppError(
    'source-unreadable',
    `${path} holds no presets of Platen${where}; choose a file that was exported from here.`,
  );
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

/** A person takes `Invoice` and `invoice` for the same. */
function isSameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
