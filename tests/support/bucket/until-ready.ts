import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

const limitMs = 30_000;

/**
 * Waits until a URL responds.
 * @param logFile the process's output, for the error
 * @throws Error after half a minute
 */
export async function untilReady(address: string, logFile: string): Promise<void> {
  const end = Date.now() + limitMs;
  let last: unknown;
  while (Date.now() < end) {
    try {
      await fetch(address, { signal: AbortSignal.timeout(2000) });
      return;
    } catch (error) {
      last = error;
      await delay(20);
    }
  }
  throw new Error(`${address} does not answer: ${readFileSync(logFile, 'utf8')}`, { cause: last });
}
