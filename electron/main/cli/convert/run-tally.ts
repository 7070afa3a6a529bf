import type { AppErrorData } from '../../../shared/errors.js';
import type { RunCounts } from '../progress-line.js';

/** What became of a source. */
export type SourceEnd = 'made' | 'skipped' | { readonly errors: readonly AppErrorData[] };

/** What became of the sources of a run so far. */
export class RunTally {
  #made = 0;
  #skipped = 0;
  #failed = 0;
  readonly #errors: AppErrorData[] = [];

  add(end: SourceEnd): void {
    if (end === 'made') this.#made += 1;
    else if (end === 'skipped') this.#skipped += 1;
    else {
      this.#failed += 1;
      this.#errors.push(...end.errors);
    }
  }

  get counts(): RunCounts {
    return { made: this.#made, skipped: this.#skipped, failed: this.#failed };
  }

  get errors(): readonly AppErrorData[] {
    return this.#errors;
  }
}
