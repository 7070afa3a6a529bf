import { type Release, Semaphore } from '../../util/async.js';

/** How many of the last durations the pace is taken from. */
const remembered = 32;

/** What is assumed of a first PDF, and the longest that a client is sent away for, in seconds. */
const presumedSeconds = 1;
const maxRetrySeconds = 600;

/** Why work that waited was not begun: the service stops, or nobody wants it any more. */
export class QueueStopped extends Error {
  override readonly name = 'QueueStopped';
}

export interface QueueLimits {
  readonly concurrency: number;
  /** How many may wait beside those that run. */
  readonly waiting: number;
}

/** A place in the queue, taken before anything is done for a request. */
export interface QueuePlace {
  /** Waits for its turn, works, and leaves. @throws QueueStopped if its turn does not come */
  run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T>;
  /** Leaves without having worked; does nothing once it has. */
  leave(): void;
}

/** Makes so many PDFs at a time, in the order in which they came, and lets so many wait. */
export class WorkQueue {
  readonly #maxWaiting: number;
  readonly #slots: Semaphore;
  readonly #onChange: () => void;
  readonly #now: () => number;
  readonly #stopped = new AbortController();
  readonly #durations: number[] = [];
  #places = 0;
  #atRest: () => void = () => undefined;

  /** @param onChange hears that another number of them runs, or that one has ended */
  constructor(
    limits: QueueLimits,
    onChange: () => void = () => undefined,
    now: () => number = () => performance.now(),
  ) {
    this.#maxWaiting = limits.waiting;
    this.#slots = new Semaphore(limits.concurrency);
    this.#onChange = onChange;
    this.#now = now;
  }

  get running(): number {
    return this.#slots.running;
  }

  get waiting(): number {
    return this.#slots.waiting;
  }

  /** Applies at once; what already runs goes on. */
  setConcurrency(concurrency: number): void {
    this.#slots.capacity = concurrency;
  }

  /** When there may be room again, in seconds, by the recent pace. */
  get retrySeconds(): number {
    const sum = this.#durations.reduce((total, each) => total + each, 0);
    const each =
      this.#durations.length === 0 ? presumedSeconds : sum / this.#durations.length / 1000;
    const seconds = (each * Math.max(1, this.waiting)) / this.#slots.capacity;
    return Math.min(maxRetrySeconds, Math.max(1, seconds));
  }

  /** A place, or null if there is none. */
  enter(): QueuePlace | null {
    return this.#places >= this.#slots.capacity + this.#maxWaiting ? null : this.place();
  }

  /** A place for work that was admitted long ago, which no limit keeps out. */
  place(): QueuePlace {
    this.#places += 1;
    let hasLeft = false;
    const leave = () => {
      if (hasLeft) return;
      hasLeft = true;
      this.#places -= 1;
    };
    return {
      leave,
      run: async (signal, work) => {
        try {
          const release = await this.#turn(signal);
          return await this.#work(work, release);
        } finally {
          leave();
        }
      },
    };
  }

  /** Starts nothing any more and refuses what waits. @returns when nothing runs any more */
  async stop(): Promise<void> {
    this.#stopped.abort();
    if (this.running > 0) await new Promise<void>((rest) => (this.#atRest = rest));
  }

  async #turn(signal: AbortSignal): Promise<Release> {
    const ended = AbortSignal.any([signal, this.#stopped.signal]);
    const release = await this.#slots.acquire({ signal: ended }).catch(() => {
      throw new QueueStopped();
    });
    this.#onChange();
    return release;
  }

  async #work<T>(work: () => Promise<T>, release: Release): Promise<T> {
    const begun = this.#now();
    try {
      return await work();
    } finally {
      this.#durations.push(this.#now() - begun);
      if (this.#durations.length > remembered) this.#durations.shift();
      release();
      this.#onChange();
      if (this.running === 0) this.#atRest();
    }
  }
}
