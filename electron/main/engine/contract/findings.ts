import { AppError } from '../../../shared/messages/errors.js';
import { type Message, message } from '../../../shared/messages/message.js';
import {
  type Finding,
  type FindingKind,
  findingKinds,
  findingsCount,
  type Preflight,
} from '../../../shared/request/preflight.js';

/**
 * How many findings of one kind are kept, so that a page that fails ten thousand times does not
 * fill the memory.
 */
const maxPerKind = 100;

/** What a finding offers beside its message. */
type FindingDetails = Omit<Finding, 'kind' | 'message'>;

/** Collects the findings of one page, each message once. */
export class Findings {
  readonly #messages = new Map<FindingKind, Set<string>>();
  readonly #list: Finding[] = [];
  readonly #dropped = new Map<FindingKind, number>();

  add(kind: FindingKind, finding: Message, details: FindingDetails = {}): void {
    const messages = this.#messages.get(kind) ?? new Set();
    this.#messages.set(kind, messages);
    const identity = JSON.stringify(finding);
    if (messages.has(identity)) return;
    if (messages.size === maxPerKind) {
      this.#dropped.set(kind, (this.#dropped.get(kind) ?? 0) + 1);
      return;
    }
    messages.add(identity);
    this.#list.push({ kind, message: finding, ...details });
  }

  /** The findings so far. If there were too many of a kind, the last one says how many more. */
  get preflight(): Preflight {
    const more = [...this.#dropped].map(([kind, count]) => ({
      kind,
      message: message('preflight.more', { count }),
    }));
    return [...this.#list, ...more];
  }
}

/**
 * Fails a conversion whose page has findings that the request does not accept (`failOn`).
 * @throws AppError `preflight-failed` with their number and the first of them
 */
export function refuseFindings(preflight: Preflight, failOn: readonly FindingKind[] = []): void {
  const wrong = preflight.filter(({ kind }) => failOn.includes(kind));
  if (wrong.length === 0) return;
  const counts = findingKinds.flatMap((kind) => {
    const count = wrong.filter((finding) => finding.kind === kind).length;
    return count === 0 ? [] : [findingsCount(kind, count)];
  });
  const warnings = quoted(wrong.map((finding) => finding.message));
  throw new AppError('preflight-failed', message('preflight.failed', { counts, warnings }));
}

/** Quotes the first three messages and counts the others. */
function quoted([first, second, third, ...others]: readonly Message[]): Message | string {
  if (first === undefined) return '';
  if (second === undefined) return first;
  if (third === undefined) return message('preflight.twoWarnings', { first, second });
  const three = { first, second, third };
  return others.length === 0
    ? message('preflight.threeWarnings', three)
    : message('preflight.manyWarnings', { ...three, count: others.length });
}

/** The warning about a signed PDF that was changed. */
export const invalidSignature: Finding = {
  kind: 'signatures',
  message: message('preflight.signatureInvalid'),
};

// eslint-disable-next-line no-control-regex -- the rule is about control characters
const unprintable = /[\s\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]+/g;

/**
 * Formats a page's text for a message: one line without control characters, which must not reach a
 * terminal, truncated to `maxLength` characters.
 */
export function oneLine(text: string, maxLength: number): string {
  const line = text.replace(unprintable, ' ').trim();
  const characters = Array.from(line.slice(0, maxLength * 4));
  return characters.length <= maxLength ? line : `${characters.slice(0, maxLength - 1).join('')}…`;
}
