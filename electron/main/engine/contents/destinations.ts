import {
  type ContentArea,
  type PageMargins,
  type Size,
  marginsAround,
  marginsOfPages,
} from '../pdf/page-geometry.js';
import {
  type PageNode,
  type PdfStructure,
  objectOffset,
  pageNodes,
  readObject,
  referenceIn,
} from '../pdf/pdf-file.js';
import type { PdfUpdate } from '../pdf/pdf-update.js';
import { printedArea } from '../preflight/printed-pdf.js';

export interface Place {
  /** The object of its page. */
  readonly page: number;
  /** From 0. */
  readonly pageIndex: number;
  /** In points from the lower edge of the page. */
  readonly y: number;
}

/** Where the content of a page begins, in points from the upper edge, and its scale. */
interface Origin extends Pick<ContentArea, 'top'> {
  readonly pointsPerPx: number;
}

interface Destination extends Place {
  /** As the file spells it. */
  readonly name: string;
}

/** Chromium writes lengths of the layout at this scale, whatever the scale of the print. */
const layoutPointsPerPx = 72 / 96;

const entryPattern = /\/([^\s/<>[\]()]*) \[(\d+) 0 R \/XYZ (-?[\d.]+) (-?[\d.]+) 0\]/g;

/**
 * Reads the named destinations of a PDF by Chromium (ISO 32000-1, 12.3.2.3) and corrects their
 * places: Chromium leaves out the page's margin, the zoom and the shrinking of wide pages (measured
 * on 153 and 156).
 * @param defaults the margins where no page's CSS sets others
 * @returns them by their names, which are the fragments of URLs
 */
export function readDestinations(
  bytes: Buffer,
  structure: PdfStructure,
  defaults: PageMargins,
): ReadonlyMap<string, Destination> {
  const { trailer } = structure;
  const table = destinationTable(bytes, structure);
  if (table === null) return new Map();
  const pages = new PageAreas(bytes, structure, defaults);
  const found = new Map<string, Destination>();
  for (const [, name = '', page, , y] of readObject(bytes, trailer, table).matchAll(entryPattern)) {
    const place = pages.place(Number(page), Number(y));
    if (place !== null) found.set(decodedName(name), { ...place, name });
  }
  return found;
}

/** The object of the named destinations; null without any. */
function destinationTable(bytes: Buffer, { trailer }: PdfStructure): number | null {
  const catalog = readObject(bytes, trailer, referenceIn(trailer.root));
  const table = /\/Dests\s+(\d+) 0 R/.exec(catalog)?.[1];
  return table === undefined ? null : Number(table);
}

/** Replaces those that Chromium wrote. */
export function writeDestinations(
  update: PdfUpdate,
  bytes: Buffer,
  structure: PdfStructure,
  destinations: readonly Destination[],
): void {
  const table = destinationTable(bytes, structure);
  if (table === null) return;
  const named = destinations.filter(({ name }) => name !== '');
  const entries = named.map((each) => `/${each.name} ${destinationArray(each)}`);
  update.set(table, `<<${entries.join('\n')}>>`);
}

/** The zoom of the reader stays. */
export function destinationArray({ page, y }: Place): string {
  return `[${page} 0 R /XYZ null ${y.toFixed(2)} null]`;
}

