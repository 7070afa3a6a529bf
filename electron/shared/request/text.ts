const maxQuoteLength = 60;

/** A text in quotes on one line, cut after 60 characters, for use inside a sentence. */
export function quote(text: string): string {
  return quotePath(shortened(text));
}

/** A text cut after 60 characters. Of a long one, no more is looked at than is kept. */
export function shortened(text: string): string {
  const characters = Array.from(text.slice(0, 2 * maxQuoteLength + 2));
  if (characters.length <= maxQuoteLength) return text;
  return `${characters.slice(0, maxQuoteLength).join('')}…`;
}

/** A path in quotes on one line. It is never cut: its end says which file it is. */
export function quotePath(path: string): string {
  // eslint-disable-next-line no-control-regex -- control characters must not reach a terminal
  return `"${path.replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ')}"`;
}

/** Any value of a request in words, for a sentence that says that it is of the wrong type. */
export function describeValue(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return `the text ${quote(value)}`;
  if (typeof value === 'number') return `the number ${value}`;
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'object' ? 'an object' : `a value of the type ${typeof value}`;
}

/** The sentence about a value of the wrong type, or about none where one is needed. */
export function wrongTypeSentence(subject: string, value: unknown, rule: string): string {
  if (value === undefined) return `${subject} is missing; it must be ${rule}.`;
  return `${subject} is ${describeValue(value)}; it must be ${rule}.`;
}

/** A list in words: `a, b and c`. */
export function listInWords(items: readonly string[], joint: 'and' | 'or'): string {
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(', ')} ${joint} ${items.at(-1) ?? ''}`;
}

/** A whole number with commas between its thousands: `1,000,000`. */
export function withCommas(value: number): string {
  return value.toLocaleString('en-US');
}

/** A number with at most so many decimals and no zeros at its end. */
export function rounded(value: number, decimals: number): string {
  return String(Number(value.toFixed(decimals)));
}

/** The known name that a mistyped one most likely means; null if none is near. */
export function nearestName(written: string, known: readonly string[]): string | null {
  const limit = Math.max(1, Math.floor(written.length / 3));
  const [best] = known
    .map((name) => ({ name, distance: editDistance(written, name) }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance);
  return best?.name ?? null;
}

/** How many letters must be put in, taken out or changed to get from one word to the other (Levenshtein). */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [index, letter] of Array.from(from).entries()) {
    const next = [index + 1];
    for (let column = 1; column <= to.length; column += 1) {
      const change = (row[column - 1] ?? 0) + (letter === to[column - 1] ? 0 : 1);
      next.push(Math.min(change, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
