import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { shell } from 'electron';
import { z } from 'zod';
import type { BridgeChannel } from '../../shared/bridge.js';
import { AppError, errorText } from '../../shared/messages/errors.js';
import { type HistoryRow, historyIdSchema } from '../../shared/history.js';
import { type JobOptions, jobOptionsSchema } from '../../shared/jobs.js';
import { type Message, message } from '../../shared/messages/message.js';
import { type Protection, type Security, unprotected } from '../../shared/request/protection.js';
import type { ConversionRequest } from '../../shared/request/request.js';
import type { ConversionSource, SingleSource } from '../../shared/request/source.js';
import type { Settings } from '../../shared/settings.js';
import { type Job, jobSourceSchema } from '../jobs/job.js';
import { nameAndPlace } from '../jobs/job-row.js';
import { isPrivate } from '../jobs/private-jobs.js';
import { StoredHtml } from '../jobs/stored-html.js';
import { JsonFile } from '../settings/json-file.js';
import type { BridgeHandlers } from './bridge-handlers.js';
import { openFile } from './saved-files.js';

const entrySchema = z.object({
  id: historyIdSchema,
  at: z.number(),
  source: jobSourceSchema,
  options: jobOptionsSchema,
  path: z.string().optional(),
  pages: z.number().int().optional(),
  size: z.number().optional(),
  /** How many PDFs it was divided into; `path` is then that of the first. */
  parts: z.number().int().optional(),
});
type Entry = Readonly<z.infer<typeof entrySchema>>;

const fileSchema = z.object({ entries: z.array(entrySchema) });

interface SavedVersion {
  readonly path: string;
  /** In milliseconds since the epoch. */
  readonly at: number;
  /** The passwords that it has. */
  readonly protection: Protection | undefined;
}

/** What was converted, for a new entry. */
interface Conversion {
  readonly source: ConversionSource;
  readonly options: JobOptions;
  readonly path?: string | undefined;
  readonly pages?: number | undefined;
  readonly size?: number | undefined;
  readonly parts?: number | undefined;
}

/** How long changes are collected before they are written, in milliseconds. */
const writeDelayMs = 500;

/** The number of previews whose request is known, in case they are saved. */
const maxPreviews = 16;

interface HistoryParts {
  /** The folder of the history, which only this process uses. */
  readonly folder: string;
  readonly settings: () => Pick<Settings, 'historyLimit'>;
  /** Called after changes, a few times a second at most. */
  readonly onChange: () => void;
  readonly log: (line: string) => void;
}

/**
 * What was converted, when, and with which options. Documents with a compliance flag are never
 * recorded, nor are passwords in URLs and webhooks. HTML is kept until its entry is removed.
 */
export class History {
  readonly #parts: HistoryParts;
  readonly #file: JsonFile<typeof fileSchema>;
  readonly #html: StoredHtml;
  readonly #previews = new Map<string, Conversion>();
  /** The newest is the first. */
  #entries: readonly Entry[] = [];
  #timer: NodeJS.Timeout | null = null;
  #pending: Promise<void> = Promise.resolve();

  constructor(parts: HistoryParts) {
    this.#parts = parts;
    this.#file = new JsonFile(join(parts.folder, 'history.json'), fileSchema);
    this.#html = new StoredHtml(join(parts.folder, 'html'));
  }

  /** @returns a message if the file was damaged */
  async open(): Promise<Message | null> {
    const { content, damage } = await this.#file.read();
    this.#entries = content?.entries ?? [];
    await this.#html.removeUnused(() => this.#sources());
    return damage && message('history.damaged', { path: damage.path, aside: damage.aside });
  }

