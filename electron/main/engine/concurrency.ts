import { availableParallelism, totalmem } from 'node:os';
import type { Settings } from '../../shared/settings.js';
import type { LocalEngine } from './contract/pdf-engine.js';

/** The maximum of the setting: more windows never help. */
const maxConcurrency = 16;

/** Memory that a page and the process that prints it may need, in bytes. */
const bytesEach = 512 * 1024 ** 2;

interface Machine {
  readonly cores: number;
  /** In bytes. */
  readonly memory: number;
}

/**
 * The setting, else one more than there are cores, because a page that loads leaves its core to one
 * that prints (docs/performance.md); limited by the memory.
 */
export function concurrencyOf(
  { concurrency }: Pick<Settings, 'concurrency'>,
  { cores, memory }: Machine = { cores: availableParallelism(), memory: totalmem() },
): number {
  return (
    concurrency ?? Math.max(1, Math.min(maxConcurrency, cores + 1, Math.floor(memory / bytesEach)))
  );
}

/** @returns the number of parallel conversions */
export function applyLimits(
  engine: Pick<LocalEngine, 'setConcurrency' | 'setMemoryLimit'>,
  settings: Pick<Settings, 'concurrency' | 'memoryLimit'>,
): number {
  const concurrency = concurrencyOf(settings);
  engine.setConcurrency(concurrency);
  engine.setMemoryLimit(settings.memoryLimit);
  return concurrency;
}
