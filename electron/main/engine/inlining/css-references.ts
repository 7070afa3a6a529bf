/** An address in a style sheet, with all that spells it: `url("a.png")`, or the text after `@import`. */
export interface CssReference {
  /** Offsets in the text, as of JavaScript strings. */
  readonly start: number;
  readonly end: number;
  readonly address: string;
  readonly isImport: boolean;
}

/**
 * One token, as far as addresses are concerned (CSS Syntax, 4): a comment, an address without quotes, a text, one that does not end, the beginning of a
 * function, an at-rule, a bracket, the end of what `@import` may stand before. No part is looked at again from every place inside of it.
 */
const token =
  /\/\*[\s\S]*?(?:\*\/|$)|url\(\s{0,100}([^\s"'()\\]*(?:\\[\s\S][^\s"'()\\]*)*)\s{0,100}\)|("(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*')|"(?:[^"\\\n]|\\[\s\S])*|'(?:[^'\\\n]|\\[\s\S])*|(?<![-\w])([-\w]+)\(|@([-\w]+)|[();{}]/gi;

/** Functions whose texts are addresses: `image-set("a.png" 1x)` (CSS Images 4, 2.4). `type("image/png")` inside is one of its own. */
const addressFunction = /^(?:url|src|(?:-webkit-)?image-set)$/i;

/** The addresses of a style sheet, or of the content of a `style` attribute, in their order. */
export function cssReferences(css: string): readonly CssReference[] {
  const references: CssReference[] = [];
  const functions: { readonly name: string; readonly start: number }[] = [];
  let isImport = false;
  for (const match of css.matchAll(token)) {
    const [all, bare, text, name, rule] = match;
    const [start, end] = [match.index, match.index + all.length];
    if (bare !== undefined) {
      references.push({ start, end, address: unescaped(bare), isImport });
      isImport = false;
    } else if (text !== undefined) {
      const around = functions.at(-1);
      const isAddress = isImport || (around !== undefined && addressFunction.test(around.name));
      if (isAddress) {
        const whole = wholeFunction(css, around, end);
        references.push({
          start: whole?.start ?? start,
          end: whole?.end ?? end,
          address: unescaped(text.slice(1, -1)),
          isImport,
        });
      }
      isImport = false;
    } else if (name !== undefined) {
      functions.push({ name, start });
    } else if (rule !== undefined) {
      isImport = rule.toLowerCase() === 'import';
    } else if (all === '(') {
      functions.push({ name: '', start });
    } else if (all === ')') {
      functions.pop();
    } else if (!all.startsWith('/*')) {
      isImport = false;
    }
  }
  return references;
}

/** `url("…")` with its brackets, so that what takes its place can be a `url(…)` of its own. */
function wholeFunction(
  css: string,
  around: { readonly name: string; readonly start: number } | undefined,
  end: number,
): { readonly start: number; readonly end: number } | null {
  if (around === undefined || !/^(?:url|src)$/i.test(around.name)) return null;
  const bracket = /^\s*\)/.exec(css.slice(end, end + 100));
  // The closing bracket is a token that comes next; it is taken off there, as the function is still open.
  return bracket === null ? null : { start: around.start, end: end + bracket[0].length };
}

/** CSS Syntax, 4.3.7. */
function unescaped(text: string): string {
  return text.replace(
    /\\(?:([0-9a-f]{1,6})\s?|\r?\n|([\s\S]))/gi,
    (_, code: string | undefined, sign: string | undefined) =>
      code === undefined
        ? (sign ?? '')
        : String.fromCodePoint(Math.min(parseInt(code, 16), 0x10ffff)),
  );
}
