import { availableParallelism, totalmem } from 'node:os';
import type { Settings } from '../../shared/settings.js';

/** The settings' greatest number: more windows than that help no machine. */
const most = 16;

/** What a page and the process that prints it may need beside the others, in bytes. */
const bytesEach = 512 * 1024 ** 2;

/** A computer, as far as it decides how much it does at the same time. */
export interface Machine {
  readonly cores: number;
  /** All of it, in bytes. */
  readonly memory: number;
}

/**
 * How many jobs run at the same time: what the person chose, else one more than there are cores, as a page that loads leaves its core to one that prints
 * (docs/performance.md), and no more than the memory holds.
 */
export function concurrencyOf(
  { concurrency }: Pick<Settings, 'concurrency'>,
  { cores, memory }: Machine = { cores: availableParallelism(), memory: totalmem() },
): number {
  return concurrency ?? Math.max(1, Math.min(most, cores + 1, Math.floor(memory / bytesEach)));
}
