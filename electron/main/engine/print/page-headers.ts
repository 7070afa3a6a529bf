import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Message, message } from '../../../shared/messages/message.js';
import {
  type HeaderEdge,
  type HeaderRoom,
  headerLineInches,
  headerRoom,
} from '../../../shared/request/header-text.js';
import type { ConversionRequest, SingleRequest } from '../../../shared/request/request.js';
import type { SingleSource } from '../../../shared/request/source.js';
import type { Preflight } from '../../../shared/request/preflight.js';
import { textAddress } from '../addresses/page-address.js';
import { numberedContent, pageContents } from '../pdf/numbered-content.js';
import type { OverlaidDocument, OverlaidPage, OverlayStep } from '../pdf/overlay.js';
import { type PageMargins, type Size, marginsOfPages } from '../pdf/page-geometry.js';
import { Findings } from '../contract/findings.js';
import {
  type HeaderFacts,
  type PlacedPage,
  edgeClasses,
  fontSizeOf,
  hasTexts,
  headerOf,
  sheetHtml,
} from './header-sheet.js';
import { type OpenSheet, printSheet } from '../sheet/sheet.js';
import type { HeaderRooms } from '../sheet/print-options.js';

const pointsPerInch = 72;
const pixelsPerInch = 96;

interface HeaderDocument {
  /** Of each page of the finished document. */
  readonly factsOf: (pages: number) => readonly HeaderFacts[];
  /** A language tag, by which dates are written and characters chosen; may be empty. */
  readonly language: string;
  readonly created: Date;
  /** Where no page's CSS sets others. */
  readonly margins: PageMargins;
}

/** Footers count too. */
export function hasHeaders(request: ConversionRequest): boolean {
  return edges.some((edge) => {
    const header = headerOf(request, edge);
    return hasTexts(header) || header.html !== '';
  });
}

const edges: readonly HeaderEdge[] = ['top', 'bottom'];

/**
 * A line for texts; HTML is measured.
 * @param widthInches between the side margins
 */
export async function headerRooms(
  request: SingleRequest,
  widthInches: number,
  openSheet: OpenSheet,
): Promise<HeaderRooms> {
  const rooms: Partial<Record<HeaderEdge, HeaderRoom>> = {};
  for (const edge of edges) {
    const header = headerOf(request, edge);
    if (hasTexts(header)) rooms[edge] = headerRoom(headerLineInches(fontSizeOf(request)));
    if (header.html === '') continue;
    const height = await measureHtml(request, edge, widthInches, openSheet);
    rooms[edge] = headerRoom(height);
  }
  return rooms;
}

/** In inches. */
async function measureHtml(
  request: SingleRequest,
  edge: HeaderEdge,
  widthInches: number,
  openSheet: OpenSheet,
): Promise<number> {
  const width = widthInches * pointsPerInch;
  // The first, an odd and an even page, because CSS may tell them apart.
  const placed = factsOfDocument(
    request,
    'Title',
  )(3).map((facts, index) => ({
    index,
    facts,
    isFirst: index === 0,
    size: { width, height: 1000 },
    margins: { top: 500, right: 0, bottom: 500, left: 0 },
    edges: [edge],
  }));
  const html = sheetHtml(request, [edge], placed, { language: '', created: new Date() });
  const widthPx = Math.round(widthInches * pixelsPerInch);
  const heightPx = await openSheet({ html, widthPx, hasResources: true }, async (page) =>
    page.heightOf(`.${edgeClasses[edge]} > *`),
  );
  return heightPx / pixelsPerInch;
}

/** Of each page of a document from one source. */
export function factsOfDocument(request: SingleRequest, title: string): HeaderDocument['factsOf'] {
  const { startNumber = 1, source } = request;
  const ofSource = sourceFacts(source);
  return (pages) =>
    Array.from({ length: pages }, (_, index) => ({
      page: startNumber + index,
      pages: startNumber + pages - 1,
      title,
      ...ofSource,
    }));
}

function sourceFacts(source: SingleSource): Pick<HeaderFacts, 'url' | 'file'> {
  switch (source.kind) {
    case 'url':
      return { url: source.url, file: basename(new URL(source.url).pathname) };
    case 'file':
      return { url: pathToFileURL(source.path).href, file: basename(source.path) };
    case 'html':
      return { url: textAddress(source) ?? '', file: source.name ?? '' };
  }
}

