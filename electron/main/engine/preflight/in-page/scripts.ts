import { elementName } from './element-name.js';
import { elementsBeyond } from './elements-beyond.js';
import { type LookTools, lookAtPage } from './look-at-page.js';
import { type CharacterLimits, missingCharacters } from './missing-characters.js';
import { missingFamilies } from './missing-families.js';
import { lookLimits } from './page-look.js';
import { mayShowRareText } from './rare-text.js';
import { seenImage } from './seen-image.js';
import { seenScroller } from './seen-scroller.js';

const lookTools: LookTools = {
  elementName,
  mayShowRareText,
  missingFamilies,
  seenImage,
  seenScroller,
};
const characterLimits: CharacterLimits = { nodes: 100_000, milliseconds: 500, characters: 500 };
const beyondLimits = { nodes: 20_000, elements: 20, tolerancePx: 4 };

/** An expression for Platen's own world in a page; it gives a `PageLook`. */
export const lookExpression = callText(lookAtPage, json(lookLimits), functionsText(lookTools));

/** An expression for Platen's own world in a page; it gives the characters that no font has. */
export const missingCharactersExpression = callText(missingCharacters, json(characterLimits));

/**
 * An expression for Platen's own world in a page; it gives the `ElementBeyond`s of a layout.
 * @param widthPx of the layout, in CSS pixels
 */
export function elementsBeyondExpression(widthPx: number): string {
  return callText(elementsBeyond, json(widthPx), String(elementName), json(beyondLimits));
}

/** The text of a call of a function whose arguments are texts. Nothing of this program is there inside a page but what the text holds. */
function callText(called: (...args: never[]) => unknown, ...args: readonly string[]): string {
  return `(${String(called)})(${args.join(', ')})`;
}

function functionsText(functions: object): string {
  const members = Object.entries(functions).map(([name, each]) => `${name}: ${String(each)}`);
  return `{ ${members.join(', ')} }`;
}

function json(value: unknown): string {
  return JSON.stringify(value);
}
