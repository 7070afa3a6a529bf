import type { Account } from '../store/service-store.js';
import { Problem, retryAfter } from './problem.js';

const minuteMs = 60_000;

/** How many requests an account has sent within the last minute, on this server. */
export class AccountRates {
  readonly #now: () => number;
  readonly #sent = new Map<string, number[]>();

  constructor(now: () => number = () => Date.now()) {
    this.#now = now;
  }

  /** Counts a request. @throws Problem 429 if the account may send no more for now */
  take({ id, name, rate }: Account): void {
    if (rate === null) return;
    const now = this.#now();
    const recent = (this.#sent.get(id) ?? []).filter((time) => time > now - minuteMs);
    this.#sent.set(id, recent);
    const [oldest = now] = recent;
    if (recent.length < rate) {
      recent.push(now);
      return;
    }
    throw new Problem(
      429,
      'rate-limited',
      `The account "${name}" may send ${rate} requests a minute; nothing was done. Send it again later.`,
      { headers: retryAfter((oldest + minuteMs - now) / 1000) },
    );
  }
}
