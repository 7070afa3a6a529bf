import { message } from '../../../shared/messages/message.js';
import { Problem, retryAfter } from '../http/problem.js';
import type { Account } from '../store/service-store.js';

const secondsPerHour = 3600;

interface Spent {
  readonly seconds: number;
  /** When it was counted, in milliseconds. */
  readonly at: number;
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

  /** @throws Problem 429 if the account has used up its limit */
  check({ id, name }: Pick<Account, 'id' | 'name'>): void {
    if (this.#perHour === null) return;
    const excess = this.#secondsOf(id) - this.#perHour;
    if (excess < 0) return;
    const limits = { account: name, seconds: this.#perHour };
    throw new Problem('unpaid-limit', message('service.unpaidLimit', limits), {
      headers: retryAfter((excess / this.#perHour) * secondsPerHour + 1),
    });
  }

  #secondsOf(account: string): number {
    const spent = this.#spent.get(account);
    if (spent === undefined || this.#perHour === null) return 0;
    const hours = (this.#now() - spent.at) / 1000 / secondsPerHour;
    return Math.max(0, spent.seconds - hours * this.#perHour);
  }
}
