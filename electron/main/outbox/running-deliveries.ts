/** Why a try was broken off: for the person, as it leaves the list, or as Platen ends. */
export type StopReason = 'canceled' | 'removed' | 'stopped';

interface Run {
  readonly controller: AbortController;
  readonly ended: Promise<void>;
  reason: StopReason | null;
}

/** The deliveries that are under way, with how to break each off. */
export class RunningDeliveries {
  readonly #runs = new Map<string, Run>();

  has(id: string): boolean {
    return this.#runs.has(id);
  }

  /**
   * Runs a try.
   * @param work does it
   * @param onEnd gets what it gives or throws, and why it was broken off, when it does not run any more
   */
  run<T>(
    id: string,
    work: (signal: AbortSignal) => Promise<T>,
    onEnd: (result: PromiseSettledResult<T>, reason: StopReason | null) => void,
  ): void {
    const controller = new AbortController();
    const ended = Promise.allSettled([work(controller.signal)]).then(([result]) => {
      if (this.#runs.get(id) !== run) return;
      this.#runs.delete(id);
      onEnd(result, run.reason);
    });
    const run: Run = { controller, ended, reason: null };
    this.#runs.set(id, run);
  }

  /** Breaks a try off; a word of the person is not unsaid by a later stop. */
  breakOff(id: string, reason: StopReason): void {
    const run = this.#runs.get(id);
    if (!run) return;
    if (run.reason === null || reason !== 'stopped') run.reason = reason;
    run.controller.abort();
  }

  /**
   * Breaks all off and waits until they have ended, but not for ever.
   * @param limit how long it waits at most, in milliseconds
   * @returns ids of those that still go on, of which nothing is heard any more
   */
  async stop(limit: number): Promise<readonly string[]> {
    for (const id of this.#runs.keys()) this.breakOff(id, 'stopped');
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, limit)));
    await Promise.race([Promise.all([...this.#runs.values()].map(({ ended }) => ended)), late]);
    clearTimeout(timer);
    const left = [...this.#runs.keys()];
    this.#runs.clear();
    return left;
  }
}
