import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** How often progress is printed if the output is not a terminal, such as in a log. */
const logIntervalMs = 15_000;

/**
 * Reports a download's progress by the files in its folder, because Electron's installer prints
 * nothing for 30 s, and then only to a terminal.
 * @param {object} options
 * @param {string} options.folder where the installer keeps its temporary files
 * @param {string} options.version
 * @param {(text: string) => void} options.write
 * @param {boolean} options.isTerminal
 */
export function downloadProgress({ folder, version, write, isTerminal }) {
  const startedAt = performance.now();
  let loggedAt = startedAt;
  let mostBytes = 0;
  let isLineOpen = false;
  write(`platen: downloading Electron ${version}, about 120 MB, once\n`);

  return {
    /**
     * Shows how much has arrived, at most once for each step.
     * @returns {number | null} bytes so far; null while the archive is unpacked
     */
    show() {
      const bytes = archiveSize(folder);
      const isUnpacking = bytes === 0 && mostBytes > 0;
      mostBytes = Math.max(mostBytes, bytes);
      const text = isUnpacking ? 'unpacking' : `${Math.round(bytes / 1e6)} MB`;
      if (isTerminal) {
        write(`\r\u001B[Kplaten: ${text}`);
        isLineOpen = true;
      } else if (performance.now() - loggedAt >= logIntervalMs) {
        loggedAt = performance.now();
        write(`platen: ${text}\n`);
      }
      return isUnpacking ? null : bytes;
    },

    /** Clears the line that shows progress. */
    clear() {
      if (isLineOpen) write('\r\u001B[K');
      isLineOpen = false;
    },

    /** Reports that the download is complete. */
    end() {
      this.clear();
      write(
        `platen: Electron ${version} is installed, after ${Math.round((performance.now() - startedAt) / 1000)} s\n`,
      );
    },
  };
}

/**
 * Returns the size of the archive so far. The installer writes it to its own folder and moves it
 * when it is complete.
 * @param {string} folder
 */
function archiveSize(folder) {
  const archives = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.zip'),
  );
  const sizes = archives.map(
    (name) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0,
  );
  return Math.max(0, ...sizes);
}
