import { describe, expect, it } from 'vitest';
import { message } from '../../../../electron/shared/messages/message.js';
import {
  formatLength,
  lengthText,
  parseLength,
  stepLength,
} from '../../../../electron/shared/request/paper.js';
import { issueOf, valueOf } from './support.js';

const valid = [
  ['0px', '0px', 0],
  ['0', '0mm', 0],
  ['0.0', '0mm', 0],
  ['36pt', '36pt', 0.5],
  [' 7,2 PT ', '7.2pt', 0.1],
  ['1cm', '1cm', 1 / 2.54],
  ['0.00000000001cm', '0.00000000001cm', 1e-11 / 2.54],
  ['0.00000000000001cm', '0cm', 0],
  ['12.5mm', '12.5mm', 12.5 / 25.4],
  ['.5in', '0.5in', 0.5],
  ['2 cm', '2cm', 2 / 2.54],
  ['2,5 cm', '2.5cm', 2.5 / 2.54],
  [' 96 PX ', '96px', 1],
  ['1In', '1in', 1],
  ['5.cm', '5cm', 5 / 2.54],
  ['200in', '200in', 200],
  ['8.5"', '8.5in', 8.5],
  ['8.5 ″', '8.5in', 8.5],
  ['2 inches', '2in', 2],
  ['1 Zoll', '1in', 1],
  ['25.4毫米', '25.4mm', 1],
] as const;

const unitHint = 'Add px, pt, cm, mm, or in';
const invalid = [
  ['', 'Length is empty. Enter a number with a unit (px, pt, cm, mm, or in), such as 1cm.'],
  ['1', `Length "1" has no unit. ${unitHint}, such as 1cm.`],
  ['1em', 'Length "1em" has the unknown unit "em". The units are px, pt, cm, mm, and in.'],
  ['-0', 'Length "-0" is negative. It must be 0 or more.'],
  ['-1cm', 'Length "-1cm" is negative. It must be 0 or more.'],
  ['−1cm', 'Length "−1cm" is negative. It must be 0 or more.'],
  ['1 cm 2', 'Length "1 cm 2" has text after its unit. Enter one number with a unit, such as 1cm.'],
  [
    '1 2 cm',
    'Length "1 2 cm" contains more than one number. Enter one number with a unit, such as 1cm.',
  ],
  [
    'NaNpx',
    'Length "NaNpx" does not start with a number. Enter a number with a unit (px, pt, cm, mm, or in), such as 1cm.',
  ],
  ['1e3cm', 'Length "1e3cm" has an exponent. Use plain digits, such as 1.5cm.'],
  ['201in', 'Length "201in" is longer than 200 in (5,080 mm), the limit of a PDF page.'],
] as const;

describe('parseLength', () => {
  it.each(valid)('reads %j as %s', (text, canonical, inches) => {
    const value = valueOf(parseLength(text));
    expect(lengthText(value)).toBe(canonical);
    expect(value.inches).toBeCloseTo(inches, 12);
  });

  it.each(invalid)('rejects %j', (text, issue) => {
    expect(issueOf(parseLength(text))).toBe(issue);
  });

  it.each([
    ['1pt', 'Length "1pt" has the unknown unit "pt". The units are px, cm, mm, and in.'],
    ['0', 'Length "0" has no unit. Add px, cm, mm, or in, such as 0cm.'],
  ])('rejects %j in the API', (text, issue) => {
    expect(issueOf(parseLength(text, message('request.lengthName'), 'api'))).toBe(issue);
  });

  it('names the option in its message', () => {
    expect(issueOf(parseLength('1', message('request.topMarginName')))).toBe(
      `Top margin "1" has no unit. ${unitHint}, such as 1cm.`,
    );
  });

  it('truncates a long text in the message', () => {
    expect(issueOf(parseLength('x'.repeat(200)))).toContain(`"${'x'.repeat(60)}…" does not start`);
  });
});

describe('formatLength', () => {
  it.each([
    [210 / 25.4, 'mm', '210 mm'],
    [8.5, 'in', '8.5 in'],
    [210 / 25.4, 'in', '8.27 in'],
    [1, 'cm', '2.54 cm'],
    [8.27, 'px', '794 px'],
    [210 / 25.4, 'pt', '595.3 pt'],
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
    ['10.5pt', 'up', '11pt'],
    ['0', 'up', '1mm'],
    ['0.4mm', 'down', '0mm'],
    ['200in', 'up', '200in'],
    ['foo', 'up', 'foo'],
    ['', 'down', ''],
  ] as const)('turns %j %s into %j', (text, direction, stepped) => {
    expect(stepLength(text, direction)).toBe(stepped);
  });
});
