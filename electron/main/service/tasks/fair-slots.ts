import type { Release } from '../../util/async.js';

/** The use of a resource that accounts share. */
export interface SharedRoom {
  readonly total: number;
  /** Used by all accounts together. */
  readonly used: number;
  /** Used by the account that wants more. */
  readonly own: number;
}

/** How much of what is free an account may have: a single one gets three quarters of the total. */
const freeShare = 3;

/**
 * Returns whether an account may take more of a shared resource: at most three times what is free
 * for others, so that no number of accounts can use up everything (dynamic thresholds: Choudhury
 * and Hahne, "Dynamic queue length thresholds", 1998).
 */
export function leavesRoom(size: number, { total, used, own }: SharedRoom): boolean {
  return used + size <= total && own + size <= freeShare * (total - used);
}

/** A limited amount of something that accounts share: places in a queue, or memory. */
export class SharedBudget {
  readonly #isShared: boolean;
  readonly #own = new Map<string, number>();
  #used = 0;

  /** @param isShared false if there is one account, which may use everything */
  constructor(isShared: boolean) {
    this.#isShared = isShared;
  }

  get used(): number {
    return this.#used;
  }

  /** Whether an account may take more of a total. */
  hasRoom(account: string, size: number, total: number): boolean {
    if (!this.#isShared) return this.#used + size <= total;
    return leavesRoom(size, { total, used: this.#used, own: this.#own.get(account) ?? 0 });
  }

  /** Takes an amount, whether there is room or not. @returns its release */
  take(account: string, size: number): Release {
    this.#change(account, size);
    let isReleased = false;
    return () => {
      if (!isReleased) this.#change(account, -size);
      isReleased = true;
    };
  }

  #change(account: string, size: number): void {
    this.#used += size;
    const own = (this.#own.get(account) ?? 0) + size;
    if (own > 0) this.#own.set(account, own);
    else this.#own.delete(account);
  }
}

interface Waiter {
  readonly account: string;
  /** How many slots its account may have; null for the share of all. */
  readonly share: number | null;
  readonly grant: () => void;
}

export interface SlotLimits {
  readonly capacity: number;
  /** How many slots one account may have; at least 1. */
  readonly share: number;
}

/** Grants a limited number of slots to accounts in turn. */
export class FairSlots {
  #limits: SlotLimits;
  #waiters: readonly Waiter[] = [];
  readonly #running = new Map<string, number>();
  /** When each account was last granted a slot, as a sequence number. */
  readonly #granted = new Map<string, number>();
  #grants = 0;

  constructor(limits: SlotLimits) {
    this.#limits = limits;
  }

  get running(): number {
    return [...this.#running.values()].reduce((sum, count) => sum + count, 0);
  }

  get waiting(): number {
    return this.#waiters.length;
  }

  get capacity(): number {
    return this.#limits.capacity;
  }

  /** Applies at once; running tasks continue. */
  setLimits(limits: SlotLimits): void {
    this.#limits = limits;
    this.#grantNext();
  }

  /**
   * Waits for a slot.
   * @param share how many the account may have; null for the share of all
   * @throws the signal's reason if it is aborted before
   */
  async acquire(
    account: string,
    signal: AbortSignal,
    share: number | null = null,
  ): Promise<Release> {
    signal.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const abort = () => {
        this.#waiters = this.#waiters.filter((each) => each !== waiter);
        reject(signal.reason as Error);
      };
      const grant = () => {
        signal.removeEventListener('abort', abort);
        resolve();
      };
      const waiter = { account, share, grant };
      signal.addEventListener('abort', abort, { once: true });
      this.#waiters = [...this.#waiters, waiter];
      this.#grantNext();
    });
    let isReleased = false;
    return () => {
      if (!isReleased) this.#release(account);
      isReleased = true;
    };
  }

  #release(account: string): void {
    const left = this.#runningOf(account) - 1;
    if (left > 0) this.#running.set(account, left);
    else this.#running.delete(account);
    this.#grantNext();
    // Its turn matters only while it has slots or waits.
    const isWaiting = this.#waiters.some((waiter) => waiter.account === account);
    if (left <= 0 && !isWaiting) this.#granted.delete(account);
  }

  #grantNext(): void {
    while (this.running < this.#limits.capacity) {
      const next = this.#next();
      if (next === undefined) return;
      const { account } = next;
      this.#waiters = this.#waiters.filter((each) => each !== next);
      this.#running.set(account, this.#runningOf(account) + 1);
      this.#granted.set(account, (this.#grants += 1));
      next.grant();
    }
  }

  /** Returns the first waiter of the account with the fewest slots, else of the longest wait. */
  #next(): Waiter | undefined {
    const firstOf = new Map<string, Waiter>();
    for (const waiter of this.#waiters) {
      const { account, share } = waiter;
      if (this.#runningOf(account) >= (share ?? this.#limits.share)) continue;
      if (!firstOf.has(account)) firstOf.set(account, waiter);
    }
    const [first] = [...firstOf.values()].toSorted(
      (one, other) =>
        this.#runningOf(one.account) - this.#runningOf(other.account) ||
        this.#turnOf(one.account) - this.#turnOf(other.account),
    );
    return first;
  }

  #runningOf(account: string): number {
    return this.#running.get(account) ?? 0;
  }

  #turnOf(account: string): number {
    return this.#granted.get(account) ?? 0;
  }
}
