import { randomUUID } from 'node:crypto';
import type { ConversionRequest } from '../../../shared/request/request.js';
import type { ConversionPage } from '../page/conversion-page.js';
import type { NestedBookmark } from '../pdf/merge-pdf.js';
import {
  type PageMargins,
  type ShownMargins,
  type Size,
  isSameLength,
} from '../pdf/page-geometry.js';
import { pageNodes, readPdfStructure } from '../pdf/pdf-file.js';
import { type OutlineEntry, decodedFragment, writeOutline } from '../pdf/outline.js';
import { PdfUpdate } from '../pdf/pdf-update.js';
import { callText, json } from '../preflight/in-page/scripts.js';
import { maxShrink, pageMargins, pointsPerPx, printedArea } from '../preflight/printed-pdf.js';
import { type PrintPlan, marginsOfPlan } from '../sheet/print-options.js';
import { escapeHtml } from '../../util/character-references.js';
import type { OpenSheet } from '../sheet/sheet.js';
import {
  type Place,
  correctTopLinks,
  destinationArray,
  readDestinations,
  removeDeadLinks,
  takeMarks,
  writeDestinations,
} from './destinations.js';
import {
  type PageFont,
  type PageHeading,
  type PageRoom,
  appendEmptyPage,
  collectHeadings,
  fontOfPage,
  linkAnchors,
  numberContents,
  showContents,
} from './in-page.js';

export interface PlacedHeading extends PageHeading {
  readonly place: Place;
}

/** What a document adds to the table of contents of a merged one. */
export interface PartContents {
  readonly headings: readonly PlacedHeading[];
  readonly font: PageFont;
  /** Of its first page, in points. */
  readonly paper: Size;
  /** Null if the first page does not show them. */
  readonly margins: PageMargins | null;
}

export interface ContentsLine {
  /** From 1. */
  readonly level: number;
  readonly text: string;
  /** Of the page that it leads to, from 0, without those of the contents. */
  readonly pageIndex: number;
}

/** The headings of a page, which are marked in its print. */
export interface MarkedHeadings {
  readonly headings: readonly PageHeading[];
  /** The beginning of the URLs that mark them. */
  readonly url: string;
}

interface PlacedBookmark extends OutlineEntry {
  /** From 0. */
  readonly pageIndex: number;
}

interface ContentsRun {
  readonly request: ConversionRequest;
  readonly plan: PrintPlan;
  /** The contents of a book of this one document: its bookmarks, unless headings are asked for. */
  readonly bookmarks: readonly NestedBookmark[];
  /** Whether the merged document that it becomes a part of gets the table of contents. */
  readonly isPart: boolean;
  /** The language tag of the document; empty if unknown. */
  readonly language: string;
}

interface AddedContents {
  readonly update: PdfUpdate;
  /** For the table of contents of the merged document; null if it has none. */
  readonly contents: PartContents | null;
}

interface ContentsOptions {
  readonly request: ConversionRequest;
  readonly language: string;
  readonly print: Electron.PrintToPDFOptions;
  readonly room: PageRoom;
  /** Whether an empty page follows an odd number of pages, so that the next keeps its side. */
  readonly keepsSides: boolean;
}

