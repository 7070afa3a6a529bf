import type { FieldIssue } from '../messages/errors.js';
import { type Message, message } from '../messages/message.js';
import { marginNames, parseLength } from './paper.js';
import { excerpt, nearestName } from './text.js';
import { fieldIssue, ownValue } from './validation.js';

/** What headers and footers can show. */
const headerPlaceholders = ['page', 'pages', 'title', 'date', 'time', 'url', 'file'] as const;
export type HeaderPlaceholder = (typeof headerPlaceholders)[number];

/** The values of the placeholders on one page. */
export type HeaderValues = Readonly<Record<HeaderPlaceholder, string>>;

/** A doubled brace, which stands for one; a placeholder; a single brace. */
const textToken = /\{\{|\}\}|\{([^{}]*)\}|\{/g;

/** CSS has braces too, so that only a word in braces is a placeholder; in two pairs it is text. */
const htmlToken = /\{\{([a-z]+)\}\}|\{([a-z]+)\}/gi;

export function headerTextIssue(text: string): Message | null {
  const tokens = [...text.matchAll(textToken)];
  if (tokens.some(([token]) => token === '{'))
    return message('own.headerBrace', { text: excerpt(text) });
  return placeholderIssue(tokens.flatMap(([, word]) => word ?? []));
}

export function headerHtmlIssue(html: string): Message | null {
  const script = html.search(/<script[\s>/]/i);
  if (script !== -1) return inLine(html, script, message('own.headerScript'));
  const words = unknownWords(html);
  const issue = placeholderIssue([...words.keys()]);
  const [first, last] = [[...words.values()][0], [...words.values()].at(-1)];
  if (issue === null || first === undefined || html.slice(first, last).includes('\n')) return issue;
  return inLine(html, first, issue);
}

/** The first words in braces that are no placeholders, and where each of them is first. */
function unknownWords(html: string): ReadonlyMap<string, number> {
  const words = new Map<string, number>();
  for (const { 2: word, index } of html.matchAll(htmlToken)) {
    if (word === undefined || isPlaceholder(word) || words.has(word)) continue;
    words.set(word, index);
    if (words.size === maxNamedWords) break;
  }
  return words;
}

/** Names the line of an issue if there are several. */
function inLine(html: string, index: number, issue: Message): Message {
  if (!html.trimEnd().includes('\n')) return issue;
  return message('own.headerHtmlLine', { line: lineOf(html, index), issue });
}

function lineOf(html: string, index: number): number {
  return html.slice(0, index).split('\n').length;
}

/** A message names no more. */
const maxNamedWords = 10;

/** Names the words that are no placeholders; of a single one, the placeholder closest to it. */
function placeholderIssue(words: readonly string[]): Message | null {
  const wrong = [...new Set(words)].filter((word) => !isPlaceholder(word));
  const [first, ...others] = wrong;
  if (first === undefined) return null;
  const unknown = wrong.slice(0, maxNamedWords).map((word) => excerpt(`{${word}}`));
  const nearest = others.length > 0 ? null : nearestName(first.toLowerCase(), headerPlaceholders);
  if (nearest !== null) {
    return message('own.headerPlaceholderNear', { unknown, nearest: `{${nearest}}` });
  }
  const placeholders = headerPlaceholders.map((name) => `{${name}}`);
  return message('own.headerPlaceholder', { unknown, count: unknown.length, placeholders });
}

export function fillHeaderText(text: string, values: HeaderValues): string {
  return text.replace(textToken, (token, word: string | undefined) =>
    word !== undefined && isPlaceholder(word) ? values[word] : token.slice(0, 1),
  );
}

/** @param values as HTML */
export function fillHeaderHtml(html: string, values: HeaderValues): string {
  return html.replace(htmlToken, (token, literal: string | undefined, word: string | undefined) => {
    if (literal !== undefined) return `{${literal}}`;
    return word !== undefined && isPlaceholder(word) ? values[word] : token;
  });
}

function isPlaceholder(word: string): word is HeaderPlaceholder {
  return headerPlaceholders.some((known) => known === word);
}

/** The two edges of a page that hold texts, with the options of each. */
export const headerEdges = {
  top: {
    texts: { left: 'headerLeft', center: 'headerCenter', right: 'headerRight' },
    html: 'headerHtml',
  },
  bottom: {
    texts: { left: 'footerLeft', center: 'footerCenter', right: 'footerRight' },
    html: 'footerHtml',
  },
} as const;

export type HeaderEdge = keyof typeof headerEdges;

/** In points. */
export const defaultHeaderFontSize = 9;

/** Height of a line as a multiple of the font size. */
export const headerLineHeight = 1.3;

/** Distance from the header to the edge of the paper and to the content together, in inches. */
const clearanceInches = { min: 0.1, comfortable: 0.4 } as const;

/** Height that a header needs in the margin, in inches. */
export interface HeaderRoom {
  /** With less it touches the content or the edge of the paper. */
  readonly min: number;
  /** What a margin gets that neither the user nor the page sets. */
  readonly comfortable: number;
}

/** @param heightInches of the header itself */
export function headerRoom(heightInches: number): HeaderRoom {
  return {
    min: heightInches + clearanceInches.min,
    comfortable: heightInches + clearanceInches.comfortable,
  };
}

export function headerLineInches(fontSize: number): number {
  return (fontSize * headerLineHeight) / 72;
}

/**
 * Contradictions between the options of headers and footers, unchecked: this runs beside the checks
 * of single fields.
 */
export function headerIssues(options: object): readonly FieldIssue[] {
  const given: Readonly<Record<string, unknown>> = { ...options };
  return (['top', 'bottom'] as const).flatMap((edge) => {
    const { texts, html } = headerEdges[edge];
    const hasText = Object.values(texts).some((name) => isText(given[name]));
    if (hasText && isText(given[html])) return [fieldIssue(html, bothMessages[edge])];
    return hasText ? roomIssue(edge, given) : [];
  });
}

const bothMessages = {
  top: message('own.headerTextAndHtml'),
  bottom: message('own.footerTextAndHtml'),
};

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function roomIssue(
  edge: HeaderEdge,
  { margin, headerFontSize }: Readonly<Record<string, unknown>>,
): readonly FieldIssue[] {
  const written = ownValue(margin, edge);
  if (typeof written !== 'string') return [];
  const length = parseLength(written);
  const size = typeof headerFontSize === 'number' ? headerFontSize : defaultHeaderFontSize;
  const { min } = headerRoom(headerLineInches(size));
  if (!length.ok || length.value.inches >= min) return [];
  const millimeters = Math.ceil(min * 254) / 10;
  const params = { name: marginNames[edge], length: written, millimeters };
  return [fieldIssue('margin', message('own.headerMargin', params))];
}
