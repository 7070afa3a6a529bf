// eslint-disable-next-line no-control-regex -- the rule is about control characters
const unprintable = /[\s\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]+/g;

/**
 * A text of a page as it fits into a sentence: one line without control characters, which must not reach a terminal, cut where it
 * is longer than `most` characters.
 */
export function oneLine(text: string, most: number): string {
  const line = text.replace(unprintable, ' ').trim();
  const characters = Array.from(line.slice(0, most * 4));
  return characters.length <= most ? line : `${characters.slice(0, most - 1).join('')}…`;
}
