import type { ServiceStore } from '../store/service-store.js';

/** How long the database may take to answer, in milliseconds. */
const patienceMs = 2000;

export type HealthStatus = 'ok' | 'stopping' | 'no-database';

export interface HealthParts {
  readonly store: Pick<ServiceStore, 'ping'>;
  readonly isStopping: () => boolean;
}

/** Whether the service takes work. Who asks meanwhile hears what the first one hears: however many ask, the database is asked once. */
export class HealthCheck {
  readonly #parts: HealthParts;
  #asking: Promise<boolean> | null = null;

  constructor(parts: HealthParts) {
    this.#parts = parts;
  }

  async status(): Promise<HealthStatus> {
    if (this.#parts.isStopping()) return 'stopping';
    return (await this.#answersInTime()) ? 'ok' : 'no-database';
  }

  async #answersInTime(): Promise<boolean> {
    this.#asking ??= this.#parts.store
      .ping()
      .then(() => true)
      .catch(() => false)
      .finally(() => (this.#asking = null));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((end) => {
      timer = setTimeout(() => end(false), patienceMs);
    });
    return Promise.race([this.#asking, late]).finally(() => clearTimeout(timer));
  }
}
