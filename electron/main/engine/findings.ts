import type { Finding, FindingKind, Preflight } from '../../shared/preflight.js';

/** How many findings of one kind are kept: a page that fails ten thousand times must not fill the memory. */
const keptPerKind = 100;

/** Collects what goes wrong while one page loads; the same sentence counts once. */
export class Findings {
  readonly #messages = new Map<FindingKind, Set<string>>();
  readonly #list: Finding[] = [];
  readonly #dropped = new Map<FindingKind, number>();

  add(kind: FindingKind, message: string): void {
    const messages = this.#messages.get(kind) ?? new Set();
    this.#messages.set(kind, messages);
    if (messages.has(message)) return;
    if (messages.size === keptPerKind) {
      this.#dropped.set(kind, (this.#dropped.get(kind) ?? 0) + 1);
      return;
    }
    messages.add(message);
    this.#list.push({ kind, message });
  }

  /** What was found so far; where a kind was found too often to be kept, a last sentence says how often. */
  get preflight(): Preflight {
    const more = [...this.#dropped].map(([kind, count]) => ({
      kind,
      message: `and ${count} more like these`,
    }));
    return [...this.#list, ...more];
  }
}
