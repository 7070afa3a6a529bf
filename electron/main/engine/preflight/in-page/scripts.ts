import {
  brokenImage,
  elementName,
  embeddedDocument,
  inspectPage,
  inspectionLimits,
  type InspectionTools,
  mayShowRareText,
  seenImage,
  seenScroller,
  xmlError,
} from './inspect-page.js';
import { elementsBeyond } from './elements-beyond.js';
import { type CharacterLimits, missingCharacters, missingFamilies } from './missing-fonts.js';

const inspectionTools: InspectionTools = {
  brokenImage,
  elementName,
  embeddedDocument,
  mayShowRareText,
  missingFamilies,
  seenImage,
  seenScroller,
  xmlError,
};
const characterLimits: CharacterLimits = { nodes: 100_000, milliseconds: 2000, characters: 500 };
const beyondLimits = { nodes: 20_000, elements: 20, tolerancePx: 4 };

/** An expression for Platen's isolated world; returns a promise of a `PageInspection`. */
export const inspectExpression = callText(
  inspectPage,
  json(inspectionLimits),
  functionsText(inspectionTools),
);

/** An expression for Platen's isolated world; returns the characters that no font has. */
export const missingCharactersExpression = callText(missingCharacters, json(characterLimits));

/**
 * An expression for Platen's isolated world; returns the `ElementBeyond`s of a layout.
 * @param widthPx of the layout, in CSS pixels
 */
export function elementsBeyondExpression(widthPx: number): string {
  return callText(elementsBeyond, json(widthPx), String(elementName), json(beyondLimits));
}

/**
 * Returns the source text of a function call with source texts as arguments. Only the contents of
 * the text exist inside a page.
 */
export function callText(
  called: (...args: never[]) => unknown,
  ...args: readonly string[]
): string {
  return `(${String(called)})(${args.join(', ')})`;
}

function functionsText(functions: object): string {
  const members = Object.entries(functions).map(([name, each]) => `${name}: ${String(each)}`);
  return `{ ${members.join(', ')} }`;
}

export function json(value: unknown): string {
  return JSON.stringify(value);
}
