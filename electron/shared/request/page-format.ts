import { type Length, type LengthUnit, formatLength, lengthText, parseLength } from './length.js';
import { type Parsed, invalid, valid } from './parsed.js';
import { quote } from './wording.js';

/** The named formats of the interface (section 2.1), in the order in which they are offered. */
export const pageFormatNames = [
  'letter',
  'legal',
  'tabloid',
  'ledger',
  'a0',
  'a1',
  'a2',
  'a3',
  'a4',
  'a5',
  'a6',
] as const;

export type PageFormatName = (typeof pageFormatNames)[number];

/** A paper size: one of the named ones, or a custom one. */
export interface PageFormat {
  /** Null: a custom size. */
  readonly name: PageFormatName | null;
  readonly widthInches: number;
  readonly heightInches: number;
  /** For a person: `A4`, `Letter`, `210 mm × 100 mm`. */
  readonly label: string;
  /** The one spelling that goes into a request and over the wire: `a4`, `210mmx100mm`. */
  readonly text: string;
}

/** The format where neither the request nor the page names one (the interface, section 2.1). */
export const defaultPageFormat: PageFormatName = 'a4';

/** The shortest side of a page, in inches. Chromium needs only more than zero; nothing smaller than this can be read. */
export const minSideInches = 0.1;

const millimeters = (width: number, height: number) => [width / 25.4, height / 25.4] as const;

/** Width and height in inches; a0 to a6 by ISO 216. */
const sizes: Readonly<Record<PageFormatName, readonly [number, number]>> = {
  letter: [8.5, 11],
  legal: [8.5, 14],
  tabloid: [11, 17],
  ledger: [17, 11],
  a0: millimeters(841, 1189),
  a1: millimeters(594, 841),
  a2: millimeters(420, 594),
  a3: millimeters(297, 420),
  a4: millimeters(210, 297),
  a5: millimeters(148, 210),
  a6: millimeters(105, 148),
};

const customHint = 'a custom size such as 210mmx297mm';
const nameHint = 'letter, legal, tabloid, ledger, a0 to a6';

/** A named format with its exact size: ISO's millimetres for a0 to a6, inches for the American ones. */
export function namedPageFormat(name: PageFormatName): PageFormat {
  const [widthInches, heightInches] = sizes[name];
  const label = name.charAt(0).toUpperCase() + name.slice(1);
  return { name, widthInches, heightInches, label, text: name };
}

/**
 * Reads a page format: a name in any case, or `{width}x{height}` where each side carries a unit (the interface, section
 * 2.1), with spaces as one likes. In `800pxx600px` the first x belongs to px.
 */
export function parsePageFormat(text: string): Parsed<PageFormat> {
  const written = text.trim();
  if (written === '') {
    return invalid(`The format is empty; write ${nameHint}, or ${customHint}.`);
  }
  const name = pageFormatNames.find((known) => known === written.toLowerCase());
  if (name !== undefined) return valid(namedPageFormat(name));

  const sides = splitSides(written);
  if (sides === null) {
    return invalid(
      `The format ${quote(written)} is not known; write ${nameHint}, or ${customHint}.`,
    );
  }
  return customFormat(written, sides);
}

function splitSides(text: string): readonly [string, string] | null {
  const side = String.raw`[-−+]?[\d.,]+(?:e[+-]?\d+)?\s*(?:px|[a-wyz%]*)`;
  const [, width, height] = new RegExp(`^(${side})\\s*[x×]\\s*(${side})$`, 'i').exec(text) ?? [];
  return width === undefined || height === undefined ? null : [width, height];
}

function customFormat(written: string, sides: readonly [string, string]): Parsed<PageFormat> {
  const width = readSide(written, 'width', sides[0]);
  if (!width.ok) return width;
  const height = readSide(written, 'height', sides[1]);
  if (!height.ok) return height;

  return valid({
    name: null,
    widthInches: width.value.inches,
    heightInches: height.value.inches,
    label: `${sideLabel(width.value)} × ${sideLabel(height.value)}`,
    text: `${lengthText(width.value)}x${lengthText(height.value)}`,
  });
}

function readSide(written: string, side: 'width' | 'height', text: string): Parsed<Length> {
  const subject = `The format ${quote(written)} cannot be used: its ${side}`;
  const parsed = parseLength(text, subject);
  if (!parsed.ok || parsed.value.inches >= minSideInches) return parsed;
  const sideText = quote(text.trim());
  const rule = `each side must be ${minSideInches} in (2.54 mm) or more.`;
  if (parsed.value.inches === 0) return invalid(`${subject} ${sideText} is zero; ${rule}`);
  return invalid(`${subject} ${sideText} is too short; ${rule}`);
}

function sideLabel(length: Length): string {
  return `${length.value} ${length.unit}`;
}

/**
 * The paper turned as asked: true puts the long side across, false puts it upright, undefined leaves it as written.
 */
export function orientPaper(format: PageFormat, landscape: boolean | undefined): PageFormat {
  if (landscape === undefined) return format;
  const { widthInches, heightInches } = format;
  const [short, long] = [Math.min(widthInches, heightInches), Math.max(widthInches, heightInches)];
  return {
    ...format,
    widthInches: landscape ? long : short,
    heightInches: landscape ? short : long,
  };
}

/** The size in words, in one unit: `210 × 297 mm`. */
export function formatSizeText(
  format: Pick<PageFormat, 'widthInches' | 'heightInches'>,
  unit: LengthUnit,
): string {
  const width = formatLength(format.widthInches, unit).replace(` ${unit}`, '');
  return `${width} × ${formatLength(format.heightInches, unit)}`;
}
