import { type LengthUnit, lengthUnits } from '../settings.js';
import { type Parsed, invalid, valid } from './parsed.js';
import { quote, rounded } from './wording.js';

export { type LengthUnit, lengthUnits };

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
