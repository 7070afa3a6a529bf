import { type LengthUnit, lengthUnits } from '../settings.js';
import { quote, rounded } from './text.js';
import { type Parsed, invalid, valid } from './validation.js';

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
const minSideInches = 0.1;

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

/** A length as it was written, and in inches. */
export interface Length {
  readonly value: number;
  readonly unit: LengthUnit;
  readonly inches: number;
}

/** CSS pixels in an inch (CSS Values and Units 4, section 6.2). */
const pixelsPerInch = 96;

/** The longest length, in inches: PDF readers open no page with a longer side (ISO 32000-1, annex C.2). */
const maxInches = 200;

const unitsPerInch: Readonly<Record<LengthUnit, number>> = {
  mm: 25.4,
  cm: 2.54,
  in: 1,
  px: pixelsPerInch,
};

const shownDecimals: Readonly<Record<LengthUnit, number>> = { mm: 1, cm: 2, in: 2, px: 0 };
const steps: Readonly<Record<LengthUnit, number>> = { mm: 1, cm: 0.1, in: 0.1, px: 1 };
const unitList = 'px, cm, mm or in';

/**
 * Reads a length as people write it: `2cm`, `2 cm`, `2,5 cm`, `.5in`, in any case. Zero is a length; a negative one is not.
 * The units are those of the interface, section 2.3.
 * @param subject what the sentence about a mistake starts with, such as `The top margin`
 */
export function parseLength(text: string, subject = 'The length'): Parsed<Length> {
  const written = text.trim();
  const issue = (rest: string) => invalid(`${subject} ${quote(written)} ${rest}`);

  if (written === '') {
    return invalid(`${subject} is empty; write a number with a unit (${unitList}), such as 1cm.`);
  }
  if (/^[-−]/.test(written)) return issue('is negative; it must be 0 or more.');
  if (/^[\d.,]+e[+-]?\d/i.test(written)) {
    return issue('is written with an exponent; write the number in plain digits, such as 1.5cm.');
  }

  const [, digits = '', rest = ''] = /^(\d+(?:[.,]\d*)?|[.,]\d+)\s*(.*)$/s.exec(written) ?? [];
  if (digits === '') {
    return issue(`does not start with a number; write one with a unit (${unitList}), such as 1cm.`);
  }
  if (rest === '') {
    return issue(`has no unit; write ${unitList} after the number, such as ${digits}cm.`);
  }
  return readUnit(Number(digits.replace(',', '.')), rest, issue);
}

function readUnit(
  value: number,
  rest: string,
  issue: (rest: string) => Parsed<never>,
): Parsed<Length> {
  const unit = lengthUnits.find((known) => known === rest.toLowerCase());
  if (unit !== undefined) {
    const inches = value / unitsPerInch[unit];
    if (inches > maxInches) {
      return issue(`is longer than ${maxInches} in (5,080 mm), the most that a PDF page can have.`);
    }
    return valid({ value, unit, inches });
  }
  if (/^[\d.,]/.test(rest)) {
    return issue(`holds more than one number; write one number with a unit, such as 1cm.`);
  }
  if (/^(px|cm|mm|in)[^a-z]/i.test(rest)) {
    return issue('goes on after its unit; write one number with one unit, such as 1cm.');
  }
  return issue(`has the unit ${quote(rest)}, which is not known; the units are px, cm, mm and in.`);
}

/** The one spelling of a length that goes into a request and over the wire: `2.5cm`. */
export function lengthText(length: Length): string {
  return `${plainNumber(length.value)}${length.unit}`;
}

/** A length in inches as a person reads it in the unit: `210 mm`, `8.27 in`. */
export function formatLength(inches: number, unit: LengthUnit): string {
  return `${rounded(inches * unitsPerInch[unit], shownDecimals[unit])} ${unit}`;
}

/**
 * The next length up or down, for the arrow keys: to the next whole millimetre or pixel, or tenth of a centimetre or inch.
 * Never below zero. A text that is no length comes back as it is.
 */
export function stepLength(text: string, direction: 'up' | 'down'): string {
  const parsed = parseLength(text);
  if (!parsed.ok) return text;

  const { value, unit } = parsed.value;
  const step = steps[unit];
  const position = Number((value / step).toFixed(6));
  const target = direction === 'up' ? Math.floor(position) + 1 : Math.ceil(position) - 1;
  const stepped = Math.max(0, target) * step;
  if (stepped / unitsPerInch[unit] > maxInches) return text;
  return `${rounded(stepped, 3)}${/\s/.test(text.trim()) ? ' ' : ''}${unit}`;
}

function plainNumber(value: number): string {
  const text = String(value);
  return text.includes('e') ? rounded(value, 12) : text;
}

/** What decides the room on a page, valid or not: the check runs beside those of the single fields. */
export interface PageRoomOptions {
  readonly format?: unknown;
  readonly landscape?: unknown;
  readonly margin?: unknown;
}

type Side = 'top' | 'right' | 'bottom' | 'left';

/**
 * A sentence if the margins leave no room on the page, else null. A side that is not set counts as zero, a format that is not set
 * as a4; what has a mistake of its own is not judged. Chromium refuses such a page with "content area is empty".
 */
export function pageRoomIssue(options: PageRoomOptions): string | null {
  const paper = paperOf(options);
  const { margin } = options;
  if (paper === null || typeof margin !== 'object' || margin === null) return null;
  const sentences = [
    axisIssue(margin, ['left', 'right'], paper.widthInches, 'wide'),
    axisIssue(margin, ['top', 'bottom'], paper.heightInches, 'high'),
  ].filter((sentence) => sentence !== null);
  return sentences.length === 0 ? null : sentences.join(' ');
}

function paperOf({ format, landscape }: PageRoomOptions): PageFormat | null {
  const turned = typeof landscape === 'boolean' ? landscape : undefined;
  if (format === undefined) return orientPaper(namedPageFormat(defaultPageFormat), turned);
  if (typeof format !== 'string') return null;
  const parsed = parsePageFormat(format);
  return parsed.ok ? orientPaper(parsed.value, turned) : null;
}

function axisIssue(
  margin: object,
  sides: readonly [Side, Side],
  pageInches: number,
  extent: 'wide' | 'high',
): string | null {
  const given = sides.flatMap((side) => marginOn(margin, side));
  const total = given.reduce((sum, { inches }) => sum + inches, 0);
  if (given.length === 0 || pageInches - total >= minSideInches - 1e-9) return null;
  const names = given.map(({ side, text }) => `${side} ${text}`).join(' and ');
  const noun = given.length === 1 ? 'margin' : 'margins';
  const leave = given.length === 1 ? 'leaves' : 'leave';
  const page = formatLength(pageInches, 'mm');
  return `The ${noun} ${names} ${leave} no room on a page ${page} ${extent}; at least 2.54 mm (${minSideInches} in) must stay free.`;
}

function marginOn(margin: object, side: Side) {
  const text: unknown = Object.entries(margin).find(([name]) => name === side)?.[1];
  if (typeof text !== 'string') return [];
  const parsed = parseLength(text);
  return parsed.ok ? [{ side, text, inches: parsed.value.inches }] : [];
}
