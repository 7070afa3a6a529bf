import { type FileHandle, open } from 'node:fs/promises';
import { AppError } from '../../shared/messages/errors.js';
import { literal, message } from '../../shared/messages/message.js';
import { type ServerLocation, locationUri } from '../../shared/upload-location.js';
import { DeliveryFailure } from '../network/delivery-failure.js';
import { maxNumbers, numberedKey } from './numbered-key.js';
import type { UploadHooks, UploadTo } from './upload.js';

/** The files of a server, over one connection. Keys are those of a {@link ServerLocation}. */
export interface ServerFiles {
  /** In bytes; null if there is nothing of that name. */
  readonly sizeOf: (key: string) => Promise<number | null>;
  /** Returns whether a file on the server has the bytes of a local one. */
  readonly isSame: (key: string, path: string) => Promise<boolean>;
  /** Creates the folder of a key, with those above it, unless it exists. */
  readonly makeFolderOf: (key: string) => Promise<void>;
  /** Writes a local file, and replaces what has the name. */
  readonly write: (key: string, path: string, hooks: WriteHooks) => Promise<void>;
  /**
   * Gives a file its final name. Atomic: nobody sees an incomplete file.
   * @returns false if the name is taken and not to be replaced
   */
  readonly move: (from: string, to: string, replaces: boolean) => Promise<boolean>;
  /** Deletes a file; does nothing if there is none. */
  readonly remove: (key: string) => Promise<void>;
  /** Returns the names of the folders in a folder, and of links to folders. */
  readonly listFolders: (folder: string) => Promise<readonly string[]>;
}

export interface WriteHooks {
  /** In bytes. */
  readonly size: number;
  readonly onProgress: (sent: number) => void;
  readonly signal: AbortSignal;
}

/** Where a PDF has arrived, or was not sent because something was there. */
export interface ServerOutcome {
  readonly kind: 'uploaded' | 'skipped';
  readonly key: string;
}

/** Runs a task with a local file, and closes it even if requests never end. */
export async function withFile<T>(
  path: string,
  task: (file: FileHandle) => Promise<T>,
): Promise<T> {
  const file = await open(path);
  try {
    return await task(file);
  } finally {
    await file.close();
  }
}

/** Without a slash at its end. */
export function folderOf(key: string): string {
  return key.slice(0, Math.max(0, key.lastIndexOf('/')));
}

/** In the same folder, and the same in each attempt. */
function temporaryKey(key: string, id: string): string {
  return `${key.slice(0, key.lastIndexOf('/') + 1)}.platen-${id}.part`;
}

/**
 * Writes a PDF to a temporary name in its folder and renames it. A repeated attempt replaces the
 * temporary file of the interrupted one; a file that the interrupted one has already renamed is
 * recognized by its bytes.
 * @throws what `files` throw, and DeliveryFailure `object-exists`
 */
export async function uploadToServer(
  files: ServerFiles,
  upload: UploadTo<unknown, ServerLocation>,
  hooks: UploadHooks,
): Promise<ServerOutcome> {
  const temporary = temporaryKey(upload.place.key, upload.id);
  if (await hasArrived(files, upload)) {
    await files.remove(temporary);
    return { kind: 'uploaded', key: upload.uploadState?.key ?? upload.place.key };
  }
  let isWritten = false;
  try {
    for (let number = 1; number <= maxNumbers; number += 1) {
      hooks.signal.throwIfAborted();
      const key = numberedKey(upload.place.key, number);
      const replaces = upload.existing === 'overwrite';
      if (replaces || (await files.sizeOf(key)) === null) {
        await hooks.beforeSending({ key, temporary });
        if (!isWritten) await write(files, temporary, upload, hooks);
        isWritten = true;
        hooks.signal.throwIfAborted();
        if (await files.move(temporary, key, replaces)) return { kind: 'uploaded', key };
      }
      if (upload.existing === 'number') continue;
      if (isWritten || upload.uploadState) await files.remove(temporary);
      if (upload.existing === 'skip') return { kind: 'skipped', key };
      throw existsFailure(upload, key);
    }
    await files.remove(temporary);
    throw manyNamesFailure(upload);
  } catch (thrown) {
    if (!(hooks.isResumed?.() ?? false) || isRefused(thrown)) {
      // The error of the upload is the one to report, and the connection may be gone.
      await files.remove(temporary).catch(() => undefined);
    }
    throw thrown;
  }
}

/** An interrupted attempt may have been cut off between the rename and its confirmation. */
async function hasArrived(
  files: ServerFiles,
  { uploadState, size, path }: UploadTo<unknown, ServerLocation>,
): Promise<boolean> {
  if (uploadState === undefined) return false;
  if ((await files.sizeOf(uploadState.key)) !== size) return false;
  return files.isSame(uploadState.key, path);
}

async function write(
  files: ServerFiles,
  temporary: string,
  { size, path }: UploadTo<unknown, ServerLocation>,
  { onProgress, signal }: UploadHooks,
): Promise<void> {
  await files.makeFolderOf(temporary);
  await files.write(temporary, path, { size, onProgress, signal });
  const found = await files.sizeOf(temporary);
  if (found === size) return;
  const reason = message('servers.incomplete', { size: found ?? 0, expected: size });
  throw new DeliveryFailure('delivery-interrupted', reason, { reason });
}

function isRefused(thrown: unknown): boolean {
  return thrown instanceof AppError && thrown.code === 'delivery-refused';
}

function existsFailure({ place }: UploadTo<unknown, ServerLocation>, key: string): DeliveryFailure {
  const object = literal(locationUri({ ...place, key }));
  return new DeliveryFailure('object-exists', message('s3.exists', { object }));
}

function manyNamesFailure({ place }: UploadTo<unknown, ServerLocation>): DeliveryFailure {
  const object = literal(locationUri(place));
  const text = message('s3.allNumbersExist', { object, max: maxNumbers });
  return new DeliveryFailure('object-exists', text);
}
