export interface PollerOptions<Work> {
  /** Takes up to so many for this server. */
  readonly take: (limit: number) => Promise<readonly Work[]>;
  /** Does one of them; must not throw. */
  readonly execute: (work: Work) => Promise<void>;
  /** How many are done at the same time. */
  readonly concurrency: number;
  readonly intervalMs: number;
  readonly onError: (error: unknown) => void;
}

/** What goes on until it is stopped. */
export interface WorkLoop {
  /** Looks at once: there is something new. */
  wake(): void;
  /** Takes nothing more from when it resolves; what was taken goes on. */
  stop(): Promise<void>;
  /** Resolves when nothing of what was taken is under way. */
  idle(): Promise<void>;
}

/** Takes work as it comes up, so much at a time. */
export class Poller<Work> implements WorkLoop {
  private readonly running = new Set<Promise<void>>();
  private isStopped = false;
  private isAwake = false;
  private wakeUp: () => void = () => undefined;
  private readonly loop: Promise<void>;

  constructor(private readonly options: PollerOptions<Work>) {
    this.loop = this.run();
  }

  wake(): void {
    this.isAwake = true;
    this.wakeUp();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    this.wake();
    await this.loop;
  }

  async idle(): Promise<void> {
    while (this.running.size > 0) await Promise.all(this.running);
  }

  private async run(): Promise<void> {
    while (!this.isStopped) {
      this.isAwake = false;
      const free = this.options.concurrency - this.running.size;
      const taken = free > 0 ? await this.take(free) : [];
      for (const work of taken) this.start(work);
      if (taken.length < free || free === 0) await this.rest();
    }
  }

  private async take(limit: number): Promise<readonly Work[]> {
    try {
      return await this.options.take(limit);
    } catch (error) {
      this.options.onError(error);
      return [];
    }
  }

  private start(work: Work): void {
    const done = this.options
      .execute(work)
      .catch(this.options.onError)
      .finally(() => {
        this.running.delete(done);
        this.wake();
      });
    this.running.add(done);
  }

  private async rest(): Promise<void> {
    if (this.isAwake || this.isStopped) return;
    await new Promise<void>((rested) => {
      const timer = setTimeout(rested, this.options.intervalMs);
      this.wakeUp = () => {
        clearTimeout(timer);
        rested();
      };
    });
  }
}
