import type { QueueSummary } from '../../shared/jobs.js';
import { Batch, type BatchResult, type Outcome } from './batch.js';
import { TimeLeft, type WorkAhead } from './time-left.js';

/** How often the time left is told anew while nothing else happens, in milliseconds. */
const tickMs = 1000;

/** Follows the batch that is under way: it begins with the first job that is asked for, and ends with the last one that ends. */
export class BatchProgress {
  readonly #onTick: () => void;
  readonly #timeLeft = new TimeLeft(() => performance.now());
  #batch: Batch | null = null;
  #ticker: NodeJS.Timeout | undefined;

  /** @param onTick called each second while a batch is under way */
  constructor(onTick: () => void) {
    this.#onTick = onTick;
  }

  join(id: string): void {
    this.#batch ??= this.#begin();
    this.#batch.join(id);
  }

  leave(id: string): void {
    this.#batch?.leave(id);
  }

  /** @param ranMs how long the job ran, if that says something about the others */
  end(id: string, outcome: Outcome, ranMs: number | null): void {
    this.#batch?.end(id, outcome);
    if (ranMs !== null) this.#timeLeft.add(ranMs);
  }

  /** Gives how the batch ended, once; null if it goes on or there is none. */
  takeResult(): BatchResult | null {
    if (!this.#batch?.isOver) return null;
    const { result, total } = this.#batch;
    this.stop();
    return total === 0 ? null : result;
  }

  /** Forgets the batch. */
  stop(): void {
    this.#batch = null;
    clearInterval(this.#ticker);
  }

  /** @param ahead null where nothing goes on, and so no time can be told */
  summary(ahead: WorkAhead | null): QueueSummary['batch'] {
    if (this.#batch === null) return null;
    const { total, ended, result } = this.#batch;
    const secondsLeft = ahead === null ? null : this.#timeLeft.seconds(ahead);
    return { total, ended, failed: result.failed, secondsLeft };
  }

  #begin(): Batch {
    this.#timeLeft.begin();
    this.#ticker = setInterval(this.#onTick, tickMs);
    this.#ticker.unref();
    return new Batch();
  }
}
