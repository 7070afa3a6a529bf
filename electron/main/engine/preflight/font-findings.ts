import { listInWords, quote } from '../../../shared/request/text.js';
import type { MissingFamily } from './in-page/page-look.js';

/** How many characters are named. */
const named = 8;

/**
 * Families that come with a system, or are as common as that. A list of them, such as `"Segoe UI", Roboto, Arial, sans-serif`, asks for whatever
 * the reader's computer has; one alone, or one of another kind, is meant.
 */
const ofSystems: ReadonlySet<string> = new Set([
  ...['arial', 'helvetica', 'helvetica neue', 'verdana', 'tahoma', 'trebuchet ms', 'segoe ui'],
  ...['lucida grande', 'lucida sans', 'lucida sans unicode', 'geneva', 'sf pro', 'sf pro text'],
  ...['roboto', 'ubuntu', 'cantarell', 'oxygen', 'noto sans', 'droid sans', 'fira sans', 'inter'],
  ...['avenir', 'avenir next', 'gill sans', 'optima', 'futura', 'calibri', 'candara', 'corbel'],
  ...['times', 'times new roman', 'georgia', 'palatino', 'palatino linotype', 'book antiqua'],
  ...['cambria', 'baskerville', 'garamond', 'hoefler text', 'charter', 'iowan old style'],
  ...['courier', 'courier new', 'consolas', 'menlo', 'monaco', 'sf mono', 'sfmono-regular'],
  ...['lucida console', 'andale mono', 'liberation mono', 'ubuntu mono', 'cascadia code'],
  ...['bitstream vera sans', 'bitstream vera serif', 'bitstream vera sans mono', 'dejavu sans'],
]);

/**
 * The sentences about families that were replaced.
 * @param used families in the PDF, by their PostScript names
 */
export function familyFindings(
  families: readonly MissingFamily[],
  used: readonly string[],
): readonly string[] {
  return families.flatMap(({ family, replacement, isGeneric, hasAlternatives }) => {
    if (hasAlternatives && ofSystems.has(family.toLowerCase())) return [];
    const place = isGeneric || replacement === '' ? standIn(replacement, used) : quote(replacement);
    return [
      `The font ${quote(family)} is neither on this computer nor loaded by the page; ${place} was used in its place.`,
    ];
  });
}

/** The sentence about characters that print as empty boxes; null for none. */
export function characterFinding(characters: readonly string[]): string | null {
  if (characters.length === 0) return null;
  const shown = characters.slice(0, named).map(characterInWords);
  const left = characters.length - shown.length;
  const list = left > 0 ? `${shown.join(', ')} and ${left} more` : listInWords(shown, 'and');
  const subject =
    characters.length === 1 ? 'One character is' : `${characters.length} characters are`;
  return `${subject} in no font of this computer and of the page, so that empty boxes are printed: ${list}.`;
}

/** Text that runs from right to left would turn the sentence round; the code point says enough. */
function characterInWords(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  const isPlain =
    /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(character) && !/[\u0590-\u08ff]/u.test(character);
  return isPlain ? `${character} (U+${code})` : `U+${code}`;
}

function standIn(kind: string, used: readonly string[]): string {
  const font = kind === '' ? 'the standard font' : `the standard ${kind} font`;
  const [only, ...others] = used;
  return only === undefined || others.length > 0 ? font : `${font}, ${only},`;
}
