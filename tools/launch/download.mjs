import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  connectionFault,
  downloadPeer,
  installerEnvironment,
  isArchiveCached,
} from './download-network.mjs';
import { downloadProgress } from './download-progress.mjs';
import { downloadRecord, retryAfterMs } from './download-record.mjs';
import { electronBinary, electronFolder } from './electron.mjs';
import { runInstaller } from './installer.mjs';

/** Timeouts of a download. */
export const downloadLimits = {
  /** For the first connection: the delay without a network, once a day. */
  connectMs: 1_800,
  /** Without progress. */
  stallMs: 60_000,
  totalMs: 20 * 60_000,
};

/**
 * Downloads Electron's binary with its own installer, once: a failure is remembered for a day, and
 * one process downloads at a time.
 * @param {object} options
 * @param {string} options.root
 * @param {import('./host.mjs').Host} options.host
 * @param {(text: string) => void} options.write shows progress
 * @param {boolean} options.isTerminal whether output appears on a terminal
 * @param {typeof downloadLimits} [options.limits]
 * @param {() => number} [options.now]
 * @returns {import('./choose-runtime.mjs').Download}
 */
export function electronDownload({
  root,
  host,
  write,
  isTerminal,
  limits = downloadLimits,
  now = Date.now,
}) {
  const record = downloadRecord(root, now);
  return async ({ version, isForced }) => {
    const failure = isForced ? null : record.recentFailure(version);
    if (failure !== null) {
      const hours = Math.ceil((failure.failedAt + retryAfterMs - now()) / 3_600_000);
      return { reason: failureText(version, failure.reason, hours) };
    }
    const holder = record.lock();
    if (holder !== null) {
      const owner = holder.pid === undefined ? '' : ` (process ${holder.pid})`;
      return {
        reason: `Electron ${version} is being downloaded by another start of Platen${owner}.`,
      };
    }
    const unlock = () => record.unlock();
    process.once('exit', unlock);
    try {
      // The previous owner of the lock may have just installed it.
      const present = electronBinary(root, host);
      if (present !== null) return { binary: present };
      const result = await download({ root, host, write, isTerminal, limits, version, record });
      if ('binary' in result) record.clear();
      else record.fail(version, result.reason);
      if ('binary' in result) return result;
      return {
        reason: failureText(version, result.reason, isForced ? null : retryAfterMs / 3_600_000),
      };
    } finally {
      process.off('exit', unlock);
      unlock();
    }
  };
}

/**
 * @param {string} version
 * @param {string} reason a clause
 * @param {number | null} hours until the next attempt; null if each start makes one
 */
function failureText(version, reason, hours) {
  const failed = `Electron ${version} could not be downloaded (${reason})`;
  if (hours === null) return `${failed}.`;
  return `${failed}; the next attempt is in ${hours} h, and PLATEN_RUNTIME=electron makes one now.`;
}

/**
 * @param {Parameters<typeof electronDownload>[0] & { limits: typeof downloadLimits, version: string,
 *   record: ReturnType<typeof downloadRecord> }} options
 * @returns {Promise<{ binary: string } | { reason: string }>} `reason` is a clause
 */
async function download({ root, host, write, isTerminal, limits, version, record }) {
  const fault = isArchiveCached(version, host) ? null : await peerFault(host.env, limits.connectMs);
  if (fault !== null) return { reason: fault };

  const folder = mkdtempSync(join(record.folder, 'electron-download-'));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  const progress = downloadProgress({ folder, version, write, isTerminal });
  process.once('exit', removeFolder);
  try {
    // Files of an earlier version would make a partly unpacked one look complete.
    rmSync(join(electronFolder(root), 'path.txt'), { force: true });
    const failure = await runInstaller({
      script: join(electronFolder(root), 'install.js'),
      env: { ...installerEnvironment(host.env), TMPDIR: folder, TEMP: folder, TMP: folder },
      limits,
      tick: () => progress.show(),
    });
    if (failure !== null) return { reason: failure };
    const binary = electronBinary(root, host);
    if (binary === null)
      return { reason: 'its installer ended without an error, and without the program' };
    progress.end();
    return { binary };
  } finally {
    process.off('exit', removeFolder);
    progress.clear();
    removeFolder();
  }
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {number} timeoutMs
 */
async function peerFault(env, timeoutMs) {
  try {
    return await connectionFault(downloadPeer(env), timeoutMs);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return `the proxy or the mirror is not a URL: ${error.message}`;
  }
}
