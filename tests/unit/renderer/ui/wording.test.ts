import { describe, expect, it } from 'vitest';
import { customMarginOf, customSizeOf } from '../../../../renderer/document/form/custom-paper.js';
import { pagesHint } from '../../../../renderer/document/form/pages-hint.js';
import { stepNumber } from '../../../../renderer/document/form/step-number.js';
import { addedText, formatFiles, formatPages } from '../../../../renderer/ui/wording.js';

describe('formatFiles', () => {
  it.each([
    [1, '1 file'],
    [1530, '1,530 files'],
  ])('shows %i as %s', (count, text) => {
    expect(formatFiles(count)).toBe(text);
  });
});

describe('formatPages', () => {
  it.each([
    [1, '1 page'],
    [12, '12 pages'],
    [1234, '1,234 pages'],
  ])('shows %i as %s', (count, text) => {
    expect(formatPages(count)).toBe(text);
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
  const range = { lowest: 10, highest: 200, step: 5, fallback: 100 };
  it.each([
    ['100', 'up', '105'],
    ['100', 'down', '95'],
    ['101', 'up', '105'],
    ['101', 'down', '100'],
    ['85 %', 'up', '90'],
    ['200', 'up', '200'],
    ['10', 'down', '10'],
    ['900', 'down', '200'],
    ['foo', 'up', '105'],
    ['', 'down', '95'],
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
    expect(customMarginOf('wide', 'mm').left).toBe('30 mm');
    expect(customMarginOf('page', 'mm')).toEqual({ top: '', right: '', bottom: '', left: '' });
  });
});

describe('addedText', () => {
  const folder = '/home/a/manual';

  it('names the folder that files were found in', () => {
    expect(addedText([{ folder }, { folder }])).toBe('Added 2 files from "manual"');
    expect(addedText([{ folder: 'C:\\docs\\' }])).toBe('Added 1 file from "docs"');
  });

  it('counts several folders, and is empty for single files', () => {
    expect(addedText([{ folder }, { folder: '/b' }])).toBe('Added 2 files from 2 folders');
    expect(addedText([{}, {}])).toBeNull();
  });
});
