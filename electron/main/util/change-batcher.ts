/** What has changed since the last report. */
export interface PendingChanges {
  /**
   * Entries that are new or changed, in the order in which that began; the rest of very many comes
   * the next times.
   */
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  readonly isReordered: boolean;
}

/**
 * Tells at most this often, in milliseconds: eight times a second is fluid, and costs little with
 * thousands of jobs.
 */
const intervalMs = 125;

/** So many at a time: ten thousand at once would hold up whoever draws them. */
const entriesAtOnce = 1000;

/**
 * Gathers changes and tells them together: at once when it has been quiet, else when the interval
 * since the last time is over. The last change is always reported.
 */
export class ChangeBatcher {
  readonly #tell: (changes: PendingChanges) => void;
  #changed = new Set<string>();
  #removed = new Set<string>();
  #isReordered = false;
  #timer: NodeJS.Timeout | null = null;
  #notifiedAt = -Infinity;

  constructor(tell: (changes: PendingChanges) => void) {
    this.#tell = tell;
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

  /** Something other than a single job changed: the summary. */
  touch(): void {
    if (this.#timer !== null) return;
    const wait = Math.max(0, this.#notifiedAt + intervalMs - performance.now());
    this.#timer = setTimeout(() => this.flush(), wait);
  }

  /** Tells what there is now, if there is something. */
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
      // An order names entries that the receiver must know.
      isReordered: this.#isReordered && isAll,
    };
    this.#changed = new Set(changed.slice(entriesAtOnce));
    this.#removed = new Set();
    if (isAll) this.#isReordered = false;
    else this.touch();
    this.#tell(changes);
  }
}
