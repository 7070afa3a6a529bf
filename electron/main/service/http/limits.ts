import type { IncomingHttpHeaders } from 'node:http';
import { message } from '../../../shared/messages/message.js';
import type { Account } from '../store/service-store.js';
import { Problem, retryAfter } from './problem.js';

const minuteMs = 60_000;

/** Limits the requests per minute of each account, on this server. */
export class AccountRates {
  readonly #now: () => number;
  readonly #sent = new Map<string, number[]>();

  constructor(now: () => number = () => Date.now()) {
    this.#now = now;
  }

  /** Counts a request. @throws Problem 429 if the account has reached its limit */
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
      message('service.rateLimited', { account: name, rate }),
      {
        headers: retryAfter((oldest + minuteMs - now) / 1000),
      },
    );
  }
}

/**
 * Limits the memory of all request bodies: a thousand of the largest size would exceed it. Counts
 * `Content-Length` before the body is read.
 */
export class BodyBudget {
  readonly #bytes: number;
  readonly #bodyLimit: number;
  #used = 0;

  /**
   * @param bytes of all bodies together
   * @param bodyLimit of one body in bytes; also counts for a body of unknown length
   */
  constructor(bytes: number, bodyLimit: number) {
    this.#bytes = bytes;
    this.#bodyLimit = bodyLimit;
  }

  /**
   * Reserves memory for a body. A single one may have any size. @returns its release; null if there
   * is no room
   */
  take(headers: IncomingHttpHeaders): (() => void) | null {
    const length = Number(headers['content-length'] ?? this.#bodyLimit);
    const size = Math.min(length, this.#bodyLimit);
    if (this.#used > 0 && this.#used + size > this.#bytes) return null;
    this.#used += size;
    let isReleased = false;
    return () => {
      if (!isReleased) this.#used -= size;
      isReleased = true;
    };
  }
}
