import { type Message, type ParamValue, message } from '../messages/message.js';
import { excerpt, rounded } from './text.js';
import { type Parsed, invalid, lengthIssue, ownValue, valid } from './validation.js';

/** The units of lengths. The API accepts all but points (section 2.3). */
export const lengthUnits = ['mm', 'cm', 'in', 'px', 'pt'] as const;
export type LengthUnit = (typeof lengthUnits)[number];

/** A length as the user wrote it, and in inches. */
export interface Length {
  readonly value: number;
  readonly unit: LengthUnit;
  readonly inches: number;
}

/** CSS pixels in an inch (CSS Values and Units 4, section 6.2). */
const pixelsPerInch = 96;

/** PDF readers open no page with a longer side (ISO 32000-1, annex C.2). */
const maxInches = 200;

const unitsPerInch: Readonly<Record<LengthUnit, number>> = {
  mm: 25.4,
  cm: 2.54,
  in: 1,
  px: pixelsPerInch,
  pt: 72,
};

const shownDecimals: Readonly<Record<LengthUnit, number>> = { mm: 1, cm: 2, in: 2, px: 0, pt: 1 };
const steps: Readonly<Record<LengthUnit, number>> = { mm: 1, cm: 0.1, in: 0.1, px: 1, pt: 1 };

/** Where lengths come from: the API accepts fewer forms (section 2.3). */
export type LengthOrigin = 'user' | 'api';

const acceptedUnits: Readonly<Record<LengthOrigin, readonly LengthUnit[]>> = {
  user: ['px', 'pt', 'cm', 'mm', 'in'],
  api: ['px', 'cm', 'mm', 'in'],
};

/** Other names of units that users write, in the languages of the window. */
const unitAliases: Readonly<Record<string, LengthUnit>> = {
  '"': 'in',
  '″': 'in',
  inch: 'in',
  inches: 'in',
  zoll: 'in',
  英寸: 'in',
  厘米: 'cm',
  毫米: 'mm',
};

/** In characters, with spaces. No length and no format needs as many. */
const maxTextLength = 200;

const lengthName = message('request.lengthName');

/**
 * Reads a length as users write it: `2cm`, `2 cm`, `2,5 cm`, `.5in`, `8.5"`, in any case, 0 or
 * more. Zero needs no unit, except in the API.
 * @param name what the issue calls the length
 */
export function parseLength(
  text: string,
  name: Message = lengthName,
  origin: LengthOrigin = 'user',
): Parsed<Length> {
  const tooLong = lengthIssue(text, maxTextLength);
  if (tooLong !== null) return invalid(tooLong);
  const written = text.trim();
  const subject = { name, length: excerpt(written) };
  const units = { or: acceptedUnits[origin] };

  if (written === '') return invalid(message('request.lengthEmpty', { name, units }));
  if (/^[-−]/.test(written)) return invalid(message('request.lengthNegative', subject));
  if (/^[\d.,]+e[+-]?\d/i.test(written)) {
    return invalid(message('request.lengthExponent', subject));
  }
  const [, digits = '', rest = ''] = /^(\d+(?:[.,]\d*)?|[.,]\d+)\s*(.*)$/s.exec(written) ?? [];
  if (digits === '') return invalid(message('request.lengthNoNumber', { ...subject, units }));
  const value = Number(digits.replace(',', '.'));
  if (rest === '') {
    if (value === 0 && origin === 'user') return valid({ value, unit: 'mm', inches: 0 });
    const params = { ...subject, units, example: `${digits}${value < 30 ? 'cm' : 'mm'}` };
    return invalid(message('request.lengthNoUnit', params));
  }
  return readUnit(value, rest, { ...subject, origin });
}

function readUnit(
  value: number,
  rest: string,
  {
    origin,
    ...subject
  }: { readonly name: ParamValue; readonly length: string; readonly origin: LengthOrigin },
): Parsed<Length> {
  const units = acceptedUnits[origin];
  const written = rest.toLowerCase();
  const name = origin === 'user' ? (unitAliases[written] ?? written) : written;
  const unit = units.find((known) => known === name);
  if (unit !== undefined) {
    const inches = value / unitsPerInch[unit];
    if (inches > maxInches) return invalid(message('request.lengthTooLong', subject));
    return valid({ value, unit, inches });
  }
  if (/^[\d.,]/.test(rest)) return invalid(message('request.lengthTwoNumbers', subject));
  if (/^(px|pt|cm|mm|in)[^a-z]/i.test(rest)) {
    return invalid(message('request.lengthTrailing', subject));
  }
  return invalid(message('request.lengthUnit', { ...subject, unit: excerpt(rest), units }));
}

