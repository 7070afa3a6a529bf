import {
  type PageNode,
  type PdfStructure,
  pageNodes,
  readObject,
  referenceIn,
} from '../pdf/pdf-file.js';
import type { PdfUpdate } from '../pdf/pdf-update.js';
import { printedArea, type PrintedArea } from '../preflight/printed-pdf.js';

/** A place in a PDF. */
export interface Destination {
  /** As the file spells it. */
  readonly name: string;
  /** The object of its page. */
  readonly page: number;
  /** From 0. */
  readonly pageIndex: number;
  /** In points from the lower edge of the page. */
  readonly y: number;
}

/** Chromium writes lengths of the layout at this scale, whatever the scale of the print. */
const pointsPerPx = 72 / 96;

const entryPattern = /\/([^\s/<>[\]()]+) \[(\d+) 0 R \/XYZ (-?[\d.]+) (-?[\d.]+) 0\]/g;

/**
 * Reads the named destinations of a PDF by Chromium (ISO 32000-1, 12.3.2.3) and corrects their
 * places: Chromium leaves out the page's margin, the zoom and the shrinking of wide pages (measured
 * on 153 and 156).
 * @returns them by their names, which are the fragments of URLs
 */
export function readDestinations(
  bytes: Buffer,
  structure: PdfStructure,
): ReadonlyMap<string, Destination> {
  const { trailer } = structure;
  const table = destinationTable(bytes, structure);
  if (table === null) return new Map();
  const pages = new PageAreas(bytes, structure);
  const found = new Map<string, Destination>();
  for (const [, name = '', page, , y] of readObject(bytes, trailer, table).matchAll(entryPattern)) {
    const place = pages.place(Number(page), Number(y));
    if (place !== null) found.set(decodedName(name), { ...place, name });
  }
  return found;
}

/** Returns the object of the named destinations; null without any. */
function destinationTable(bytes: Buffer, { trailer }: PdfStructure): number | null {
  const catalog = readObject(bytes, trailer, referenceIn(trailer.root));
  const table = /\/Dests\s+(\d+) 0 R/.exec(catalog)?.[1];
  return table === undefined ? null : Number(table);
}

/** Replaces the named destinations of a PDF by Chromium by others. */
export function writeDestinations(
  update: PdfUpdate,
  bytes: Buffer,
  structure: PdfStructure,
  destinations: readonly Destination[],
): void {
  const table = destinationTable(bytes, structure);
  if (table === null) return;
  const entries = destinations.map((each) => `/${each.name} ${destinationArray(each)}`);
  update.set(table, `<<${entries.join('\n')}>>`);
}

/** Returns a destination as the PDF has it; the zoom of the reader stays. */
export function destinationArray({ page, y }: Pick<Destination, 'page' | 'y'>): string {
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

/** Finds places on pages. */
class PageAreas {
  readonly #bytes: Buffer;
  readonly #structure: PdfStructure;
  readonly #nodes = new Map<number, { readonly node: PageNode; readonly index: number }>();
  readonly #areas = new Map<number, PrintedArea | null>();

  constructor(bytes: Buffer, structure: PdfStructure) {
    this.#bytes = bytes;
    this.#structure = structure;
    let index = 0;
    for (const node of pageNodes(bytes, structure)) {
      this.#nodes.set(node.number, { node, index });
      index += 1;
    }
  }

  /** @param y as Chromium wrote it */
  place(page: number, y: number): Omit<Destination, 'name'> | null {
    const found = this.#nodes.get(page);
    if (found === undefined) return null;
    const { node, index } = found;
    const height = Number(/\/MediaBox\s*\[\S+ \S+ \S+ ([\d.]+)\]/.exec(node.text)?.[1]);
    const area = this.#areaOf(node);
    const top =
      area === null ? height - y : area.topPoints + ((height - y) / pointsPerPx) * area.pointsPerPx;
    return { page, pageIndex: index, y: Math.max(0, height - top) };
  }

  #areaOf(node: PageNode): PrintedArea | null {
    const known = this.#areas.get(node.number);
    if (known !== undefined) return known;
    const area = printedArea(this.#bytes, this.#structure, node);
    this.#areas.set(node.number, area);
    return area;
  }
}