/**
 * Headers and footers are rendered by Chromium, which writes every script, as a document with the
 * same pages.
 */
export function drawHeaders(
  request: ConversionRequest,
  document: HeaderDocument,
  { rooms, openSheet, report }: HeaderRun,
): OverlayStep {
  return async (pdf) => {
    const placed = placePages(request, document, pdf.pages, rooms);
    const findings = new Findings();
    const add = (found: Preflight) => {
      for (const { kind, message: finding, ...details } of found)
        findings.add(kind, finding, details);
    };
    add(narrowMargins(placed, rooms));
    for (const layer of layersOf(request)) {
      for (const { size, pages } of sameSizes(placed, layer.edges)) {
        const print = async (shown: readonly PlacedPage[]) => {
          const html = sheetHtml(request, layer.edges, shown, document);
          return printSheet({ html, hasResources: layer.isHtml }, size, { openSheet, report: add });
        };
        if (layer.isHtml) await drawEach(pdf, pages, print);
        else await drawTexts(pdf, pages, request.headerEvenPages === 'mirrored', print);
      }
    }
    report(findings.preflight);
  };
}

/** Prints a sheet with one page for each. */
type PrintPages = (pages: readonly PlacedPage[]) => Promise<Buffer>;

async function drawEach(
  pdf: OverlaidDocument,
  pages: readonly PlacedPage[],
  print: PrintPages,
): Promise<void> {
  await pdf.draw(
    await print(pages),
    pages.map(({ index }) => [index]),
  );
}

/** Pages whose headers differ in their number alone, which has the same length. */
type NumberedPages = readonly [PlacedPage, ...PlacedPage[]];

/** Fewer pages are not worth the samples. */
const minNumberedPages = 24;

const digits = Array.from({ length: 10 }, (_, digit) => String(digit));

/**
 * Chromium takes most of a millisecond for each page, so it prints samples of headers that differ
 * in their number alone. Where the digits of a font differ in width, it prints them all.
 */
async function drawTexts(
  pdf: OverlaidDocument,
  pages: readonly PlacedPage[],
  isMirrored: boolean,
  print: PrintPages,
): Promise<void> {
  const groups = numberedPages(pages, isMirrored);
  const grouped = new Set(groups.flat());
  const others = pages.filter((page) => !grouped.has(page));
  const sheet = await print([...others, ...groups.flatMap(samplesOf)]);
  const samples = groups.length === 0 ? [] : pageContents(sheet, others.length);
  const places: (readonly number[])[] = others.map(({ index }) => [index]);
  const contents = new Map<number, string>();
  const left: PlacedPage[] = [];
  for (const [index, group] of groups.entries()) {
    const start = index * (digits.length + 1);
    const [inOrder = '', ...ofDigits] = samples.slice(start, start + digits.length + 1);
    const write = numberedContent({ ofDigits, inOrder });
    if (write === null) left.push(...group);
    else for (const page of group) contents.set(page.index, write(String(page.facts.page)));
    places.push(write === null ? [] : group.map((page) => page.index), ...digits.map(() => []));
  }
  await pdf.draw(sheet, places, { contents });
  if (left.length > 0) await drawEach(pdf, left, print);
}

function numberedPages(
  pages: readonly PlacedPage[],
  isMirrored: boolean,
): readonly NumberedPages[] {
  const groups = new Map<string, [PlacedPage, ...PlacedPage[]]>();
  for (const page of pages) {
    const { facts, isFirst, margins, edges: shown } = page;
    const { length } = String(facts.page);
    const isEven = isMirrored && facts.page % 2 === 0;
    const key = JSON.stringify([length, isEven, isFirst, margins, shown, { ...facts, page: 0 }]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [page]);
    else group.push(page);
  }
  return [...groups.values()].filter((group) => group.length >= minNumberedPages);
}

/** For {@link numberedContent}: with the digits in their order, and with each digit alone. */
function samplesOf([page]: NumberedPages): readonly PlacedPage[] {
  const { length } = String(page.facts.page);
  const ofDigits = digits.map((digit) => digit.repeat(length));
  return [digits.join('').slice(0, length), ...ofDigits].map((number) => ({ ...page, number }));
}

