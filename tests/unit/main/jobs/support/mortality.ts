import type { JobStore, QueueChange } from '../../../../../electron/main/jobs/job-store.js';
import type { DeliverySink } from '../../../../../electron/main/outbox/delivery-sink.js';

/** What a program uses of the world that goes on without it. */
export interface Mortality {
  memory(memory: JobStore): JobStore;
  outbox(outbox: DeliverySink): DeliverySink;
}

export const immortal: Mortality = { memory: (memory) => memory, outbox: (outbox) => outbox };

/** A program that dies after so many steps: what comes later happens to nobody, and what waits for it waits for ever. */
export class Mortal implements Mortality {
  #left: number;
  readonly #onDeath: () => void;
  readonly #isLazy: boolean;
  readonly #noted: QueueChange[] = [];

  /** @param isLazy whether a death loses what was noted and not waited for, as it does before the disk has it */
  constructor(steps: number, onDeath: () => void, isLazy: boolean) {
    this.#left = steps;
    this.#onDeath = onDeath;
    this.#isLazy = isLazy;
  }

  memory(memory: JobStore): JobStore {
    return {
      begin: (snapshot, onTrouble) =>
        memory.begin(() => {
          if (this.#left < 0) throw new Error('The program is dead.');
          return snapshot();
        }, onTrouble),
      note: (change) => {
        if (!this.#lives()) return;
        if (this.#isLazy) this.#noted.push(change);
        else memory.note(change);
      },
      renew: () => {
        if (this.#left >= 0) memory.renew();
      },
      settled: async () => {
        if (!this.#lives()) return forever();
        for (const change of this.#noted.splice(0)) memory.note(change);
        return memory.settled();
      },
      get trouble() {
        return memory.trouble;
      },
      keepSource: async (source) => memory.keepSource(source),
      readSource: async (source) => memory.readSource(source),
    };
  }

  outbox(outbox: DeliverySink): DeliverySink {
    return {
      hold: async (work) => {
        const ids = this.#lives() ? await outbox.hold(work) : await forever<readonly string[]>();
        return this.#lives() ? ids : forever();
      },
      release: async (ids) => {
        for (const id of ids) if (this.#lives()) await outbox.release([id]);
      },
      discard: async (ids) => (this.#lives() ? outbox.discard(ids) : forever()),
    };
  }

  #lives(): boolean {
    if (this.#left === 0) this.#onDeath();
    this.#left -= 1;
    return this.#left >= 0;
  }
}

async function forever<T>(): Promise<T> {
  return new Promise(() => undefined);
}
