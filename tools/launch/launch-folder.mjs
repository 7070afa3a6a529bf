import { createWriteStream, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/**
 * Creates the folder that the launcher shares with the application
 * (`electron/main/app/launch-folder.ts`). Files work on every system and survive a crash. The
 * folder is deleted when this process exits.
 */
export function launchFolder() {
  const path = mkdtempSync(join(tmpdir(), 'platen-launch-'));
  writeFileSync(join(path, 'launcher'), String(process.pid));
  process.once('exit', () => rmSync(path, { recursive: true, force: true }));
  return {
    path,

    /** Whether the application has started its work, which must not be done twice. */
    hasStarted: () => existsSync(join(path, 'started')),

    /** Requests a stop, on systems without signals. */
    requestStop: () => writeFileSync(join(path, 'stop'), ''),

    /**
     * Writes standard input to a file.
     * @param {NodeJS.ReadableStream} input
     */
    spool: async (input) =>
      pipeline(input, createWriteStream(join(path, 'stdin'), { mode: 0o600 })),
  };
}
