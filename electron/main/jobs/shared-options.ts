import type { JobOptions } from '../../shared/jobs.js';

/** Options that are alike are stored once: ten thousand jobs of one drop have the same. */
export class SharedOptions {
  readonly #known = new Map<string, JobOptions>();

  /** The stored options that are like these. */
  of(options: JobOptions): JobOptions {
    const text = JSON.stringify(options);
    const known = this.#known.get(text);
    if (known === undefined) this.#known.set(text, options);
    return known ?? options;
  }
}
