import { describe, expect, it } from 'vitest';
import {
  checkLocalFilename,
  checkPdfFilename,
  safeSegment,
  suggestPdfFilename,
} from '../../../../electron/shared/request/filename.js';
import { processorMsSince } from '../../../support/processor-time.js';
import { textOf } from './support.js';

const valid = ['invoice-1.0_b.pdf', 'a.pdf', '-x.pdf', '1..2.pdf', 'CONTRACT.pdf', 'con.pdf'];
const longest = `${'a'.repeat(251)}.pdf`;

const invalid = [
  ['', 'File name is empty. Enter a name such as invoice.pdf.'],
  [
    '../x.pdf',
    'File name "../x.pdf" contains a folder. Enter the name alone, such as invoice.pdf.',
  ],
  [
    'a\\x.pdf',
    'File name "a\\x.pdf" contains a folder. Enter the name alone, such as invoice.pdf.',
  ],
  ['a.pdf\n', 'File name "a.pdf " contains a line break. Remove it.'],
  ['a b.pdf', 'File name "a b.pdf" contains a space. Use - or _ instead, as in my-invoice.pdf.'],
  ['x.PDF', 'File name "x.PDF" ends in ".PDF". It must end in lowercase .pdf.'],
  ['x.txt', 'File name "x.txt" does not end in .pdf. Enter a name such as invoice.pdf.'],
  [
    'größe.pdf',
    'File name "größe.pdf" contains "ö". Use only the letters A to Z, digits, _, - and .',
  ],
  ['.pdf', 'File name ".pdf" has no name before .pdf. Enter a name such as invoice.pdf.'],
  [`a${longest}`, `File name "${'a'.repeat(60)}…" is 256 bytes long. The limit is 255.`],
] as const;

describe('checkPdfFilename', () => {
  it.each([...valid, longest])('accepts %s', (name) => {
    expect(checkPdfFilename(name)).toBeNull();
  });

  it.each(invalid)('rejects %j', (name, message) => {
    expect(textOf(checkPdfFilename(name))).toBe(message);
  });
});

describe('checkLocalFilename', () => {
  it.each([
    ['CON.pdf', 'CON'],
    ['prn.pdf', 'prn'],
    ['AUX.pdf', 'AUX'],
    ['nul.pdf', 'nul'],
    ['COM1.pdf', 'COM1'],
    ['lpt9.pdf', 'lpt9'],
    ['con.2.pdf', 'con'],
  ])('rejects %s, which is a device of Windows', (name, reserved) => {
    expect(textOf(checkLocalFilename(name))).toBe(
      `File name "${name}" starts with ${reserved}, which Windows reserves for a device. Enter another name, such as ${reserved}-1.pdf.`,
    );
  });

  it('accepts com10.pdf', () => {
    expect(checkLocalFilename('com10.pdf')).toBeNull();
  });
});

describe('suggestPdfFilename', () => {
  it.each([
    ['Invoice 2025/07', 'Invoice-2025-07.pdf'],
    ['Crème brûlée — récipes', 'Creme-brulee-recipes.pdf'],
    ['report.pdf', 'report.pdf'],
    ['report.PDF', 'report.pdf'],
    ['  ..hidden.. ', 'hidden.pdf'],
    ['日本語', 'document.pdf'],
    ['', 'document.pdf'],
    ['con', '_con.pdf'],
    ['nul.2025', '_nul.2025.pdf'],
    ['v1.2_final', 'v1.2_final.pdf'],
    ['a'.repeat(400), longest],
  ])('converts %j to the name %s', (title, name) => {
    expect(suggestPdfFilename(title)).toBe(name);
  });

  it('always suggests a valid name', () => {
    const titles = [
      '///',
      '\u0000\n',
      '-.-',
      'lpt1',
      '.pdf',
      '.pdf.pdf',
      'ﬁnal',
      '🙂',
      'x'.repeat(251) + '..',
    ];
    expect(titles.map((title) => checkPdfFilename(suggestPdfFilename(title)))).toEqual(
      titles.map(() => null),
    );
  });
});

describe('a name of many marks', () => {
  it.each([
    ['suggestPdfFilename', suggestPdfFilename, '-.', 'x.pdf'],
    ['safeSegment', safeSegment, ' .', 'x'],
  ])('is not searched again and again by %s', (_name, nameOf, marks, name) => {
    const before = process.cpuUsage();
    expect(nameOf(`x${marks.repeat(30_000)}x`)).toBe(name);
    expect(processorMsSince(before)).toBeLessThan(1000);
  });
});
