import { randomUUID } from 'node:crypto';
import type { ConversionRequest } from '../../../shared/request/request.js';
import type { SingleSource } from '../../../shared/request/source.js';
import type { ConversionPage } from '../page/conversion-page.js';
import type { NestedBookmark } from '../pdf/merge-pdf.js';
import { pageNodes, readPdfStructure } from '../pdf/pdf-file.js';
import { type OutlineEntry, decodedFragment, writeOutline } from '../pdf/outline.js';
import { PdfUpdate } from '../pdf/pdf-update.js';
import { callText, json } from '../preflight/in-page/scripts.js';
import { printedArea } from '../preflight/printed-pdf.js';
import type { PrintPlan } from '../print/print-options.js';
import {
  type Place,
  destinationArray,
  readDestinations,
  removeDeadLinks,
  takeMarks,
  writeDestinations,
} from './destinations.js';
import {
  type PageHeading,
  type PageRoom,
  type ShownContents,
  collectHeadings,
  linkAnchors,
  numberContents,
  showContents,
} from './in-page.js';

/** A heading on a printed page. */
interface PlacedHeading extends PageHeading {
  readonly place: Place;
}

/** The headings of a page, which are marked in its print. */
export interface MarkedHeadings {
  readonly headings: readonly PageHeading[];
  /** The beginning of the URLs that mark them. */
  readonly url: string;
}

/** A bookmark of the document. */
interface PlacedBookmark extends OutlineEntry {
  /** From 0. */
  readonly pageIndex: number;
}

interface AddedContents {
  readonly request: ConversionRequest;
  readonly plan: PrintPlan;
  /** The contents of a book of this one document: its bookmarks, unless headings are asked for. */
  readonly bookmarks: readonly NestedBookmark[];
}

interface ContentsOptions {
  readonly request: ConversionRequest;
  readonly plan: PrintPlan;
  readonly isAfterFirst: boolean;
}

/** The table of contents, printed. */
interface PrintedContents {
  readonly title: string;
  readonly bytes: Buffer;
}

/** Marks the headings that the request needs. The page must not change until it is printed. */
export async function markHeadings(
  page: ConversionPage,
  { bookmarks = 0, tableOfContents = 0 }: ConversionRequest,
): Promise<MarkedHeadings> {
  const levels = Math.max(bookmarks, tableOfContents);
  // The page must not be able to spell it.
  const url = `https://${randomUUID()}.invalid/`;
  if (levels === 0) return { headings: [], url };
  const found = await page.evaluate(callText(collectHeadings, json(levels), json(url)));
  return { headings: found as readonly PageHeading[], url };
}

/** Makes the places of a page that others lead to destinations of its PDF. */
export async function markAnchors(page: ConversionPage, source: SingleSource): Promise<void> {
  const anchors = source.kind === 'file' ? (source.entryAnchors ?? []) : [];
  if (anchors.length > 0) await page.evaluate(callText(linkAnchors, json(anchors)));
}

/**
 * Corrects the links inside a printed PDF, and adds bookmarks and a table of contents. The content
 * of the page is replaced for the latter.
 * @param printed its dead links and the marks of its headings are removed
 * @returns the changes
 */
export async function addContents(
  page: ConversionPage,
  printed: Buffer,
  { headings, url }: MarkedHeadings,
  { request, plan, bookmarks: own }: AddedContents,
): Promise<PdfUpdate> {
  const structure = readPdfStructure(printed);
  const destinations = readDestinations(printed, structure);
  removeDeadLinks(printed, destinations);
  const { bookmarks, tableOfContents = 0 } = request;
  const marks =
    headings.length === 0 ? new Map<number, Place>() : takeMarks(printed, structure, url);
  const placed = headings.flatMap((heading, index) => {
    const place = marks.get(index);
    return place === undefined ? [] : [{ ...heading, place }];
  });
  const update = new PdfUpdate(printed, structure);
  writeDestinations(update, printed, structure, [...destinations.values()]);
  const listed = placed.filter(({ level }) => level <= tableOfContents);
  const marked =
    bookmarks === undefined
      ? placedBookmarks(own, destinations, printed)
      : placed.filter(({ level }) => level <= bookmarks).map(headingBookmark);
  const outline: OutlineEntry[] = [...marked];
  if (listed.length > 0) {
    const isAfterFirst = request.contentsPosition === 'after-first-page';
    const options = { request, plan, isAfterFirst };
    const contents = await printContents(page, printed, listed, options);
    const first = insertContents(update, printed, contents.bytes, listed, isAfterFirst);
    const index = isAfterFirst ? indexAfterFirstPage(marked) : 0;
    const { level } = outline[index] ?? { level: lowestLevel(marked) };
    const entry = { title: contents.title, level, destination: `[${first} 0 R /Fit]` };
    if (outline.length > 0) outline.splice(index, 0, entry);
  }
  if (outline.length > 0) writeOutline(update, outline);
  return update;
}

function headingBookmark({ text, level, place }: PlacedHeading): PlacedBookmark {
  const { pageIndex } = place;
  return { title: text, level, pageIndex, destination: destinationArray(place) };
}

/** A place that was not printed is replaced by the first page. */
function placedBookmarks(
  bookmarks: readonly NestedBookmark[],
  destinations: ReadonlyMap<string, Place>,
  printed: Buffer,
): readonly PlacedBookmark[] {
  if (bookmarks.length === 0) return [];
  const first = `[${firstPageOf(printed)} 0 R /Fit]`;
  return bookmarks.map(({ title, level, anchor }) => {
    const place = destinations.get(anchor) ?? destinations.get(decodedFragment(anchor));
    const destination = place === undefined ? first : destinationArray(place);
    return { title, level, pageIndex: place?.pageIndex ?? 0, destination };
  });
}

