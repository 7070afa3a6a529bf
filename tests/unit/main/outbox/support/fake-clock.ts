import type { Clock } from '../../../../../electron/main/util/clock.js';

interface Timer {
  readonly at: number;
  readonly call: () => void;
}

/** A clock that goes only when a test lets it. */
export class FakeClock implements Clock {
  #now = 1_000_000;
  #timers: Timer[] = [];

  now(): number {
    return this.#now;
  }

  after(milliseconds: number, call: () => void): () => void {
    const timer = { at: this.#now + milliseconds, call };
    this.#timers.push(timer);
    return () => (this.#timers = this.#timers.filter((other) => other !== timer));
  }

  /** Lets so many milliseconds pass, and all happen that falls into them. */
  async pass(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds;
    for (;;) {
      await settled();
      const next = this.#timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (next === undefined) break;
      this.#timers = this.#timers.filter((timer) => timer !== next);
      this.#now = Math.max(this.#now, next.at);
      next.call();
    }
    this.#now = end;
  }

  /** How many timers are set. */
  get pending(): number {
    return this.#timers.length;
  }
}

/** Lets everything that waits for nothing but promises happen. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 60; turn += 1) await Promise.resolve();
}