export interface HeaderRun {
  readonly rooms: HeaderRooms;
  readonly openSheet: OpenSheet;
  /** Called with the findings in the headers. */
  readonly report: (findings: Preflight) => void;
}

/** Headers that are printed on one sheet. */
interface Layer {
  readonly edges: readonly HeaderEdge[];
  readonly isHtml: boolean;
}

/**
 * Texts of both edges are printed together; HTML is printed for each edge alone, so that the CSS
 * of one does not apply to the other.
 */
function layersOf(request: ConversionRequest): readonly Layer[] {
  const texts = edges.filter((edge) => hasTexts(headerOf(request, edge)));
  const html = edges.filter((edge) => headerOf(request, edge).html !== '');
  return [
    ...(texts.length > 0 ? [{ edges: texts, isHtml: false }] : []),
    ...html.map((edge) => ({ edges: [edge], isHtml: true })),
  ];
}

interface SameSize {
  readonly size: Size;
  readonly pages: PlacedPage[];
}

/** Returns the pages that have one of the edges, grouped by their size. */
function sameSizes(
  placed: readonly PlacedPage[],
  shown: readonly HeaderEdge[],
): readonly SameSize[] {
  const groups = new Map<string, SameSize>();
  for (const page of placed) {
    if (!shown.some((edge) => page.edges.includes(edge))) continue;
    const { size } = page;
    const key = `${size.width} ${size.height}`;
    const group = groups.get(key) ?? { size, pages: [] };
    group.pages.push(page);
    groups.set(key, group);
  }
  return [...groups.values()];
}

function placePages(
  request: ConversionRequest,
  { factsOf, margins: defaultMargins }: HeaderDocument,
  pages: readonly OverlaidPage[],
  rooms: HeaderRooms,
): readonly PlacedPage[] {
  const facts = factsOf(pages.length);
  const shownMargins = pages.map((page) => page.margins());
  const allMargins = marginsOfPages(shownMargins, defaultMargins);
  return pages.flatMap((page, index) => {
    const [ofPage, margins] = [facts[index], allMargins[index]];
    if (ofPage === undefined || margins === undefined) return [];
    const isFirst = index === 0;
    const isBare = isFirst && request.headerFirstPage === 'none';
    const shown = edges.filter((edge) => isShown(request, edge, margins, rooms));
    return [
      { index, facts: ofPage, isFirst, size: page.size, margins, edges: isBare ? [] : shown },
    ];
  });
}

/** A page whose own CSS leaves no margin, such as a cover, gets no header there. */
function isShown(
  { margin }: ConversionRequest,
  edge: HeaderEdge,
  margins: PageMargins,
  rooms: HeaderRooms,
): boolean {
  const room = rooms[edge];
  if (room === undefined) return false;
  return margin?.[edge] !== undefined || hasRoom(edge, margins, room);
}

/** Chromium rounds lengths to less than this, in points. */
const tolerance = 1;

export function hasRoom(edge: HeaderEdge, margins: PageMargins, { min }: HeaderRoom): boolean {
  return margins[edge] + tolerance >= min * pointsPerInch;
}

/** Returns findings about headers of HTML that are higher than the margin that the user set. */
function narrowMargins(placed: readonly PlacedPage[], rooms: HeaderRooms): Preflight {
  return edges.flatMap((edge) => {
    const room = rooms[edge];
    const narrow = placed.find(
      ({ margins, edges: shown }) =>
        room !== undefined && shown.includes(edge) && !hasRoom(edge, margins, room),
    );
    if (room === undefined || narrow === undefined) return [];
    const needed = Math.ceil(room.min * 25.4);
    // Of a margin of 0, rounding by Chromium may leave a little less.
    const margin = Math.max(0, Math.round((narrow.margins[edge] / pointsPerInch) * 25.4));
    return [{ kind: 'cut-off' as const, message: tooHigh(edge, { needed, margin }) }];
  });
}

function tooHigh(
  edge: HeaderEdge,
  params: { readonly needed: number; readonly margin: number },
): Message {
  return edge === 'top'
    ? message('preflight.headerTooHigh', params)
    : message('preflight.footerTooHigh', params);
}
