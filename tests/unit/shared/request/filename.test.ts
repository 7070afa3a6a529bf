import { describe, expect, it } from 'vitest';
import {
  checkPdfFilename,
  suggestPdfFilename,
} from '../../../../electron/shared/request/filename.js';

const good = ['invoice-1.0_b.pdf', 'a.pdf', '-x.pdf', '1..2.pdf', 'CONTRACT.pdf', 'com10.pdf'];
const longest = `${'a'.repeat(251)}.pdf`;

const bad = [
  ['', 'The file name is empty; write a name such as invoice.pdf.'],
  [
    '../x.pdf',
    'The file name "../x.pdf" holds a folder; write the name alone, such as invoice.pdf.',
  ],
  [
    'a\\x.pdf',
    'The file name "a\\x.pdf" holds a folder; write the name alone, such as invoice.pdf.',
  ],
  [
    'a b.pdf',
    'The file name "a b.pdf" holds a space; write - or _ in its place, as in my-invoice.pdf.',
  ],
  ['x.PDF', 'The file name "x.PDF" ends in ".PDF"; it must end in .pdf, in small letters.'],
  ['x.txt', 'The file name "x.txt" does not end in .pdf; write, for example, invoice.pdf.'],
  [
    'größe.pdf',
    'The file name "größe.pdf" holds "ö"; only the letters A to Z, digits, _, - and . are allowed.',
  ],
  ['.pdf', 'The file name ".pdf" has no name before .pdf; write, for example, invoice.pdf.'],
  [
    `a${longest}`,
    `The file name "${'a'.repeat(60)}…" is 256 bytes long; the most that systems take is 255.`,
  ],
  ...['CON', 'prn', 'AUX', 'nul', 'COM1', 'lpt9'].map(
    (name) =>
      [
        `${name}.pdf`,
        `The file name "${name}.pdf" starts with ${name}, a name that Windows keeps for a device; choose another, such as ${name}-1.pdf.`,
      ] as const,
  ),
  [
    'con.2.pdf',
    'The file name "con.2.pdf" starts with con, a name that Windows keeps for a device; choose another, such as con-1.pdf.',
  ],
] as const;

describe('checkPdfFilename', () => {
  it.each([...good, longest])('takes %s', (name) => {
    expect(checkPdfFilename(name)).toBeNull();
  });

  it.each(bad)('refuses %j in a sentence', (name, message) => {
    expect(checkPdfFilename(name)).toBe(message);
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
  ])('makes of %j the name %s', (title, name) => {
    expect(suggestPdfFilename(title)).toBe(name);
  });

  it('always gives a name that the rule allows', () => {
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
