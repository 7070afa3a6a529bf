import type { FileHandle } from 'node:fs/promises';
import type { FileEntryWithStats, SFTPWrapper, Stats } from 'ssh2';
import { codeOf } from '../../shared/messages/errors.js';
import { type ServerOperation, listTooLong } from '../uploads/server-failure.js';
import { type ServerFiles, type WriteHooks, folderOf, withFile } from '../uploads/server-upload.js';
import type { SftpSession } from './sftp-session.js';

/** Status codes of responses (draft-ietf-secsh-filexfer-02, section 7). */
export const sftpStatus = {
  endOfFile: 1,
  noSuchFile: 2,
  permissionDenied: 3,
  failure: 4,
  unsupported: 8,
} as const;

/** Bytes of one write; servers must accept packets of 32 KiB. */
const chunkBytes = 32 * 1024;
/** How many writes wait for their responses, so that latency does not limit the speed. */
const concurrentChunks = 64;
/** How many files and folders a folder may have to be listed: 500 requests of OpenSSH. */
const maxEntries = 50_000;

/** An error of the server, or of the library, which has the status as its code. */
export class SftpFault extends Error {
  override readonly name = 'SftpFault';

  constructor(
    readonly operation: ServerOperation,
    /** `full`: the disk of the server is. Null if there was no response. */
    readonly status: number | 'full' | null,
    readonly key: string,
    override readonly cause?: unknown,
  ) {
    super(`${operation}: ${status ?? 'no response'}`);
  }
}

/** On the server. */
function pathOf(key: string): string {
  return key === '~' || key.startsWith('~/') ? key.slice(2) : `/${key}`;
}

export function sftpFiles({ sftp, broken }: SftpSession): ServerFiles {
  const sizeOf = async (key: string) => sizeOfEntry(sftp, key);
  return {
    sizeOf,
    isSame: async (key, path) =>
      withFile(path, async (file) => Promise.race([isSame(sftp, key, file), broken])),
    makeFolderOf: async (key) => makeFolder(sftp, folderOf(key)),
    write: async (key, path, hooks) =>
      withFile(path, async (file) => Promise.race([write(sftp, key, file, hooks), broken])),
    move: async (from, to, replaces) => {
      if (!replaces) return moveExclusively(sftp, from, to);
      await moveOver(sftp, from, to);
      return true;
    },
    remove: async (key) => {
      await done('remove', key, (end) => sftp.unlink(pathOf(key), end)).catch(ignoreMissing);
    },
    listFolders: async (folder) => Promise.race([listFolders(sftp, folder), broken]),
  };
}

async function listFolders(sftp: SFTPWrapper, folder: string): Promise<readonly string[]> {
  const entries = await entriesOf(sftp, folder);
  const namesOf = (found: readonly FileEntryWithStats[]) => found.map(({ filename }) => filename);
  const links = entries.filter(({ attrs }) => attrs.isSymbolicLink());
  const linked = await foldersAmong(sftp, folder, namesOf(links));
  return [...namesOf(entries.filter(({ attrs }) => attrs.isDirectory())), ...linked];
}

/** @throws DeliveryFailure if there are too many entries to wait for */
async function entriesOf(
  sftp: SFTPWrapper,
  folder: string,
): Promise<readonly FileEntryWithStats[]> {
  const handle = await openFolder(sftp, folder);
  const entries: FileEntryWithStats[] = [];
  try {
    for (;;) {
      const found = await result<FileEntryWithStats[] | null>('list', folder, (end) => {
        sftp.readdir(handle, (error, list) => {
          const isEnd = error !== undefined && statusOf(error) === sftpStatus.endOfFile;
          end(isEnd ? undefined : error, isEnd ? null : list);
        });
      });
      if (found === null) return entries;
      entries.push(...found);
      if (entries.length > maxEntries) throw listTooLong(folder);
    }
  } finally {
    await done('list', folder, (end) => sftp.close(handle, end));
  }
}

async function openFolder(sftp: SFTPWrapper, folder: string): Promise<Buffer> {
  const path = pathOf(folder) || '.';
  try {
    return await result<Buffer>('list', folder, (end) => sftp.opendir(path, end));
  } catch (thrown) {
    ignoreMissing(thrown);
    // Servers report a file as a missing folder.
    if ((await sizeOfEntry(sftp, folder)) === null) throw thrown;
    throw new SftpFault('folder', null, folder);
  }
}

