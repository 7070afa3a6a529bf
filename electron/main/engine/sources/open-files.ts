import { open, readFile, readdir, readlink, realpath } from 'node:fs/promises';
import { codeOf } from '../../../shared/messages/errors.js';
import { Mutex } from '../../util/async.js';

/**
 * Finds files that a program has open for writing. Linux shows the programs of the same user and,
 * to root, all of them. Windows shows programs that allow no other writer. macOS has no such list
 * for applications, so no file counts as open there.
 */
export class OpenFiles {
  readonly #scanning = new Mutex();
  #asked = new Set<string>();
  #next: Promise<ReadonlySet<string>> | undefined;

  /** Concurrent questions share one scan. */
  async isBeingWritten(path: string): Promise<boolean> {
    this.#asked.add(path);
    this.#next ??= this.#scanning.run(async () => {
      const paths = this.#asked;
      this.#asked = new Set();
      this.#next = undefined;
      return openForWriting([...paths]);
    });
    return (await this.#next).has(path);
  }
}

async function openForWriting(paths: readonly string[]): Promise<ReadonlySet<string>> {
  if (process.platform === 'linux') return openOnLinux(paths);
  if (process.platform === 'win32') return openOnWindows(paths);
  return new Set();
}

async function openOnLinux(paths: readonly string[]): Promise<ReadonlySet<string>> {
  const pathsOf = new Map<string, string>();
  for (const path of paths) pathsOf.set(await realpath(path).catch(() => path), path);
  const found = new Set<string>();
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  for (const id of processes) {
    for (const target of await writtenBy(id, (path) => pathsOf.has(path))) {
      found.add(pathsOf.get(target) ?? target);
    }
  }
  return found;
}

/** Returns the files that a process has open for writing (proc(5), `/proc/pid/fd` and `fdinfo`). */
async function writtenBy(
  id: string,
  isAsked: (path: string) => boolean,
): Promise<readonly string[]> {
  // A process may end at any time, and those of other users can't be read.
  const descriptors = await readdir(`/proc/${id}/fd`).catch(() => []);
  const written = await Promise.all(
    descriptors.map(async (descriptor) => {
      const target = await readlink(`/proc/${id}/fd/${descriptor}`).catch(() => '');
      if (!isAsked(target)) return [];
      const info = await readFile(`/proc/${id}/fdinfo/${descriptor}`, 'utf8').catch(() => '');
      return isForWriting(info) ? [target] : [];
    }),
  );
  return written.flat();
}

/** The access mode, `O_ACCMODE`, is in the last two bits of the octal flags: 0 is for reading. */
function isForWriting(info: string): boolean {
  const [, flags = '0'] = /^flags:\s*([0-7]+)/m.exec(info) ?? [];
  return (Number.parseInt(flags, 8) & 3) !== 0;
}

async function openOnWindows(paths: readonly string[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const path of paths) if (await isLocked(path)) found.add(path);
  return found;
}

/** Windows refuses another writer with `ERROR_SHARING_VIOLATION`, which Node calls `EBUSY`. */
async function isLocked(path: string): Promise<boolean> {
  try {
    await (await open(path, 'r+')).close();
    return false;
  } catch (thrown) {
    // A file that is read-only, or gone meanwhile, is not locked.
    return codeOf(thrown) === 'EBUSY';
  }
}
