import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Processes of a killed Chromium may still write, so deleting is retried (milliseconds). */
const retry = { recursive: true, force: true, maxRetries: 10, retryDelay: 50 } as const;

const name = 'platen-cr';

/**
 * Chromium's settings in which it differs from Electron, whose windows without
 * `webPreferences.plugins` download PDFs.
 */
const preferences = { plugins: { always_open_pdf_externally: true } };

/** Linux: include/uapi/linux/nsfs.h, PID_NS_INIT_INO. */
const firstNamespace = 0xeffffffc;

/** Profiles that this process must still delete. */
const own = new Set<string>();
let hasCleaned = false;

/**
 * Creates a profile folder in the temporary folder. Its name contains the process ID, by which
 * {@link removeStaleProfiles} of a later process recognizes that it is unused.
 */
export function createProfile(): string {
  const profile = mkdtempSync(join(tmpdir(), `${prefix()}${process.pid.toString(36)}-`));
  own.add(profile);
  mkdirSync(join(profile, 'Default'));
  writeFileSync(join(profile, 'Default', 'Preferences'), JSON.stringify(preferences));
  return profile;
}

/**
 * Deletes the profile of a Chromium that has ended. A failure is retried when this process exits.
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
 * Deletes the remaining profiles of this process when it exits. Those that fail are left to a later
 * process.
 */
export function removeOwnProfiles(): void {
  for (const profile of own) removeNow(profile);
  own.clear();
}

/**
 * Deletes the profiles of killed processes, once. Only folders of this user whose process is gone
 * are deleted. Process IDs in other containers are unknown here, so their folders are kept.
 */
export async function removeStaleProfiles(): Promise<void> {
  if (hasCleaned) return;
  hasCleaned = true;
  try {
    const stale = staleProfiles();
    // Not awaited: this process may exit earlier.
    for (const profile of stale) own.add(profile);
    await Promise.all(stale.map(async (profile) => removeProfile(profile)));
  } catch (error) {
    // If the temporary folder cannot be listed, starting Chromium reports it.
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
 * Process IDs on Linux belong to a namespace, one for each container; the system's first one is 0
 * here. Numbers are short because Chromium creates a socket in the folder, whose path is limited to
 * about 100 characters.
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
    // ENOENT: it has ended. EPERM: it runs as another user.
    return !(isFileError(error) && (error.code === 'ESRCH' || error.code === 'ENOENT'));
  }
}

/** Whether a process is a zombie, which can stay forever in a container without an init process. */
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

/** Whether it is a system error such as ENOTEMPTY. */
function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && 'syscall' in error;
}
