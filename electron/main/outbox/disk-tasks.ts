import { errorText } from '../../shared/errors.js';
import type { Clock } from '../util/clock.js';

/** How long after a failure the disk is tried again, in milliseconds. */
const retryAfter = 5000;

interface DiskTask {
  readonly work: () => Promise<void>;
  readonly waiting: readonly (() => void)[];
}

/**
 * What is to be done to the disk, one after the other in the order asked for: where a later step relies on an earlier one, no kill turns them round. While
 * the disk takes nothing, all of it waits and is tried again.
 */
export class DiskTasks {
  readonly #clock: Clock;
  readonly #onTrouble: () => void;
  /** Those that are done before all others. */
  #urgent = new Map<string, DiskTask>();
  readonly #tasks = new Map<string, DiskTask>();
  #isWorking = false;
  #isPausing = false;
  #trouble: string | null = null;

  constructor(clock: Clock, onTrouble: () => void) {
    this.#clock = clock;
    this.#onTrouble = onTrouble;
  }

  /** Why nothing can be written at the moment, as a sentence; null while it can. */
  get trouble(): string | null {
    return this.#trouble;
  }

  /**
   * Asks for a task. One of the same name that has not begun is not done; the new one comes last.
   * @param isUrgent whether it comes before all that is not, as somebody waits for it and it relies on nothing asked for before
   * @returns resolves when it is done, or when it is plain that the disk does not take it now: see {@link trouble}
   */
  async do(name: string, work: () => Promise<void>, isUrgent = false): Promise<void> {
    return new Promise((resolve) => {
      const replaced = this.#urgent.get(name) ?? this.#tasks.get(name);
      this.#urgent.delete(name);
      this.#tasks.delete(name);
      const waiting = [...(replaced?.waiting ?? []), resolve];
      (isUrgent ? this.#urgent : this.#tasks).set(name, { work, waiting });
      if (this.#isPausing) this.#answerAll();
      else this.#wake();
    });
  }

  /** Resolves as {@link do} would for all that was asked for so far. */
  async settled(): Promise<void> {
    await this.do('', async () => Promise.resolve());
  }

  #wake(): void {
    if (this.#isWorking) return;
    this.#isWorking = true;
    queueMicrotask(() => void this.#work());
  }

  async #work(): Promise<void> {
    for (let next = this.#take(); next !== null; next = this.#take()) {
      const [name, task] = next;
      try {
        await task.work();
      } catch (thrown) {
        this.#pause(name, task, thrown);
        break;
      }
      for (const resolve of task.waiting) resolve();
      this.#tell(null);
    }
    this.#isWorking = false;
  }

  #take(): readonly [string, DiskTask] | null {
    for (const line of [this.#urgent, this.#tasks]) {
      const [first] = line;
      if (first === undefined) continue;
      line.delete(first[0]);
      return first;
    }
    return null;
  }

  #pause(name: string, task: DiskTask, thrown: unknown): void {
    this.#isPausing = true;
    const isReplaced = this.#urgent.has(name) || this.#tasks.has(name);
    if (!isReplaced) this.#urgent = new Map([[name, task], ...this.#urgent]);
    for (const resolve of task.waiting) resolve();
    this.#answerAll();
    this.#clock.after(retryAfter, () => {
      this.#isPausing = false;
      this.#wake();
    });
    this.#tell(
      `What is on its way to buckets and webhooks cannot be kept on the disk, so some of it would be lost or sent again if Platen ended now. ${errorText(thrown)}`,
    );
  }

  #answerAll(): void {
    for (const line of [this.#urgent, this.#tasks]) {
      for (const [name, { work, waiting }] of line) {
        line.set(name, { work, waiting: [] });
        for (const resolve of waiting) resolve();
      }
    }
  }

  #tell(trouble: string | null): void {
    if (trouble === this.#trouble) return;
    this.#trouble = trouble;
    this.#onTrouble();
  }
}
