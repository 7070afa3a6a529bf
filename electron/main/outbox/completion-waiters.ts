/** Those who wait for deliveries to end, each woken by its own alone. */
export class CompletionWaiters {
  readonly #waiting = new Map<string, (() => void)[]>();

  /** Resolves at the next end of a delivery. */
  async next(id: string): Promise<void> {
    return new Promise((resolve) => {
      const others = this.#waiting.get(id);
      if (others) others.push(resolve);
      else this.#waiting.set(id, [resolve]);
    });
  }

  /** A delivery has come to rest, or is gone. */
  ended(id: string): void {
    const waiting = this.#waiting.get(id) ?? [];
    this.#waiting.delete(id);
    for (const resolve of waiting) resolve();
  }
}
