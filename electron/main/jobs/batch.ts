import type { EndState } from './job.js';

/** How a batch ended, in numbers of jobs. */
export interface BatchResult {
  readonly made: number;
  readonly skipped: number;
  readonly failed: number;
  readonly canceled: number;
}

export type Outcome = keyof BatchResult;

/** How a job ended. */
export function outcomeOf(state: EndState): Outcome {
  if (state.status === 'completed') return state.pdf === null && !state.remote ? 'skipped' : 'made';
  return state.status;
}

/** What has been asked for since the queue last stood still. A job counts once, however often it is tried again. */
export class Batch {
  readonly #unended = new Set<string>();
  readonly #outcomes = new Map<string, Outcome>();
  readonly #counts: Record<Outcome, number> = { made: 0, skipped: 0, failed: 0, canceled: 0 };

  /** Takes a job in, or again. */
  join(id: string): void {
    this.#forget(id);
    this.#unended.add(id);
  }

  end(id: string, outcome: Outcome): void {
    this.#unended.delete(id);
    this.#outcomes.set(id, outcome);
    this.#counts[outcome] += 1;
  }

  /** Leaves out a job that was taken off the list before it ended; one that has ended stays counted. */
  leave(id: string): void {
    this.#unended.delete(id);
  }

  get total(): number {
    return this.#unended.size + this.#outcomes.size;
  }

  get ended(): number {
    return this.#outcomes.size;
  }

  get isOver(): boolean {
    return this.#unended.size === 0;
  }

  get result(): BatchResult {
    return { ...this.#counts };
  }

  #forget(id: string): void {
    const outcome = this.#outcomes.get(id);
    if (outcome === undefined) return;
    this.#outcomes.delete(id);
    this.#counts[outcome] -= 1;
  }
}