/** Returns the links that lead to folders. */
async function foldersAmong(
  sftp: SFTPWrapper,
  folder: string,
  links: readonly string[],
): Promise<readonly string[]> {
  const waiting = [...links];
  const found: string[] = [];
  const check = async () => {
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      const path = pathOf(folder === '' ? name : `${folder}/${name}`);
      const attrs = await result<Stats | null>('list', folder, (end) => {
        // A broken link, or one to where the user has no access, doesn't count as a folder.
        sftp.stat(path, (error, stats) => end(undefined, error ? null : stats));
      });
      if (attrs?.isDirectory() === true) found.push(name);
    }
  };
  await Promise.all(Array.from({ length: concurrentChunks }, check));
  return found;
}

/** The size of anything that has the name; null if nothing has. */
async function sizeOfEntry(sftp: SFTPWrapper, key: string): Promise<number | null> {
  return result<number>('read', key, (end) => {
    // A link that leads nowhere takes the name as well.
    sftp.lstat(pathOf(key), (error, stats) => end(error, error ? 0 : stats.size));
  }).catch((thrown: unknown) => {
    ignoreMissing(thrown);
    return null;
  });
}

async function makeFolder(sftp: SFTPWrapper, folder: string): Promise<void> {
  if (folder === '' || folder === '~') return;
  const stats = await result<boolean>('folder', folder, (end) => {
    sftp.stat(pathOf(folder), (error, found) => end(error, !error && found.isDirectory()));
  }).catch((thrown: unknown) => {
    ignoreMissing(thrown);
    return null;
  });
  if (stats === true) return;
  if (stats === false) throw new SftpFault('folder', null, folder);
  await makeFolder(sftp, folderOf(folder));
  try {
    await done('folder', folder, (end) => sftp.mkdir(pathOf(folder), end));
  } catch (thrown) {
    // Another upload may have created it meanwhile.
    if ((await sizeOfEntry(sftp, folder)) === null) throw thrown;
  }
}

async function write(
  sftp: SFTPWrapper,
  key: string,
  file: FileHandle,
  { size, onProgress, signal }: WriteHooks,
): Promise<void> {
  const handle = await result<Buffer>('write', key, (end) => sftp.open(pathOf(key), 'w', end));
  let next = 0;
  let sent = 0;
  onProgress(0);
  const sendChunks = async () => {
    while (next < size) {
      signal.throwIfAborted();
      const at = next;
      const chunk = Buffer.alloc(Math.min(chunkBytes, size - at));
      next += chunk.length;
      await file.read(chunk, 0, chunk.length, at);
      await done('write', key, (end) => sftp.write(handle, chunk, 0, chunk.length, at, end));
      sent += chunk.length;
      onProgress(sent);
    }
  };
  const senders = Array.from({ length: concurrentChunks }, sendChunks);
  try {
    await Promise.all(senders);
    await flush(sftp, key, handle);
  } catch (thrown) {
    throw await withFullDisk(sftp, key, size, thrown);
  } finally {
    await Promise.allSettled(senders);
    await done('write', key, (end) => sftp.close(handle, end));
  }
}

/** Servers report a full disk as any failure. @returns the error to throw */
async function withFullDisk(
  sftp: SFTPWrapper,
  key: string,
  size: number,
  thrown: unknown,
): Promise<unknown> {
  if (!(thrown instanceof SftpFault) || thrown.status !== sftpStatus.failure) return thrown;
  let room: unknown;
  const isKnown = await supported('read', key, (end) =>
    sftp.ext_openssh_statvfs(pathOf(folderOf(key)) || '.', (error, found) => {
      room = found;
      end(error);
    }),
  ).catch(() => false);
  if (!isKnown || roomIn(room) >= size) return thrown;
  return new SftpFault('write', 'full', key, thrown);
}

