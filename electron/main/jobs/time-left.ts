/** What has to be known for a guess. */
export interface WorkAhead {
  readonly queued: number;
  /** How long each running job has been running, in milliseconds. */
  readonly running: readonly number[];
  /** How many run at the same time. */
  readonly concurrency: number;
}

/** How many of the last jobs a guess stands on. */
const recentJobs = 40;

/** A guess that stands on less than this is not worth saying. */
const least = { jobs: 3, milliseconds: 2000 };

/** How fast the guess that is told follows the one that was just made, in milliseconds. */
const inertiaMs = 3000;

/**
 * Guesses how long the rest of a batch takes, from how long its last jobs took. What it tells runs down with the clock and is drawn towards each
 * new guess little by little, so that it does not jump.
 */
export class TimeLeft {
  readonly #now: () => number;
  readonly #durations: number[] = [];
  #sum = 0;
  #ended = 0;
  #began: number | null = null;
  #told: { readonly at: number; readonly ms: number } | null = null;

  /** @param now a clock in milliseconds that never goes back */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Forgets what it knew: another batch may be another kind of work. */
  begin(): void {
    this.#durations.length = 0;
    this.#sum = 0;
    this.#ended = 0;
    this.#began = this.#now();
    this.#told = null;
  }

  /** A job has ended that ran for this long. */
  add(milliseconds: number): void {
    this.#durations.push(milliseconds);
    this.#sum += milliseconds;
    this.#ended += 1;
    if (this.#durations.length > recentJobs) this.#sum -= this.#durations.shift() ?? 0;
  }

  /** Seconds, never less than 1; null while that is not worth saying. */
  seconds(work: WorkAhead): number | null {
    const guess = this.#guess(work);
    if (guess === null) {
      this.#told = null;
      return null;
    }
    const ms = this.#drawn(guess);
    this.#told = { at: this.#now(), ms };
    return Math.max(1, Math.round(ms / 1000));
  }

  #guess({ queued, running, concurrency }: WorkAhead): number | null {
    const isEarly = this.#now() - (this.#began ?? this.#now()) < least.milliseconds;
    if (this.#ended < least.jobs || isEarly) return null;
    const mean = this.#sum / this.#durations.length;
    // The last ones take longer than any before them: how long, nobody knows.
    const longest = Math.max(0, ...running);
    if (queued === 0 && longest > 2 * mean + least.milliseconds) return null;
    const rest = running.reduce((sum, spent) => sum + Math.max(0, mean - spent), 0);
    const lanes = Math.max(1, Math.min(concurrency, queued + running.length));
    return (queued * mean + rest) / lanes;
  }

  #drawn(guess: number): number {
    if (this.#told === null) return guess;
    const passed = this.#now() - this.#told.at;
    const expected = Math.max(0, this.#told.ms - passed);
    return expected + (guess - expected) * (1 - Math.exp(-passed / inertiaMs));
  }
}
