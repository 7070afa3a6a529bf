import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse, serialize, serializeOuter } from 'parse5';
import { type Message, message } from '../../../shared/messages/message.js';
import {
  type HeaderEdge,
  type HeaderRoom,
  type HeaderValues,
  defaultHeaderFontSize,
  fillHeaderHtml,
  fillHeaderText,
  headerEdges,
  headerLineHeight,
  headerLineInches,
  headerRoom,
} from '../../../shared/request/header-text.js';
import type { ConversionRequest, SingleRequest } from '../../../shared/request/request.js';
import type { SingleSource } from '../../../shared/request/source.js';
import type { Preflight } from '../../../shared/preflight.js';
import { textAddress } from '../page/page-address.js';
import type { OverlaidPage, OverlayStep } from '../pdf/overlay.js';
import { type PageMargins, type Size, marginsOfPages } from '../pdf/page-geometry.js';
import { Findings } from '../preflight/findings.js';
import { elementsOf } from '../sources/html-nodes.js';
import { type OpenSheet, escapeHtml, printSheet } from './sheet.js';

const pointsPerInch = 72;
const pixelsPerInch = 96;

/** What the headers of one page say. */
export interface HeaderFacts {
  /** The number of this page, and that of the last one. */
  readonly page: number;
  readonly pages: number;
  /** Of the document that the page belongs to. */
  readonly title: string;
  readonly url: string;
  readonly file: string;
}

/** The document that gets headers. */
interface HeaderDocument {
  /** Returns the facts of each page of the finished document. */
  readonly factsOf: (pages: number) => readonly HeaderFacts[];
  /** A language tag, by which dates are written and characters chosen; may be empty. */
  readonly language: string;
  readonly created: Date;
  /** Where no page's CSS sets others. */
  readonly margins: PageMargins;
}

/** What the headers on one edge need; absent without any. */
export type HeaderRooms = Readonly<Partial<Record<HeaderEdge, HeaderRoom>>>;

/** The texts or the HTML of one edge; empty if not set. */
interface Header {
  readonly texts: Readonly<Record<'left' | 'center' | 'right', string>>;
  readonly html: string;
}

function headerOf(request: ConversionRequest, edge: HeaderEdge): Header {
  const { texts, html } = headerEdges[edge];
  const textOf = (side: keyof typeof texts) => request[texts[side]] ?? '';
  return {
    texts: { left: textOf('left'), center: textOf('center'), right: textOf('right') },
    html: request[html] ?? '',
  };
}

function hasTexts({ texts }: Header): boolean {
  return Object.values(texts).some((text) => text !== '');
}

/** Returns true if a request has any header or footer. */
export function hasHeaders(request: ConversionRequest): boolean {
  return edges.some((edge) => {
    const header = headerOf(request, edge);
    return hasTexts(header) || header.html !== '';
  });
}

const edges: readonly HeaderEdge[] = ['top', 'bottom'];

/**
 * Returns how much room the headers need: a line for texts; HTML is measured.
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

/** Returns the height of the HTML of an edge, in inches. */
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

function fontSizeOf({ headerFontSize = defaultHeaderFontSize }: ConversionRequest): number {
  return headerFontSize;
}

/** Returns the facts of each page of a document from one source. */
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

/** A page of the document with what its headers need to know. */
interface PlacedPage {
  readonly facts: HeaderFacts;
  readonly isFirst: boolean;
  /** As displayed, in points. */
  readonly size: Size;
  readonly margins: PageMargins;
  /** The edges with room for a header; none without any. */
  readonly edges: readonly HeaderEdge[];
}

/**
 * Returns the step that draws headers and footers. They are rendered by Chromium, which writes
 * every script, as a document with the same pages.
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
      for (const { size, indexes } of sameSizes(placed, layer)) {
        const shown = indexes.flatMap((index) => placed[index] ?? []);
        const html = sheetHtml(request, layer, shown, document);
        const run = { openSheet, report: add };
        const printed = await printSheet({ html, hasResources: true }, size, run);
        await pdf.draw(
          printed,
          indexes.map((index) => [index]),
        );
      }
    }
    report(findings.preflight);
  };
}

export interface HeaderRun {
  readonly rooms: HeaderRooms;
  readonly openSheet: OpenSheet;
  /** Called with the findings in the headers. */
  readonly report: (findings: Preflight) => void;
}

/**
 * Texts of both edges are printed together; HTML is printed for each edge alone, so that the CSS
 * of one does not apply to the other.
 */
