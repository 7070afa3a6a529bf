import { type Box, overlaps, union } from './page-text.js';

/** A picture in RGBA, as of a canvas. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

/**
 * The smallest difference of a color channel that counts. One renderer draws the same content in
 * the same pixels; this covers the rounding of positions.
 */
const tolerance = 16;

/** Side of the squares that pixels are collected in. */
const cell = 6;

/** How far apart differing squares may be to belong together: letters and words of a line. */
const reach = { across: 3, down: 1 } as const;

/**
 * In pixels, from top to bottom. The pictures have the same size.
 * @param explained boxes, in pixels, whose differences are known
 */
export function differingRegions(
  before: Pixels,
  after: Pixels,
  explained: readonly Box[] = [],
): readonly Box[] {
  const columns = Math.ceil(before.width / cell);
  const rows = Math.ceil(before.height / cell);
  const marked = markedCells(before, after, maskOf(explained, before));
  const boxes: Box[] = [];
  for (let start = 0; start < marked.length; start += 1) {
    if (marked[start] === 1) boxes.push(takeConnected(marked, start, columns, rows));
  }
  const size = { width: before.width, height: before.height };
  return merged(boxes.map((box) => inPixels(box, size))).sort((a, b) => a.y - b.y || a.x - b.x);
}

/** 1 for each pixel of the boxes. */
function maskOf(boxes: readonly Box[], { width, height }: Pixels): Uint8Array {
  const mask = new Uint8Array(width * height);
  for (const box of boxes) {
    const left = Math.max(0, Math.floor(box.x));
    const right = Math.min(width, Math.ceil(box.x + box.width));
    const bottom = Math.min(height, Math.ceil(box.y + box.height));
    for (let y = Math.max(0, Math.floor(box.y)); y < bottom; y += 1) {
      if (left < right) mask.fill(1, y * width + left, y * width + right);
    }
  }
  return mask;
}

function markedCells(before: Pixels, after: Pixels, mask: Uint8Array): Uint8Array {
  const { width, height } = before;
  const columns = Math.ceil(width / cell);
  const marked = new Uint8Array(columns * Math.ceil(height / cell));
  // Whole pixels are compared first, because most are equal.
  const one = new Int32Array(before.data.buffer, before.data.byteOffset, width * height);
  const other = new Int32Array(after.data.buffer, after.data.byteOffset, width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const pixel = y * width + x;
      if (one[pixel] === other[pixel] || mask[pixel] === 1) continue;
      if (!differs(before, after, pixel)) continue;
      marked[Math.floor(y / cell) * columns + Math.floor(x / cell)] = 1;
    }
  }
  return marked;
}

/**
 * Returns true if a pixel of one picture is neither at its place in the other one nor next to it.
 * Canvases draw text on whole pixels, so that rounding moves a line by one, and a letter in it.
 */
function differs(before: Pixels, after: Pixels, pixel: number): boolean {
  if (distance(before.data, after.data, pixel, pixel) < tolerance) return false;
  return !isNear(before, pixel, after) || !isNear(after, pixel, before);
}

/** Where the pixels around one are, as columns and rows. */
const neighbors = [
  [-1, 0],
  [1, 0],
  [0, -1],
  [0, 1],
  [-1, -1],
  [1, -1],
  [-1, 1],
  [1, 1],
] as const;

function isNear(one: Pixels, pixel: number, other: Pixels): boolean {
  const { width, height } = other;
  const last = width * height - 1;
  return neighbors.some(([across, down]) => {
    const next = pixel + across + down * width;
    return next >= 0 && next <= last && distance(one.data, other.data, pixel, next) < tolerance;
  });
}

/** The largest difference of a color channel. */
function distance(
  one: Uint8ClampedArray,
  other: Uint8ClampedArray,
  pixel: number,
  next: number,
): number {
  const [at, to] = [4 * pixel, 4 * next];
  return Math.max(
    Math.abs((one[at] ?? 0) - (other[to] ?? 0)),
    Math.abs((one[at + 1] ?? 0) - (other[to + 1] ?? 0)),
    Math.abs((one[at + 2] ?? 0) - (other[to + 2] ?? 0)),
  );
}

/** Returns the box, in squares, of a group of marked ones, and removes their marks. */
function takeConnected(marked: Uint8Array, start: number, columns: number, rows: number): Box {
  const waiting = [start];
  marked[start] = 0;
  let [left, top, right, bottom] = [columns, rows, 0, 0];
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    const [column, row] = [index % columns, Math.floor(index / columns)];
    [left, right] = [Math.min(left, column), Math.max(right, column + 1)];
    [top, bottom] = [Math.min(top, row), Math.max(bottom, row + 1)];
    for (let y = Math.max(0, row - reach.down); y <= Math.min(rows - 1, row + reach.down); y += 1) {
      const last = Math.min(columns - 1, column + reach.across);
      for (let x = Math.max(0, column - reach.across); x <= last; x += 1) {
        if (marked[y * columns + x] !== 1) continue;
        marked[y * columns + x] = 0;
        waiting.push(y * columns + x);
      }
    }
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}

function inPixels(box: Box, size: Pick<Pixels, 'width' | 'height'>): Box {
  const [x, y] = [box.x * cell, box.y * cell];
  const width = Math.min(size.width - x, box.width * cell);
  return { x, y, width, height: Math.min(size.height - y, box.height * cell) };
}

/** Joins boxes until none overlaps another one. */
function merged(boxes: readonly Box[]): Box[] {
  const result: Box[] = [];
  for (const box of boxes) {
    let whole = box;
    for (
      let index = result.findIndex((each) => overlaps(each, whole));
      index >= 0;
      index = result.findIndex((each) => overlaps(each, whole))
    ) {
      const [other] = result.splice(index, 1);
      if (other) whole = union(whole, other);
    }
    result.push(whole);
  }
  return result;
}

/**
 * Colors of the difference: vermilion and blue of Okabe and Ito's palette, which color-blind users
 * tell apart too. The same as in compare.css.
 */
const colors = { removed: [213, 94, 0], added: [0, 114, 178] } as const;

/** How much is left of what both versions have. */
const dimmed = 0.35;

/**
 * Of pictures of the same size: what both have is dimmed, what only the first has is vermilion,
 * what only the second has is blue.
 */
export function differenceOf(before: Pixels, after: Pixels): ImageDataArray {
  const [old, now] = [before.data, after.data];
  const drawn = new Uint8ClampedArray(now.length).fill(255);
  for (let pixel = 0; 4 * pixel < now.length; pixel += 1) {
    const at = 4 * pixel;
    const dark = luminance(now, at);
    if (!differs(before, after, pixel)) {
      drawn.fill(255 - (255 - dark) * dimmed, at, at + 3);
      continue;
    }
    const color = luminance(old, at) < dark ? colors.removed : colors.added;
    const strength = Math.min(1, Math.max(0.35, distance(old, now, pixel, pixel) / 160));
    for (let channel = 0; channel < 3; channel += 1) {
      drawn[at + channel] = 255 - (255 - (color[channel] ?? 0)) * strength;
    }
  }
  return drawn;
}

/** By ITU-R BT.601, from 0 to 255. */
function luminance(data: Uint8ClampedArray, at: number): number {
  return 0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0);
}
