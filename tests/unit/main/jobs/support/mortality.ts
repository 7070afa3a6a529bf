import type { JobStore, QueueChange } from '../../../../../electron/main/jobs/job-store.js';
import type { DeliverySink } from '../../../../../electron/main/outbox/delivery-sink.js';

/** Wraps what survives a kill. */
export interface KillSimulation {
  store(store: JobStore): JobStore;
  outbox(outbox: DeliverySink): DeliverySink;
}

export const immortal: KillSimulation = { store: (store) => store, outbox: (outbox) => outbox };

/** Simulates a kill after so many steps: later calls have no effect and never resolve. */
export class SimulatedKill implements KillSimulation {
  #left: number;
  readonly #onDeath: () => void;
  readonly #isLazy: boolean;
  readonly #unflushed: QueueChange[] = [];

  /** @param isLazy whether the kill loses appended changes that were not flushed */
  constructor(steps: number, onDeath: () => void, isLazy: boolean) {
    this.#left = steps;
    this.#onDeath = onDeath;
    this.#isLazy = isLazy;
  }

  store(store: JobStore): JobStore {
    return {
      attach: (snapshot, onWriteError) =>
        store.attach(() => {
          if (this.#left < 0) throw new Error('Killed.');
          return snapshot();
        }, onWriteError),
      append: (change) => {
        if (!this.#run()) return;
        if (this.#isLazy) this.#unflushed.push(change);
        else store.append(change);
      },
      compact: () => {
        if (this.#left >= 0) store.compact();
      },
      flush: async () => {
        if (!this.#run()) return forever();
        for (const change of this.#unflushed.splice(0)) store.append(change);
        return store.flush();
      },
      get writeError() {
        return store.writeError;
      },
      storeSource: async (source) => store.storeSource(source),
      readSource: async (source) => store.readSource(source),
    };
  }

  outbox(outbox: DeliverySink): DeliverySink {
    return {
      stage: async (work) => {
        const ids = this.#run() ? await outbox.stage(work) : await forever<readonly string[]>();
        return this.#run() ? ids : forever();
      },
      release: async (ids) => {
        for (const id of ids) if (this.#run()) await outbox.release([id]);
      },
      discard: async (ids) => (this.#run() ? outbox.discard(ids) : forever()),
    };
  }

  #run(): boolean {
    if (this.#left === 0) this.#onDeath();
    this.#left -= 1;
    return this.#left >= 0;
  }
}

async function forever<T>(): Promise<T> {
  return new Promise(() => undefined);
}
