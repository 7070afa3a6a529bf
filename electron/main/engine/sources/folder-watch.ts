import type { Stats } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { type FSWatcher, watch as watchFiles } from 'chokidar';
import { OpenFiles } from './open-files.js';
import { isSkippedName, isSvgFont } from './source-files.js';
import { isFoundInFolders } from './source-kinds.js';

/** How long a file must stay the same before it counts as written, in milliseconds. */
const defaultWrittenAfterMs = 2000;

/**
 * How long a file that a program holds open may stay the same before it counts as written, in
 * milliseconds: some programs hold a document open as long as they show it.
 */
const defaultHeldOpenMs = 60_000;

/** How long after the last new folder all new folders are read again, in milliseconds. */
const readAgainMs = 1000;

/** How long files are collected before they are reported together, in milliseconds. */
const collectMs = 200;

interface FolderWatchOptions {
  readonly folder: string;
  /** The only file to watch; absent: all documents in the folder and below. */
  readonly file?: string;
  readonly isSelected?: (path: string) => boolean;
  /** Returns true if a file needs nothing in its present state (see {@link stateOf}). */
  readonly isKnown: (path: string, state: string) => boolean;
  /** Receives files that are completely written, with their states. */
  readonly onFiles: (files: ReadonlyMap<string, string>) => void;
  /** The folder was removed: nothing more is found, even if it comes back. */
  readonly onGone?: () => void;
  /** A part of the folder can't be watched. */
  readonly onError: (error: unknown) => void;
  /** {@link defaultWrittenAfterMs}, unless set. */
  readonly writtenAfterMs?: number;
  /** {@link defaultHeldOpenMs}, unless set. */
  readonly heldOpenMs?: number;
}

/** A file that may still be written. */
interface WatchedFile {
  readonly path: string;
  readonly state: string;
  /** Since when it has this state, in milliseconds since the epoch. */
  readonly since: number;
}

/**
 * Finds the documents that are in a folder, and those that appear or change there, when they are
 * completely written. Hidden folders and node_modules, links, and files that Platen does not
 * convert are left out.
 */
export class FolderWatch {
  readonly #options: FolderWatchOptions;
  readonly #watcher: FSWatcher;
  /** The timers of files that may still be written. */
  readonly #writing = new Map<string, NodeJS.Timeout>();
  readonly #openFiles = new OpenFiles();
  readonly #newFolders = new Set<string>();
  #readAgainTimer: NodeJS.Timeout | undefined;
  /** Written files that are reported next, with their states. */
  readonly #arrived = new Map<string, string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: FolderWatchOptions) {
    this.#options = options;
    const { folder, file } = options;
    this.#watcher = watchFiles(folder, {
      ignored: (path, stats) => this.#isIgnored(path, stats),
      followSymlinks: false,
      alwaysStat: true,
      // Editors replace files, so one file is watched through its folder.
      ...(file !== undefined && { depth: 0 }),
    });
    const follow = (path: string, stats: Stats | undefined) => {
      if (stats !== undefined) this.#follow(path, stateOf(stats));
    };
    this.#watcher.on('add', follow);
    this.#watcher.on('change', follow);
    this.#watcher.on('addDir', (path) => this.#readAgainLater(path));
    this.#watcher.on('unlinkDir', (path) => {
      if (path === folder) options.onGone?.();
    });
    this.#watcher.on('error', options.onError);
  }

  /** Stops. Files that are not reported yet are not reported. */
  async close(): Promise<void> {
    for (const timer of this.#writing.values()) clearTimeout(timer);
    this.#writing.clear();
    clearTimeout(this.#timer);
    clearTimeout(this.#readAgainTimer);
    await this.#watcher.close();
  }

  /** chokidar reads a folder before it watches it, and misses what appears in between. */
  #readAgainLater(folder: string): void {
    this.#newFolders.add(folder);
    clearTimeout(this.#readAgainTimer);
    this.#readAgainTimer = setTimeout(() => void this.#addMissed(), readAgainMs);
  }

  async #addMissed(): Promise<void> {
    const folders = [...this.#newFolders];
    this.#newFolders.clear();
    const entries = await Promise.all(
      // One that is gone has nothing to convert, and chokidar reports one that can't be read.
      folders.map(async (folder) => readdir(folder, { withFileTypes: true }).catch(() => [])),
    );
    if (this.#watcher.closed) return;
    const watched = this.#watcher.getWatched();
    const namesOf = new Map(folders.map((folder) => [folder, new Set(watched[folder])]));
    const missed = entries.flat().filter((entry) => {
      const isWatched = namesOf.get(entry.parentPath)?.has(entry.name) ?? false;
      return !isWatched && !this.#isIgnored(join(entry.parentPath, entry.name), entry);
    });
    this.#watcher.add(missed.map(({ parentPath, name }) => join(parentPath, name)));
  }

  #follow(path: string, state: string): void {
    clearTimeout(this.#writing.get(path));
    if (!this.#options.isKnown(path, state)) this.#checkLater({ path, state, since: Date.now() });
  }

  /**
   * Waits until a file has the same state for a while, and no program holds it open for writing.
   * chokidar's own `awaitWriteFinish` does not apply to files that are there when it starts.
   */
  #checkLater(file: WatchedFile): void {
    const { writtenAfterMs = defaultWrittenAfterMs } = this.#options;
    const timer: NodeJS.Timeout = setTimeout(
      () => void this.#check(file, () => this.#writing.get(file.path) === timer),
      writtenAfterMs,
    );
    this.#writing.set(file.path, timer);
  }

  /** @param isLatest returns false when the file has changed again, or after the end */
  async #check(file: WatchedFile, isLatest: () => boolean): Promise<void> {
    const { path, state } = file;
    const now = await stat(path).catch(() => null);
    const isHeld = now !== null && stateOf(now) === state && (await this.#isHeldOpen(file));
    if (!isLatest()) return;
    this.#writing.delete(path);
    if (now === null) return;
    if (stateOf(now) !== state) this.#follow(path, stateOf(now));
    else if (isHeld) this.#checkLater(file);
    else if (this.#options.file !== undefined || !(await isSvgFont(path)))
      this.#collect(path, state);
  }

  async #isHeldOpen({ path, since }: WatchedFile): Promise<boolean> {
    const { heldOpenMs = defaultHeldOpenMs } = this.#options;
    return Date.now() - since < heldOpenMs && (await this.#openFiles.isBeingWritten(path));
  }

  #collect(path: string, state: string): void {
    this.#arrived.set(path, state);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const arrived = new Map(this.#arrived);
      this.#arrived.clear();
      this.#options.onFiles(arrived);
    }, collectMs);
  }

  #isIgnored(path: string, stats: Pick<Stats, 'isDirectory' | 'isFile'> | undefined): boolean {
    const { folder, file, isSelected } = this.#options;
    if (path === folder) return false;
    if (file !== undefined) return path !== file;
    if (relative(folder, path).split(sep).some(isSkippedName)) return true;
    if (stats === undefined || stats.isDirectory()) return false;
    // Office programs and browsers write such files beside the one that appears when they are done.
    if (!stats.isFile() || basename(path).startsWith('~$')) return true;
    return !isFoundInFolders(path) || isSelected?.(path) === false;
  }
}

/** Returns the state of a file: its time and size. */
export function stateOf({ mtimeMs, size }: Stats): string {
  return `${mtimeMs} ${size}`;
}
