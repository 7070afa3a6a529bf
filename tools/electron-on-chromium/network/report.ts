const reported = new Set<string>();

/** Maximum number of remembered failures; a page can cause any number of different ones. */
const limit = 100;

/**
 * Prints the failure of a request on standard error, each kind once: a page can repeat it endlessly
 * and must not end the process with it.
 * @param label the start of the line: what failed
 */
export function reportOnce(label: string, error: unknown): void {
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const line = `electron-on-chromium: ${label}: ${reason}`;
  if (reported.has(line) || reported.size >= limit) return;
  reported.add(line);
  process.stderr.write(`${line}\n`);
}
