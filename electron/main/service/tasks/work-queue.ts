/** How many of the last durations the pace is taken from. */
const remembered = 32;

/** What is assumed of a first PDF, and the longest that a client is sent away for, in seconds. */
const presumedSeconds = 1;
const maxRetrySeconds = 600;

/** Why work that waited was not begun: the service stops, or nobody wants it any more. */
export class QueueStopped extends Error {
  override readonly name = 'QueueStopped';
}

interface Waiting {
  readonly begin: () => void;
  readonly refuse: (reason: Error) => void;
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
  readonly #limits: QueueLimits;
  readonly #onChange: () => void;
  readonly #now: () => number;
  readonly #waiting = new Set<Waiting>();
  readonly #durations: number[] = [];
  #places = 0;
  #running = 0;
  #isStopped = false;
  #atRest: () => void = () => undefined;

  /** @param onChange hears that another number of them runs, or that one has ended */
  constructor(
    limits: QueueLimits,
    onChange: () => void = () => undefined,
    now: () => number = () => performance.now(),
  ) {
    this.#limits = limits;
    this.#onChange = onChange;
    this.#now = now;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** When there may be room again, in seconds, by the recent pace. */
  get retrySeconds(): number {
    const { concurrency } = this.#limits;
    const sum = this.#durations.reduce((total, each) => total + each, 0);
    const each =
      this.#durations.length === 0 ? presumedSeconds : sum / this.#durations.length / 1000;
    const seconds = (each * Math.max(1, this.#waiting.size)) / concurrency;
    return Math.min(maxRetrySeconds, Math.max(1, seconds));
  }

  /** A place, or null if there is none. */
  enter(): QueuePlace | null {
    const { concurrency, waiting } = this.#limits;
    return this.#places >= concurrency + waiting ? null : this.place();
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
          await this.#turn(signal);
          return await this.#work(work);
        } finally {
          leave();
        }
      },
    };
  }

  /** Begins nothing any more: what waits is refused. @returns when nothing runs any more */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const { refuse } of this.#waiting) refuse(new QueueStopped());
    this.#waiting.clear();
    if (this.#running > 0) await new Promise<void>((rest) => (this.#atRest = rest));
  }

  async #turn(signal: AbortSignal): Promise<void> {
    if (this.#isStopped || signal.aborted) throw new QueueStopped();
    if (this.#running < this.#limits.concurrency) {
      this.#running += 1;
      this.#onChange();
      return;
    }
    await new Promise<void>((begin, refuse) => {
      const waiting: Waiting = { begin, refuse };
      const leave = () => {
        // Whose turn has come works: its own signal ends it.
        if (this.#waiting.delete(waiting)) refuse(new QueueStopped());
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.add(waiting);
    });
  }

  async #work<T>(work: () => Promise<T>): Promise<T> {
    const begun = this.#now();
    try {
      return await work();
    } finally {
      this.#durations.push(this.#now() - begun);
      if (this.#durations.length > remembered) this.#durations.shift();
      this.#next();
    }
  }

  /** The turn goes over to who waits the longest. */
  #next(): void {
    this.#onChange();
    const [first] = this.#waiting;
    if (first !== undefined) {
      this.#waiting.delete(first);
      first.begin();
      return;
    }
    this.#running -= 1;
    if (this.#running === 0) this.#atRest();
  }
}
