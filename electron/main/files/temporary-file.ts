import { createHash, randomBytes } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { type FileHandle, open, readdir, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { codeOf } from '../../shared/messages/errors.js';
import { makeFolder } from './make-folder.js';
import { type Access, modesOf } from './private-files.js';
import { writeFailure } from './write-failure.js';

/** Contents to write, whole or in pieces. */
export type Contents = Buffer | string | readonly Buffer[] | AsyncIterable<Uint8Array>;

/** Errors of systems and disks that cannot flush a folder. */
const unknownToFolders: ReadonlySet<string> = new Set(['EINVAL', 'ENOTSUP', 'EISDIR', 'EBADF']);

const swept = new Map<string, Promise<void>>();
const ownPrefix = `.platen-${machineMark()}-`;

/**
 * Writes contents under a temporary name in the folder of `path`, flushes them to the disk, and
 * calls `place` to rename them. Removes the temporary file if that fails. Creates missing folders.
 * @param access permissions of the file and of created folders
 * @throws AppError `write-failed`
 */
export async function throughTemporary<T>(
  path: string,
  contents: Contents,
  place: (temporary: string) => Promise<T>,
  access: Access,
): Promise<T> {
  const folder = dirname(path);
  const temporary = join(folder, `${ownPrefix}${process.pid}-${randomBytes(6).toString('hex')}`);
  try {
    await createFolder(folder, access);
    await removeLeftovers(folder);
    await writeToDisk(temporary, contents, access);
    const placed = await place(temporary);
    await syncFolder(folder);
    return placed;
  } catch (thrown) {
    // The first error is reported. The next run removes a file that cannot be removed now.
    await rm(temporary, { force: true }).catch(() => undefined);
    throw writeFailure(path, thrown);
  }
}

/**
 * Removes temporary files that killed runs of Platen on this machine left in a folder; done once
 * for each folder. Files of running processes stay.
 */
export async function removeLeftovers(folder: string): Promise<void> {
  const known = swept.get(folder) ?? sweep(folder);
  swept.set(folder, known);
  await known;
}

/** True for those of any machine and run. */
export function isTemporaryFile(name: string): boolean {
  return /^\.platen-[\da-f]{8}-\d+-[\da-f]{12}$/.test(name);
}

async function sweep(folder: string): Promise<void> {
  // A missing or unreadable folder has no files to remove.
  const names = await readdir(folder).catch(() => []);
  const left = names.filter((name) => name.startsWith(ownPrefix) && !isRunning(processOf(name)));
  await Promise.allSettled(left.map(async (name) => rm(join(folder, name), { force: true })));
}

function processOf(name: string): number {
  return Number.parseInt(name.slice(ownPrefix.length), 10);
}

/** True also for a process of another user (EPERM). */
export function isRunning(pid: number): boolean {
  if (pid === process.pid) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return codeOf(thrown) !== 'ESRCH';
  }
}

/**
 * Returns the scope in which process ids are unique, because a folder may be shared: the machine,
 * and on Linux the PID namespace.
 */
export function machineMark(): string {
  const nameSpace = process.platform === 'linux' ? processNameSpace() : '';
  return createHash('sha256').update(`${hostname()} ${nameSpace}`).digest('hex').slice(0, 8);
}

function processNameSpace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}

async function writeToDisk(path: string, contents: Contents, access: Access): Promise<void> {
  const file = await open(path, 'wx', modesOf(access).file);
  try {
    await writeFile(file, contents);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Creates a folder with missing parents, and flushes their names to the disk. */
async function createFolder(folder: string, access: Access): Promise<void> {
  const first = await makeFolder(folder, modesOf(access).folder);
  if (first === undefined) return;
  for (let created = folder; created.length >= first.length; created = dirname(created)) {
    await syncFolder(dirname(created));
  }
}

/**
 * Flushes the names in a folder to the disk. Windows cannot open folders, so nothing happens there.
 */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  let handle: FileHandle | null = null;
  try {
    handle = await open(folder, 'r');
    await handle.sync();
  } catch (thrown) {
    if (!unknownToFolders.has(codeOf(thrown))) throw thrown;
  } finally {
    await handle?.close();
  }
}
