import { withCommas } from '../../../shared/request/text.js';
import type { Preflight } from '../../../shared/preflight.js';

/** How many findings of one source are told. */
const shownFindings = 5;

/**
 * Chooses which findings a person reads; `--json` has all of them. A sentence that was told of one
 * source is not told again of the next: a thousand pages that want the same missing font say so
 * once.
 */
export class FindingDeduplicator {
  readonly #told = new Set<string>();
  #sourcesLeftOut = 0;

  /** The lines for the findings of one source. */
  linesOf(preflight: Preflight): readonly string[] {
    const messages = preflight.map(({ message }) => message);
    const news = messages.filter((message) => !this.#told.has(message));
    if (news.length < messages.length) this.#sourcesLeftOut += 1;
    const shown = news.slice(0, shownFindings);
    for (const message of shown) this.#told.add(message);
    const left = news.length - shown.length;
    return left > 0 ? [...shown, `and ${left} more like these`] : shown;
  }

  /** What is to be said at the end about what was left out; null if nothing was. */
  get rest(): string | null {
    const count = this.#sourcesLeftOut;
    if (count === 0) return null;
    const subject = count === 1 ? '1 more PDF has' : `${withCommas(count)} more PDFs have`;
    return `${subject} findings that were told of another; --json gives all`;
  }
}
