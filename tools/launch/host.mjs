import { readFileSync, statSync } from 'node:fs';
import { isatty } from 'node:tty';

/**
 * The launcher's view of the machine. A parameter, so that tests can describe another one.
 * @typedef {object} Host
 * @property {NodeJS.Platform} platform
 * @property {number | null} uid the user's ID; null on systems without
 * @property {NodeJS.ProcessEnv} env
 * @property {(path: string) => string | null} readText trimmed content; null if the file cannot be
 * read
 * @property {(path: string) => boolean} isSetuidRoot whether a program runs as root for everyone
 * @property {boolean} hasTerminal whether standard input is a terminal
 */

/**
 * Returns the machine that this process runs on.
 * @returns {Host}
 */
export function thisHost() {
  return {
    platform: process.platform,
    uid: process.getuid?.() ?? null,
    env: process.env,
    readText,
    isSetuidRoot,
    hasTerminal: isatty(0),
  };
}

/** @param {string} path */
function readText(path) {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** @param {string} path */
function isSetuidRoot(path) {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats?.uid === 0 && (stats.mode & 0o4000) !== 0;
}

/**
 * Whether a file is missing or not readable by this user.
 * @param {unknown} error
 */
function isMissing(error) {
  const codes = ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM'];
  return (
    error instanceof Error &&
    codes.includes(/** @type {NodeJS.ErrnoException} */ (error).code ?? '')
  );
}
