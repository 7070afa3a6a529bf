import type { PDFPageProxy } from 'pdfjs-dist';

/** A rectangle in points (72 per inch) from the upper left corner of the page. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The words of a page in reading order, and where they are. */
export interface PageText {
  /** Size of the page in points, after rotation. */
  readonly width: number;
  readonly height: number;
  readonly words: readonly string[];
  /** Four numbers per word, as in {@link Box}; packed, because a book has 100,000 words. */
  readonly boxes: Float32Array;
}

export function boxOf({ boxes }: PageText, word: number): Box {
  const [x = 0, y = 0, width = 0, height = 0] = boxes.subarray(4 * word, 4 * word + 4);
  return { x, y, width, height };
}

export function union(a: Box, b: Box): Box {
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  const width = Math.max(a.x + a.width, b.x + b.width) - x;
  return { x, y, width, height: Math.max(a.y + a.height, b.y + b.height) - y };
}

export function overlaps(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** A text run of pdf.js. */
export interface TextRun {
  readonly str: string;
  /** Font matrix: its last two numbers are the start of the baseline. */
  readonly transform: readonly number[];
  readonly width: number;
  readonly hasEOL: boolean;
  readonly dir: string;
  /** CSS font family that is like its font. */
  readonly family: string;
}

/** Only the ratio of widths matters. */
export type MeasureText = (text: string, family: string) => number;

/** Scripts that are written without spaces; each of their characters counts as a word. */
const unspaced = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}';
const unspacedOnly = new RegExp(`^[${unspaced}]+$`, 'u');

/** Reads the text of a page, and frees what pdf.js loaded for it. */
export async function readPageText(page: PDFPageProxy): Promise<PageText> {
  const { items, styles } = await page.getTextContent();
  const { width, height, transform } = page.getViewport({ scale: 1 });
  page.cleanup();
  const runs = items.flatMap((item) =>
    'str' in item ? [{ ...item, family: styles[item.fontName]?.fontFamily ?? 'sans-serif' }] : [],
  );
  return pageText(runs, { width, height }, transform, measureText);
}

let context: CanvasRenderingContext2D | null = null;

function measureText(text: string, family: string): number {
  context ??= document.createElement('canvas').getContext('2d');
  if (!context) return text.length;
  const font = `20px ${family}`;
  if (context.font !== font) context.font = font;
  return context.measureText(text).width;
}

/**
 * Splits text runs into words.
 * @param toPage the matrix from PDF coordinates to points from the upper left corner
 * @param measure pdf.js reports the width of whole runs only; this divides it among the words
 */
export function pageText(
  runs: readonly TextRun[],
  { width, height }: Pick<PageText, 'width' | 'height'>,
  toPage: readonly number[],
  measure: MeasureText,
): PageText {
  const words: string[] = [];
  const boxes: Box[] = [];
  // The box of the last word if the next run may continue it.
  let open: Box | null = null;
  for (const run of runs) {
    const { str, hasEOL, dir, family } = run;
    const whole = measure(str, family) || 1;
    const share = (length: number) => measure(str.slice(0, length), family) / whole;
    const line = lineOf(run, toPage);
    for (const { 0: word, index } of str.matchAll(wordPattern)) {
      const [from, to] = [share(index), share(index + word.length)];
      const box = dir === 'rtl' ? line(1 - to, 1 - from) : line(from, to);
      const last = words.length - 1;
      if (index === 0 && open !== null && continues(open, box) && !unspacedOnly.test(word)) {
        words[last] = `${words[last] ?? ''}${word}`;
        boxes[last] = union(open, box);
      } else {
        words.push(word);
        boxes.push(box);
      }
    }
    const endsOpen =
      !hasEOL && str !== '' && !/\s$/u.test(str) && !unspacedOnly.test(str.slice(-1));
    open = endsOpen ? (boxes.at(-1) ?? null) : null;
  }
  return {
    width,
    height,
    words,
    boxes: Float32Array.from(boxes.flatMap((box) => [box.x, box.y, box.width, box.height])),
  };
}

const wordPattern = new RegExp(`[${unspaced}]|[^\\s${unspaced}]+`, 'gu');

/** Returns true if a box begins on the line of another one, where that one ends. */
function continues(before: Box, box: Box): boolean {
  const gap = box.x - (before.x + before.width);
  const isSameLine = Math.abs(box.y + box.height - before.y - before.height) < 0.5 * box.height;
  return isSameLine && Math.abs(gap) < 0.1 * box.height;
}

/** The share of the font size above and below the baseline that is taken for a word's height. */
const ascent = 0.85;
const descent = 0.25;

/** The box of a part of a run, whose ends are from 0 to 1. */
function lineOf(
  { transform, width }: TextRun,
  toPage: readonly number[],
): (from: number, to: number) => Box {
  const [a, b, c, d, x, y] = multiply(toPage, transform);
  const size = Math.hypot(c, d);
  const length = Math.hypot(a, b) || 1;
  const along = { x: a / length, y: b / length };
  const up = { x: c / (size || 1), y: d / (size || 1) };
  return (from, to) => {
    const corners = [from, to].flatMap((share) =>
      [ascent, -descent].map((part) => ({
        x: x + along.x * width * share + up.x * size * part,
        y: y + along.y * width * share + up.y * size * part,
      })),
    );
    const xs = corners.map((corner) => corner.x);
    const ys = corners.map((corner) => corner.y);
    const [left, top] = [Math.min(...xs), Math.min(...ys)];
    return { x: left, y: top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
  };
}

type Matrix = readonly [number, number, number, number, number, number];

function multiply(m: readonly number[], n: readonly number[]): Matrix {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = m;
  const [g = 1, h = 0, i = 0, j = 1, k = 0, l = 0] = n;
  return [
    a * g + c * h,
    b * g + d * h,
    a * i + c * j,
    b * i + d * j,
    a * k + c * l + e,
    b * k + d * l + f,
  ];
}

/** Joins words with spaces, where their scripts have any. */
export function joinWords(words: readonly string[]): string {
  return words.reduce((text, word) => {
    const isTight = text === '' || (unspacedOnly.test(word) && unspacedOnly.test(text.slice(-1)));
    return isTight ? text + word : `${text} ${word}`;
  }, '');
}
