import { createHash, randomBytes } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { codeOf } from '../../shared/errors.js';
import { type Access, modesOf } from './private-files.js';
import { writeFailure } from './write-failure.js';

/** What is written: all of it, or in pieces. */
export type Contents = Buffer | string | readonly Buffer[] | AsyncIterable<Uint8Array>;

/** Errors of systems and disks that cannot force a folder to the disk. */
const unknownToFolders: ReadonlySet<string> = new Set(['EINVAL', 'ENOTSUP', 'EISDIR', 'EBADF']);

const swept = new Map<string, Promise<void>>();
const ownPrefix = `.platen-${machineMark()}-`;

/**
 * Writes contents under a temporary name in the folder of `path`, forced to the disk, and lets
 * `place` give them their name; nothing is left of them if that fails. Missing folders are made.
 * @param access who may read the file and the folders that are made for it
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
    await makeFolder(folder, access);
    await removeLeftovers(folder);
    await writeToDisk(temporary, contents, access);
    const placed = await place(temporary);
    await syncFolder(folder);
    return placed;
  } catch (thrown) {
    // The first fault is the one to tell; what cannot be removed now, the next run removes.
    await rm(temporary, { force: true }).catch(() => undefined);
    throw writeFailure(path, thrown);
  }
}

/**
 * Removes temporary files that runs of Platen on this machine left in a folder when they were
 * killed; done once for each folder. A file of a run that goes on is not touched.
 */
export async function removeLeftovers(folder: string): Promise<void> {
  const known = swept.get(folder) ?? sweep(folder);
  swept.set(folder, known);
  await known;
}

/** Whether a name is that of a temporary file, of whichever computer and run. */
export function isTemporaryFile(name: string): boolean {
  return /^\.platen-[\da-f]{8}-\d+-[\da-f]{12}$/.test(name);
}

async function sweep(folder: string): Promise<void> {
  // A folder that is not there, or cannot be listed, holds nothing that could be removed.
  const names = await readdir(folder).catch(() => []);
  const left = names.filter((name) => name.startsWith(ownPrefix) && !isRunning(processOf(name)));
  await Promise.allSettled(left.map(async (name) => rm(join(folder, name), { force: true })));
}

function processOf(name: string): number {
  return Number.parseInt(name.slice(ownPrefix.length), 10);
}

/** Returns true if a process of this machine runs, also if it belongs to another user (EPERM). */
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
 * Process numbers mean something only on one computer, and on Linux in one name space of it: a
 * folder may be shared.
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

/** Makes a folder and those above it that are missing, and forces their names to the disk. */
async function makeFolder(folder: string, access: Access): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: modesOf(access).folder });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = dirname(made)) {
    await syncFolder(dirname(made));
  }
}

/**
 * Forces the names in a folder to the disk, where the system can: Windows does not open folders.
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
