import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Draft } from '../../shared/draft.js';
import { errorText } from '../../shared/messages/errors.js';
import { hasComplianceFlag } from '../../shared/request/fields.js';
import type { ConversionRequest } from '../../shared/request/request.js';
import { sourceFromInput } from '../../shared/request/source.js';
import type { Settings } from '../../shared/settings.js';
import {
  type RecentSource,
  type SourceList,
  recentSourceSchema,
} from '../../shared/source-list.js';
import { listSources } from '../engine/sources/source-files.js';
import { isPrivate } from '../jobs/private-jobs.js';
import { JsonFile } from '../settings/json-file.js';
import { withoutPassword } from './history.js';

const fileSchema = z.object({ sources: z.array(recentSourceSchema) });

/** How many sources are remembered. */
const maxSources = 8;

/** How many of the files that are loaded together are remembered, so that earlier ones stay. */
const maxTogether = 3;

interface RecentParts {
  /** The user data folder. */
  readonly folder: string;
  readonly state: {
    readonly settings: Pick<Settings, 'historyLimit'>;
    readonly draft: Pick<Draft, 'gdpr' | 'hipaa' | 'files' | 'url'> | null;
  };
  /** Adds a file to the recent documents of the operating system. */
  readonly addToSystem: (path: string) => void;
  readonly log: (line: string) => void;
}

/**
 * The files, folders and URLs that were loaded last, converted or not. As in the history, documents
 * with a compliance flag are never recorded, nor is anything while the history is off.
 */
export class RecentSources {
  readonly #parts: RecentParts;
  readonly #file: JsonFile<typeof fileSchema>;
  /** The newest is the first. */
  #sources: readonly RecentSource[] = [];

  constructor(parts: RecentParts) {
    this.#parts = parts;
    this.#file = new JsonFile(join(parts.folder, 'recent.json'), fileSchema);
  }

  /** A damaged file is set aside. */
  async open(): Promise<void> {
    const { content, damage } = await this.#file.read();
    this.#sources = content?.sources ?? [];
    if (damage !== null) this.#parts.log(`Recent sources were damaged: ${damage.aside}`);
  }

  /** Checks files and searches folders, as `listSources` does, and records what it finds. */
  async load(paths: readonly string[], onFound: (count: number) => void): Promise<SourceList> {
    const list = await listSources(paths, onFound);
    if (!this.#isPrivate()) this.#addFiles(list);
    return list;
  }

  /** Records a URL whose page was converted for the preview. */
  addPreviewed(request: ConversionRequest): void {
    const source = withoutPassword(request.source);
    if (source.kind !== 'url' || this.#isPrivate() || isPrivate({ request })) return;
    this.#add([{ kind: 'url', location: source.url, at: Date.now() }]);
  }

  /** Removes the sources of the form once it has a compliance flag. */
  forgetPrivate(): void {
    const { draft } = this.#parts.state;
    if (draft === null || !this.#isPrivate() || this.#sources.length === 0) return;
    const urls = draft.url.split('\n').flatMap((line) => {
      const parsed = sourceFromInput(line);
      const source = parsed.ok ? withoutPassword(parsed.value) : null;
      return source?.kind === 'url' ? [source.url] : [];
    });
    const paths = draft.files.flatMap(({ path, folder }) => [path, folder]);
    const hidden = new Set<string | undefined>([...paths, ...urls]);
    const kept = this.#sources.filter(({ location }) => !hidden.has(location));
    if (kept.length < this.#sources.length) this.set(kept);
  }

  /** Those that still exist. */
  async list(): Promise<RecentSource[]> {
    const exist = await Promise.all(this.#sources.map(exists));
    return this.#sources.filter((_source, index) => exist[index] === true);
  }

  set(sources: readonly RecentSource[]): void {
    this.#sources = sources.slice(0, maxSources);
    this.#file.write({ sources: [...this.#sources] }).catch((error: unknown) => {
      this.#parts.log(`Recent sources: ${errorText(error)}`);
    });
  }

  /** Resolves when everything is on the disk. */
  async settled(): Promise<void> {
    await this.#file.settled();
  }

  #isPrivate(): boolean {
    const { draft } = this.#parts.state;
    return draft !== null && hasComplianceFlag(draft);
  }

  #addFiles({ files }: SourceList): void {
    const at = Date.now();
    const single = files.filter(({ folder }) => folder === undefined);
    const folders = new Map<string, number>();
    for (const { folder } of files)
      if (folder !== undefined) folders.set(folder, (folders.get(folder) ?? 0) + 1);
    const loaded: RecentSource[] = [
      ...[...folders].map(([location, count]) => ({
        kind: 'folder' as const,
        location,
        count,
        at,
      })),
      ...single.map(({ path }) => ({ kind: 'file' as const, location: path, at })),
    ].slice(0, maxTogether);
    for (const { kind, location } of loaded) if (kind === 'file') this.#parts.addToSystem(location);
    this.#add(loaded);
  }

  #add(loaded: readonly RecentSource[]): void {
    if (loaded.length === 0 || this.#parts.state.settings.historyLimit === 0) return;
    const locations = new Set(loaded.map(({ location }) => location));
    const others = this.#sources.filter(({ location }) => !locations.has(location));
    this.set([...loaded, ...others]);
  }
}

async function exists({ kind, location }: RecentSource): Promise<boolean> {
  if (kind === 'url') return true;
  return stat(location).then(
    (found) => (kind === 'folder' ? found.isDirectory() : found.isFile()),
    () => false,
  );
}