/** Free bytes; the library describes a file system by numbers or bigints. */
function roomIn(found: unknown): number {
  if (typeof found !== 'object' || found === null) return Infinity;
  if (!('f_bavail' in found) || !('f_frsize' in found)) return Infinity;
  return Number(found.f_bavail) * Number(found.f_frsize);
}

/** Has the server write to its disk, if it can: the PDF is deleted here once it has arrived. */
async function flush(sftp: SFTPWrapper, key: string, handle: Buffer): Promise<void> {
  await supported('write', key, (end) => sftp.ext_openssh_fsync(handle, end));
}

/** A rename of the protocol's version 3 fails if the new name is taken. */
async function moveExclusively(sftp: SFTPWrapper, from: string, to: string): Promise<boolean> {
  try {
    await done('move', to, (end) => sftp.rename(pathOf(from), pathOf(to), end));
    return true;
  } catch (thrown) {
    // Servers report a name that is taken as any failure.
    if ((await sizeOfEntry(sftp, to)) === null) throw thrown;
    return false;
  }
}

/** Without OpenSSH's extension, there is a moment in which neither file has the name. */
async function moveOver(sftp: SFTPWrapper, from: string, to: string): Promise<void> {
  const isMoved = await supported('move', to, (end) =>
    sftp.ext_openssh_rename(pathOf(from), pathOf(to), end),
  );
  if (isMoved || (await moveExclusively(sftp, from, to))) return;
  await done('move', to, (end) => sftp.unlink(pathOf(to), end));
  await done('move', to, (end) => sftp.rename(pathOf(from), pathOf(to), end));
}

async function isSame(sftp: SFTPWrapper, key: string, file: FileHandle): Promise<boolean> {
  const handle = await result<Buffer>('read', key, (end) => sftp.open(pathOf(key), 'r', end));
  try {
    const [here, there] = [Buffer.alloc(chunkBytes), Buffer.alloc(chunkBytes)];
    for (let at = 0; ;) {
      const { bytesRead } = await file.read(here, 0, chunkBytes, at);
      if (bytesRead === 0) return true;
      await readFully(sftp, key, { handle, into: there, length: bytesRead, at });
      if (here.compare(there, 0, bytesRead, 0, bytesRead) !== 0) return false;
      at += bytesRead;
    }
  } finally {
    await done('read', key, (end) => sftp.close(handle, end));
  }
}

interface Reading {
  readonly handle: Buffer;
  readonly into: Buffer;
  readonly length: number;
  readonly at: number;
}

async function readFully(
  sftp: SFTPWrapper,
  key: string,
  { handle, into, length, at }: Reading,
): Promise<void> {
  for (let read = 0; read < length;) {
    const start = read;
    read += await result<number>('read', key, (end) => {
      sftp.read(handle, into, start, length - start, at + start, (error, count) =>
        end(error, error ? 0 : count),
      );
    });
    if (read === start) throw new SftpFault('read', null, key);
  }
}

type Callback<T> = (error: Error | null | undefined, value: T) => void;

async function result<T>(
  operation: ServerOperation,
  key: string,
  start: (end: Callback<T>) => void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    start((error, value) => {
      if (error) reject(new SftpFault(operation, statusOf(error), key, error));
      else resolve(value);
    });
  });
}

async function done(
  operation: ServerOperation,
  key: string,
  start: (end: (error?: Error | null) => void) => void,
): Promise<void> {
  return result<undefined>(operation, key, (end) => start((error) => end(error, undefined)));
}

/** Runs an extension; returns false if the server does not have it, which the library throws. */
async function supported(
  operation: ServerOperation,
  key: string,
  start: (end: (error?: Error | null) => void) => void,
): Promise<boolean> {
  try {
    await done(operation, key, start);
    return true;
  } catch (thrown) {
    if (thrown instanceof SftpFault && thrown.status !== sftpStatus.unsupported) throw thrown;
    return false;
  }
}

function statusOf(error: Error): number | null {
  const code: unknown = 'code' in error ? error.code : undefined;
  return typeof code === 'number' ? code : null;
}

function ignoreMissing(thrown: unknown): void {
  const isMissing = thrown instanceof SftpFault && thrown.status === sftpStatus.noSuchFile;
  if (!isMissing && codeOf(thrown) !== 'ENOENT') throw thrown;
}
