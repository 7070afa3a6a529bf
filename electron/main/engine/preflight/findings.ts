import { englishText } from '../../../shared/messages/translator.js';
import { AppError } from '../../../shared/errors.js';
import {
  type Finding,
  type FindingKind,
  findingKinds,
  findingsCount,
  type Preflight,
} from '../../../shared/preflight.js';

/**
 * How many findings of one kind are kept, so that a page that fails ten thousand times does not
 * fill the memory.
 */
const keptPerKind = 100;

/** Collects the findings of one page, each message once. */
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

  /** The findings so far. If there were too many of a kind, the last one says how many more. */
  get preflight(): Preflight {
    const more = [...this.#dropped].map(([kind, count]) => ({
      kind,
      message: `and ${count} more like these`,
    }));
    return [...this.#list, ...more];
  }
}

/** How many findings the error message quotes. */
const quoted = 3;

/**
 * Fails a conversion whose page has findings that the request does not accept (`failOn`).
 * @throws AppError `preflight-failed` with their number and the first of them
 */
export function refuseFindings(preflight: Preflight, failOn: readonly FindingKind[] = []): void {
  const wrong = preflight.filter(({ kind }) => failOn.includes(kind));
  if (wrong.length === 0) return;
  const counts = findingKinds.flatMap((kind) => {
    const count = wrong.filter((finding) => finding.kind === kind).length;
    return count === 0 ? [] : [englishText(findingsCount(kind, count))];
  });
  const first = wrong.slice(0, quoted).map(({ message }) => message);
  const left = wrong.length - first.length;
  const rest = left === 0 ? [] : [`(${left} more)`];
  throw new AppError(
    'preflight-failed',
    [
      `The page has ${counts.join(', ')}, and this conversion is set to fail on that.`,
      ...first,
      ...rest,
    ].join(' '),
  );
}

// eslint-disable-next-line no-control-regex -- the rule is about control characters
const unprintable = /[\s\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]+/g;

/**
 * Makes a page's text fit into a message: one line without control characters, which must not reach
 * a terminal, truncated to `most` characters.
 */
export function oneLine(text: string, most: number): string {
  const line = text.replace(unprintable, ' ').trim();
  const characters = Array.from(line.slice(0, most * 4));
  return characters.length <= most ? line : `${characters.slice(0, most - 1).join('')}…`;
}
