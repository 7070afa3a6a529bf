import { describe, expect, it } from 'vitest';
import {
  formatSizeText,
  namedPageFormat,
  orientPaper,
  pageFormatNames,
  parsePageFormat,
} from '../../../../electron/shared/request/paper.js';

const mm = (value: number) => value / 25.4;

const sizes = [
  ['letter', 8.5, 11],
  ['legal', 8.5, 14],
  ['tabloid', 11, 17],
  ['ledger', 17, 11],
  ['a0', mm(841), mm(1189)],
  ['a1', mm(594), mm(841)],
  ['a2', mm(420), mm(594)],
  ['a3', mm(297), mm(420)],
  ['a4', mm(210), mm(297)],
  ['a5', mm(148), mm(210)],
  ['a6', mm(105), mm(148)],
] as const;

const custom = [
  ['210mmx297mm', mm(210), mm(297), '210mmx297mm'],
  ['8.5inx11in', 8.5, 11, '8.5inx11in'],
  ['800pxx600px', 800 / 96, 600 / 96, '800pxx600px'],
  ['21.0cmx29.7cm', mm(210), mm(297), '21cmx29.7cm'],
  [' 21 CM X 29,7 cm ', mm(210), mm(297), '21cmx29.7cm'],
  ['10cm × 5in', mm(100), 5, '10cmx5in'],
  ['800px x 5cm', 800 / 96, mm(50), '800pxx5cm'],
  ['0.1inx200in', 0.1, 200, '0.1inx200in'],
] as const;

const names = 'letter, legal, tabloid, ledger, a0 to a6, or a custom size such as 210mmx297mm';
const side = 'each side must be 0.1 in (2.54 mm) or more';
const bad = [
  ['', `The format is empty; write ${names}.`],
  ['a7', `The format "a7" is not known; write ${names}.`],
  ['10exx20ex', `The format "10exx20ex" is not known; write ${names}.`],
  [
    '10x20',
    'The format "10x20" cannot be used: its width "10" has no unit; write px, cm, mm or in after the number, such as 10cm.',
  ],
  [
    '10cmx20',
    'The format "10cmx20" cannot be used: its height "20" has no unit; write px, cm, mm or in after the number, such as 20cm.',
  ],
  ['0mmx10mm', `The format "0mmx10mm" cannot be used: its width "0mm" is zero; ${side}.`],
  [
    '1inx0.05in',
    `The format "1inx0.05in" cannot be used: its height "0.05in" is too short; ${side}.`,
  ],
  [
    '-1cmx2cm',
    'The format "-1cmx2cm" cannot be used: its width "-1cm" is negative; it must be 0 or more.',
  ],
  [
    '1e9pxx1px',
    'The format "1e9pxx1px" cannot be used: its width "1e9px" is written with an exponent; write the number in plain digits, such as 1.5cm.',
  ],
  [
    '10pt x 20pt',
    'The format "10pt x 20pt" cannot be used: its width "10pt" has the unit "pt", which is not known; the units are px, cm, mm and in.',
  ],
  [
    '201inx1in',
    'The format "201inx1in" cannot be used: its width "201in" is longer than 200 in (5,080 mm), the most that a PDF page can have.',
  ],
] as const;

describe('parsePageFormat', () => {
  it('knows exactly the names of the interface', () => {
    expect([...pageFormatNames]).toEqual(sizes.map(([name]) => name));
  });

  it.each(sizes)('gives %s its exact size in any case', (name, widthInches, heightInches) => {
    for (const text of [name, name.toUpperCase(), ` ${name} `]) {
      expect(parsePageFormat(text)).toMatchObject({
        ok: true,
        value: { name, widthInches, heightInches, text: name },
      });
    }
  });

  it.each(custom)('reads the custom size %j', (text, width, height, canonical) => {
    const parsed = parsePageFormat(text);
    if (!parsed.ok) throw new Error(parsed.message);
    expect(parsed.value.name).toBeNull();
    expect(parsed.value.widthInches).toBeCloseTo(width, 12);
    expect(parsed.value.heightInches).toBeCloseTo(height, 12);
    expect(parsed.value.text).toBe(canonical);
    expect(parsePageFormat(canonical)).toMatchObject({ ok: true, value: { text: canonical } });
  });

  it.each(bad)('refuses %j in a sentence', (text, message) => {
    expect(parsePageFormat(text)).toEqual({ ok: false, message });
  });
});

describe('orientPaper', () => {
  const ledger = namedPageFormat('ledger');
  const a4 = namedPageFormat('a4');

  it.each([
    ['ledger as written', ledger, undefined, 17, 11],
    ['ledger across', ledger, true, 17, 11],
    ['ledger upright', ledger, false, 11, 17],
    ['a4 across', a4, true, mm(297), mm(210)],
    ['a4 upright', a4, false, mm(210), mm(297)],
  ] as const)('turns %s', (_name, format, landscape, widthInches, heightInches) => {
    expect(orientPaper(format, landscape)).toEqual({ ...format, widthInches, heightInches });
  });
});

it('shows a size in the unit of choice', () => {
  expect(formatSizeText(namedPageFormat('a4'), 'mm')).toBe('210 × 297 mm');
  expect(formatSizeText(namedPageFormat('letter'), 'in')).toBe('8.5 × 11 in');
});
