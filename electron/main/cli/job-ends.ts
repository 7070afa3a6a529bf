/** The ends of jobs, which take until their uploads have ended. */
export class JobEnds {
  readonly #ends: Promise<void>[] = [];
  readonly #closed: Promise<void>;
  /** No more are added. */
  readonly close: () => void;

  constructor() {
    let close: () => void = () => undefined;
    this.#closed = new Promise((resolve) => (close = resolve));
    this.close = close;
  }

  add(end: () => Promise<void>): void {
    const promise = end();
    // What one rejects with, `all` does too.
    promise.catch(() => undefined);
    this.#ends.push(promise);
  }

  async all(): Promise<void> {
    await this.#closed;
    await Promise.all(this.#ends);
  }
}
