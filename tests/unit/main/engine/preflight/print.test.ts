import { describe, expect, it } from 'vitest';
import { englishText } from '../../../../../electron/shared/messages/translator.js';
import {
  beyondFindings,
  imageFindings,
  scrollerFindings,
} from '../../../../../electron/main/engine/preflight/examine-print.js';
import {
  plainScale,
  showsGlyphZero,
} from '../../../../../electron/main/engine/preflight/printed-pdf.js';

describe('the glyph of missing characters', () => {
  it.each([
    ['<0000> Tj', true],
    ['/F4 16 Tf\n<005200000003> Tj\nET', true],
    ['<0052> Tj\n<00480000> Tj', true],
    ['<00500000> Tj', true],
    ['<10000003> Tj', false],
    ['<00100001> Tj', false],
    ['/Span<</ActualText <feff0000> >> BDC\n<0003> Tj', false],
    ['0000 0 0 0 re\n<0003> Tj', false],
    ['<00a00000000F> Tj', true],
    ['<00a0000f000F> Tj', false],
    ['<00 0000> Tj', false],
    ['0000> Tj', false],
    ['<000', false],
    ['> Tj', false],
    ['', false],
  ])('%j: %s', (content, expected) => {
    expect(showsGlyphZero(Buffer.from(content))).toBe(expected);
  });

  // A quadratic search takes longer than a test may.
  it.each([
    ['paths', '10000 20000 l '],
    ['unterminated strings', '<0000'],
    ['ends of strings that never started', '0000> Tj'],
    ['digits', '0000'],
    ['text', '<000100020003> Tj 0000 '],
    ['zeros that span two glyphs', '<00100001> Tj'],
  ])('is not found in a megabyte of %s, and quickly', (_what, part) => {
    const content = Buffer.from(part.repeat(2 ** 20 / part.length));
    expect(showsGlyphZero(content)).toBe(false);
  });
});

describe('on paper', () => {
  const scale = plainScale(700, 1);

  it('a scrolling part gains the difference between the paper and the window in width', () => {
    const scroller = { name: 'pre', hiddenWidthPx: 96, hiddenHeightPx: 0 };
    expect(scrollerFindings([scroller], 700, scale).map(englishText)).toEqual([
      'pre is clipped; scrolling would show 25 mm to the right.',
    ]);
    expect(scrollerFindings([scroller], 610, scale)).toEqual([]);
  });

  it('a millimeter beyond the edge counts as a border', () => {
    expect(beyondFindings([{ name: 'p', beyondPx: 4 }], scale)).toEqual([]);
  });

  it('a file name is reported as it was written', () => {
    const image = { widthPixels: 10, heightPixels: 10, drawnWidthPx: 400, drawnHeightPx: 400 };
    const findings = imageFindings([{ ...image, name: 'a%20map.png' }], scale);
    expect(findings.map(englishText)).toEqual([
      'The image "a map.png" has a low resolution in print: 10 x 10 pixels on 106 x 106 mm are 2 pixels per inch.',
    ]);
  });
});
