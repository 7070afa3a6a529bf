import type { JobOptions } from '../../shared/jobs.js';

/** Jobs that are added together have equal options, so only recent ones can be needed again. */
const maxKnown = 64;

/** Stores equal options of recent jobs once: ten thousand jobs of one drop share theirs. */
export class SharedOptions {
  /** By their JSON text, the least recently used first. */
  readonly #known = new Map<string, JobOptions>();

  /** Returns the stored options that equal these. */
  of(options: JobOptions): JobOptions {
    const text = JSON.stringify(options);
    const known = this.#known.get(text) ?? options;
    this.#known.delete(text);
    this.#known.set(text, known);
    const [oldest] = this.#known.keys();
    if (this.#known.size > maxKnown && oldest !== undefined) this.#known.delete(oldest);
    return known;
  }
}
