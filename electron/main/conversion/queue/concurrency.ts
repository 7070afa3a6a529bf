import { availableParallelism } from 'node:os';
import type { Settings } from '../../../shared/settings.js';

/** The settings' greatest number: more windows than that help no machine. */
const most = 16;

/** How many jobs run at the same time: what the person chose, else one for each core, as printing is work for one. */
export function concurrencyOf({ concurrency }: Pick<Settings, 'concurrency'>): number {
  return concurrency ?? Math.min(most, availableParallelism());
}
