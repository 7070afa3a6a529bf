import { z } from 'zod';
import type { FieldIssue } from './messages/errors.js';
import { type Message, message } from './messages/message.js';
import { cutToBytes, safeSegment } from './request/filename.js';
import { excerpt } from './request/text.js';
import { type Parsed, fieldIssue, invalid, valid } from './request/validation.js';

/** The largest number of pages of a part that is accepted. */
const maxPages = 999_999;

/** Where a PDF is divided. */
export const splitRuleSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('pages'), pages: z.number().int().min(1).max(maxPages) }),
  z.strictObject({ kind: z.literal('size'), bytes: z.number().int().min(1) }),
  z.strictObject({ kind: z.literal('bookmarks') }),
]);
export type SplitRule = Readonly<z.infer<typeof splitRuleSchema>>;

/** Consecutive pages that become one document. */
export interface PageRange {
  /** Index of the first page, from 0. */
  readonly first: number;
  /** Index after the last page. */
  readonly end: number;
  /** The title of the bookmark that it begins with; empty for none. */
  readonly title: string;
}

/** One of the PDFs of a source. */
export interface SplitPart {
  /** From 1. */
  readonly number: number;
  readonly of: number;
  readonly range: PageRange;
}

/** In bytes, as mail servers and shops that limit files count them. */
const units: Readonly<Record<string, number>> = { KB: 1e3, MB: 1e6, GB: 1e9 };

/** The most bytes of a name before the number, so that names with one can be stored. */
const maxStemBytes = 180;

/** Null if it is not valid. */
export function parsePartPages(text: string): number | null {
  const digits = text.trim();
  const pages = /^\d{1,6}$/.test(digits) ? Number(digits) : 0;
  return pages > 0 ? pages : null;
}

/** A size as in `1.5 MB`, in bytes; null if it is not valid. */
export function parsePartSize(text: string): number | null {
  const form = /^(\d{1,9}(?:[.,]\d{1,9})?) ?([KMG]B)$/i;
  const [, number = '', unit = ''] = form.exec(text.trim()) ?? [];
  const bytes = Math.floor(Number(number.replace(',', '.')) * (units[unit.toUpperCase()] ?? 0));
  return bytes > 0 ? bytes : null;
}

/** As {@link parsePartSize} reads it: `1.5 MB`. */
export function partSizeText(bytes: number): string {
  const unit = bytes >= 1e9 ? 'GB' : bytes >= 1e6 ? 'MB' : 'KB';
  return `${bytes / (units[unit] ?? 1)} ${unit}`;
}

/** A rule as it was typed into the form. */
export interface TypedSplit {
  readonly splitBy: 'none' | SplitRule['kind'];
  readonly splitPages: string;
  readonly splitSize: string;
}

/** Null for none. */
export function parseTypedSplit(typed: TypedSplit): Parsed<SplitRule | null> {
  const { splitBy: kind, splitPages, splitSize } = typed;
  switch (kind) {
    case 'none':
      return valid(null);
    case 'bookmarks':
      return valid({ kind });
    case 'pages': {
      const pages = parsePartPages(splitPages);
      if (pages !== null) return valid({ kind, pages });
      return invalid(message('split.pages', { value: excerpt(splitPages) }));
    }
    case 'size': {
      const bytes = parsePartSize(splitSize);
      if (bytes !== null) return valid({ kind, bytes });
      return invalid(message('split.size', { value: excerpt(splitSize) }));
    }
  }
}

/** What decides whether a PDF can be divided. */
interface SplitOptions {
  readonly request: { readonly webhook?: string | undefined };
  readonly output: { readonly split?: SplitRule | undefined };
  readonly renderOn: string | null;
}

/** What splitting cannot be combined with. */
export function splitIssues({ request, output, renderOn }: SplitOptions): readonly FieldIssue[] {
  if (output.split === undefined) return [];
  const messages = [
    ...(renderOn === null ? [] : [message('split.remotely')]),
    ...(request.webhook === undefined ? [] : [message('split.webhook')]),
  ];
  return messages.map((issue) => fieldIssue('output.split', issue));
}

/**
 * `name-01.pdf`, with the title of its bookmark `name-01-Title.pdf`.
 * @param name of the PDF if it were not split
 */
export function partFilename(name: string, { number, of, range }: SplitPart): string {
  const stem = cutToBytes(name.replace(/\.pdf$/i, ''), maxStemBytes);
  const digits = String(number).padStart(String(of).length, '0');
  const title = range.title.trim() === '' ? '' : `-${safeSegment(range.title)}`;
  return `${safeSegment(`${stem}-${digits}${title}`)}.pdf`;
}

/** A part and its size, as far as they decide about {@link splitNotes}. */
interface MeasuredRange extends PageRange {
  /** In bytes. */
  readonly size: number;
}

/** What users may not expect of the parts of a document. */
export function splitNotes(rule: SplitRule, parts: readonly MeasuredRange[]): readonly Message[] {
  switch (rule.kind) {
    case 'pages':
      return [];
    case 'bookmarks':
      return parts.every(({ title }) => title === '') ? [message('split.noBookmarks')] : [];
    case 'size':
      return parts
        .filter(({ size }) => size > rule.bytes)
        .map(({ first, size }) =>
          message('split.largePage', { page: first + 1, size, limit: rule.bytes }),
        );
  }
}
