import { createWriteStream, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/**
 * Makes the folder in which the launcher and the application meet; `electron/main/launch-folder.ts`
 * is the other side. Files rather than a channel, as they work on every system and outlast a crash.
 * It is removed when this process ends.
 */
export function launchFolder() {
  const path = mkdtempSync(join(tmpdir(), 'platen-launch-'));
  process.once('exit', () => rmSync(path, { recursive: true, force: true }));
  return {
    path,

    /** Whether the application has begun its work, which must not be done twice. */
    hasStarted: () => existsSync(join(path, 'started')),

    /** Asks the application to stop, on a system without signals. */
    requestStop: () => writeFileSync(join(path, 'stop'), ''),

    /**
     * Puts standard input into a file, to its end.
     * @param {NodeJS.ReadableStream} input
     */
    spool: async (input) =>
      pipeline(input, createWriteStream(join(path, 'stdin'), { mode: 0o600 })),
  };
}
