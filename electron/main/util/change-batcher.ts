/** The changes since the last report. */
export interface PendingChanges {
  /**
   * New and changed entries, in the order of their first change. If there are very many, the rest
   * follows with the next reports.
   */
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  readonly isReordered: boolean;
}

/**
 * Minimum time between two reports, in milliseconds: four per second look alive, and are cheap
 * with thousands of jobs.
 */
const intervalMs = 250;

/** Maximum number of entries in a report: ten thousand at once would block their receiver. */
const entriesAtOnce = 1000;

/**
 * Collects changes and reports them together: immediately after a quiet interval, otherwise at its
 * end. The last change is always reported.
 */
export class ChangeBatcher {
  readonly #notify: (changes: PendingChanges) => void;
  #changed = new Set<string>();
  #removed = new Set<string>();
  #isReordered = false;
  #timer: NodeJS.Timeout | null = null;
  #notifiedAt = -Infinity;

  constructor(notify: (changes: PendingChanges) => void) {
    this.#notify = notify;
  }

  changed(id: string): void {
    this.#changed.add(id);
    this.touch();
  }

  removed(id: string): void {
    this.#changed.delete(id);
    this.#removed.add(id);
    this.touch();
  }

  reordered(): void {
    this.#isReordered = true;
    this.touch();
  }

  /** Reports a change of anything but a single job: the summary. */
  touch(): void {
    if (this.#timer !== null) return;
    const wait = Math.max(0, this.#notifiedAt + intervalMs - performance.now());
    this.#timer = setTimeout(() => this.flush(), wait);
  }

  /** Reports the pending changes now. */
  flush(): void {
    if (this.#timer === null) return;
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#notifiedAt = performance.now();
    const changed = [...this.#changed];
    const now = changed.slice(0, entriesAtOnce);
    const isAll = now.length === changed.length;
    const changes = {
      changed: now,
      removed: [...this.#removed],
      // An order contains entries that the receiver must already have.
      isReordered: this.#isReordered && isAll,
    };
    this.#changed = new Set(changed.slice(entriesAtOnce));
    this.#removed = new Set();
    if (isAll) this.#isReordered = false;
    else this.touch();
    this.#notify(changes);
  }
}
