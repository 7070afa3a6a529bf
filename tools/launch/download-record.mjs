import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** How long a failed download is not retried. */
export const retryAfterMs = 24 * 60 * 60 * 1000;

/** Maximum age of a lock, because its process ID may be reused: longer than any download. */
const lockAgeMs = 60 * 60 * 1000;

/** How long a lock may be empty while it is written. */
const lockWriteMs = 10_000;

/**
 * A failed download.
 * @typedef {{ version: string, failedAt: number, reason: string }} Failure
 */

/**
 * Remembers failed downloads and lets one process download at a time, with files in the project's
 * cache.
 * @param {string} root
 * @param {() => number} now in ms since 1970
 */
export function downloadRecord(root, now = Date.now) {
  const folder = join(root, 'node_modules', '.cache', 'platen');
  const failureFile = join(folder, 'electron-download.json');
  const lockFile = join(folder, 'electron-download.lock');

  return {
    folder,

    /**
     * Returns the failure of this version's download, if it is less than a day old.
     * @param {string} version
     * @returns {Failure | null}
     */
    recentFailure(version) {
      const failure = /** @type {Failure | null} */ (readJson(failureFile));
      if (failure?.version !== version) return null;
      const age = now() - failure.failedAt;
      return age >= 0 && age < retryAfterMs ? failure : null;
    },

    /**
     * Remembers a failure.
     * @param {string} version
     * @param {string} reason
     */
    fail(version, reason) {
      mkdirSync(dirname(failureFile), { recursive: true });
      writeFileSync(failureFile, `${JSON.stringify({ version, failedAt: now(), reason })}\n`);
    },

    /** Forgets a failure. */
    clear() {
      rmSync(failureFile, { force: true });
    },

    /**
     * Acquires the lock.
     * @returns {{ pid?: number | undefined } | null} the process that has it; null if it is this
     * one
     */
    lock() {
      mkdirSync(folder, { recursive: true });
      const text = JSON.stringify({ pid: process.pid, at: now() });
      if (writeNew(lockFile, text)) return null;
      const holder = /** @type {{ pid: number, at: number } | null} */ (readJson(lockFile));
      const age = now() - (holder?.at ?? writtenAt(lockFile));
      if (holder === null ? age < lockWriteMs : isRunning(holder.pid) && age < lockAgeMs) {
        return { pid: holder?.pid };
      }
      rmSync(lockFile, { force: true });
      return writeNew(lockFile, text) ? null : {};
    },

    /** Releases the lock. */
    unlock() {
      rmSync(lockFile, { force: true });
    },
  };
}

/**
 * Writes a file unless it exists.
 * @param {string} path
 * @param {string} text
 */
function writeNew(path, text) {
  try {
    writeFileSync(path, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Returns a file's content; null if it is missing, or incomplete because it is being written.
 * @param {string} path
 * @returns {unknown}
 */
function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if (
      error instanceof SyntaxError ||
      /** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT'
    )
      return null;
    throw error;
  }
}

/** @param {string} path */
function writtenAt(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it belongs to another user.
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}
