import { errorData } from '../../../shared/errors.js';
import type { ServiceLog } from '../service-log.js';
import type { ServiceStore } from '../store/service-store.js';
import type { ResultsFolder } from './results-folder.js';

/** How often it is looked for PDFs whose time is over, and for files that nobody knows, in milliseconds. */
const expiredMs = 60_000;
const straysMs = 10 * 60_000;

/** Keeps the folder of results free of what is to be there no more. */
export class Sweeper {
  #timers: readonly NodeJS.Timeout[] = [];

  constructor(
    private readonly results: ResultsFolder,
    private readonly store: Pick<ServiceStore, 'takeExpired' | 'unknownTokens'>,
    private readonly log: Pick<ServiceLog, 'info' | 'error'>,
  ) {}

  /** Looks for both, and from then on again and again. What fails is logged, and tried the next time. */
  async start(): Promise<void> {
    const { results, store } = this;
    const expired = async () => this.#sweep(async () => results.removeExpired(store, Date.now()));
    const strays = async () => this.#sweep(async () => results.removeStrays(store, Date.now()));
    await expired();
    await strays();
    this.#timers = [
      setInterval(() => void expired(), expiredMs).unref(),
      setInterval(() => void strays(), straysMs).unref(),
    ];
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
  }

  async #sweep(remove: () => Promise<number>): Promise<void> {
    try {
      const removed = await remove();
      if (removed > 0) this.log.info({ removed }, 'expired');
    } catch (error) {
      this.log.error({ fault: errorData(error).message }, 'sweep');
    }
  }
}
