/**
 * Work that is repeated at an interval until it is stopped. A run that takes longer than the
 * interval delays the next one: there is one at a time.
 */
export class PeriodicTask {
  readonly #run: () => Promise<void>;
  readonly #onError: (error: unknown) => void;
  readonly #timer: NodeJS.Timeout;
  #running: Promise<void> | null = null;

  /** @param intervalMs of the first run as well */
  constructor(intervalMs: number, run: () => Promise<void>, onError: (error: unknown) => void) {
    this.#run = run;
    this.#onError = onError;
    this.#timer = setInterval(() => this.runNow(), intervalMs).unref();
  }

  /** Runs now, unless a run is under way. */
  runNow(): void {
    this.#running ??= this.#run()
      .catch(this.#onError)
      .finally(() => (this.#running = null));
  }

  /** Ends the repetition. Resolves when no run is under way. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }
}