/** A bare number gets the given unit; other text is unchanged. */
export function withUnit(text: string, unit: LengthUnit): string {
  const written = text.trim();
  return /^(\d+(?:[.,]\d*)?|[.,]\d+)$/.test(written) ? `${written} ${unit}` : text;
}

/** The normalized text that goes into a request and over the wire: `2.5cm`. */
export function lengthText(length: Length): string {
  return `${plainNumber(length.value)}${length.unit}`;
}

/** Of a checked length for the API, which has no points: they become pixels. */
export function apiLengthText(text: string): string {
  const parsed = parseLength(text);
  if (!parsed.ok || parsed.value.unit !== 'pt') return text;
  return `${rounded(parsed.value.inches * pixelsPerInch, 6)}px`;
}

/** Of a checked page format for the API; see {@link apiLengthText}. */
export function apiFormatText(text: string): string {
  const sides = splitSides(text);
  return sides === null ? text : sides.map(apiLengthText).join('x');
}

/** For display: `210 mm`, `8.27 in`. */
export function formatLength(inches: number, unit: LengthUnit): string {
  return `${rounded(inches * unitsPerInch[unit], shownDecimals[unit])} ${unit}`;
}

/**
 * For the arrow keys: to the next whole millimeter or pixel, or tenth of a centimeter or inch,
 * never below zero. Text that is not a length is unchanged.
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

/** Without an exponent, which the rules of lengths refuse. */
function plainNumber(value: number): string {
  const text = String(value);
  return text.includes('e') ? value.toFixed(12).replace(/\.?0+$/, '') : text;
}

/** The named formats of the API (section 2.1), in the order in which they are offered. */
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

/** A paper size, named or custom. */
export interface PageFormat {
  /** Null: a custom size. */
  readonly name: PageFormatName | null;
  readonly widthInches: number;
  readonly heightInches: number;
  /** For display: `A4`, `Letter`, `210 mm × 100 mm`. */
  readonly label: string;
  /** The normalized text that goes into a request and over the wire: `a4`, `210mmx100mm`. */
  readonly text: string;
}

/** The formats that a region may have as its default. */
export const defaultPageFormats = ['a4', 'letter'] as const;
export type DefaultPageFormat = (typeof defaultPageFormats)[number];

/** The format if neither the request nor the page names one (the API, section 2.1). */
export const defaultPageFormat: DefaultPageFormat = 'a4';

/** The shortest side of a page. Chromium requires only more than zero. */
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

export function namedPageFormat(name: PageFormatName): PageFormat {
  const [widthInches, heightInches] = sizes[name];
  const label = name.charAt(0).toUpperCase() + name.slice(1);
  return { name, widthInches, heightInches, label, text: name };
}

/**
 * Reads a page format: a name in any case, or `{width}x{height}` where each side has a unit (the
 * API, section 2.1), with optional spaces. In `800pxx600px` the first x belongs to px.
 */
export function parsePageFormat(text: string, origin: LengthOrigin = 'user'): Parsed<PageFormat> {
  const tooLong = lengthIssue(text, maxTextLength);
  if (tooLong !== null) return invalid(tooLong);
  const written = text.trim();
  if (written === '') return invalid(message('request.formatEmpty'));
  const name = pageFormatNames.find((known) => known === written.toLowerCase());
  if (name !== undefined) return valid(namedPageFormat(name));

  const sides = splitSides(written);
  if (sides === null) {
    return invalid(message('request.formatUnknown', { format: excerpt(written) }));
  }
  const format = customFormat(sides, origin);
  if (format.ok) return format;
  const params = { format: excerpt(written), reason: format.message };
  return invalid(message('request.formatSide', params));
}

function splitSides(text: string): readonly [string, string] | null {
  const side = String.raw`[-−+]?[\d.,]+(?:e[+-]?\d+)?\s*(?:px|["″]|[a-wyz%]*)`;
  const [, width, height] = new RegExp(`^(${side})\\s*[x×]\\s*(${side})$`, 'i').exec(text) ?? [];
  return width === undefined || height === undefined ? null : [width, height];
}

