const reported = new Set<string>();

/** Failures that are remembered; a page can make any number of different ones. */
const limit = 100;

/**
 * Writes a failure of one request to the error output, each kind of it once: a page can repeat it
 * without end, and must not end the process with it.
 * @param what failed, as the beginning of the line
 */
export function reportOnce(what: string, error: unknown): void {
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const line = `electron-on-chromium: ${what}: ${reason}`;
  if (reported.has(line) || reported.size >= limit) return;
  reported.add(line);
  process.stderr.write(`${line}\n`);
}
