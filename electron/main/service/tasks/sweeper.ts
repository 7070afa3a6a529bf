import { errorText } from '../../../shared/errors.js';
import type { ServiceLog } from '../service-log.js';
import type { ServiceStore } from '../store/service-store.js';
import type { ResultsFolder } from './results-folder.js';

/** How often it is looked for PDFs whose time is over, and for files that nobody knows, in milliseconds. */
const expiredMs = 60_000;
const straysMs = 10 * 60_000;

/** Keeps the folder of results free of what is to be there no more. */
export class Sweeper {
  #timers: readonly NodeJS.Timeout[] = [];
  #underWay: Promise<void> = Promise.resolve();

  constructor(
    private readonly results: ResultsFolder,
    private readonly store: Pick<ServiceStore, 'takeExpired' | 'unknownTokens'>,
    private readonly log: Pick<ServiceLog, 'info' | 'error'>,
  ) {}

  /** Looks for both now, and from then on again and again, one after the other. What fails is logged, and tried the next time. */
  start(): void {
    const { results, store } = this;
    const expired = () => this.#next(async () => results.removeExpired(store, Date.now()));
    const strays = () => this.#next(async () => results.removeStrays(store, Date.now()));
    expired();
    strays();
    this.#timers = [setInterval(expired, expiredMs).unref(), setInterval(strays, straysMs).unref()];
  }

  /** Resolves when nothing is looked for any more. */
  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await this.#underWay;
  }

  #next(remove: () => Promise<number>): void {
    this.#underWay = this.#underWay.then(async () => this.#sweep(remove));
  }

  async #sweep(remove: () => Promise<number>): Promise<void> {
    try {
      const removed = await remove();
      if (removed > 0) this.log.info({ removed }, 'expired');
    } catch (error) {
      this.log.error({ fault: errorText(error) }, 'sweep');
    }
  }
}