/** Reads a name (7.3.5). */
function decodedName(name: string): string {
  return name.replace(/#([\dA-Fa-f]{2})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/**
 * Removes the destinations of links that are not in the PDF, because they are on a page that was
 * not printed, or hidden: some readers report those as an error.
 * @param bytes changed in place; no other byte moves
 */
export function removeDeadLinks(
  bytes: Buffer,
  destinations: ReadonlyMap<string, Destination>,
): void {
  const key = '/Dest /';
  for (let at = bytes.indexOf(key); at !== -1; at = bytes.indexOf(key, at + 1)) {
    const start = at + key.length;
    const text = bytes.toString('latin1', start, start + maxNameLength);
    const name = /^[^\s/<>[\]()]+/.exec(text)?.[0];
    if (name !== undefined && name.length < maxNameLength && !destinations.has(decodedName(name))) {
      bytes.fill(' ', at, start + name.length);
    }
  }
}

const maxNameLength = 4096;

/**
 * Corrects the links to the top of a page (`href="#"`): Chromium gives their destination an empty
 * name, which readers do not find.
 * @param top undefined if it is not in the PDF
 */
export function correctTopLinks(update: PdfUpdate, bytes: Buffer, top: Place | undefined): void {
  const key = '/Dest /';
  for (let at = bytes.indexOf(key); at !== -1; at = bytes.indexOf(key, at + 1)) {
    const next = bytes.toString('latin1', at + key.length, at + key.length + 1);
    if (!/[\s/>]/.test(next)) continue;
    const start = bytes.lastIndexOf(' 0 obj', at);
    const object = Number(/\d+$/.exec(bytes.toString('latin1', start - 10, start))?.[0]);
    const destination = top === undefined ? '' : `/Dest ${destinationArray(top)}`;
    update.set(object, update.get(object).replace(/\/Dest \/(?=[\s/>])/, destination));
  }
}

/**
 * Removes the links to numbered URLs from a PDF by Chromium and returns where each was, by its
 * number; see `collectHeadings`. Of a link that is repeated on other pages the first counts.
 * @param bytes changed in place; no other byte moves
 * @param url of the links, without the number
 */
export function takeMarks(
  bytes: Buffer,
  structure: PdfStructure,
  url: string,
): ReadonlyMap<number, Place> {
  const marks = new Map<number, { readonly index: number; readonly y: number }>();
  const key = `/URI (${url}`;
  for (let at = bytes.indexOf(key); at !== -1; at = bytes.indexOf(key, at + 1)) {
    const start = bytes.lastIndexOf('obj', at) + 'obj'.length;
    const object = /(\d+) 0 obj$/.exec(bytes.toString('latin1', start - 24, start))?.[1];
    const y = /\/Rect \[\S+ \S+ \S+ (-?[\d.]+)\]/.exec(bytes.toString('latin1', start, at))?.[1];
    const index = Number.parseInt(
      bytes.toString('latin1', at + key.length, at + key.length + 10),
      10,
    );
    marks.set(Number(object), { index, y: Number(y) });
    bytes.fill(' ', start, bytes.indexOf('endobj', at));
    bytes.write(' null', start);
  }
  const places = new Map<number, Place>();
  let pageIndex = 0;
  for (const { number, text } of pageNodes(bytes, structure)) {
    const list = /\/Annots\s*\[([^\]]*)\]/d.exec(text);
    const start = objectOffset(bytes, structure.trailer, number) + (list?.indices?.[1]?.[0] ?? 0);
    for (const { 0: reference, 1: object, index: at } of (list?.[1] ?? '').matchAll(/(\d+) 0 R/g)) {
      const mark = marks.get(Number(object));
      if (mark === undefined) continue;
      bytes.fill(' ', start + at, start + at + reference.length);
      if (!places.has(mark.index)) places.set(mark.index, { page: number, pageIndex, y: mark.y });
    }
    pageIndex += 1;
  }
  return places;
}

interface PrintedNode {
  readonly node: PageNode;
  readonly index: number;
  readonly paper: Size;
}

/** Finds places on pages. */
class PageAreas {
  readonly #bytes: Buffer;
  readonly #structure: PdfStructure;
  readonly #defaults: PageMargins;
  /** By their objects. */
  readonly #pages = new Map<number, PrintedNode>();
  readonly #areas = new Map<number, ContentArea | null>();
  #origins: readonly Origin[] | null = null;

  constructor(bytes: Buffer, structure: PdfStructure, defaults: PageMargins) {
    this.#bytes = bytes;
    this.#structure = structure;
    this.#defaults = defaults;
    let index = 0;
    for (const node of pageNodes(bytes, structure)) {
      const box = /\/MediaBox\s*\[\S+ \S+ ([\d.]+) ([\d.]+)\]/.exec(node.text);
      const paper = { width: Number(box?.[1]), height: Number(box?.[2]) };
      this.#pages.set(node.number, { node, index, paper });
      index += 1;
    }
  }

  /** @param y as Chromium wrote it */
  place(page: number, y: number): Place | null {
    const found = this.#pages.get(page);
    if (found === undefined) return null;
    const { index, paper } = found;
    const { top, pointsPerPx } = this.#originOf(found);
    const below = ((paper.height - y) / layoutPointsPerPx) * pointsPerPx;
    return { page, pageIndex: index, y: Math.max(0, paper.height - top - below) };
  }

  /** What all of a page's content is in may look like its area; other pages show where that is. */
  #originOf(page: PrintedNode): Origin {
    const area = this.#areaOf(page.node);
    const { top = 0, pointsPerPx = null } = area ?? {};
    const isKnown = page.index === 0 || area?.isOrigin === false;
    if (isKnown && pointsPerPx !== null) return { top, pointsPerPx };
    this.#origins ??= this.#allOrigins();
    return this.#origins[page.index] ?? { top: 0, pointsPerPx: layoutPointsPerPx };
  }

  #allOrigins(): readonly Origin[] {
    const pages = [...this.#pages.values()];
    const areas = pages.map(({ node }) => this.#areaOf(node));
    const shown = areas.map((area, index) => {
      const paper = pages[index]?.paper;
      return area === null || paper === undefined ? null : marginsAround(area, paper);
    });
    const scales = areas.flatMap((area) => area?.pointsPerPx ?? []);
    let [pointsPerPx = layoutPointsPerPx] = scales;
    return marginsOfPages(shown, this.#defaults).map(({ top }, index) => {
      pointsPerPx = areas[index]?.pointsPerPx ?? pointsPerPx;
      return { top, pointsPerPx };
    });
  }

  #areaOf(node: PageNode): ContentArea | null {
    const known = this.#areas.get(node.number);
    if (known !== undefined) return known;
    const area = printedArea(this.#bytes, this.#structure, node);
    this.#areas.set(node.number, area);
    return area;
  }
}
