import type { JobOptions } from '../../shared/jobs.js';
import { type JournalEntry, journalHeader } from './journal-entry.js';
import type { QueueChange, PersistedJob, PersistedQueue } from './job-store.js';

/** Turns what happens in a queue into the lines of its journal. Options are written once and referred to. */
export class JournalWriting {
  readonly #references = new Map<JobOptions, number>();

  /** The lines that note a change, each with its end. */
  linesOf(change: QueueChange): readonly string[] {
    switch (change.kind) {
      case 'added':
        return change.jobs.flatMap((job) => this.#linesOfJob(job));
      case 'state':
        return [line({ entry: 'state', id: change.id, state: change.state })];
      case 'options':
        return this.#withOptions(change.options, (options) => ({
          entry: 'change',
          ids: [...change.ids],
          options,
        }));
      case 'removed':
        return [line({ entry: 'removed', ids: [...change.ids] })];
      case 'moved':
        return [line({ entry: 'moved', ids: [...change.ids], before: change.before })];
      case 'paused':
        return [line({ entry: 'paused', paused: change.paused })];
    }
  }

  /** The lines of a new journal that holds a whole queue. */
  linesOfAll({ paused, jobs }: PersistedQueue): readonly string[] {
    this.#references.clear();
    return [
      `${JSON.stringify(journalHeader)}\n`,
      line({ entry: 'paused', paused }),
      ...jobs.flatMap((job) => this.#linesOfJob(job)),
    ];
  }

  #linesOfJob({ core, options, state }: PersistedJob): readonly string[] {
    return this.#withOptions(options, (reference) => ({
      entry: 'job',
      ...core,
      options: reference,
      state,
    }));
  }

  #withOptions(
    options: JobOptions,
    entryOf: (reference: number) => JournalEntry,
  ): readonly string[] {
    const known = this.#references.get(options);
    if (known !== undefined) return [line(entryOf(known))];
    const ref = this.#references.size + 1;
    this.#references.set(options, ref);
    return [line({ entry: 'options', ref, options }), line(entryOf(ref))];
  }
}

function line(entry: JournalEntry): string {
  return `${JSON.stringify(entry)}\n`;
}
