const secondsPerHour = 3600;

interface Spent {
  readonly seconds: number;
  /** When it was counted, in milliseconds. */
  readonly at: number;
}

/** How many seconds of work an account may use, and after how many it may use more. */
interface ReachedLimit {
  readonly limitSeconds: number;
  readonly waitSeconds: number;
}

/**
 * Limits the work of each account that costs no credit: in test mode, and for requests that fail or
 * whose client disconnects. What was spent is forgiven evenly over an hour.
 */
export class UnpaidWork {
  readonly #perHour: number | null;
  readonly #now: () => number;
  readonly #spent = new Map<string, Spent>();

  /**
   * @param perHour seconds of work; null for no limit
   * @param now returns milliseconds
   */
  constructor(perHour: number | null, now: () => number = () => performance.now()) {
    this.#perHour = perHour;
    this.#now = now;
  }

  /** Counts work that has cost no credit. */
  count(account: string, seconds: number): void {
    if (this.#perHour === null) return;
    const at = this.#now();
    this.#spent.set(account, { seconds: this.#secondsOf(account) + seconds, at });
  }

  /** Null if the account has not reached its limit. */
  reached(account: string): ReachedLimit | null {
    if (this.#perHour === null) return null;
    const excess = this.#secondsOf(account) - this.#perHour;
    if (excess < 0) return null;
    const waitSeconds = (excess / this.#perHour) * secondsPerHour + 1;
    return { limitSeconds: this.#perHour, waitSeconds };
  }

  #secondsOf(account: string): number {
    const spent = this.#spent.get(account);
    if (spent === undefined || this.#perHour === null) return 0;
    const hours = (this.#now() - spent.at) / 1000 / secondsPerHour;
    return Math.max(0, spent.seconds - hours * this.#perHour);
  }
}
