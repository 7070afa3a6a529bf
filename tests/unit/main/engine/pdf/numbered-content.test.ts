import { describe, expect, it } from 'vitest';
import { numberedContent } from '../../../../../electron/main/engine/pdf/numbered-content.js';

const digits = Array.from({ length: 10 }, (_, digit) => digit);

/** The code of a glyph in a font where digits start at 0x13. */
const codeOf = (digit: string) => `00${(0x13 + Number(digit)).toString(16).toUpperCase()}`;
const codes = (number: string) => Array.from(number, codeOf).join('');

/** The content of a page by Chromium, below others. */
const contentOf = (number: string, { x = '53.5', page = 0, before = '' } = {}) =>
  [
    '.24 0 0 -.24 0 842 cm',
    'q',
    `3.125 0 0 3.125 0 ${-3509.375 * page} cm`,
    `BT 1 0 0 -1 ${x} ${37 + 1123 * page} Tm`,
    `<0033> Tj 6.69 0 Td <004A${before}${codes(number)}0003> Tj <${codes(number)}> Tj`,
    'ET Q',
  ].join('\n');

/** As the first page after the samples. */
const samples = (length: number, contentAt = contentOf) => ({
  ofDigits: digits.map((digit, page) => contentAt(String(digit).repeat(length), { page })),
  inOrder: contentAt('0123456789'.slice(0, length), { page: 10 }),
});

describe('numberedContent', () => {
  it.each(['7', '42', '907', '1033'])('writes %s', (number) => {
    const write = numberedContent(samples(number.length));
    expect(write?.(number)).toBe(contentOf(number));
  });

  it('writes a content without a number', () => {
    const same = () => contentOf('5');
    expect(numberedContent(samples(1, same))?.('3')).toBe(contentOf('5'));
  });

  it.each([
    ['moves a text', (number: string) => ({ x: number.startsWith('1') ? '50' : '53.5' })],
    ['adds a glyph', (number: string) => ({ before: number === '11' ? '0001' : '' })],
    ['changes another glyph', (number: string) => ({ before: number === '01' ? '0001' : '0002' })],
    ['gives two digits one glyph', () => ({})],
  ])('returns null if a number %s', (what, changeOf) => {
    const content: typeof contentOf = (number, options) => {
      const same = what === 'gives two digits one glyph';
      const written = same ? number.replaceAll('9', '8') : number;
      return contentOf(written, { ...options, ...changeOf(number) });
    };
    expect(numberedContent(samples(2, content))).toBeNull();
  });
});
