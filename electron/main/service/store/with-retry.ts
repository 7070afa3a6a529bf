import { setTimeout as after } from 'node:timers/promises';

/** Long enough for a database that is started anew, or has another take its place; in milliseconds. */
const delays = [100, 300, 1000, 2000, 4000];

/** Nothing is begun anew after this time: each try alone may take as long as the database lets a statement take. */
const patienceMs = 15_000;

/**
 * Does what must not be left undone because the database is out of reach for a moment.
 * @param work hears whether it has been tried before: what it did then may have come true all the same, if only the answer was lost
 * @throws what the last try has thrown
 */
export async function withRetry<T>(work: (isRepeated: boolean) => Promise<T>): Promise<T> {
  const begun = performance.now();
  for (let tries = 1; ; tries += 1) {
    try {
      return await work(tries > 1);
    } catch (thrown) {
      const delay = delays[tries - 1];
      if (delay === undefined || performance.now() - begun > patienceMs) throw thrown;
      await after(delay);
    }
  }
}