  /** Each entry says whether its PDF still exists. */
  async list(): Promise<HistoryRow[]> {
    return Promise.all(this.#entries.map(historyRow));
  }

  /** Records a job that has ended, if it has a PDF. */
  recordJob({ options, state }: Readonly<Job>, source: () => Promise<ConversionSource>): void {
    if (state.status !== 'completed' || state.pdf === null || !this.#records(options)) return;
    const { pages, size } = state.pdf;
    const path = state.path ?? undefined;
    const parts = state.split?.parts.length;
    const pdf = { path, pages, size, parts };
    this.#queue(async () => this.#add({ source: await source(), options, ...pdf }));
  }

  /** Remembers the request of a preview, which is recorded once it is saved. */
  rememberPreview(
    artifact: { readonly id: string; readonly pages: number; readonly size: number },
    { source, ...request }: ConversionRequest,
    renderOn: string | null,
  ): void {
    const { id, pages, size } = artifact;
    const options = jobOptionsSchema.parse({ request, output: {}, renderOn });
    this.#previews.set(id, { source, options, pages, size });
    for (const oldest of [...this.#previews.keys()].slice(0, -maxPreviews))
      this.#previews.delete(oldest);
  }

  /** Records a preview that was saved. @param security how the file is protected */
  recordSaved(artifactId: string, path: string, security: Security): void {
    const preview = this.#previews.get(artifactId);
    if (!preview || !this.#records(preview.options)) return;
    const { options } = preview;
    const request = { ...options.request, ...unprotected, ...security };
    this.#queue(async () => this.#add({ ...preview, options: { ...options, request }, path }));
  }

  /** The ids of the stored passwords that entries refer to. */
  get protections(): readonly string[] {
    return this.#entries.flatMap(({ options }) => options.request.protection?.id ?? []);
  }

  /**
   * The newest PDF that was saved from the file or URL of a preview and still exists; null if there
   * is none, and for pasted HTML, which is another document each time.
   */
  async savedVersion(artifactId: string): Promise<SavedVersion | null> {
    const source = this.#previews.get(artifactId)?.source;
    const key = source && sourceKey(withoutPassword(source));
    if (key === undefined) return null;
    for (const { at, path, parts, source: saved, options } of this.#entries) {
      // A part is not to be compared with the whole document.
      if (path === undefined || parts !== undefined || sourceKey(saved) !== key) continue;
      if (await exists(path)) return { path, at, protection: options.request.protection };
    }
    return null;
  }

  /** Removes entries; PDFs stay. */
  remove(ids: readonly string[] | 'all'): void {
    const removed = new Set(ids === 'all' ? this.#entries.map(({ id }) => id) : ids);
    this.#entries = this.#entries.filter(({ id }) => !removed.has(id));
    this.#changed();
  }

  /** @throws AppError `refused` if it was removed; `source-unreadable` if its HTML is gone */
  async sourceOf(id: string): Promise<{ source: ConversionSource; options: JobOptions }> {
    const { source, options } = this.#get(id);
    return { source: await this.#html.read(source), options };
  }

  /** @throws AppError `refused` if the entry was removed or has no file */
  pathOf(id: string): string {
    const { path } = this.#get(id);
    if (path !== undefined) return path;
    throw new AppError('refused', message('desktop.jobNotSaved'));
  }

  /** Resolves when everything is on the disk. */
  async close(): Promise<void> {
    await this.#pending;
    if (this.#timer) this.#write();
    await this.#file.settled();
  }

  #records(options: JobOptions): boolean {
    return this.#parts.settings().historyLimit > 0 && !isPrivate(options);
  }

  #get(id: string): Entry {
    const entry = this.#entries.find((each) => each.id === id);
    if (entry) return entry;
    throw new AppError('refused', message('history.removed'));
  }

  /** Entries are added one after another, because their HTML is written first. */
  #queue(work: () => Promise<void>): void {
    this.#pending = this.#pending
      .then(work)
      .catch((error: unknown) => this.#parts.log(`History: ${errorText(error)}`));
  }

  async #add({ source, options, ...pdf }: Conversion): Promise<void> {
    const stored = await this.#html.store(withoutPassword(source));
    const request = { ...options.request, webhook: undefined };
    const entry = {
      id: randomUUID(),
      at: Date.now(),
      source: stored,
      options: { ...options, request },
      ...pdf,
    };
    const { historyLimit } = this.#parts.settings();
    // A PDF that was replaced has one entry.
    const others = this.#entries.filter(({ path }) => path === undefined || path !== pdf.path);
    this.#entries = [entry, ...others].slice(0, historyLimit);
    this.#html.commit([stored]);
    this.#changed();
  }

  #changed(): void {
    this.#timer ??= setTimeout(() => this.#write(), writeDelayMs);
  }

  #write(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#parts.onChange();
    this.#file
      .update(() => ({ entries: [...this.#entries] }))
      .then(async () => this.#html.removeUnused(() => this.#sources()))
      .catch((error: unknown) => this.#parts.log(`History: ${errorText(error)}`));
  }

  #sources(): readonly Entry['source'][] {
    return this.#entries.map(({ source }) => source);
  }
}

async function historyRow({
  id,
  at,
  source,
  options,
  path,
  pages,
  size,
  parts,
}: Entry): Promise<HistoryRow> {
  return {
    id,
    at,
    ...nameAndPlace(source),
    isMissing: path !== undefined && !(await exists(path)),
    options,
    ...(path !== undefined && { path }),
    ...(pages !== undefined && { pages }),
    ...(size !== undefined && { size }),
    ...(parts !== undefined && { parts }),
  };
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isFile(),
    () => false,
  );
}

/** The same for all conversions of a file or URL; undefined for other sources. */
function sourceKey(source: Entry['source']): string | undefined {
  if (source.kind === 'file') return `file:${source.path}`;
  return source.kind === 'url' ? `url:${source.url}` : undefined;
}

/** Without the user and password that a URL may contain. */
export function withoutPassword(source: ConversionSource): ConversionSource {
  if (source.kind === 'merged') return { ...source, parts: source.parts.map(partWithoutPassword) };
  return partWithoutPassword(source);
}

function partWithoutPassword(source: SingleSource): SingleSource {
  if (source.kind !== 'url' || !URL.canParse(source.url)) return source;
  const url = new URL(source.url);
  if (url.username === '' && url.password === '') return source;
  url.username = '';
  url.password = '';
  return { ...source, url: url.href };
}

/** The calls that convert and save previews. */
type PreviewHandlers = Pick<
  BridgeHandlers,
  'conversion:start' | 'delivery:save' | 'delivery:save-as' | 'delivery:save-again'
>;

/** The handlers also record what is saved. */
export function recordPreviews(history: History, handlers: PreviewHandlers): PreviewHandlers {
  return {
    'conversion:start': async (input) => {
      const result = await handlers['conversion:start'](input);
      const { request, renderOn } = input;
      if (result.artifact) history.rememberPreview(result.artifact, request, renderOn);
      return result;
    },
    'delivery:save': async (input) => {
      const result = await handlers['delivery:save'](input);
      if (result.status === 'saved')
        history.recordSaved(input.artifactId, result.path, input.security);
      return result;
    },
    'delivery:save-as': async (input) => {
      const saved = await handlers['delivery:save-as'](input);
      if (saved) history.recordSaved(input.artifactId, saved.path, input.security);
      return saved;
    },
    'delivery:save-again': async (input) => {
      const saved = await handlers['delivery:save-again'](input);
      history.recordSaved(input.artifactId, saved.path, input.security);
      return saved;
    },
  };
}

export function historyHandlers(
  history: History,
): Pick<BridgeHandlers, Extract<BridgeChannel, `history:${string}`>> {
  return {
    'history:list': async () => history.list(),
    'history:remove': ({ ids }) => history.remove(ids),
    'history:source': async ({ id }) => history.sourceOf(id),
    'history:open': async ({ id }) => openFile(history.pathOf(id)),
    'history:show-in-folder': ({ id }) => shell.showItemInFolder(history.pathOf(id)),
  };
}
