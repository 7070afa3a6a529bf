import { describe, expect, it } from 'vitest';
import { englishText } from '../../../electron/shared/messages/translator.js';
import {
  parseTypedSplit,
  partFilename,
  splitIssues,
  splitNotes,
} from '../../../electron/shared/split.js';

describe('the name of a part', () => {
  it.each([
    ['book.pdf', 1, 9, '', 'book-1.pdf'],
    ['book.pdf', 7, 120, '', 'book-007.pdf'],
    ['book.pdf', 1, 2, 'A/B: "C"?', 'book-1-A-B- -C-.pdf'],
    ['con.pdf', 1, 2, '..', 'con-1-document.pdf'],
    ['v1.2.pdf', 1, 1, '', 'v1.2-1.pdf'],
  ])('of %j is %i of %i with %j', (name, number, of, title, expected) => {
    expect(partFilename(name, { number, of, range: { first: 0, end: 1, title } })).toBe(expected);
  });

  it('is cut to what every system can store, but keeps its number', () => {
    const range = { first: 0, end: 1, title: '章'.repeat(200) };
    const name = partFilename(`${'n'.repeat(250)}.pdf`, { number: 12, of: 99, range });
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
    expect(name).toMatch(/^n+-12-章+\.pdf$/);
  });
});

const typed = { splitBy: 'none', splitPages: '10', splitSize: '5 MB' } as const;

describe('the rule of the form', () => {
  it.each([
    [{ splitBy: 'none', splitPages: 'x' }, null],
    [{ splitBy: 'bookmarks', splitSize: '' }, { kind: 'bookmarks' }],
    [
      { splitBy: 'pages', splitPages: ' 12 ' },
      { kind: 'pages', pages: 12 },
    ],
    [
      { splitBy: 'size', splitSize: '1,5 MB' },
      { kind: 'size', bytes: 1_500_000 },
    ],
  ] as const)('of %j is %j', (form, rule) => {
    expect(parseTypedSplit({ ...typed, ...form })).toEqual({ ok: true, value: rule });
  });

  it.each([
    [{ splitBy: 'pages', splitPages: '' }, 'A part has "" pages. Enter a whole number from 1.'],
    [{ splitBy: 'pages', splitPages: '0' }, 'A part has "0" pages.'],
    [{ splitBy: 'pages', splitPages: '2.5' }, 'A part has "2.5" pages.'],
    [{ splitBy: 'size', splitSize: '5' }, 'The size of a part is "5". Enter a number with KB'],
    [{ splitBy: 'size', splitSize: '0 MB' }, 'The size of a part is "0 MB".'],
  ] as const)('of %j is refused', (form, issue) => {
    const parsed = parseTypedSplit({ ...typed, ...form });
    expect(parsed.ok ? '' : englishText(parsed.message)).toContain(issue);
  });
});

describe('splitting', () => {
  const output = { split: { kind: 'bookmarks' } } as const;

  it.each([
    [{ request: {}, output, renderOn: 'acme' }, 'A service returns one PDF'],
    [{ request: { webhook: 'https://example.org/' }, output, renderOn: null }, 'A webhook reports'],
  ])('cannot be combined with what %j has', (options, issue) => {
    expect(splitIssues(options).map(({ field, message }) => [field, englishText(message)])).toEqual(
      [['output.split', expect.stringContaining(issue) as string]],
    );
    expect(splitIssues({ ...options, output: {} })).toEqual([]);
  });

  it('names pages that are larger than the limit, and documents without bookmarks', () => {
    const parts = [
      { first: 0, end: 2, title: '', size: 900 },
      { first: 2, end: 3, title: '', size: 1200 },
    ];
    expect(splitNotes({ kind: 'size', bytes: 1000 }, parts).map(englishText)).toEqual([
      'Page 3 alone has 1,200 bytes, more than the limit of 1,000. It becomes a PDF of its own.',
    ]);
    expect(splitNotes({ kind: 'bookmarks' }, parts).map(englishText)).toEqual([
      'The document has no bookmarks, so it stays one PDF.',
    ]);
    expect(splitNotes({ kind: 'pages', pages: 2 }, parts)).toEqual([]);
  });
});