function layersOf(request: ConversionRequest): readonly (readonly HeaderEdge[])[] {
  const texts = edges.filter((edge) => hasTexts(headerOf(request, edge)));
  const html = edges.filter((edge) => headerOf(request, edge).html !== '');
  return [...(texts.length > 0 ? [texts] : []), ...html.map((edge) => [edge])];
}

interface SameSize {
  readonly size: Size;
  /** Of the pages. */
  readonly indexes: number[];
}

/** Returns the pages that have one of the edges, grouped by their size. */
function sameSizes(
  placed: readonly PlacedPage[],
  layer: readonly HeaderEdge[],
): readonly SameSize[] {
  const groups = new Map<string, SameSize>();
  for (const [index, { size, edges: shown }] of placed.entries()) {
    if (!layer.some((edge) => shown.includes(edge))) continue;
    const key = `${size.width} ${size.height}`;
    const group = groups.get(key) ?? { size, indexes: [] };
    group.indexes.push(index);
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
    return [{ facts: ofPage, isFirst, size: page.size, margins, edges: isBare ? [] : shown }];
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

/** Returns true if a header fits into the margins of a page. */
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

const edgeClasses = { top: 'platen-header', bottom: 'platen-footer' } as const;

/** Returns a document with one page for each page, each with the headers of the given edges. */
function sheetHtml(
  request: ConversionRequest,
  layer: readonly HeaderEdge[],
  placed: readonly PlacedPage[],
  { language, created }: Pick<HeaderDocument, 'language' | 'created'>,
): string {
  const moment = momentValues(created, language);
  const parts = layer.map((edge) => ({ edge, ...partsOf(request, edge) }));
  const boxes = new Map<string, string>();
  const pages = placed.map(({ facts, isFirst, size, margins, edges: shown }) => {
    const values = valuesOf(facts, moment);
    const isEven = facts.page % 2 === 0;
    const width = size.width - margins.left - margins.right;
    const content = parts.map(({ edge, fill }) => {
      const filled = shown.includes(edge) ? fill(values, { isEven, width }) : '';
      return `<div class="${edgeClasses[edge]}">${filled}</div>`;
    });
    const box = boxStyle(size, margins);
    const name = boxes.get(box) ?? `platen-box-${boxes.size}`;
    boxes.set(box, name);
    const classes = `platen-page ${name} ${isEven ? 'even' : 'odd'}${isFirst ? ' first' : ''}`;
    return `<div class="${classes}">${content.join('')}</div>`;
  });
  return [
    `<!doctype html><html lang="${escapeHtml(language)}"><head><meta charset="utf-8"><style>`,
    sheetStyles(fontSizeOf(request)),
    ...Array.from(boxes, ([box, name]) => `.${name} { ${box} }`),
    '</style>',
    ...parts.map(({ styles }) => styles),
    `</head><body>`,
    ...pages,
    '</body></html>',
  ].join('');
}

function boxStyle({ height }: PlacedPage['size'], margins: PageMargins): string {
  const lengths = Object.entries(margins).map(([side, length]) => `--margin-${side}: ${length}pt`);
  return [`--page-height: calc(${height}pt - 1px)`, ...lengths].join('; ');
}

/** The page for which a header is filled in. */
interface HeaderPlace {
  readonly isEven: boolean;
  /** Between the side margins, in points. */
  readonly width: number;
}

interface HeaderParts {
  /** Elements for the head of the sheet. */
  readonly styles: string;
  readonly fill: (values: HeaderValues, place: HeaderPlace) => string;
}

function partsOf(request: ConversionRequest, edge: HeaderEdge): HeaderParts {
  const { html, texts } = headerOf(request, edge);
  if (html !== '') {
    const { styles, body } = splitHtml(html);
    const clip = '<style>.platen-page { overflow: hidden; }</style>';
    return {
      styles: clip + styles,
      fill: (values) => `<div>${fillHeaderHtml(body, values)}</div>`,
    };
  }
  const isMirrored = request.headerEvenPages === 'mirrored';
  const mirrored = { left: texts.right, center: texts.center, right: texts.left };
  return {
    styles: '',
    fill: (values, { isEven, width }) => {
      const ems = width / fontSizeOf(request);
      return textsHtml(isMirrored && isEven ? mirrored : texts, values, ems);
    },
  };
}

/**
 * @param values as HTML
 * @param ems the width of the line in font sizes
 */
function textsHtml(texts: Header['texts'], values: HeaderValues, ems: number): string {
  // The texts are filled in as HTML, so that they must be HTML too.
  const fill = (text: string) => fillHeaderText(escapeHtml(text), values);
  const [left, center, right] = [fill(texts.left), fill(texts.center), fill(texts.right)];
  const part = (side: string, text: string) =>
    `<div class="platen-${side}" dir="auto">${text}</div>`;
  const ends = [part('left', left), part('right', right)] as const;
  const all = [ends[0], part('center', center), ends[1]].join('');
  // Clipped elements are several times as expensive to print.
  if (maxEms(`${left}  ${center}  ${right}`) < ems) return `<div class="platen-texts">${all}</div>`;
  if (left === '' && right === '')
    return `<div class="platen-tight platen-alone">${part('center', center)}</div>`;
  if (texts.center !== '') return `<div class="platen-tight">${all}</div>`;
  const longer = left.length > right.length ? 'platen-long-left' : 'platen-long-right';
  return `<div class="platen-tight ${longer}">${ends.join('')}</div>`;
}

/** Returns at least the width of a text in font sizes. */
function maxEms(text: string): number {
  let ems = 0;
  for (const character of text) ems += /[a-z0-9 .,:;/-]/.test(character) ? 0.7 : 1.2;
  return ems;
}

/** Style sheets apply to all pages, so that they are needed only once. */
function splitHtml(html: string): { readonly styles: string; readonly body: string } {
  const document = parse(html);
  const elements = [...elementsOf(document)];
  const styles = elements.filter(({ tagName }) => tagName === 'style' || tagName === 'link');
  for (const element of styles) {
    const siblings = element.parentNode?.childNodes ?? [];
    siblings.splice(siblings.indexOf(element), 1);
  }
  const body = elements.find(({ tagName }) => tagName === 'body');
  return {
    styles: styles.map((element) => serializeOuter(element)).join(''),
    body: body === undefined ? '' : serialize(body),
  };
}

/** Rules that a user's CSS must not change are important. */
function sheetStyles(fontSize: number): string {
  return `
    html { font: ${fontSize}pt/${headerLineHeight} sans-serif; color: #333; }
    html, body { margin: 0 !important; padding: 0 !important; background: none !important; }
    .platen-page { display: flow-root; height: var(--page-height); }
    .platen-page + .platen-page { break-before: page; }
    .${edgeClasses.top}, .${edgeClasses.bottom} {
      display: flex; flex-direction: column; justify-content: safe center;
      margin: 0 var(--margin-right) 0 var(--margin-left);
    }
    .${edgeClasses.top} { height: var(--margin-top); }
    .${edgeClasses.bottom} {
      flex-direction: column-reverse;
      height: var(--margin-bottom);
      margin-top: calc(var(--page-height) - var(--margin-bottom));
    }
    .${edgeClasses.top} + .${edgeClasses.bottom} {
      margin-top: calc(var(--page-height) - var(--margin-top) - var(--margin-bottom));
    }
    .platen-texts, .platen-tight { white-space: nowrap; column-gap: 1em; }
    .platen-texts { display: flex; }
    .platen-texts > .platen-left, .platen-texts > .platen-right { flex: 1 1 0; }
    .platen-tight {
      display: grid;
      grid-template-columns: minmax(0, 1fr) fit-content(70%) minmax(0, 1fr);
    }
    .platen-alone { grid-template-columns: minmax(0, 1fr); }
    .platen-long-left { grid-template-columns: minmax(0, 1fr) fit-content(60%); }
    .platen-long-right { grid-template-columns: fit-content(60%) minmax(0, 1fr); }
    .platen-tight > * { min-width: 0; overflow: hidden; text-overflow: ellipsis; }
    .platen-left { text-align: left; }
    .platen-center { text-align: center; }
    .platen-right { text-align: right; }
  `;
}

function valuesOf(
  { page, pages, title, url, file }: HeaderFacts,
  moment: Pick<HeaderValues, 'date' | 'time'>,
): HeaderValues {
  return {
    page: String(page),
    pages: String(pages),
    title: escapeHtml(title),
    url: escapeHtml(url),
    file: escapeHtml(file),
    ...moment,
  };
}

/** Returns date and time as the language of the document writes them, else as the system does. */
function momentValues(created: Date, language: string): Pick<HeaderValues, 'date' | 'time'> {
  const locale = localeOf(language);
  const format = (options: Intl.DateTimeFormatOptions) =>
    escapeHtml(new Intl.DateTimeFormat(locale, options).format(created));
  return { date: format({ dateStyle: 'medium' }), time: format({ timeStyle: 'short' }) };
}

function localeOf(language: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(language.trim() || undefined)[0];
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
