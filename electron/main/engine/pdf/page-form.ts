import { constants, deflate, inflate } from 'node:zlib';
import { promisify } from 'node:util';
import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFFlateStream,
  PDFName,
  PDFNumber,
  type PDFObject,
  type PDFPage,
  PDFRawStream,
  PDFStream,
  decodePDFRawStream,
} from '@cantoo/pdf-lib';

/** `[a b c d e f]`, which maps (x, y) to (ax + cy + e, bx + dy + f) (ISO 32000-1, 8.3.3). */
export type Matrix = readonly [number, number, number, number, number, number];

/** A rectangle by its left, lower, right and upper side. */
export type Rectangle = readonly [number, number, number, number];

/** How a page is shown, in points. */
export interface PageDisplay {
  readonly width: number;
  readonly height: number;
  /** Of the page's own coordinates, what is shown. */
  readonly box: Rectangle;
  /** From the page's own coordinates to those of the displayed page. */
  readonly matrix: Matrix;
}

const key = (name: string) => PDFName.of(name);

const [packed, unpacked] = [promisify(deflate), promisify(inflate)];

/** The crop box, turned (7.7.3.3), in the page's unit (14.11.2). */
export function displayOf(page: PDFPage): PageDisplay {
  const box = visibleBox(page);
  const [left, lower, right, upper] = box;
  const userUnit = page.node.lookup(key('UserUnit'));
  const unit = Number(userUnit?.toString() ?? 1);
  const turn = (((page.getRotation().angle % 360) + 360) % 360) / 90;
  const turned: readonly Matrix[] = [
    [1, 0, 0, 1, -left, -lower],
    [0, -1, 1, 0, -lower, right],
    [-1, 0, 0, -1, right, upper],
    [0, 1, -1, 0, upper, -left],
  ];
  const sides = [(right - left) * unit, (upper - lower) * unit] as const;
  const [width, height] = turn % 2 === 1 ? [sides[1], sides[0]] : sides;
  const matrix = combined(turned[turn] ?? identity, [unit, 0, 0, unit, 0, 0]);
  return { width, height, box, matrix };
}

const identity: Matrix = [1, 0, 0, 1, 0, 0];

/** The part of the crop box inside the medium. */
function visibleBox(page: PDFPage): Rectangle {
  const [media, crop] = [page.getMediaBox(), page.getCropBox()];
  const left = Math.max(media.x, crop.x);
  const lower = Math.max(media.y, crop.y);
  const right = Math.min(media.x + media.width, crop.x + crop.width);
  const upper = Math.min(media.y + media.height, crop.y + crop.height);
  if (right > left && upper > lower) return [left, lower, right, upper];
  return [media.x, media.y, media.x + media.width, media.y + media.height];
}

export function combined(first: Matrix, then: Matrix): Matrix {
  const [a, b, c, d, e, f] = first;
  const [g, h, i, j, k, l] = then;
  return [
    a * g + b * i,
    a * h + b * j,
    c * g + d * i,
    c * h + d * j,
    e * g + f * i + k,
    e * h + f * j + l,
  ];
}

export function inverseOf([a, b, c, d, e, f]: Matrix): Matrix {
  const size = a * d - b * c;
  const [g, h, i, j] = [d / size, -b / size, -c / size, a / size];
  return [g, h, i, j, -(e * g + f * i), -(e * h + f * j)];
}

export function movedPoint([a, b, c, d, e, f]: Matrix, x: number, y: number): [number, number] {
  return [a * x + c * y + e, b * x + d * y + f];
}

