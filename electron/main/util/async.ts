import { type Clock, systemClock } from './clock.js';

/** Returns a permit to its semaphore; calling it again does nothing. */
export type Release = () => void;

export interface AcquireOptions {
  /** Higher values come first; equal ones in the order of their calls. The default is 0. */
  readonly priority?: number;
  /** Ends the wait. It does not release a permit that was granted. */
  readonly signal?: AbortSignal | undefined;
}

interface Waiter {
  readonly priority: number;
  readonly grant: () => void;
}

/** Limits how many tasks run at the same time. */
export class Semaphore {
  #capacity: number;
  #running = 0;
  readonly #waiters: Waiter[] = [];

  /** @param capacity at least 1 */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiters.length;
  }

  get capacity(): number {
    return this.#capacity;
  }

  /**
   * Starts waiting tasks at once if it grows; tasks that exceed a smaller capacity finish first.
   */
  set capacity(capacity: number) {
    this.#capacity = capacity;
    this.#grantNext();
  }

  /** Waits for a permit. @throws the signal's reason if it is aborted before */
  async acquire({ priority = 0, signal }: AcquireOptions = {}): Promise<Release> {
    signal?.throwIfAborted();
    if (this.#running < this.#capacity) this.#running += 1;
    else await this.#wait(priority, signal);
    return this.#releaseOnce();
  }

  /**
   * Runs a task with a permit. @throws the signal's reason if it is aborted before the task starts
   */
  async run<T>(task: () => Promise<T>, options?: AcquireOptions): Promise<T> {
    const release = await this.acquire(options);
    try {
      return await task();
    } finally {
      release();
    }
  }

  async #wait(priority: number, signal: AbortSignal | undefined): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const abort = () => {
        this.#waiters.splice(this.#waiters.indexOf(waiter), 1);
        reject(signal?.reason as Error);
      };
      const grant = () => {
        signal?.removeEventListener('abort', abort);
        resolve();
      };
      const waiter = { priority, grant };
      signal?.addEventListener('abort', abort, { once: true });
      const before = this.#waiters.findIndex((other) => other.priority < priority);
      this.#waiters.splice(before === -1 ? this.#waiters.length : before, 0, waiter);
    });
  }

  #releaseOnce(): Release {
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      this.#running -= 1;
      this.#grantNext();
    };
  }

  #grantNext(): void {
    while (this.#running < this.#capacity) {
      const next = this.#waiters.shift();
      if (!next) return;
      this.#running += 1;
      next.grant();
    }
  }
}

/** Runs tasks one at a time, in the order of their calls. A failed task does not stop the next. */
export class Mutex {
  readonly #semaphore = new Semaphore(1);

  /** Whether a task runs or waits. */
  get isBusy(): boolean {
    return this.#semaphore.running > 0;
  }

  async run<T>(task: () => Promise<T>, options?: Pick<AcquireOptions, 'signal'>): Promise<T> {
    return this.#semaphore.run(task, options);
  }

  /** Resolves when every task that was added before has ended. */
  async idle(): Promise<void> {
    await this.run(() => Promise.resolve());
  }
}

export interface RetryOptions {
  /**
   * Milliseconds until the next attempt, or null to give up.
   * @param attempt number of the attempt that failed, from 1
   */
  readonly delayAfter: (error: unknown, attempt: number) => number | null;
  /** No attempt starts later than this many milliseconds after the first one. */
  readonly maxElapsedMs?: number;
  readonly signal?: AbortSignal | undefined;
  readonly clock?: Clock;
}

/**
 * Repeats an operation until it succeeds.
 * @param operation receives the number of its attempt, from 1
 * @throws the error of the last attempt, or the signal's reason if it is aborted
 */
export async function withRetry<T>(
  operation: (attempt: number) => Promise<T>,
  { delayAfter, maxElapsedMs = Infinity, signal, clock = systemClock }: RetryOptions,
): Promise<T> {
  const startedAt = clock.now();
  for (let attempt = 1; ; attempt += 1) {
    signal?.throwIfAborted();
    try {
      return await operation(attempt);
    } catch (error) {
      const delay = delayAfter(error, attempt);
      if (delay === null || clock.now() + delay > startedAt + maxElapsedMs) throw error;
      await sleep(delay, { signal, clock });
    }
  }
}

export interface BackoffOptions {
  /**
   * The maximum extension of a delay, as a fraction of it, so that clients don't retry
   * simultaneously.
   */
  readonly jitter?: number;
  /** From 0 up to 1. */
  readonly random?: () => number;
}

/**
 * Gives up when its delays are used up.
 * @param delaysMs the first one follows the first attempt
 */
export function backoff(
  delaysMs: readonly number[],
  { jitter = 0.2, random = Math.random }: BackoffOptions = {},
): RetryOptions['delayAfter'] {
  return (_error, attempt) => {
    const delay = delaysMs[attempt - 1];
    return delay === undefined ? null : Math.round(delay * (1 + jitter * random()));
  };
}

export interface WaitOptions {
  readonly signal?: AbortSignal | undefined;
  readonly clock?: Clock;
}

/** @throws the signal's reason if it is aborted */
export async function sleep(
  milliseconds: number,
  { signal, clock = systemClock }: WaitOptions = {},
): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const abort = () => {
      cancel();
      reject(signal?.reason as Error);
    };
    const cancel = clock.after(milliseconds, () => {
      signal?.removeEventListener('abort', abort);
      resolve();
    });
    signal?.addEventListener('abort', abort, { once: true });
  });
}

/** Thrown by {@link withTimeout}. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';

  constructor(readonly milliseconds: number) {
    super(`Timed out after ${milliseconds} ms.`);
  }
}

/**
 * Runs an operation with a timeout. Does not wait for an operation that ignores its signal.
 * @param operation receives a signal that is aborted after the timeout or with the outer signal
 * @throws TimeoutError after the timeout; the outer signal's reason; the operation's error
 */
export async function withTimeout<T>(
  operation: (signal: AbortSignal) => Promise<T>,
  milliseconds: number,
  { signal, clock = systemClock }: WaitOptions = {},
): Promise<T> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  const cancel = clock.after(milliseconds, () => controller.abort(new TimeoutError(milliseconds)));
  signal?.addEventListener('abort', abort, { once: true });
  const aborted = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason as Error));
  });
  try {
    return await Promise.race([operation(controller.signal), aborted]);
  } finally {
    cancel();
    signal?.removeEventListener('abort', abort);
  }
}

/** Whether all settle, successfully or not. */
export async function settleWithin(
  promises: Iterable<Promise<unknown>>,
  milliseconds: number,
  { clock = systemClock }: Pick<WaitOptions, 'clock'> = {},
): Promise<boolean> {
  let cancel: () => void = () => undefined;
  const late = new Promise<false>((resolve) => {
    cancel = clock.after(milliseconds, () => resolve(false));
  });
  const settled = Promise.allSettled(promises).then(() => true);
  return Promise.race([settled, late]).finally(() => cancel());
}

/** Calls `read` once; every caller gets the same promise. */
export function once<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined;
  return async () => (reading ??= read());
}

/** Resolves as a task does, or rejects with the reason of a signal as soon as it is aborted. */
export async function untilAborted<T>(signal: AbortSignal, task: Promise<T>): Promise<T> {
  let stop = (): void => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason as Error);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
  });
  // Nobody waits for a task that fails after its signal was aborted.
  task.catch(() => undefined);
  try {
    return await Promise.race([task, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Resolves with null when the signal is aborted. */
export async function aborted(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(null);
    signal.addEventListener('abort', () => resolve(null), { once: true });
  });
}
