import { lstatSync, mkdtempSync, readFileSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A Chromium that was killed leaves processes that write for a moment longer, so a removal is tried
 * again, in milliseconds.
 */
const retry = { recursive: true, force: true, maxRetries: 10, retryDelay: 50 } as const;

const name = 'platen-cr';

/** Linux: include/uapi/linux/nsfs.h, PID_NS_INIT_INO. */
const firstNamespace = 0xeffffffc;

/** Profiles that this process has to remove, and has not yet. */
const own = new Set<string>();
let hasCleaned = false;

/**
 * Creates the folder of a Chromium's profile in the folder for temporary files. Its name holds the
 * id of this process, by which {@link removeStaleProfiles} of a later process knows that nobody
 * uses it any more.
 */
export function createProfile(): string {
  const profile = mkdtempSync(join(tmpdir(), `${prefix()}${process.pid.toString(36)}-`));
  own.add(profile);
  return profile;
}

/**
 * Removes a profile whose Chromium has ended. What cannot be removed now is tried again when this
 * process ends.
 */
export async function removeProfile(profile: string): Promise<void> {
  try {
    await rm(profile, retry);
    own.delete(profile);
  } catch (error) {
    if (!isFileError(error)) throw error;
  }
}

/**
 * Removes what this process has left of its profiles, at its end. What remains is removed by the
 * next process.
 */
export function removeOwnProfiles(): void {
  for (const profile of own) removeNow(profile);
  own.clear();
}

/**
 * Removes the profiles of processes that were killed, once. It touches only folders of this user
 * whose process does not run; the ids of processes in other containers mean nothing here, so their
 * folders are left alone.
 */
export async function removeStaleProfiles(): Promise<void> {
  if (hasCleaned) return;
  hasCleaned = true;
  try {
    const stale = staleProfiles();
    // This process may end before they are gone.
    for (const profile of stale) own.add(profile);
    await Promise.all(stale.map(async (profile) => removeProfile(profile)));
  } catch (error) {
    // A folder for temporary files that cannot be listed; starting a Chromium says more about it.
    if (!isFileError(error)) throw error;
  }
}

function staleProfiles(): readonly string[] {
  const start = prefix();
  return readdirSync(tmpdir()).flatMap((entry) => {
    if (!entry.startsWith(start)) return [];
    const pid = Number.parseInt(/^([\da-z]+)-/.exec(entry.slice(start.length))?.[1] ?? '', 36);
    const path = join(tmpdir(), entry);
    return pid !== process.pid && !isRunning(pid) && isOwnFolder(path) ? [path] : [];
  });
}

/**
 * On Linux, ids of processes belong to a namespace, of which each container has one of its own; the
 * first one of the system is 0 here. Numbers are written short: Chromium puts a socket into the
 * folder, whose path may have about 100 characters.
 */
function prefix(): string {
  if (process.platform !== 'linux') return `${name}-`;
  const namespace = Number(/\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? 0);
  return `${name}-${Math.abs(namespace - firstNamespace).toString(36)}-`;
}

function isRunning(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return true;
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    // ENOENT: it ended in between. EPERM: it runs, and belongs to somebody else.
    return !(isFileError(error) && (error.code === 'ESRCH' || error.code === 'ENOENT'));
  }
}

/**
 * Whether a process has ended and only its entry is left, which may stay for good where nobody
 * waits for it (in containers, often).
 */
function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false;
  // proc(5): the state follows the name, which is in parentheses and may hold any character.
  return /^.*\) [ZX]/s.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
}

function isOwnFolder(path: string): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats?.isDirectory() === true && stats.uid === (process.getuid?.() ?? stats.uid);
}

function removeNow(profile: string): void {
  try {
    rmSync(profile, retry);
  } catch (error) {
    if (!isFileError(error)) throw error;
  }
}

/** An error of the system, such as ENOTEMPTY, and not one of this program. */
function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && 'syscall' in error;
}
