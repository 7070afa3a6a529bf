import { describe, expect, it, vi } from 'vitest';
import {
  customSizeOf,
  lengthInLocale,
  normalLength,
  normalPages,
  normalScale,
  normalTimeout,
  pagesHint,
  presetLength,
  scaleInLocale,
  stepNumber,
} from '../../../../../renderer/document/draft/normal-form.js';
import { setLanguage } from '../../../../../renderer/i18n/t.js';

describe('the normal form', () => {
  it.each([
    ['2,5 cm', '2.5 cm'],
    ['200', '200 mm'],
    ['1IN', '1 in'],
    ['0', '0 mm'],
    ['.5in', '0.5 in'],
    ['1em', null],
    ['', null],
  ])('of the length %j is %j', (text, normal) => {
    expect(normalLength(text, 'mm')).toBe(normal);
  });

  it.each([
    ['150%', '150'],
    ['150', '150'],
    ['1.5', '150'],
    ['1,5', '150'],
    ['85 %', '85'],
    ['', '100'],
    ['foo', null],
    ['NaN', null],
    ['-1', null],
    ['0.05', null],
    ['5000', null],
  ])('of the scale %j is %j', (text, normal) => {
    expect(normalScale(text)).toBe(normal);
  });

  it.each([
    ['1-3,5', '1-3, 5'],
    [' 2 – 4 ', '2-4'],
    ['-3', '1-3'],
    ['1-3; 5', '1-3, 5'],
    ['1，3、5', '1, 3, 5'],
    ['3-1', null],
    ['', null],
  ])('of the pages %j is %j', (text, normal) => {
    expect(normalPages(text)).toBe(normal);
  });

  it.each([
    ['60', '60'],
    ['', '30'],
    ['90 s', '90'],
    ['2min', '120'],
    ['soon', null],
  ])('of the timeout %j is %j', (text, normal) => {
    expect(normalTimeout(text)).toBe(normal);
  });

  it('is shown in the locale', async () => {
    expect([lengthInLocale('2.5 cm'), scaleInLocale('92.5')]).toEqual(['2.5 cm', '92.5%']);
    vi.stubGlobal('navigator', { languages: [] });
    vi.stubGlobal('document', { documentElement: {} });
    await setLanguage('de');
    expect([lengthInLocale('2.5 cm'), scaleInLocale('92.5')]).toEqual(['2,5 cm', '92,5\u{a0}%']);
    await setLanguage('en');
    vi.unstubAllGlobals();
  });
});

describe('pagesHint', () => {
  it.each([
    ['1-3, 5', 12, '4 of 12 pages'],
    ['2', 1, '0 of 1 page'],
    ['', 12, undefined],
    ['  ', 1, undefined],
    ['3-1', 12, undefined],
    ['1-3', null, undefined],
  ])('for %j of %j is %j', (text, total, hint) => {
    expect(pagesHint(text, total)).toBe(hint);
  });
});

describe('stepNumber', () => {
  const range = { lowest: 10, highest: 200, step: 5 };
  it.each([
    ['100', 'up', '105'],
    ['100', 'down', '95'],
    ['101', 'up', '105'],
    ['101', 'down', '100'],
    ['200', 'up', '200'],
    ['10', 'down', '10'],
    ['900', 'down', '200'],
  ] as const)('changes %j %s to %j', (text, direction, next) => {
    expect(stepNumber(text, direction, range)).toBe(next);
  });
});

describe('the initial custom paper', () => {
  it('is the format selected before, in the selected unit', () => {
    expect(customSizeOf('a5', 'mm')).toEqual({ customWidth: '148 mm', customHeight: '210 mm' });
    expect(customSizeOf('letter', 'in')).toEqual({ customWidth: '8.5 in', customHeight: '11 in' });
    expect(customSizeOf('', 'cm')).toEqual({ customWidth: '21 cm', customHeight: '29.7 cm' });
  });

  it('is the margin preset selected before; empty for those of the page', () => {
    expect(presetLength('wide', 'mm')).toBe('30 mm');
    expect(presetLength('page', 'mm')).toBe('');
  });
});