/** The sides are as a user writes them; null if they are valid. */
export function customSizeIssue(width: string, height: string): Message | null {
  const format = customFormat([width, height], 'user');
  return format.ok ? null : format.message;
}

function customFormat(sides: readonly [string, string], origin: LengthOrigin): Parsed<PageFormat> {
  const width = readSide(sides[0], message('request.widthName'), origin);
  if (!width.ok) return width;
  const height = readSide(sides[1], message('request.heightName'), origin);
  if (!height.ok) return height;

  return valid({
    name: null,
    widthInches: width.value.inches,
    heightInches: height.value.inches,
    label: `${sideLabel(width.value)} × ${sideLabel(height.value)}`,
    text: `${lengthText(width.value)}x${lengthText(height.value)}`,
  });
}

function readSide(text: string, name: Message, origin: LengthOrigin): Parsed<Length> {
  const parsed = parseLength(text, name, origin);
  if (!parsed.ok || parsed.value.inches >= minSideInches) return parsed;
  return invalid(message('request.formatSideShort', { name, length: excerpt(text.trim()) }));
}

function sideLabel(length: Length): string {
  return `${length.value} ${length.unit}`;
}

/** Landscape (true) or portrait (false); unchanged if undefined. */
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

/** For display, in one unit: `210 × 297 mm`. */
export function formatSizeText(
  format: Pick<PageFormat, 'widthInches' | 'heightInches'>,
  unit: LengthUnit,
): string {
  const width = formatLength(format.widthInches, unit).replace(` ${unit}`, '');
  return `${width} × ${formatLength(format.heightInches, unit)}`;
}

/** What issues call the margins. */
export const marginNames = {
  top: message('request.topMarginName'),
  right: message('request.rightMarginName'),
  bottom: message('request.bottomMarginName'),
  left: message('request.leftMarginName'),
} as const;

type Side = keyof typeof marginNames;

/** What determines the room on a page, unchecked: this runs beside the checks of single fields. */
export interface PageRoomOptions {
  readonly format?: unknown;
  readonly defaultFormat?: unknown;
  readonly landscape?: unknown;
  readonly margin?: unknown;
}

/**
 * Null if the margins leave room on the page. A side that is not set counts as zero, a missing
 * format as the default; invalid values are ignored. Chromium refuses a page without room with
 * "content area is empty".
 */
export function pageRoomIssue(options: PageRoomOptions): Message | null {
  const paper = paperOf(options);
  const { margin } = options;
  if (paper === null || typeof margin !== 'object' || margin === null) return null;
  const across = noRoom(margin, ['left', 'right'], paper.widthInches);
  const down = noRoom(margin, ['top', 'bottom'], paper.heightInches);
  const tooWide = across && message('request.noRoomAcross', across);
  const tooHigh = down && message('request.noRoomDown', down);
  if (tooWide === null || tooHigh === null) return tooWide ?? tooHigh;
  return message('request.noRoomAtAll', { across: tooWide, down: tooHigh });
}

function paperOf(options: PageRoomOptions): PageFormat | null {
  const { defaultFormat = defaultPageFormat, format = defaultFormat, landscape } = options;
  const isLandscape = typeof landscape === 'boolean' ? landscape : undefined;
  if (typeof format !== 'string') return null;
  const parsed = parsePageFormat(format);
  return parsed.ok ? orientPaper(parsed.value, isLandscape) : null;
}

function noRoom(margin: object, sides: readonly [Side, Side], pageInches: number) {
  const given = sides.flatMap((side) => marginOn(margin, side));
  const total = given.reduce((sum, { inches }) => sum + inches, 0);
  if (given.length === 0 || pageInches - total >= minSideInches - 1e-9) return null;
  const margins = given.map(({ side, text }) => marginMessage(side, text));
  return { margins, size: formatLength(pageInches, 'mm') };
}

function marginMessage(side: Side, length: string): Message {
  switch (side) {
    case 'top':
      return message('request.topMargin', { length });
    case 'right':
      return message('request.rightMargin', { length });
    case 'bottom':
      return message('request.bottomMargin', { length });
    case 'left':
      return message('request.leftMargin', { length });
  }
}

function marginOn(margin: object, side: Side) {
  const text = ownValue(margin, side);
  if (typeof text !== 'string') return [];
  const parsed = parseLength(text);
  return parsed.ok ? [{ side, text, inches: parsed.value.inches }] : [];
}
