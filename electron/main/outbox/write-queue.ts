import { isDeepStrictEqual } from 'node:util';
import { errorData } from '../../shared/messages/errors.js';
import { type Message, message } from '../../shared/messages/message.js';
import type { Clock } from '../util/clock.js';

/** Delay before the retry of a failed write, in milliseconds. */
const retryDelayMs = 5000;

interface Write {
  readonly write: () => Promise<void>;
  readonly waiting: readonly (() => void)[];
}

/**
 * Writes to the disk one after the other, in the order of the calls, so that a kill cannot leave a
 * later write without an earlier one. While writing fails, writes wait and are retried.
 */
export class WriteQueue {
  readonly #clock: Clock;
  readonly #onErrorChange: () => void;
  /** Writes that come before all others. */
  #urgent = new Map<string, Write>();
  readonly #normal = new Map<string, Write>();
  #isWriting = false;
  #isPaused = false;
  #error: Message | null = null;

  /** @param onErrorChange called when {@link error} has changed */
  constructor(clock: Clock, onErrorChange: () => void) {
    this.#clock = clock;
    this.#onErrorChange = onErrorChange;
  }

  /** Why nothing can be written; null while writing works. */
  get error(): Message | null {
    return this.#error;
  }

  /**
   * Adds a write. It replaces a pending one of the same name and goes to the end.
   * @param isUrgent whether it goes before all that are not: for writes that a caller waits for and
   * that do not depend on earlier ones
   * @returns resolves when it is written, or when the disk has failed: see {@link error}
   */
  async add(name: string, write: () => Promise<void>, isUrgent = false): Promise<void> {
    return new Promise((resolve) => {
      const replaced = this.#urgent.get(name) ?? this.#normal.get(name);
      this.#urgent.delete(name);
      this.#normal.delete(name);
      const waiting = [...(replaced?.waiting ?? []), resolve];
      (isUrgent ? this.#urgent : this.#normal).set(name, { write, waiting });
      if (this.#isPaused) this.#resolveAll();
      else this.#start();
    });
  }

  /** Resolves when all pending writes are done, or the disk has failed. */
  async flush(): Promise<void> {
    await this.add('', async () => Promise.resolve());
  }

  #start(): void {
    if (this.#isWriting) return;
    this.#isWriting = true;
    queueMicrotask(() => void this.#writeAll());
  }

  async #writeAll(): Promise<void> {
    for (let next = this.#take(); next !== null; next = this.#take()) {
      const [name, write] = next;
      try {
        await write.write();
      } catch (error) {
        this.#pause(name, write, error);
        break;
      }
      for (const resolve of write.waiting) resolve();
      this.#setError(null);
    }
    this.#isWriting = false;
  }

  #take(): readonly [string, Write] | null {
    for (const queue of [this.#urgent, this.#normal]) {
      const [first] = queue;
      if (first === undefined) continue;
      queue.delete(first[0]);
      return first;
    }
    return null;
  }

  #pause(name: string, write: Write, error: unknown): void {
    this.#isPaused = true;
    const isReplaced = this.#urgent.has(name) || this.#normal.has(name);
    if (!isReplaced) this.#urgent = new Map([[name, write], ...this.#urgent]);
    for (const resolve of write.waiting) resolve();
    this.#resolveAll();
    this.#clock.after(retryDelayMs, () => {
      this.#isPaused = false;
      this.#start();
    });
    const reason = errorData(error).message;
    this.#setError(message('outbox.notSaved', { reason }));
  }

  #resolveAll(): void {
    for (const queue of [this.#urgent, this.#normal]) {
      for (const [name, { write, waiting }] of queue) {
        queue.set(name, { write, waiting: [] });
        for (const resolve of waiting) resolve();
      }
    }
  }

  #setError(error: Message | null): void {
    if (isDeepStrictEqual(error, this.#error)) return;
    this.#error = error;
    this.#onErrorChange();
  }
}
