import { readFileSync, statSync } from 'node:fs';
import { isatty } from 'node:tty';

/**
 * What the launcher knows about the machine. Passed in, so that a test can describe another one.
 * @typedef {object} Host
 * @property {NodeJS.Platform} platform
 * @property {number | null} uid the user's id; null where the system has none
 * @property {NodeJS.ProcessEnv} env
 * @property {(path: string) => string | null} readText contents without white space around them;
 * null if it cannot be read
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
 * Whether a file could not be read because it is not there, or not for this user.
 * @param {unknown} error
 */
function isMissing(error) {
  const codes = ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM'];
  return (
    error instanceof Error &&
    codes.includes(/** @type {NodeJS.ErrnoException} */ (error).code ?? '')
  );
}
