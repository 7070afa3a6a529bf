// @module-tag core

import { describe, expect, it } from 'vitest';
import { convertHtml } from '../support/convert.js';

const points = 72;
const mm = points / 25.4;

/** Width and height in points. */
const named = {
  letter: [612, 792],
  legal: [612, 1008],
  tabloid: [792, 1224],
  ledger: [1224, 792],
  a0: [841 * mm, 1189 * mm],
  a1: [594 * mm, 841 * mm],
  a2: [420 * mm, 594 * mm],
  a3: [297 * mm, 420 * mm],
  a4: [210 * mm, 297 * mm],
  a5: [148 * mm, 210 * mm],
  a6: [105 * mm, 148 * mm],
} as const;

const custom = {
  '210mmx297mm': [210 * mm, 297 * mm],
  '8.5inx11in': [612, 792],
  '800pxx600px': [600, 450],
  '21.0cmx29.7cm': [210 * mm, 297 * mm],
  '100mmx5in': [100 * mm, 360],
  '2inx180in': [144, 12960],
} as const;

const sizes = Object.entries({ ...named, ...custom }).map(([format, [width, height]]) => ({
  format,
  width,
  height,
}));

async function paperOf(html: string, options: object) {
  const { pages } = await convertHtml(html, options);
  return pages[0] ?? { width: 0, height: 0 };
}

describe('paper', () => {
  it.each(sizes)('prints $format within 1 pt of its size', async ({ format, width, height }) => {
    const paper = await paperOf('<p>x', { format });
    expect(Math.abs(paper.width - width)).toBeLessThan(1);
    expect(Math.abs(paper.height - height)).toBeLessThan(1);
  });

  it.each(sizes)(
    'puts the long side of $format across in landscape',
    async ({ format, width, height }) => {
      const paper = await paperOf('<p>x', { format, landscape: true });
      expect(Math.abs(paper.width - Math.max(width, height))).toBeLessThan(1);
      expect(Math.abs(paper.height - Math.min(width, height))).toBeLessThan(1);
    },
  );

  it('is A4 by default', async () => {
    const paper = await paperOf('<p>x', {});
    expect(paper.width).toBeCloseTo(595.3, -0.5);
    expect(paper.height).toBeCloseTo(841.9, -0.5);
  });

  const a4Page = '<style>@page{size:A4}</style><p>x';
  const letterPage = '<style>@page{size:letter}</style><p>x';

  // ISO 216 has 595.276 x 841.89; Chromium prints whole points at 300 dots per inch.
  it.each([
    ['A4', [594.96, 841.92], { defaultFormat: 'a4' }, { format: 'a4' }, a4Page],
    ['A4', [594.96, 841.92], {}, { format: 'A4' }, a4Page],
    ['A4', [594.96, 841.92], {}, { format: '210mmx297mm' }, a4Page],
    ['A4 across', [841.92, 594.96], { landscape: true }, { format: '297mmx210mm' }, null],
    ['Letter', [612, 792], { defaultFormat: 'letter' }, { format: 'letter' }, letterPage],
    ['Letter', [612, 792], { defaultFormat: 'letter' }, { format: '8.5inx11in' }, letterPage],
  ] as const)(
    'is the same %s %j by default, %j, as with %j',
    async (_name, size, defaults, options, page) => {
      const sameEach = await Promise.all([
        paperOf('<p>x', defaults),
        paperOf('<p>x', options),
        paperOf('<p>x', { ...defaults, viewportWidth: 900 }),
        ...(page === null ? [] : [paperOf(page, {})]),
      ]);
      for (const { width, height } of sameEach) {
        expect(width).toBeCloseTo(size[0], 2);
        expect(height).toBeCloseTo(size[1], 2);
      }
    },
  );

  it("is the page's own if only the page sets it", async () => {
    const paper = await paperOf('<style>@page{size:5in 6in}</style>x', {});
    expect([paper.width, paper.height]).toEqual([360, 432]);
  });

  it("is the user's if both set it", async () => {
    const page = '<style>@page{size:5in 6in}@page :first{size:3in 3in}</style>x';
    const paper = await paperOf(page, { format: 'letter' });
    expect([paper.width, paper.height]).toEqual([612, 792]);
  });
});

describe('margins', () => {
  /** The number of 1 in lines on a page of 10 in shows how much room the margins leave. */
  const linesPerPage = async (css: string, margin: object) => {
    const lines = Array.from({ length: 40 }, (_, n) => `<p>${n}</p>`).join('');
    const style = `<style>${css} body{margin:0} p{margin:0;height:1in;break-inside:avoid}</style>`;
    const { pages } = await convertHtml(style + lines, { format: '5inx10in', margin });
    return pages[0]?.text.trim().split(/\s+/).length;
  };

  it.each([
    ['no margins, none in CSS (0.4 in)', '', {}, 9],
    ["no margins, the page's own in CSS", '@page{margin:2in}', {}, 6],
    ['all margins', '@page{margin:2in}', { top: '0in', bottom: '0in' }, 10],
    ['all margins, none in CSS', '', { top: '1.5in', bottom: '1.5in' }, 7],
    ['one margin', '@page{margin:2in}', { top: '0in' }, 8],
  ])('with %s', async (_what, css, margin, expected) => {
    expect(await linesPerPage(css, margin)).toBe(expected);
  });
});
