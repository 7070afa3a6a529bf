import { describe, expect, it } from 'vitest';
import {
  formatLength,
  lengthText,
  parseLength,
  stepLength,
} from '../../../../electron/shared/request/paper.js';

const good = [
  ['0px', '0px', 0],
  ['1cm', '1cm', 1 / 2.54],
  ['12.5mm', '12.5mm', 12.5 / 25.4],
  ['.5in', '0.5in', 0.5],
  ['2 cm', '2cm', 2 / 2.54],
  ['2,5 cm', '2.5cm', 2.5 / 2.54],
  [' 96 PX ', '96px', 1],
  ['1In', '1in', 1],
  ['5.cm', '5cm', 5 / 2.54],
  ['200in', '200in', 200],
] as const;

const unitHint = 'write px, cm, mm or in after the number';
const bad = [
  ['', 'The length is empty; write a number with a unit (px, cm, mm or in), such as 1cm.'],
  ['1', `The length "1" has no unit; ${unitHint}, such as 1cm.`],
  [
    '1pt',
    'The length "1pt" has the unit "pt", which is not known; the units are px, cm, mm and in.',
  ],
  ['-1cm', 'The length "-1cm" is negative; it must be 0 or more.'],
  ['−1cm', 'The length "−1cm" is negative; it must be 0 or more.'],
  [
    '1 cm 2',
    'The length "1 cm 2" goes on after its unit; write one number with one unit, such as 1cm.',
  ],
  [
    '1 2 cm',
    'The length "1 2 cm" holds more than one number; write one number with a unit, such as 1cm.',
  ],
  [
    'NaNpx',
    'The length "NaNpx" does not start with a number; write one with a unit (px, cm, mm or in), such as 1cm.',
  ],
  [
    '1e3cm',
    'The length "1e3cm" is written with an exponent; write the number in plain digits, such as 1.5cm.',
  ],
  [
    '201in',
    'The length "201in" is longer than 200 in (5,080 mm), the most that a PDF page can have.',
  ],
] as const;

describe('parseLength', () => {
  it.each(good)('reads %j as %s', (text, canonical, inches) => {
    const parsed = parseLength(text);
    if (!parsed.ok) throw new Error(parsed.message);
    expect(lengthText(parsed.value)).toBe(canonical);
    expect(parsed.value.inches).toBeCloseTo(inches, 12);
  });

  it.each(bad)('refuses %j in a sentence', (text, message) => {
    expect(parseLength(text)).toEqual({ ok: false, message });
  });

  it('starts the sentence with what the length is for', () => {
    expect(parseLength('1', 'The top margin')).toMatchObject({
      message: `The top margin "1" has no unit; ${unitHint}, such as 1cm.`,
    });
  });

  it('cuts a long text in the sentence', () => {
    const parsed = parseLength('x'.repeat(500));
    expect(parsed.ok ? '' : parsed.message).toContain(`"${'x'.repeat(60)}…" does not start`);
  });
});

describe('formatLength', () => {
  it.each([
    [210 / 25.4, 'mm', '210 mm'],
    [8.5, 'in', '8.5 in'],
    [210 / 25.4, 'in', '8.27 in'],
    [1, 'cm', '2.54 cm'],
    [8.27, 'px', '794 px'],
  ] as const)('shows %d inches in %s as %s', (inches, unit, text) => {
    expect(formatLength(inches, unit)).toBe(text);
  });
});

describe('stepLength', () => {
  it.each([
    ['10mm', 'up', '11mm'],
    ['10 mm', 'down', '9 mm'],
    ['10.4mm', 'up', '11mm'],
    ['10.4mm', 'down', '10mm'],
    ['2cm', 'up', '2.1cm'],
    ['2,55 cm', 'up', '2.6 cm'],
    ['0.3in', 'down', '0.2in'],
    ['0px', 'down', '0px'],
    ['0.4mm', 'down', '0mm'],
    ['200in', 'up', '200in'],
    ['foo', 'up', 'foo'],
    ['', 'down', ''],
  ] as const)('turns %j %s into %j', (text, direction, stepped) => {
    expect(stepLength(text, direction)).toBe(stepped);
  });
});
