import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, errorText } from '../../../shared/errors.js';
import { modesOf } from '../../files/private-files.js';
import { isRunning, isTemporaryFile, machineMark } from '../../files/temporary-file.js';
import { writePrivateFile } from '../../files/write-file.js';
import type { ServiceLog } from '../monitoring.js';
import { PeriodicTask } from '../schedules.js';
import type { ServiceStore } from '../store/service-store.js';

/**
 * Minimum age of a file, in milliseconds, that is deleted if no store knows it. A file is written
 * just before its task is settled, which takes a minute or two at most; the rest allows for
 * differing clocks of servers and disks.
 */
const unknownFileMs = 10 * 60 * 1000;

/** How many tokens one query of the store may have. */
const tokensPerQuery = 100;

const resultName = /^[A-Za-z0-9_-]{43}\.pdf$/;

/** Creates an unguessable name of 32 random bytes. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The folder of the service's own storage. Several servers may share it. */
export class ResultsFolder {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  pathOf(token: string): string {
    return join(this.#folder, nameOf(token));
  }

  /** @throws AppError `write-failed`; no file is left then */
  async write(token: string, parts: readonly Buffer[]): Promise<void> {
    await writePrivateFile(this.pathOf(token), parts);
  }

  async remove(token: string): Promise<void> {
    await rm(this.pathOf(token), { force: true });
  }

  /** Deletes expired PDFs. @returns how many */
  async removeExpired(store: Pick<ServiceStore, 'removeExpired'>, now: number): Promise<number> {
    const expired = await store.removeExpired(now);
    for (const token of expired) await this.remove(token);
    return expired.length;
  }

  /**
   * Deletes files that the store does not know: written just before a kill, or incomplete. They are
   * deleted after minutes, whatever the retention of PDFs: no client has their URL, and some
   * requests had compliance flags.
   * @returns how many
   */
  async removeUnknown(store: Pick<ServiceStore, 'unknownTokens'>, now: number): Promise<number> {
    const old = await this.#namesOlderThan(now - unknownFileMs);
    const unknown = old.filter(isTemporaryFile);
    const tokens = old.filter((name) => resultName.test(name)).map(tokenIn);
    for (let from = 0; from < tokens.length; from += tokensPerQuery) {
      const batch = await store.unknownTokens(tokens.slice(from, from + tokensPerQuery));
      unknown.push(...batch.map(nameOf));
    }
    for (const name of unknown) await rm(join(this.#folder, name), { force: true });
    return unknown.length;
  }

  async #namesOlderThan(time: number): Promise<readonly string[]> {
    const names = await readdir(this.#folder).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return [];
      throw error;
    });
    const old: string[] = [];
    for (const name of names) {
      // Another server may have deleted it.
      const file = await stat(join(this.#folder, name)).catch(() => null);
      if (file !== null && file.mtimeMs < time) old.push(name);
    }
    return old;
  }
}

function nameOf(token: string): string {
  return `${token}.pdf`;
}

function tokenIn(name: string): string {
  return name.slice(0, -'.pdf'.length);
}

const expiredIntervalMs = 60_000;
const unknownIntervalMs = 10 * 60_000;

/** Deletes expired PDFs and unknown files at intervals. Errors are logged. */
export class ResultsCleanup {
  readonly #results: ResultsFolder;
  readonly #store: Pick<ServiceStore, 'removeExpired' | 'unknownTokens'>;
  readonly #log: Pick<ServiceLog, 'info' | 'error'>;
  #periodic: readonly PeriodicTask[] = [];

  constructor(
    results: ResultsFolder,
    store: Pick<ServiceStore, 'removeExpired' | 'unknownTokens'>,
    log: Pick<ServiceLog, 'info' | 'error'>,
  ) {
    this.#results = results;
    this.#store = store;
    this.#log = log;
  }

  /** Cleans up now and at intervals. */
  start(): void {
    this.#periodic = [
      this.#every(expiredIntervalMs, () => this.#results.removeExpired(this.#store, Date.now())),
      this.#every(unknownIntervalMs, () => this.#results.removeUnknown(this.#store, Date.now())),
    ];
    for (const task of this.#periodic) task.runNow();
  }

  /** Resolves when nothing is being deleted. */
  async stop(): Promise<void> {
    await Promise.all(this.#periodic.map((task) => task.stop()));
  }

  #every(intervalMs: number, remove: () => Promise<number>): PeriodicTask {
    const run = async () => {
      const removed = await remove();
      if (removed > 0) this.#log.info({ removed }, 'expired');
    };
    return new PeriodicTask(intervalMs, run, (error) =>
      this.#log.error({ fault: errorText(error) }, 'sweep'),
    );
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
