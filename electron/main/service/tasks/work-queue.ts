import type { Release } from '../../util/async.js';
import { FairSlots, type ParallelLimits, SharedBudget } from '../../util/fair-slots.js';

/** How many durations determine the pace. */
const maxDurations = 32;

/** Assumed duration of the first PDF, and the longest `Retry-After`. */
const assumedSeconds = 1;
const maxRetrySeconds = 600;

/** Waiting work did not start: the service stops, or the client has disconnected. */
export class QueueStopped extends Error {
  override readonly name = 'QueueStopped';
}

export interface QueueLimits {
  readonly concurrency: number;
  /** How many may wait in addition to those that run. */
  readonly waiting: number;
  /**
   * How many one account may run at the same time, so that others need not wait for it; null if
   * there is one account only.
   */
  readonly perAccount: number | null;
}

/** A place in the queue, reserved before any work for a request. */
export interface QueuePlace {
  /** Waits for a slot, works, and leaves. @throws QueueStopped if no slot becomes free */
  run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T>;
  /** Leaves without working; does nothing after that. */
  leave(): void;
}

/**
 * Runs a limited number of tasks, those of each account in the order of arrival and the accounts in
 * turn, and lets a limited number wait.
 */
export class WorkQueue {
  readonly #maxWaiting: number;
  readonly #perAccount: number | null;
  readonly #slots: FairSlots;
  readonly #places: SharedBudget;
  readonly #onChange: () => void;
  readonly #now: () => number;
  readonly #stopped = new AbortController();
  readonly #durations: number[] = [];
  #idle: () => void = () => undefined;

  /** @param onChange called when a task has started or ended */
  constructor(
    limits: QueueLimits,
    onChange: () => void = () => undefined,
    now: () => number = () => performance.now(),
  ) {
    this.#maxWaiting = limits.waiting;
    this.#perAccount = limits.perAccount;
    this.#slots = new FairSlots(this.#limitsOf(limits.concurrency));
    this.#places = new SharedBudget(limits.perAccount !== null);
    this.#onChange = onChange;
    this.#now = now;
  }

  get running(): number {
    return this.#slots.running;
  }

  get waiting(): number {
    return this.#slots.waiting;
  }

  /** Applies at once; running tasks continue. */
  setConcurrency(concurrency: number): void {
    this.#slots.setLimits(this.#limitsOf(concurrency));
  }

  /** Estimates the seconds until there is room, from the recent pace. */
  get retrySeconds(): number {
    const sum = this.#durations.reduce((total, each) => total + each, 0);
    const each =
      this.#durations.length === 0 ? assumedSeconds : sum / this.#durations.length / 1000;
    const seconds = (each * Math.max(1, this.waiting)) / this.#slots.capacity;
    return Math.min(maxRetrySeconds, Math.max(1, seconds));
  }

  /**
   * Reserves a place.
   * @returns null if the queue is full, or too full for this account
   */
  enter(account: string, limits: ParallelLimits): QueuePlace | null {
    const total = this.#slots.capacity + this.#maxWaiting;
    return this.#places.hasRoom(account, 1, total) ? this.place(account, limits) : null;
  }

  /** Reserves a place beyond the limit, for work that was admitted earlier. */
  place(account: string, limits: ParallelLimits): QueuePlace {
    const leave = this.#places.take(account, 1);
    return {
      leave,
      run: async (signal, work) => {
        try {
          const release = await this.#turn(account, signal, limits);
          return await this.#work(work, release);
        } finally {
          leave();
        }
      },
    };
  }

  /** Refuses waiting and new work. Resolves when no work runs. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    if (this.running > 0) await new Promise<void>((resolve) => (this.#idle = resolve));
  }

  #limitsOf(capacity: number) {
    return { capacity, share: this.#perAccount ?? capacity };
  }

  async #turn(account: string, signal: AbortSignal, limits: ParallelLimits): Promise<Release> {
    const ended = AbortSignal.any([signal, this.#stopped.signal]);
    const release = await this.#slots.acquire(account, ended, limits).catch(() => {
      throw new QueueStopped();
    });
    this.#onChange();
    return release;
  }

  async #work<T>(work: () => Promise<T>, release: Release): Promise<T> {
    const started = this.#now();
    try {
      return await work();
    } finally {
      this.#durations.push(this.#now() - started);
      if (this.#durations.length > maxDurations) this.#durations.shift();
      release();
      this.#onChange();
      if (this.running === 0) this.#idle();
    }
  }
}
