import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { AppError, codeOf } from '../../../shared/errors.js';

/** What the systems allow for the path of a socket, in bytes; macOS the least. */
const maxPathLength = 103;

/** Where who holds a folder listens. */
export interface FolderSockets {
  /** Paths of those that are there; processes that have ended may have left some. */
  readonly present: () => readonly string[];
  /**
   * The path to listen on.
   * @param present those that were there just before, with nobody listening on them
   * @throws AppError `invalid-request` if the folder's path is too long for a socket in it
   */
  readonly next: (present: readonly string[]) => string;
}

export function socketsOf(folder: string, platform: NodeJS.Platform): FolderSockets {
  return platform === 'win32' ? pipeOf(folder) : filesIn(folder);
}

/** A pipe ends with its process, and the system lets one process have one of a name: who can listen on it is alone. */
function pipeOf(folder: string): FolderSockets {
  const id = createHash('sha256').update(resolve(folder).toLowerCase()).digest('hex');
  const pipe = `\\\\.\\pipe\\platen-${id}`;
  return { present: () => [pipe], next: () => pipe };
}

/** Sockets outlast their processes, so that each new one has a number that is one more than the last. */
function filesIn(folder: string): FolderSockets {
  return {
    present: () =>
      namesIn(folder)
        .filter((name) => numberIn(name) !== null)
        .map((name) => join(folder, name)),
    next: (present) => {
      const number = Math.max(0, ...present.map((path) => numberIn(path) ?? 0)) + 1;
      const path = join(folder, `holder-${number}.sock`);
      const length = Buffer.byteLength(path);
      if (length <= maxPathLength) return path;
      const message = `The path of ${folder} is too long: that of the socket in it has ${length} bytes, and may have ${maxPathLength}. Give a folder with a shorter path.`;
      throw new AppError('invalid-request', message, [{ field: 'accounts', message }]);
    },
  };
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

/** The number in the name of a file; null if it is no socket of ours. */
function numberIn(path: string): number | null {
  const digits = /^holder-(\d+)\.sock$/.exec(basename(path))?.[1];
  return digits === undefined ? null : Number(digits);
}
