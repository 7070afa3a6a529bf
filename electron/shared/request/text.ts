import { type Message, literal, message } from '../messages/message.js';

const maxExcerptLength = 60;

/** On one line, cut after 60 characters, for use in a message. */
export function excerpt(text: string): string {
  return singleLine(shortened(text));
}

/** Cut after 60 characters, without reading the rest of a long text. */
export function shortened(text: string): string {
  const characters = Array.from(text.slice(0, 2 * maxExcerptLength + 2));
  if (characters.length <= maxExcerptLength) return text;
  return `${characters.slice(0, maxExcerptLength).join('')}…`;
}

/**
 * Without line breaks and control characters, which must not reach a terminal, nor halves of
 * surrogate pairs, which databases refuse.
 */
export function singleLine(text: string): string {
  // eslint-disable-next-line no-control-regex -- the rule is about control characters
  return text.replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ').toWellFormed();
}

/**
 * Without the characters at its end that match, in one pass: a pattern such as `/-+$/` starts again
 * at each of them elsewhere, which takes minutes for a hostile text.
 * @param character matches one character
 */
export function withoutEnd(text: string, character: RegExp): string {
  let end = text.length;
  while (end > 0 && character.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** An {@link excerpt} in quotes. */
export function quote(text: string): string {
  return `"${excerpt(text)}"`;
}

/** On one line, never cut: its end says which file it is. */
export function quotePath(path: string): string {
  return `"${singleLine(path)}"`;
}

/** Describes a value of the wrong type, for messages that say what it must be. */
export function valueMessage(value: unknown): Message {
  if (value === undefined) return message('request.valueMissing');
  if (Array.isArray(value)) return message('request.valueList');
  if (typeof value === 'string') return message('request.valueText', { text: excerpt(value) });
  if (typeof value === 'number') return message('request.valueNumber', { number: String(value) });
  if (value === null || typeof value === 'boolean') return literal(String(value));
  if (typeof value === 'object') return message('request.valueObject');
  return message('request.valueOfType', { type: typeof value });
}

/** With at most this many decimals and no trailing zeros. */
export function rounded(value: number, decimals: number): string {
  return String(Number(value.toFixed(decimals)));
}

/** The known name that a mistyped one most likely means; null if none is close. */
export function nearestName(written: string, known: readonly string[]): string | null {
  const limit = Math.max(1, Math.floor(written.length / 3));
  const [best] = known
    .map((name) => ({ name, distance: editDistance(written, name) }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance);
  return best?.name ?? null;
}

/**
 * The optimal string alignment distance: insertions, deletions and substitutions between two words,
 * and swaps of two neighbors.
 */
function editDistance(from: string, to: string): number {
  const letters = Array.from(from);
  let last: readonly number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [index, letter] of letters.entries()) {
    const next = [index + 1];
    for (let column = 1; column <= to.length; column += 1) {
      const change = (row[column - 1] ?? 0) + (letter === to[column - 1] ? 0 : 1);
      const isSwap = letter === to[column - 2] && letters[index - 1] === to[column - 1];
      const swap = isSwap ? (last[column - 2] ?? 0) + 1 : Infinity;
      next.push(Math.min(change, swap, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    [last, row] = [row, next];
  }
  return row[to.length] ?? 0;
}
