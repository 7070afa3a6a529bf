import type { JobRow } from '../../../shared/jobs.js';
import type { Reporter } from './reporter.js';

/** Says once what each page has been waiting for. */
export class WaitingNotes {
  readonly #reporter: Reporter;
  readonly #labelOf: (id: string) => string;
  readonly #told = new Map<string, string>();

  constructor(reporter: Reporter, labelOf: (id: string) => string) {
    this.#reporter = reporter;
    this.#labelOf = labelOf;
  }

  heard({ id, waitingFor }: JobRow): void {
    if (waitingFor === undefined || this.#told.get(id) === waitingFor) return;
    this.#told.set(id, waitingFor);
    this.#reporter.waiting(this.#labelOf(id), waitingFor);
  }
}
