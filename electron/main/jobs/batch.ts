import type { BatchResult, QueueSummary } from '../../shared/jobs.js';
import type { EndState } from './job.js';

export type Outcome = keyof BatchResult;

/** How often the remaining time is reported while nothing else changes, in milliseconds. */
const tickMs = 1000;

export function outcomeOf(state: EndState): Outcome {
  if (state.status === 'completed')
    return state.pdf === null && !state.remote ? 'skipped' : 'converted';
  return state.status;
}

/**
 * The current batch: all jobs that were added or retried since the queue last finished. A job
 * counts once, however often it is retried.
 */
export class Batch {
  readonly #onTick: () => void;
  readonly #timeLeft = new TimeLeft(() => performance.now());
  readonly #unended = new Set<string>();
  readonly #outcomes = new Map<string, Outcome>();
  #ticker: NodeJS.Timeout | undefined;
  #last: BatchResult | null = null;

  /** @param onTick called each second while there is a batch */
  constructor(onTick: () => void) {
    this.#onTick = onTick;
  }

  /** Adds a job, and starts a batch if none is running. */
  join(id: string): void {
    if (this.#total === 0) this.#begin();
    this.#outcomes.delete(id);
    this.#unended.add(id);
  }

  /** Drops a job that has not ended; one that has ended still counts. */
  leave(id: string): void {
    this.#unended.delete(id);
  }

  /** @param ranMs how long the job ran, if that helps to estimate the others */
  end(id: string, outcome: Outcome, ranMs: number | null): void {
    if (this.#unended.delete(id)) this.#outcomes.set(id, outcome);
    if (ranMs !== null) this.#timeLeft.add(ranMs);
  }

  /**
   * Ends a batch whose jobs have all ended.
   * @returns its result, or null if there is nothing to report
   */
  finish(): BatchResult | null {
    if (this.#unended.size > 0) return null;
    const result = this.#outcomes.size === 0 ? null : this.#result;
    this.clear();
    this.#last = result ?? this.#last;
    return result;
  }

  /** Ends the batch without a result. */
  clear(): void {
    this.#unended.clear();
    this.#outcomes.clear();
    clearInterval(this.#ticker);
  }

  /** @param ahead null while the queue is paused or idle, so that no time can be estimated */
  summary(ahead: WorkAhead | null): QueueSummary['batch'] {
    if (this.#total === 0) return null;
    return {
      total: this.#total,
      ended: this.#outcomes.size,
      failed: this.#result.failed,
      secondsLeft: ahead === null ? null : this.#timeLeft.seconds(ahead),
    };
  }

  /** How the last batch ended; null if it had no result, and while another one runs. */
  get last(): BatchResult | null {
    return this.#last;
  }

  get #total(): number {
    return this.#unended.size + this.#outcomes.size;
  }

  get #result(): BatchResult {
    const counts = { converted: 0, skipped: 0, failed: 0, canceled: 0 };
    for (const outcome of this.#outcomes.values()) counts[outcome] += 1;
    return counts;
  }

  #begin(): void {
    this.#last = null;
    this.#timeLeft.begin();
    this.#ticker = setInterval(this.#onTick, tickMs);
    this.#ticker.unref();
  }
}

/** The basis of an estimate. */
export interface WorkAhead {
  readonly queued: number;
  /** How long each running job has been running, in milliseconds. */
  readonly running: readonly number[];
  readonly concurrency: number;
}

const recentJobs = 40;

/** An earlier estimate is too rough to show. */
const minBasis = { jobs: 3, milliseconds: 2000 };

/** Time constant of the smoothing, in milliseconds. */
const smoothingMs = 3000;

/**
 * Estimates how long the rest of a batch takes, from how long its last jobs took. The shown value
 * counts down with the clock and approaches each new estimate gradually, so that it does not jump.
 */
export class TimeLeft {
  readonly #now: () => number;
  readonly #durations: number[] = [];
  #sum = 0;
  #ended = 0;
  #began: number | null = null;
  #shown: { readonly at: number; readonly ms: number } | null = null;

  /** @param now a monotonic clock in milliseconds */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Starts over: another batch may be another kind of work. */
  begin(): void {
    this.#durations.length = 0;
    this.#sum = 0;
    this.#ended = 0;
    this.#began = this.#now();
    this.#shown = null;
  }

  /** Adds how long a job took, in milliseconds. */
  add(milliseconds: number): void {
    this.#durations.push(milliseconds);
    this.#sum += milliseconds;
    this.#ended += 1;
    if (this.#durations.length > recentJobs) this.#sum -= this.#durations.shift() ?? 0;
  }

  /** At least 1; null while there is no useful estimate. */
  seconds(work: WorkAhead): number | null {
    const estimate = this.#estimate(work);
    if (estimate === null) {
      this.#shown = null;
      return null;
    }
    const ms = this.#smoothed(estimate);
    this.#shown = { at: this.#now(), ms };
    return Math.max(1, Math.round(ms / 1000));
  }

  #estimate({ queued, running, concurrency }: WorkAhead): number | null {
    const isEarly = this.#now() - (this.#began ?? this.#now()) < minBasis.milliseconds;
    if (this.#ended < minBasis.jobs || isEarly) return null;
    const mean = this.#sum / this.#durations.length;
    const longest = Math.max(0, ...running);
    // The last jobs take longer than any before them, so nothing can be predicted.
    if (queued === 0 && longest > 2 * mean + minBasis.milliseconds) return null;
    const rest = running.reduce((sum, spent) => sum + Math.max(0, mean - spent), 0);
    const lanes = Math.max(1, Math.min(concurrency, queued + running.length));
    return (queued * mean + rest) / lanes;
  }

  #smoothed(estimate: number): number {
    if (this.#shown === null) return estimate;
    const passed = this.#now() - this.#shown.at;
    const expected = Math.max(0, this.#shown.ms - passed);
    return expected + (estimate - expected) * (1 - Math.exp(-passed / smoothingMs));
  }
}
