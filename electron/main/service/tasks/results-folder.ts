import { access, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { codeOf } from '../../../shared/messages/errors.js';
import { modesOf } from '../../files/private-files.js';
import { isRunning, isTemporaryFile, machineMark } from '../../files/temporary-file.js';
import { writePrivateFile } from '../../files/write-file.js';
import {
  type ByteRange,
  type ResultsStorage,
  type UnknownTokens,
  nameOf,
  tokenIn,
  unknownAmong,
  unknownFileMs,
} from '../store/results.js';

/** A folder of PDFs, on a local disk or one that all servers mount. */
export class ResultsFolder implements ResultsStorage {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  pathOf(token: string): string {
    return join(this.folder, nameOf(token));
  }

  /** @throws AppError `write-failed`; no file is left then */
  async write(token: string, parts: readonly Buffer[]): Promise<void> {
    await writePrivateFile(this.pathOf(token), parts);
  }

  async has(token: string): Promise<boolean> {
    return access(this.pathOf(token)).then(
      () => true,
      () => false,
    );
  }

  async read(token: string, { first, last }: ByteRange): Promise<Readable | null> {
    const file = await open(this.pathOf(token), 'r').catch(() => null);
    if (file === null) return null;
    const { size } = await file.stat();
    // A response that promises more than there is never ends.
    if (last < size) return file.createReadStream({ start: first, end: last });
    await file.close();
    return null;
  }

  async remove(token: string): Promise<void> {
    await rm(this.pathOf(token), { force: true });
  }

  async removeUnknown(store: UnknownTokens, now: number): Promise<number> {
    const old = await this.#namesOlderThan(now - unknownFileMs);
    const unknown = await unknownAmong(
      old.flatMap((name) => tokenIn(name) ?? []),
      store,
    );
    const names = [...old.filter(isTemporaryFile), ...unknown.map(nameOf)];
    for (const name of names) await rm(join(this.folder, name), { force: true });
    return names.length;
  }

  async #namesOlderThan(time: number): Promise<readonly string[]> {
    const names = await readdir(this.folder).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return [];
      throw error;
    });
    const old: string[] = [];
    for (const name of names) {
      // Another server may have deleted it.
      const file = await stat(join(this.folder, name)).catch(() => null);
      if (file !== null && file.mtimeMs < time) old.push(name);
    }
    return old;
  }
}

/** Other machines and containers may share the parent folder and have the same process IDs. */
const runPrefix = `run-${machineMark()}-`;

/** A results folder of one run, whose PDFs are lost with the run. */
export class RunResults {
  /** Full path. */
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** Creates one inside a folder, and deletes those of killed runs of this machine. */
  static async create(parent: string): Promise<RunResults> {
    const folder = join(parent, `${runPrefix}${process.pid}`);
    const { folder: mode } = modesOf('private');
    await mkdir(parent, { recursive: true, mode });
    const leftovers = (await readdir(parent)).filter(isLeftover);
    await Promise.all(leftovers.map(async (name) => removeFolder(join(parent, name))));
    await mkdir(folder, { recursive: true, mode });
    return new RunResults(folder);
  }

  async remove(): Promise<void> {
    await removeFolder(this.folder);
  }
}

async function removeFolder(folder: string): Promise<void> {
  // On Windows, a file that is being read or scanned for viruses cannot be deleted for a moment.
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Returns whether a folder's run has ended; earlier runs of this process have. */
function isLeftover(name: string): boolean {
  if (!name.startsWith(runPrefix)) return false;
  const pid = Number(name.slice(runPrefix.length));
  return Number.isInteger(pid) && (pid === process.pid || !isRunning(pid));
}