/** Returns the first entry on a later page, unless that would be nested; 0 then. */
function indexAfterFirstPage(bookmarks: readonly PlacedBookmark[]): number {
  const index = bookmarks.findIndex(({ pageIndex }) => pageIndex > 0);
  if (index === -1) return bookmarks.length;
  return bookmarks[index]?.level === lowestLevel(bookmarks.slice(0, index + 1)) ? index : 0;
}

function lowestLevel(bookmarks: readonly PlacedBookmark[]): number {
  return bookmarks.reduce((lowest, { level }) => Math.min(lowest, level), Number.POSITIVE_INFINITY);
}

/** Prints the table of contents with the page numbers that result from its own length. */
async function printContents(
  page: ConversionPage,
  printed: Buffer,
  headings: readonly PlacedHeading[],
  { request, plan, isAfterFirst }: ContentsOptions,
): Promise<PrintedContents> {
  const entries = headings.map(({ level, text }, index) => {
    return { level, text, url: `${linkUrl}${index}` };
  });
  const { contentsTitle: title = null, contentsCss: css = '' } = request;
  const text = { title, titles: contentsTitles, entries, styles: [contentsStyle, css] };
  const shown = (await page.evaluate(
    callText(showContents, json(text), json(pageRoom(printed, plan))),
  )) as ShownContents;
  let { pages } = shown;
  for (let attempt = 1; ; attempt += 1) {
    const numbers = headings.map(({ place: { pageIndex } }) =>
      String(
        pageIndex + (request.startNumber ?? 1) + (isAfterFirst && pageIndex === 0 ? 0 : pages),
      ),
    );
    await page.evaluate(callText(numberContents, json(numbers)));
    const bytes = await page.print({ ...plan.options, pageRanges: '', generateTaggedPDF: false });
    const { pages: count } = readPdfStructure(bytes);
    if (count === pages || attempt === maxAttempts) return { title: shown.title, bytes };
    pages = count;
  }
}

/** Returns the room on the first page. */
function pageRoom(printed: Buffer, { contentWidthPx }: PrintPlan): PageRoom {
  const structure = readPdfStructure(printed);
  const [first] = pageNodes(printed, structure);
  const area = first === undefined ? null : printedArea(printed, structure, first);
  if (area === null) return { widthPx: contentWidthPx, heightPx: contentWidthPx * Math.SQRT2 };
  const { width, height, pointsPerPx } = area;
  return { widthPx: width / pointsPerPx, heightPx: height / pointsPerPx };
}

/** @returns the object of its first page */
function insertContents(
  update: PdfUpdate,
  printed: Buffer,
  contents: Buffer,
  headings: readonly PlacedHeading[],
  isAfter: boolean,
): number {
  const page = firstPageOf(printed);
  return update.insertPages(contents, { page, isAfter }, (object) =>
    object.replace(linkPattern, (action, index: string) => {
      const heading = headings[Number(index)];
      return heading === undefined ? action : `/Dest ${destinationArray(heading.place)}`;
    }),
  );
}

/** @returns the object of the first page */
function firstPageOf(printed: Buffer): number {
  const [first] = pageNodes(printed, readPdfStructure(printed));
  if (first === undefined) throw new Error('A printed PDF has a page.');
  return first.number;
}

/** The links of the table of contents, until they are replaced; the domain never exists. */
const linkUrl = 'https://contents.invalid/';

const linkPattern = /\/A\s*<<[^<>]*\/URI \(https:\/\/contents\.invalid\/(\d+)\)\s*>>/g;

/** The second print is right, unless the user's CSS depends on the numbers. */
const maxAttempts = 4;

/** The title of a table of contents, by the language of the page. */
const contentsTitles = {
  ar: 'المحتويات',
  cs: 'Obsah',
  da: 'Indhold',
  de: 'Inhalt',
  en: 'Contents',
  es: 'Índice',
  fi: 'Sisällys',
  fr: 'Sommaire',
  it: 'Indice',
  ja: '目次',
  ko: '차례',
  nl: 'Inhoud',
  no: 'Innhold',
  pl: 'Spis treści',
  pt: 'Índice',
  ru: 'Содержание',
  sv: 'Innehåll',
  tr: 'İçindekiler',
  uk: 'Зміст',
  zh: '目录',
  'zh-tw': '目錄',
} as const;

/** The style of the table of contents; docs/print-desk.md names its classes. */
const contentsStyle = `
  :host { all: initial; display: block; color: #000; line-height: 1.45; overflow-wrap: anywhere }
  .contents-title { margin: 0 0 1em; font-size: 1.6em; line-height: 1.2; break-after: avoid }
  .contents-list { margin: 0; padding: 0; list-style: none }
  .contents-entry { margin-block: 0.25em; break-inside: avoid }
  .contents-level-1 { margin-block-start: 0.6em; font-weight: 600 }
  .contents-level-2 { padding-inline-start: 1.5em }
  .contents-level-3 { padding-inline-start: 3em }
  .contents-level-4 { padding-inline-start: 4.5em }
  .contents-level-5 { padding-inline-start: 6em }
  .contents-level-6 { padding-inline-start: 7.5em }
  .contents-link {
    display: flex; align-items: last baseline; color: inherit; text-decoration: none
  }
  .contents-line { flex: 1; min-width: 0; overflow-x: clip }
  .contents-leader { display: inline-block; width: 0 }
  .contents-leader::after {
    content: ''; display: block; width: 200em; margin-inline-start: 0.5em;
    border-block-end: 0.09em dotted
  }
  .contents-page { min-width: 3em; text-align: end; font-variant-numeric: tabular-nums }
`;
