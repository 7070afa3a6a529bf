import { describe, expect, it } from 'vitest';
import {
  anchorAt,
  currentPage,
  layOutPages,
  pageGap,
  pagesBetween,
  pixelsPerPoint,
  scaleFor,
  scrollTopOf,
  stepScale,
} from '../../../../../renderer/document/preview/page-layout.js';

const a4 = { width: 595.92, height: 841.92 };
const across = { width: 841.92, height: 595.92 };
const room = { width: 900, height: 700 };

describe('scaleFor', () => {
  it('fits the widest page into the width', () => {
    const scale = scaleFor('fit-width', [a4, across], room);
    expect(across.width * pixelsPerPoint * scale).toBeCloseTo(room.width - 2 * pageGap);
  });

  it('fits the whole page', () => {
    const scale = scaleFor('fit-page', [a4], room);
    expect(a4.height * pixelsPerPoint * scale).toBeCloseTo(room.height - 2 * pageGap);
  });

  it('keeps a scale', () => {
    expect(scaleFor(1.25, [a4], room)).toBe(1.25);
  });

  it.each([500, 611, 856, 1017])(
    'never makes the column wider than a viewport of %i px',
    (width) => {
      const pages = [a4, across, { width: 14_400, height: 100 }];
      for (const page of pages) {
        const scale = scaleFor('fit-width', [page], { width, height: 700 });
        expect(layOutPages([page], scale).width).toBeLessThanOrEqual(width);
      }
    },
  );

  it('does not enlarge small pages beyond the maximum scale', () => {
    expect(scaleFor('fit-width', [{ width: 10, height: 10 }], room)).toBe(4);
  });
});

describe('stepScale', () => {
  it.each([
    [1, 'up', 1.1],
    [1.14, 'up', 1.2],
    [1.14, 'down', 1.1],
    [1.5, 'up', 1.75],
    [1.5, 'down', 1.4],
    [1.75, 'down', 1.5],
    [0.1, 'down', 0.1],
    [0.04, 'down', 0.04],
    [0.04, 'up', 0.1],
    [4, 'up', 4],
  ] as const)('goes from %f %s to %f', (scale, direction, next) => {
    expect(stepScale(scale, direction)).toBe(next);
  });
});

describe('a column of pages', () => {
  const layout = layOutPages([a4, a4, a4], 0.5);
  const [first, second, third] = layout.boxes;

  it('has equal gaps around and between the pages', () => {
    expect(first?.top).toBe(pageGap);
    expect(second?.top).toBe(pageGap + (first?.height ?? 0) + pageGap);
    expect(layout.height).toBe((third?.top ?? 0) + (third?.height ?? 0) + pageGap);
    expect(layout.width).toBe((first?.width ?? 0) + 2 * pageGap);
  });

  it('knows which pages are visible', () => {
    expect(pagesBetween(layout, 0, 100)).toEqual([0]);
    expect(pagesBetween(layout, 100, (second?.top ?? 0) + 1)).toEqual([0, 1]);
    expect(pagesBetween(layout, -50, 5)).toEqual([]);
  });

  it('finds the page in the middle of the viewport', () => {
    expect(currentPage(layout, 0, 300)).toBe(0);
    expect(currentPage(layout, second?.top ?? 0, 300)).toBe(1);
    expect(currentPage(layout, 1e6, 300)).toBe(2);
  });
});

describe('a reading position', () => {
  const small = layOutPages([a4, a4, a4], 0.5);
  const large = layOutPages([a4, a4, a4], 1.5);

  it('is restored', () => {
    for (const top of [0, 10, 300, 700, 1100]) {
      expect(scrollTopOf(small, anchorAt(small, top))).toBeCloseTo(top, 6);
    }
  });

  it('is the same part of the same page at another scale', () => {
    const anchor = anchorAt(small, (small.boxes[1]?.top ?? 0) + (small.boxes[1]?.height ?? 0) / 4);
    const box = large.boxes[1];
    expect(scrollTopOf(large, anchor)).toBeCloseTo((box?.top ?? 0) + (box?.height ?? 0) / 4);
  });

  it('is the last page if its own was removed', () => {
    const one = layOutPages([a4], 1);
    expect(scrollTopOf(one, { page: 7, offset: 0.5 })).toBe(0);
  });

  it('is the start of a page with the gap above it', () => {
    const start = { page: 2, offset: Number.NEGATIVE_INFINITY };
    expect(scrollTopOf(small, start)).toBe((small.boxes[2]?.top ?? 0) - pageGap);
  });

  it('is the top of an empty column', () => {
    expect(scrollTopOf(layOutPages([], 1), { page: 0, offset: 0 })).toBe(0);
  });
});