export interface PrintedContents {
  readonly title: string;
  readonly bytes: Buffer;
  readonly pages: number;
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

/** Makes the places of a page destinations of its PDF: other documents or bookmarks lead there. */
export async function markAnchors(page: ConversionPage): Promise<void> {
  await page.evaluate(callText(linkAnchors));
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
  { request, plan, bookmarks: own, isPart, language }: ContentsRun,
): Promise<AddedContents> {
  const structure = readPdfStructure(printed);
  const destinations = readDestinations(printed, structure, marginsOfPlan(plan));
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
  correctTopLinks(update, printed, destinations.get(''));
  const listed = placed.filter(({ level }) => level <= tableOfContents);
  const marked =
    bookmarks === undefined
      ? placedBookmarks(own, destinations, printed)
      : placed.filter(({ level }) => level <= bookmarks).map(headingBookmark);
  const outline: OutlineEntry[] = [...marked];
  if (listed.length > 0 && !isPart) {
    const isAfterFirst = isContentsAfterFirst(request);
    const lines = listed.map(({ level, text, place: { pageIndex } }) => {
      return { level, text, pageIndex };
    });
    const scale = documentScale(printed, plan, request);
    const print = { ...plan.options, scale, generateTaggedPDF: false };
    const keepsSides = request.dropBlankPages !== true && isTwoSided(printed);
    const options = { request, language, print, room: pageRoom(printed, plan), keepsSides };
    const contents = await printContents(page, lines, options);
    const first = insertContents(update, printed, contents.bytes, listed, isAfterFirst);
    const index = isAfterFirst ? indexAfterFirstPage(marked) : 0;
    const { level } = outline[index] ?? { level: lowestLevel(marked) };
    const entry = { title: contents.title, level, destination: `[${first} 0 R /Fit]` };
    if (outline.length > 0) outline.splice(index, 0, entry);
  }
  if (outline.length > 0) writeOutline(update, outline);
  const isListed = isPart && tableOfContents > 0;
  const shrunk = isListed ? documentScale(printed, plan, request) / plan.scale : 1;
  return { update, contents: isListed ? await partContents(page, printed, listed, shrunk) : null };
}

export function isContentsAfterFirst({ contentsPosition }: ConversionRequest): boolean {
  return contentsPosition === 'after-first-page';
}

async function partContents(
  page: ConversionPage,
  printed: Buffer,
  headings: readonly PlacedHeading[],
  shrunk: number,
): Promise<PartContents> {
  const structure = readPdfStructure(printed);
  const [first] = pageNodes(printed, structure);
  const box = /\/MediaBox\s*\[\S+ \S+ ([\d.]+) ([\d.]+)\]/.exec(first?.text ?? '');
  const [margins = null] = pageMargins(printed, structure);
  const font = (await page.evaluate(callText(fontOfPage))) as PageFont;
  return {
    headings,
    font: { ...font, fontSize: `calc(${font.fontSize} * ${shrunk})` },
    paper: { width: Number(box?.[1]), height: Number(box?.[2]) },
    margins,
  };
}

/** The document whose table of contents is printed on pages of its own. */
interface ContentsSheet {
  readonly request: ConversionRequest;
  /** With the room that headers need. */
  readonly plan: PrintPlan;
  /** A document whose paper and font it has; null: those of the plan. */
  readonly like: PartContents | null;
  /** A language tag; empty if unknown. */
  readonly language: string;
}

/** @param lines the pages of all documents are counted */
export async function printMergedContents(
  openSheet: OpenSheet,
  lines: readonly ContentsLine[],
  { request, plan, like, language }: ContentsSheet,
): Promise<PrintedContents> {
  const html = sheetHtml(plan, like, language);
  const widthPx = plan.contentWidthPx;
  return openSheet({ html, widthPx }, async (page) => {
    const print = plan.options;
    // Its height is an estimate; the number of pages is corrected once it is printed.
    const room = { widthPx, heightPx: widthPx * Math.SQRT2 };
    return printContents(page, lines, { request, language, print, room, keepsSides: false });
  });
}

/**
 * The paper is that of the document, with margins that are never smaller than without its CSS: its
 * first page may be a cover. What the user set wins.
 */
function sheetHtml(plan: PrintPlan, like: PartContents | null, language: string): string {
  const least = marginsOfPlan(plan);
  const { paper, margins, font } = like ?? {};
  const sides = (['top', 'right', 'bottom', 'left'] as const).map(
    (side) => `margin-${side}: ${Math.max(least[side], margins?.[side] ?? 0)}pt`,
  );
  const size = paper === undefined ? [] : [`size: ${paper.width}pt ${paper.height}pt`];
  const { fontFamily = 'serif', fontSize = '16px', direction = 'ltr' } = font ?? {};
  const body = `font-family: ${fontFamily}; font-size: ${fontSize}; direction: ${direction}`;
  return `<!doctype html><html lang="${escapeHtml(language)}"><meta charset="utf-8">
    <style>@page { ${[...size, ...sides].join('; ')} }</style>
    <style>${plan.pageStyles}</style><body style="${escapeHtml(body)}">`;
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

/** The first entry on a later page, unless that would be nested; 0 then. */
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
  lines: readonly ContentsLine[],
  { request, language, print, room, keepsSides }: ContentsOptions,
): Promise<PrintedContents> {
  const isAfterFirst = isContentsAfterFirst(request);
  const entries = lines.map(({ level, text }, index) => {
    return { level, text, url: `${linkUrl}${index}` };
  });
  const { contentsTitle: title = titleIn(language), contentsCss: css = '' } = request;
  // None of its pages is like a cover (`@page :first`), but they are left or right in turn.
  const emptyPages = isAfterFirst ? 1 : 2;
  const styles = [contentsStyle, css];
  const text = { title, entries, styles, emptyPages };
  let pages = Number(await page.evaluate(callText(showContents, json(text), json(room))));
  for (let attempt = 1; ; attempt += 1) {
    const numbers = lines.map(({ pageIndex }) =>
      String(
        pageIndex + (request.startNumber ?? 1) + (isAfterFirst && pageIndex === 0 ? 0 : pages),
      ),
    );
    await page.evaluate(callText(numberContents, json(numbers)));
    const bytes = await page.print({ ...print, pageRanges: `${emptyPages + 1}-` });
    const { pages: count } = readPdfStructure(bytes);
    const isPaired = !keepsSides || count % 2 === 0;
    if ((count === pages && isPaired) || attempt === maxAttempts) {
      return { title, bytes, pages: count };
    }
    pages = count;
    if (isPaired) continue;
    await page.evaluate(callText(appendEmptyPage));
    pages += 1;
  }
}

/** Whether left and right pages have margins that mirror each other, as in books. */
function isTwoSided(printed: Buffer): boolean {
  let before: PageMargins | null = null;
  for (const margins of firstMargins(printed)) {
    const { left, right } = margins;
    const isMirrored =
      before !== null && isSameLength(left, before.right) && isSameLength(right, before.left);
    if (isMirrored && !isSameLength(left, right)) return true;
    before = margins;
  }
  return false;
}

/**
 * Chromium shrinks a document that is too wide. A cover may be a drawing with a scale of its own.
 */
function documentScale(
  printed: Buffer,
  { scale }: PrintPlan,
  { shrinkToFit = false }: ConversionRequest,
): number {
  const lengths = firstMargins(printed).map((margins) => margins.pointsPerPx ?? 0);
  const found = Math.max(0, ...lengths) / pointsPerPx;
  const least = shrinkToFit ? 0 : scale / maxShrink - 0.001;
  return found > least ? Math.min(found, scale) : scale;
}

/** Reading the margins of all pages of a long document takes a while. */
const maxCheckedPages = 8;

function firstMargins(printed: Buffer): readonly ShownMargins[] {
  const found: ShownMargins[] = [];
  for (const margins of pageMargins(printed, readPdfStructure(printed))) {
    found.push(margins);
    if (found.length === maxCheckedPages) break;
  }
  return found;
}

/** The room on the first page. */
function pageRoom(printed: Buffer, { contentWidthPx }: PrintPlan): PageRoom {
  const structure = readPdfStructure(printed);
  const [first] = pageNodes(printed, structure);
  const area = first === undefined ? null : printedArea(printed, structure, first);
  if (typeof area?.pointsPerPx !== 'number')
    return { widthPx: contentWidthPx, heightPx: contentWidthPx * Math.SQRT2 };
  return { widthPx: area.width / area.pointsPerPx, heightPx: area.height / area.pointsPerPx };
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

/** The index of the line; null for other URLs. */
export function lineOfLink(url: string): number | null {
  return url.startsWith(linkUrl) ? Number(url.slice(linkUrl.length)) : null;
}

const linkPattern = /\/A\s*<<[^<>]*\/URI \(https:\/\/contents\.invalid\/(\d+)\)\s*>>/g;

/** The second print is right, unless the user's CSS depends on the numbers. */
const maxAttempts = 4;

/** @param tag any text; English for an unknown language */
export function titleIn(tag: string): string {
  // "zh-hant-tw": with script or region, or only the language.
  const [, longer = '', code = ''] = /^((\w+)(?:-\w+)?)/.exec(tag.toLowerCase()) ?? [];
  return titles[longer] ?? titles[code] ?? titles['en'] ?? '';
}

const titles: Readonly<Record<string, string>> = {
  ar: 'المحتويات',
  bg: 'Съдържание',
  ca: 'Índex',
  cs: 'Obsah',
  da: 'Indhold',
  de: 'Inhalt',
  el: 'Περιεχόμενα',
  en: 'Contents',
  es: 'Índice',
  et: 'Sisukord',
  fa: 'فهرست مطالب',
  fi: 'Sisällys',
  fr: 'Sommaire',
  he: 'תוכן העניינים',
  hr: 'Sadržaj',
  hu: 'Tartalomjegyzék',
  id: 'Daftar Isi',
  it: 'Indice',
  ja: '目次',
  ko: '차례',
  lt: 'Turinys',
  lv: 'Saturs',
  nb: 'Innhold',
  nl: 'Inhoud',
  nn: 'Innhald',
  no: 'Innhold',
  pl: 'Spis treści',
  pt: 'Índice',
  ro: 'Cuprins',
  ru: 'Содержание',
  sk: 'Obsah',
  sl: 'Kazalo',
  sr: 'Садржај',
  sv: 'Innehåll',
  th: 'สารบัญ',
  tr: 'İçindekiler',
  uk: 'Зміст',
  vi: 'Mục lục',
  zh: '目录',
  'zh-hant': '目錄',
  'zh-hk': '目錄',
  'zh-mo': '目錄',
  'zh-tw': '目錄',
};

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
  .contents-level-7 { padding-inline-start: 9em }
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
