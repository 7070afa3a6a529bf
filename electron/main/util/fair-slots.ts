import type { Release } from './async.js';

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
 * An account may have at most three times what is free for others, so that no number of accounts
 * can use up everything (dynamic thresholds: Choudhury and Hahne, "Dynamic queue length
 * thresholds", 1998).
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
    count(this.#own, account, size);
  }
}

/** Limits of the parallel work of an account and of one of its API keys. */
export interface ParallelLimits {
  /** How many slots the account may have; null for the share of all. */
  readonly concurrency: number | null;
  /** ID of the key. */
  readonly apiKey: string;
  /** How many slots the key may have; null for those of the account. */
  readonly keyConcurrency: number | null;
}

interface Waiter {
  readonly account: string;
  readonly limits: ParallelLimits;
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
  readonly #runningOfKeys = new Map<string, number>();
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
   * @throws the signal's reason if it is aborted before
   */
  async acquire(account: string, signal: AbortSignal, limits: ParallelLimits): Promise<Release> {
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
      const waiter = { account, limits, grant };
      signal.addEventListener('abort', abort, { once: true });
      this.#waiters = [...this.#waiters, waiter];
      this.#grantNext();
    });
    let isReleased = false;
    return () => {
      if (!isReleased) this.#release(account, limits);
      isReleased = true;
    };
  }

  #release(account: string, { apiKey }: ParallelLimits): void {
    count(this.#running, account, -1);
    count(this.#runningOfKeys, apiKey, -1);
    this.#grantNext();
    // Its turn matters only while it has slots or waits.
    const isWaiting = this.#waiters.some((waiter) => waiter.account === account);
    if (this.#runningOf(account) === 0 && !isWaiting) this.#granted.delete(account);
  }

  #grantNext(): void {
    while (this.running < this.#limits.capacity) {
      const next = this.#next();
      if (next === undefined) return;
      const { account, limits } = next;
      this.#waiters = this.#waiters.filter((each) => each !== next);
      count(this.#running, account, 1);
      count(this.#runningOfKeys, limits.apiKey, 1);
      this.#granted.set(account, (this.#grants += 1));
      next.grant();
    }
  }

  /** The first one of the account with the fewest slots, else of the longest wait. */
  #next(): Waiter | undefined {
    const firstOf = new Map<string, Waiter>();
    for (const waiter of this.#waiters) {
      if (!this.#mayRun(waiter)) continue;
      if (!firstOf.has(waiter.account)) firstOf.set(waiter.account, waiter);
    }
    const [first] = [...firstOf.values()].toSorted(
      (one, other) =>
        this.#runningOf(one.account) - this.#runningOf(other.account) ||
        this.#turnOf(one.account) - this.#turnOf(other.account),
    );
    return first;
  }

  #mayRun({ account, limits }: Waiter): boolean {
    const { concurrency, apiKey, keyConcurrency } = limits;
    if (this.#runningOf(account) >= (concurrency ?? this.#limits.share)) return false;
    return keyConcurrency === null || (this.#runningOfKeys.get(apiKey) ?? 0) < keyConcurrency;
  }

  #runningOf(account: string): number {
    return this.#running.get(account) ?? 0;
  }

  #turnOf(account: string): number {
    return this.#granted.get(account) ?? 0;
  }
}

function count(counts: Map<string, number>, name: string, change: number): void {
  const sum = (counts.get(name) ?? 0) + change;
  if (sum > 0) counts.set(name, sum);
  else counts.delete(name);
}
