import { parse, serialize, serializeOuter } from 'parse5';
import {
  type HeaderEdge,
  type HeaderValues,
  defaultHeaderFontSize,
  fillHeaderHtml,
  fillHeaderText,
  headerEdges,
  headerLineHeight,
} from '../../../shared/request/header-text.js';
import type { ConversionRequest } from '../../../shared/request/request.js';
import type { PageMargins, Size } from '../pdf/page-geometry.js';
import { elementsOf } from '../sources/html-nodes.js';
import { escapeHtml } from '../../util/character-references.js';

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

/** A page of the document with what its headers need to know. */
export interface PlacedPage {
  /** In the document. */
  readonly index: number;
  readonly facts: HeaderFacts;
  readonly isFirst: boolean;
  /** As displayed, in points. */
  readonly size: Size;
  readonly margins: PageMargins;
  /** The edges with room for a header; none without any. */
  readonly edges: readonly HeaderEdge[];
  /** Written as the number of the page instead of its own. */
  readonly number?: string;
}

interface SheetSetting {
  /** A language tag, by which dates are written and characters chosen; may be empty. */
  readonly language: string;
  readonly created: Date;
}

/** The texts or the HTML of one edge; empty if not set. */
interface Header {
  readonly texts: Readonly<Record<'left' | 'center' | 'right', string>>;
  readonly html: string;
}

export function headerOf(request: ConversionRequest, edge: HeaderEdge): Header {
  const { texts, html } = headerEdges[edge];
  const textOf = (side: keyof typeof texts) => request[texts[side]] ?? '';
  return {
    texts: { left: textOf('left'), center: textOf('center'), right: textOf('right') },
    html: request[html] ?? '',
  };
}

export function hasTexts({ texts }: Header): boolean {
  return Object.values(texts).some((text) => text !== '');
}

export function fontSizeOf({ headerFontSize = defaultHeaderFontSize }: ConversionRequest): number {
  return headerFontSize;
}

export const edgeClasses = { top: 'platen-header', bottom: 'platen-footer' } as const;

/** Returns a document with one page for each page, each with the headers of the given edges. */
export function sheetHtml(
  request: ConversionRequest,
  layer: readonly HeaderEdge[],
  placed: readonly PlacedPage[],
  { language, created }: SheetSetting,
): string {
  const moment = momentValues(created, language);
  const parts = layer.map((edge) => ({ edge, ...partsOf(request, edge) }));
  const boxes = new Map<string, string>();
  const pages = placed.map((page) => {
    const { facts, isFirst, size, margins, edges: shown } = page;
    const values = valuesOf(page, moment);
    const isEven = facts.page % 2 === 0;
    const width = size.width - margins.left - margins.right;
    const content = parts.map(({ edge, fill }) => {
      const filled = shown.includes(edge) ? fill(values, { isEven, width }) : '';
      return `<platen-edge class="${edgeClasses[edge]}">${filled}</platen-edge>`;
    });
    const box = boxStyle(size, margins);
    const name = boxes.get(box) ?? `platen-box-${boxes.size}`;
    boxes.set(box, name);
    const classes = `platen-page ${name} ${isEven ? 'even' : 'odd'}${isFirst ? ' first' : ''}`;
    return `<platen-page class="${classes}">${content.join('')}</platen-page>`;
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
      fill: (values) => `<platen-content>${fillHeaderHtml(body, values)}</platen-content>`,
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
  const withNumber = { ...values, page: `<span class="platen-number">${values.page}</span>` };
  const part = (side: keyof Header['texts']) => {
    const text = fillHeaderText(escapeHtml(texts[side]), withNumber);
    return `<div class="platen-${side}" dir="auto">${text}</div>`;
  };
  const ends = [part('left'), part('right')] as const;
  const all = [ends[0], part('center'), ends[1]].join('');
  // Clipped elements are several times as expensive to print.
  if (maxEms(`${left}  ${center}  ${right}`) < ems) return `<div class="platen-texts">${all}</div>`;
  if (left === '' && right === '')
    return `<div class="platen-tight platen-alone">${part('center')}</div>`;
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

/**
 * Rules that a user's CSS must not change are important. What is around the user's HTML has names
 * of its own, so that rules for `div` and the like don't apply to it.
 */
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
    /* Digits of one width, so that pages differ in nothing else (numbered-content.ts). */
    .platen-number { font-kerning: none; font-variant-numeric: tabular-nums; }
    .platen-left { text-align: left; }
    .platen-center { text-align: center; }
    .platen-right { text-align: right; }
  `;
}

function valuesOf(
  { facts: { page, pages, title, url, file }, number = String(page) }: PlacedPage,
  moment: Pick<HeaderValues, 'date' | 'time'>,
): HeaderValues {
  return {
    page: number,
    pages: String(pages),
    title: escapeHtml(title),
    url: escapeHtml(url),
    file: escapeHtml(file),
    ...moment,
  };
}

/** As the language of the document writes them, else as the system does. */
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
