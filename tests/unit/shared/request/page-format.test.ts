import { describe, expect, it } from 'vitest';
import {
  formatSizeText,
  namedPageFormat,
  orientPaper,
  pageFormatNames,
  parsePageFormat,
} from '../../../../electron/shared/request/paper.js';
import { issueOf, valueOf } from './support.js';

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
const side = 'It must be at least 0.1 in (2.54 mm)';
const invalid = [
  ['', `Format is empty. Enter ${names}.`],
  ['a7', `Unknown format "a7". Enter ${names}.`],
  ['10exx20ex', `Unknown format "10exx20ex". Enter ${names}.`],
  [
    '10x20',
    'Format "10x20" is invalid. Width "10" has no unit. Add px, pt, cm, mm, or in, such as 10cm.',
  ],
  [
    '10cmx20',
    'Format "10cmx20" is invalid. Height "20" has no unit. Add px, pt, cm, mm, or in, such as 20cm.',
  ],
  [
    '210x297mm',
    'Format "210x297mm" is invalid. Width "210" has no unit. Add px, pt, cm, mm, or in, such as 210mm.',
  ],
  ['0mmx10mm', `Format "0mmx10mm" is invalid. Width "0mm" is too short. ${side}.`],
  ['1inx0.05in', `Format "1inx0.05in" is invalid. Height "0.05in" is too short. ${side}.`],
  ['-1cmx2cm', 'Format "-1cmx2cm" is invalid. Width "-1cm" is negative. It must be 0 or more.'],
  [
    '1e9pxx1px',
    'Format "1e9pxx1px" is invalid. Width "1e9px" has an exponent. Use plain digits, such as 1.5cm.',
  ],
  [
    '10em x 20em',
    'Format "10em x 20em" is invalid. Width "10em" has the unknown unit "em". The units are px, pt, cm, mm, and in.',
  ],
  [
    '201inx1in',
    'Format "201inx1in" is invalid. Width "201in" is longer than 200 in (5,080 mm), the limit of a PDF page.',
  ],
] as const;

describe('parsePageFormat', () => {
  it('accepts exactly the names of the API', () => {
    expect([...pageFormatNames]).toEqual(sizes.map(([name]) => name));
  });

  it.each(sizes)('returns the exact size of %s in any case', (name, widthInches, heightInches) => {
    for (const text of [name, name.toUpperCase(), ` ${name} `]) {
      expect(parsePageFormat(text)).toMatchObject({
        ok: true,
        value: { name, widthInches, heightInches, text: name },
      });
    }
  });

  it.each(custom)('reads the custom size %j', (text, width, height, canonical) => {
    const value = valueOf(parsePageFormat(text));
    expect(value.name).toBeNull();
    expect(value.widthInches).toBeCloseTo(width, 12);
    expect(value.heightInches).toBeCloseTo(height, 12);
    expect(value.text).toBe(canonical);
    expect(parsePageFormat(canonical)).toMatchObject({ ok: true, value: { text: canonical } });
  });

  it.each(invalid)('rejects %j', (text, message) => {
    expect(issueOf(parsePageFormat(text))).toBe(message);
  });
});

describe('orientPaper', () => {
  const ledger = namedPageFormat('ledger');
  const a4 = namedPageFormat('a4');

  it.each([
    ['ledger without an orientation', ledger, undefined, 17, 11],
    ['ledger in landscape', ledger, true, 17, 11],
    ['ledger in portrait', ledger, false, 11, 17],
    ['a4 in landscape', a4, true, mm(297), mm(210)],
    ['a4 in portrait', a4, false, mm(210), mm(297)],
  ] as const)('orients %s', (_name, format, landscape, widthInches, heightInches) => {
    expect(orientPaper(format, landscape)).toEqual({ ...format, widthInches, heightInches });
  });
});

it('shows a size in the selected unit', () => {
  expect(formatSizeText(namedPageFormat('a4'), 'mm')).toBe('210 × 297 mm');
  expect(formatSizeText(namedPageFormat('letter'), 'in')).toBe('8.5 × 11 in');
});
