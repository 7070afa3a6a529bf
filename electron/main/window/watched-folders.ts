import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { z } from 'zod';
import { AppError, errorText } from '../../shared/messages/errors.js';
import type { JobOptions } from '../../shared/jobs.js';
import { type Message, message } from '../../shared/messages/message.js';
import { hasComplianceFlag } from '../../shared/request/fields.js';
import { quotePath } from '../../shared/request/text.js';
import { type WatchRow, watchSchema } from '../../shared/watch.js';
import { FolderWatch, stateOf } from '../engine/sources/folder-watch.js';
import { isFolder, listSources } from '../engine/sources/source-files.js';
import type { JobQueue } from '../jobs/job-queue.js';
import { JsonFile } from '../settings/json-file.js';
import { Mutex } from '../util/async.js';

/** The state of a file when it was last added to the queue: its time and size. */
const seenSchema = z.record(z.string(), z.string());

const fileSchema = z.object({
  watches: z.array(watchSchema.extend({ seen: seenSchema })),
});

type StoredWatch = z.infer<typeof fileSchema>['watches'][number];

interface WatchedParts {
  readonly userData: string;
  readonly queue: Pick<JobQueue, 'add'>;
  readonly log: (line: string) => void;
  /** How long a file must stay the same; absent: the default of {@link FolderWatch}. */
  readonly writtenAfterMs?: number;
  /** How long a file that is held open must; absent: the same default. */
  readonly heldOpenMs?: number;
}

/**
 * The folders whose new and changed documents are converted. What was added to the queue is
 * remembered, so that after a restart exactly the files are converted that are new or changed since
 * then. A crash between the two converts a file twice rather than never.
 */
export class WatchedFolders {
  readonly #parts: WatchedParts;
  readonly #file: JsonFile<typeof fileSchema>;
  readonly #running = new Map<string, FolderWatch>();
  #watches: readonly StoredWatch[] = [];
  readonly #adding = new Mutex();

  constructor(parts: WatchedParts) {
    this.#parts = parts;
    this.#file = new JsonFile(join(parts.userData, 'watched-folders.json'), fileSchema);
  }

  /** A damaged file is set aside. */
  async open(): Promise<void> {
    const { content, damage } = await this.#file.read();
    this.#watches = await Promise.all((content?.watches ?? []).map(withoutDeleted));
    if (damage !== null) this.#parts.log(`Watched folders were damaged: ${damage.aside}`);
  }

  /** The ids of the stored passwords that the folders refer to. */
  get protections(): readonly string[] {
    return this.#watches.flatMap(({ options }) => options.request.protection?.id ?? []);
  }

  /** Starts to watch, once the queue takes jobs. */
  start(): void {
    for (const { id } of this.#watches) this.#watch(id);
  }

  /** With the reason for each that cannot be watched now. */
  async list(): Promise<WatchRow[]> {
    return Promise.all(
      this.#watches.map(async ({ id, folder, options }) => ({
        id,
        folder,
        options,
        ...(!(await isFolder(folder)) && {
          error: message('watch.folderMissing', { folder: quotePath(folder) }),
        }),
      })),
    );
  }

  /**
   * Watches a folder from now on. Its present files are not converted.
   * @throws AppError `refused` for a folder that is watched already or not there, and for options
   * with a compliance flag, because the names of the files are kept
   */
  async add(folder: string, options: JobOptions): Promise<void> {
    const { compliance } = options.request;
    if (compliance && hasComplianceFlag(compliance)) refuse(message('watch.private'));
    if (this.#watches.some((each) => each.folder === folder))
      refuse(message('watch.watchedAlready', { folder: quotePath(folder) }));
    if (!isAbsolute(folder) || !(await isFolder(folder)))
      refuse(message('watch.folderMissing', { folder: quotePath(folder) }));
    const { files } = await listSources([folder], () => undefined);
    const states = await Promise.all(
      files.map(async ({ path }) => [path, stateOf(await stat(path))] as const),
    );
    const id = randomUUID();
    const seen = Object.fromEntries(states);
    await this.#set([...this.#watches, { id, folder, options, seen }]);
    this.#watch(id);
  }

  /** Stops watching a folder. Jobs that were added stay. */
  async remove(id: string): Promise<void> {
    await this.#set(this.#watches.filter((each) => each.id !== id));
    await this.#stop(id);
  }

  /** Stops; resolves when everything is on the disk. */
  async close(): Promise<void> {
    await Promise.all([...this.#running.keys()].map(async (id) => this.#stop(id)));
    await this.#adding.idle();
    await this.#file.settled();
  }

  #watch(id: string): void {
    const watched = this.#watches.find((each) => each.id === id);
    if (watched === undefined) return;
    const { folder } = watched;
    const { log, writtenAfterMs, heldOpenMs } = this.#parts;
    const watch = new FolderWatch({
      folder,
      isKnown: (path, state) => this.#watches.find((each) => each.id === id)?.seen[path] === state,
      onFiles: (files) => {
        void this.#adding.run(async () => this.#convert(id, files));
      },
      onError: (error) => log(`Watched folder: ${errorText(error)}`),
      ...(writtenAfterMs !== undefined && { writtenAfterMs }),
      ...(heldOpenMs !== undefined && { heldOpenMs }),
    });
    this.#running.set(id, watch);
  }

  /** Never rejects: what cannot be added is reported, and tried again at the next start. */
  async #convert(id: string, arrived: ReadonlyMap<string, string>): Promise<void> {
    const watched = this.#watches.find((each) => each.id === id);
    if (watched === undefined) return;
    const { folder, options, seen: before } = watched;
    const fresh = [...arrived].filter(([path, state]) => before[path] !== state);
    const sources = fresh.map(([path]) => ({ kind: 'file' as const, path, folder }));
    if (sources.length === 0) return;
    try {
      await this.#parts.queue.add(sources, options);
      const seen = { ...before, ...Object.fromEntries(fresh) };
      await this.#set(this.#watches.map((each) => (each.id === id ? { ...each, seen } : each)));
    } catch (error) {
      this.#parts.log(`Watched folder: ${errorText(error)}`);
    }
  }

  async #stop(id: string): Promise<void> {
    const running = this.#running.get(id);
    this.#running.delete(id);
    await running?.close();
  }

  async #set(watches: readonly StoredWatch[]): Promise<void> {
    this.#watches = watches;
    await this.#file.write({ watches: [...watches] });
  }
}

/** Forgets deleted files, unless the whole folder is missing, as on a drive that is not there. */
async function withoutDeleted(watched: StoredWatch): Promise<StoredWatch> {
  if (!(await isFolder(watched.folder))) return watched;
  const states = await Promise.all(
    Object.entries(watched.seen).map(async ([path, state]) => {
      const isThere = await stat(path).then(
        () => true,
        () => false,
      );
      return isThere ? [[path, state] as const] : [];
    }),
  );
  return { ...watched, seen: Object.fromEntries(states.flat()) };
}

function refuse(reason: Message): never {
  throw new AppError('refused', reason);
}
