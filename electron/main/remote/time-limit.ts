import { setTimeout as wait } from 'node:timers/promises';
import { canceledError } from '../engine/canceled.js';

/** How long one conversion may take, and whether somebody has taken it back. */
export class TimeLimit {
  /** Aborted at the end of the time, or when the conversion is taken back. */
  readonly signal: AbortSignal;
  readonly #late: AbortSignal;
  readonly #end: number;

  constructor(
    readonly seconds: number,
    private readonly canceled?: AbortSignal,
  ) {
    this.#late = AbortSignal.timeout(seconds * 1000);
    this.#end = performance.now() + seconds * 1000;
    this.signal = canceled === undefined ? this.#late : AbortSignal.any([canceled, this.#late]);
  }

  get isLate(): boolean {
    return this.#late.aborted;
  }

  /** In milliseconds. */
  get left(): number {
    return Math.max(0, this.#end - performance.now());
  }

  /** A limit as long as this one, which begins now. */
  again(): TimeLimit {
    return new TimeLimit(this.seconds, this.canceled);
  }

  /** @throws AppError `canceled` */
  throwIfCanceled(): void {
    if (this.canceled?.aborted === true) throw canceledError();
  }

  /**
   * Waits, no longer than there is time.
   * @throws AppError `canceled`
   */
  async wait(ms: number): Promise<void> {
    try {
      // A timer takes no more than 24 days and ends at once above it; a service may name any time.
      await wait(Math.min(ms, this.left + 1), undefined, { signal: this.signal });
    } catch (thrown) {
      this.throwIfCanceled();
      if (!this.isLate) throw thrown;
    }
  }
}
