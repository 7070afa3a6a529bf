import { describe, expect, it, test } from 'vitest';
import {
  type Pixels,
  differenceOf,
  differingRegions,
} from '../../../../../renderer/document/compare/difference.js';

type Color = readonly [number, number, number];
type Rectangle = readonly [x: number, y: number, width: number, height: number, color?: Color];

const black: Color = [0, 0, 0];
const size = { width: 120, height: 90 };

/** A white picture with filled rectangles. */
function picture(...rectangles: readonly Rectangle[]): Pixels {
  const data = new Uint8ClampedArray(4 * size.width * size.height).fill(255);
  for (const [left, top, width, height, color = black] of rectangles) {
    for (let y = top; y < top + height; y += 1) {
      for (let x = left; x < left + width; x += 1) data.set(color, 4 * (y * size.width + x));
    }
  }
  return { ...size, data };
}

describe('differingRegions', () => {
  const word: Rectangle = [12, 12, 18, 6];
  it.each<[string, readonly Rectangle[], readonly Rectangle[], readonly string[]]>([
    ['nothing in equal pictures', [word], [word], []],
    ['what was removed', [word], [], ['12,12 18×6']],
    ['what was added', [], [word], ['12,12 18×6']],
    ['the letters of a word as one', [], [word, [36, 12, 6, 6]], ['12,12 30×6']],
    ['words that are far apart as two', [], [word, [60, 12, 6, 6]], ['12,12 18×6', '60,12 6×6']],
    [
      'lines that are far apart from top to bottom',
      [[60, 72, 6, 6]],
      [word],
      ['12,12 18×6', '60,72 6×6'],
    ],
    ['a color', [word], [[12, 12, 18, 6, [200, 0, 0]]], ['12,12 18×6']],
    [
      'a pale background',
      [[12, 12, 18, 6, [232, 240, 216]]],
      [[12, 12, 18, 6, [240, 216, 216]]],
      ['12,12 18×6'],
    ],
    ['a hairline', [], [[0, 41, 120, 1]], ['0,36 120×6']],
    ['a single dot', [], [[50, 50, 1, 1]], ['48,48 6×6']],
    ['nothing in a line that rounding moved by one pixel', [word], [[12, 13, 18, 6]], []],
    [
      'nothing in a letter that rounding moved in both directions',
      [[50, 50, 1, 1]],
      [[51, 51, 1, 1]],
      [],
    ],
    ['a line that moved by three pixels', [word], [[12, 15, 18, 6]], ['12,12 18×12']],
    ['nothing in colors that rounding changed', [word], [[12, 12, 18, 6, [9, 9, 9]]], []],
  ])('finds %s', (_, before, after, expected) => {
    const regions = differingRegions(picture(...before), picture(...after));
    expect(regions.map(({ x, y, width, height }) => `${x},${y} ${width}×${height}`)).toEqual(
      expected,
    );
  });

  test('leaves out what is explained', () => {
    const explained = [{ x: 10, y: 10, width: 22, height: 10 }];
    const after = picture(word, [60, 12, 6, 6]);
    expect(differingRegions(picture(), after, explained)).toEqual([
      { x: 60, y: 12, width: 6, height: 6 },
    ]);
  });
});

test('the difference is vermilion where ink is gone, blue where it is new, and pale elsewhere', () => {
  const kept: Rectangle = [10, 40, 20, 10];
  const before = picture(kept, [10, 10, 10, 10]);
  const after = picture(kept, [40, 10, 10, 10]);
  const drawn = differenceOf(before, after);
  const at = (x: number, y: number) => [
    ...drawn.subarray(4 * (y * size.width + x), 4 * (y * size.width + x) + 4),
  ];
  expect(at(15, 15)).toEqual([213, 94, 0, 255]);
  expect(at(45, 15)).toEqual([0, 114, 178, 255]);
  expect(at(20, 45)).toEqual([166, 166, 166, 255]);
  expect(at(0, 0)).toEqual([255, 255, 255, 255]);
});
