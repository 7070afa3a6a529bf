import { type EndState, type JobState, retainedState, deliveryIds } from './job.js';
import type { JobStore } from './job-store.js';
import type { JobWork } from './job-work.js';
import type { QueueEvents } from './queue-events.js';

/**
 * Sends what jobs have handed over once it is remembered that they have ended: sooner, a kill would have them made, and delivered, again. While nothing can
 * be remembered, it waits.
 */
export class JobDeliveries {
  readonly #work: Pick<JobWork, 'release' | 'withdraw'>;
  readonly #memory: JobStore;
  readonly #news: QueueEvents;
  #unremembered: string[] = [];

  constructor(work: Pick<JobWork, 'release' | 'withdraw'>, memory: JobStore, news: QueueEvents) {
    this.#work = work;
    this.#memory = memory;
    this.#news = news;
  }

  /** Sends what belongs to an end that has been noted. */
  async send(end: JobState): Promise<void> {
    await this.sendAll(deliveryIds(end));
  }

  /** Sends what belongs to ends that have been noted. @param ids of what was handed over */
  async sendAll(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.#memory.settled();
    if (this.#memory.trouble === null) this.#work.release(ids);
    else this.#unremembered.push(...ids);
  }

  /** Hears that the trouble of the memory is another one. */
  troubleChanged(): void {
    if (this.#memory.trouble === null) this.#work.release(this.#unremembered.splice(0));
  }

  /**
   * Takes back what a run has handed over, but not what the job had before.
   * @returns the end without it
   */
  withdraw(before: JobState, end: EndState): EndState {
    const { deliveries } = retainedState(before);
    const had = new Set(deliveries?.map(({ id }) => id));
    const ids = deliveryIds(end).filter((id) => !had.has(id));
    if (ids.length === 0) return end;
    this.#news.whenFailed(
      'What a canceled job had handed over is still there.',
      this.#work.withdraw(ids),
    );
    return { ...end, deliveries };
  }
}
