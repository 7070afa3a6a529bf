import { describe, expect, it } from 'vitest';
import { requestFromWire, requestToWire } from '../../../../electron/shared/request/wire.js';
import {
  type PlaceholderValues,
  checkFilenamePattern,
  expandFilename,
} from '../../../../electron/shared/request/filename.js';
import { parseConversionRequest } from '../../../../electron/shared/request/request.js';
import { textOf } from './support.js';

const values: PlaceholderValues = {
  name: 'invoice',
  title: 'Invoice 7',
  date: new Date(2026, 0, 5),
  n: 3,
  of: 120,
};

const known = 'The placeholders are {name}, {title}, {date}, and {n}.';

describe('checkFilenamePattern', () => {
  it.each([
    'invoice.pdf',
    '{name}.pdf',
    '{date}-{n}_{title}.pdf',
    '{n}{n}.pdf',
    'My report (final).pdf',
    'Übersicht 2026 – {name}.pdf',
    '报告.pdf',
  ])('accepts %s', (pattern) => {
    expect(checkFilenamePattern(pattern)).toBeNull();
  });

  it.each([
    ['{page}.pdf', `File name "{page}.pdf" contains {page}, which is not a placeholder. ${known}`],
    [
      '{Nam}.pdf',
      `File name "{Nam}.pdf" contains {Nam}, which is not a placeholder. Did you mean {name}?`,
    ],
    [
      '{titel}-{Nam}-{name}-{titel}.pdf',
      `File name "{titel}-{Nam}-{name}-{titel}.pdf" contains {titel} and {Nam}, which are not placeholders. ${known}`,
    ],
    ['{}.pdf', `File name "{}.pdf" contains {}, which is not a placeholder. ${known}`],
    ['{name}', 'File name "{name}" does not end in .pdf. Enter a name such as invoice.pdf.'],
    [
      '{name}/{n}.pdf',
      'File name "{name}/{n}.pdf" contains a folder. Enter the name alone, such as invoice.pdf.',
    ],
    ['{name.pdf', 'File name "{name.pdf" contains "{". Remove it, or use - instead.'],
    ['a:b.pdf', 'File name "a:b.pdf" contains ":". Remove it, or use - instead.'],
    [' ..pdf', 'File name " ..pdf" has no name before .pdf. Enter a name such as invoice.pdf.'],
    [
      `${'ü'.repeat(126)}.pdf`,
      `File name "${'ü'.repeat(60)}…" is 256 bytes long. The limit is 255.`,
    ],
  ])('rejects %s', (pattern, message) => {
    expect(textOf(checkFilenamePattern(pattern))).toBe(message);
  });
});

describe('expandFilename', () => {
  it.each([
    ['{name}.pdf', {}, 'invoice.pdf'],
    ['{date}-{name}.pdf', {}, '2026-01-05-invoice.pdf'],
    ['{n}_{title}.pdf', {}, '003_Invoice 7.pdf'],
    ['{n}.pdf', { n: 9, of: 9 }, '9.pdf'],
    ['{title}.pdf', { title: 'a/b\\c: "d" <e>|?*' }, 'a-b-c- -d- -e-.pdf'],
    ['{title}.pdf', { title: ' two\nlines\tand\u0000more ' }, 'two lines and more.pdf'],
    ['{title}.pdf', { title: '../../etc' }, '-..-etc.pdf'],
    ['{title}.pdf', { title: 'Ends with dots...' }, 'Ends with dots.pdf'],
    ['{title}.pdf', { title: '.hidden' }, 'hidden.pdf'],
    ['{title}.pdf', { title: ' \u200b'.trim() }, '\u200b.pdf'],
    ['{title}.pdf', { title: '' }, 'document.pdf'],
    ['{title}.pdf', { title: '...' }, 'document.pdf'],
    ['{title}.pdf', { title: 'CON' }, '_CON.pdf'],
    ['{title}.pdf', { title: 'com1.x' }, '_com1.x.pdf'],
    ['{title}.pdf', { title: 'fdp\u202efdp.exe' }, 'fdpfdp.exe.pdf'],
    ['{title}.pdf', { title: 'u\u0308ber' }, '\u00fcber.pdf'],
    ['{title}.pdf', { title: 'half \ud83d' }, 'half -.pdf'],
    ['{title}.pdf', { title: '$& $1' }, '$& $1.pdf'],
    ['{title}.pdf', { title: '{name}' }, '{name}.pdf'],
    ['plain.pdf', {}, 'plain.pdf'],
  ])('%s with %j', (pattern, change, expected) => {
    expect(expandFilename(pattern, { ...values, ...change })).toBe(expected);
  });

  it.each(['ä', '語', '👩‍👩‍👧'])('truncates a title of %s at a character boundary', (character) => {
    const name = expandFilename('{title}.pdf', { ...values, title: character.repeat(300) });
    const bytes = Buffer.byteLength(character);
    const count = Math.floor(251 / bytes);
    expect(name).toBe(`${character.repeat(count)}.pdf`);
  });
});

it('may have characters that the API does not allow, in local conversions only', () => {
  const filename = 'My report.pdf';
  const request = parseConversionRequest({ source: { kind: 'html', html: '<p>x' }, filename });
  expect(request.filename).toBe(filename);
  expect(() => requestFromWire({ source: '<p>x', filename })).toThrow(
    'File name "My report.pdf" contains a space. Use - or _ instead, as in my-invoice.pdf.',
  );
});

it('is only for local conversions: the API has no placeholders', () => {
  const filename = '{date}.pdf';
  const request = parseConversionRequest({ source: { kind: 'html', html: '<p>x' }, filename });
  expect(() => requestToWire(request)).toThrow(
    'The API does not support placeholders in a file name. Enter the name itself instead of "{date}.pdf".',
  );
  expect(() => requestFromWire({ source: '<p>x', filename })).toThrow(
    'File name "{date}.pdf" contains "{". Use only the letters A to Z, digits, _, - and .',
  );
});