/** Returns the smallest rectangle that contains a moved one. */
export function movedRectangle(matrix: Matrix, [x1, y1, x2, y2]: Rectangle): Rectangle {
  const points = [x1, x2].flatMap((x) => [y1, y2].map((y) => movedPoint(matrix, x, y)));
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** Of a matrix or rectangle, without exponents. */
export function operands(numbers: readonly number[]): string {
  return numbers.map((each) => String(Number(each.toFixed(5)))).join(' ');
}

/**
 * Returns what a page shows, except for its annotations, as a form XObject (8.10) in its own
 * coordinates. The content of a single stream stays compressed as it is.
 */
export async function formOfPage(page: PDFPage, { box }: PageDisplay): Promise<PDFRawStream> {
  const { node } = page;
  const { context } = page.doc;
  const { filter, parameters, bytes } = await contentOf(node.Contents(), context);
  const dictionary = context.obj({ Type: 'XObject', Subtype: 'Form', BBox: [...box] });
  dictionary.set(key('Resources'), node.Resources() ?? context.obj({}));
  const group = node.get(key('Group'));
  for (const [name, value] of [
    ['Group', group],
    ['Filter', filter],
    ['DecodeParms', parameters],
  ] as const) {
    if (value !== undefined) dictionary.set(key(name), value);
  }
  return PDFRawStream.of(dictionary, bytes);
}

interface PackedContent {
  readonly filter: PDFObject | undefined;
  readonly parameters: PDFObject | undefined;
  readonly bytes: Uint8Array;
}

/** Streams of a page are one content: one may end inside what it began (7.7.3.3). */
async function contentOf(
  contents: PDFObject | undefined,
  context: PDFContext,
): Promise<PackedContent> {
  if (contents instanceof PDFRawStream) {
    const { dict } = contents;
    const [filter, parameters] = [dict.get(key('Filter')), dict.get(key('DecodeParms'))];
    return { filter, parameters, bytes: contents.contents };
  }
  const streams = contents instanceof PDFArray ? contents.asArray() : [contents];
  const pieces: Uint8Array[] = [];
  for (const each of streams) {
    const piece = await plainBytes(context.lookup(each));
    if (piece !== null) pieces.push(piece, Buffer.from('\n'));
  }
  const bytes = await packed(Buffer.concat(pieces));
  return { filter: key('FlateDecode'), parameters: undefined, bytes };
}

async function plainBytes(stream: PDFObject | undefined): Promise<Uint8Array | null> {
  if (stream instanceof PDFFlateStream) return stream.getUnencodedContents();
  if (!(stream instanceof PDFRawStream)) return null;
  const { dict, contents } = stream;
  const filter = dict.lookup(key('Filter'));
  if (filter === undefined) return contents;
  if (filter !== key('FlateDecode') || dict.has(key('DecodeParms'))) {
    return decodePDFRawStream(stream).decode();
  }
  // Reads a truncated stream as far as it goes, as PDF readers do.
  return unpacked(contents, { finishFlush: constants.Z_SYNC_FLUSH });
}

/** Flags of annotations that are not shown (12.5.3): hidden, and without a view. */
const notShown = (1 << 1) | (1 << 5);

/** What an annotation shows, and where on its page. */
interface Appearance {
  readonly form: PDFObject;
  readonly matrix: Matrix;
}

/** Links are left out. */
export function shownAnnotations(page: PDFPage): readonly Appearance[] {
  return (page.node.Annots()?.asArray() ?? []).flatMap((entry) => {
    const annotation = page.doc.context.lookup(entry);
    const shown = annotation instanceof PDFDict ? appearanceOf(annotation) : null;
    return shown ?? [];
  });
}

const withoutAppearance: ReadonlySet<PDFObject | undefined> = new Set([key('Popup'), key('Link')]);

/** By the algorithm in 12.5.5; null for nothing. */
function appearanceOf(annotation: PDFDict): Appearance | null {
  const flags = annotation.lookup(key('F'));
  if (flags instanceof PDFNumber && (flags.asNumber() & notShown) !== 0) return null;
  if (withoutAppearance.has(annotation.get(key('Subtype')))) return null;
  const appearances = annotation.lookup(key('AP'));
  if (!(appearances instanceof PDFDict)) return null;
  const state = annotation.lookup(key('AS'));
  const normal = appearances.lookup(key('N'));
  const isOfStates = normal instanceof PDFDict && state instanceof PDFName;
  const form = isOfStates ? normal.get(state) : appearances.get(key('N'));
  const stream = annotation.context.lookup(form);
  const target = rectangleAt(annotation, 'Rect');
  if (form === undefined || !(stream instanceof PDFStream) || target === null) return null;
  const own = stream.dict.lookup(key('Matrix'));
  const box = rectangleAt(stream.dict, 'BBox');
  if (box === null) return null;
  const numbers = own instanceof PDFArray ? numbersIn(own) : [];
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbers;
  const [left, lower, right, upper] = movedRectangle([a, b, c, d, e, f], box);
  if (right <= left || upper <= lower) return null;
  const [x, y] = [
    (target[2] - target[0]) / (right - left),
    (target[3] - target[1]) / (upper - lower),
  ];
  stream.dict.set(key('Subtype'), key('Form'));
  return { form, matrix: [x, 0, 0, y, target[0] - left * x, target[1] - lower * y] };
}

/** Null without the entry (7.9.5). */
export function rectangleAt(dictionary: PDFDict, name: string): Rectangle | null {
  const array = dictionary.lookup(key(name));
  const [x1, y1, x2, y2] = array instanceof PDFArray ? numbersIn(array) : [];
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined) return null;
  return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)];
}

export function numbersIn(array: PDFArray): readonly number[] {
  return Array.from({ length: array.size() }, (_, index) => numberOf(array.lookup(index)) ?? 0);
}

export function numberOf(object: PDFObject | undefined): number | null {
  return object instanceof PDFNumber ? object.asNumber() : null;
}
