import {
  dataAddress,
  edited,
  type Inlining,
  styleEncoding,
  textDataAddress,
  type TextEdit,
  textOf,
} from './inlining.js';
import { networkAddress } from './loaded-files.js';

/** The context of a style sheet or a document. */
export interface TextPlace {
  /** The base of its URLs. */
  readonly base: string;
  /** The encoding of the file that refers to it, which is the default. */
  readonly encoding: string;
  /** The files that contain it, the outermost first: none is inlined into itself. */
  readonly within: readonly string[];
}

/** Inlines the loaded files of a style sheet or a `style` attribute. */
export async function inlineStyle(
  css: string,
  place: TextPlace,
  inlining: Inlining,
): Promise<string> {
  const edits: TextEdit[] = [];
  for (const { start, end, address, isImport } of cssReferences(css)) {
    if (address === '' || address.startsWith('#')) continue;
    const inside =
      networkAddress(address, place.base) ??
      (isImport
        ? await styleAddress(address, place, inlining)
        : await fileAddress(address, place, inlining));
    if (inside === null) continue;
    const isBare = /^["']/.test(css.slice(start, end)) && !isImport;
    edits.push({ start, end, text: isBare ? `"${inside}"` : `url("${inside}")` });
  }
  return edited(css, edits);
}

/** A `data:` URL with the style sheet's own files; null if the page has not loaded it. */
export async function styleAddress(
  address: string,
  { base, encoding, within }: TextPlace,
  inlining: Inlining,
): Promise<string | null> {
  const found = inlining.find(address, base);
  if (found === null || within.includes(found.file)) return null;
  const file = await inlining.files.read(found.file);
  if (file === null) return null;
  const css = textOf(file, styleEncoding(file.bytes), encoding);
  const place = { base: found.file, encoding, within: [...within, found.file] };
  const inside = textDataAddress('text/css', await inlineStyle(css, place, inlining));
  inlining.count(inside);
  return inside;
}

/** A `data:` URL; null if the page has not loaded the file. */
export async function fileAddress(
  address: string,
  { base }: Pick<TextPlace, 'base'>,
  inlining: Inlining,
): Promise<string | null> {
  const found = inlining.find(address, base);
  const file = found && (await inlining.files.read(found.file));
  if (!file) return null;
  const inside = dataAddress(file.type, file.bytes) + found.fragment;
  inlining.count(inside);
  return inside;
}

/** A URL in a style sheet with its notation: `url("a.png")`, or the string after `@import`. */
interface CssReference {
  /** Offsets in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  readonly address: string;
  readonly isImport: boolean;
}

/**
 * One token of the syntax of URLs (CSS Syntax, 4): a comment, an unquoted URL, a string, an
 * unterminated one, the start of a function, an at-rule, a bracket, the end of what may precede
 * `@import`. Linear: no part is scanned again from each position inside it.
 */
const token =
  /\/\*[\s\S]*?(?:\*\/|$)|url\(\s{0,100}([^\s"'()\\]*(?:\\[\s\S][^\s"'()\\]*)*)\s{0,100}\)|("(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*')|"(?:[^"\\\n]|\\[\s\S])*|'(?:[^'\\\n]|\\[\s\S])*|(?<![-\w])([-\w]+)\(|@([-\w]+)|[();{}]/gi;

/**
 * Functions whose strings are URLs: `image-set("a.png" 1x)` (CSS Images 4, 2.4).
 * `type("image/png")` inside is another one.
 */
const addressFunction = /^(?:url|src|(?:-webkit-)?image-set)$/i;

/** Of a style sheet, or of a `style` attribute, in order. */
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

/** Returns `url("…")` with its brackets, to replace it by another `url(…)`. */
function wholeFunction(
  css: string,
  around: { readonly name: string; readonly start: number } | undefined,
  end: number,
): { readonly start: number; readonly end: number } | null {
  if (around === undefined || !/^(?:url|src)$/i.test(around.name)) return null;
  const bracket = /^\s*\)/.exec(css.slice(end, end + 100));
  // The closing bracket is the next token, which closes the function.
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
