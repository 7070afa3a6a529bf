import type { FieldIssue } from '../../../shared/errors.js';
import { type Message, message } from '../../../shared/messages/message.js';
import { cutToBytes, safeSegment } from '../../../shared/request/filename.js';
import { excerpt } from '../../../shared/request/text.js';
import type { PageRange, SplitRule } from '../../engine/pdf/split-pdf.js';
import { type ConvertOptions, splitForms } from './options.js';

/** One of the PDFs of a source. */
export interface SplitPart {
  /** From 1. */
  readonly number: number;
  readonly of: number;
  readonly range: PageRange;
}

type Parsed =
  { readonly ok: true; readonly rule: SplitRule } | { readonly ok: false; readonly issue: Message };

/** In bytes, as mail servers and shops that limit files count them. */
const units: Readonly<Record<string, number>> = { KB: 1e3, MB: 1e6, GB: 1e9 };

/** The most bytes of a name before the number, so that names with one can be stored. */
const maxStemBytes = 180;

/** Parses the value of `--split`. */
export function parseSplit(text: string): Parsed {
  const [, kind = '', value = ''] = /^(pages|size):(.*)$/i.exec(text.trim()) ?? [];
  const params = { value: excerpt(text) };
  if (/^bookmarks$/i.test(text.trim())) return { ok: true, rule: { kind: 'bookmarks' } };
  switch (kind.toLowerCase()) {
    case 'pages': {
      const pages = /^\d{1,6}$/.test(value) ? Number(value) : 0;
      if (pages > 0) return { ok: true, rule: { kind: 'pages', pages } };
      return { ok: false, issue: message('convert.splitPages', params) };
    }
    case 'size': {
      const [, number, unit = ''] = /^(\d{1,9}(?:\.\d{1,9})?) ?([KMG]B)$/i.exec(value) ?? [];
      const bytes = Math.floor(Number(number) * (units[unit.toUpperCase()] ?? 0));
      if (bytes > 0) return { ok: true, rule: { kind: 'size', bytes } };
      return { ok: false, issue: message('convert.splitSize', params) };
    }
    default:
      return {
        ok: false,
        issue: message('convert.splitUnknown', { ...params, forms: { or: splitForms } }),
      };
  }
}

/**
 * Returns the issues of `--split` and what it cannot be combined with.
 * @param options those of the request
 */
export function splitIssues(
  { values, switches }: ConvertOptions,
  options: Readonly<Record<string, unknown>>,
): readonly FieldIssue[] {
  const text = values.get('split');
  if (text === undefined) return [];
  const parsed = parseSplit(text);
  const out = values.get('out') ?? '';
  const single = (['newer', 'watch'] as const).filter((option) => switches.has(option));
  const messages = [
    ...(parsed.ok ? [] : [parsed.issue]),
    ...(values.has('remote') ? [message('convert.splitRemotely')] : []),
    ...single.map((option) => message('convert.splitWith', { option: `--${option}` })),
    ...(isUploaded(options) ? [message('convert.splitUploads')] : []),
    ...(options['webhook'] === undefined ? [] : [message('convert.splitWebhook')]),
    ...(options['tagged'] === true ? [message('convert.splitTagged')] : []),
    ...(out === '-' || /\.pdf$/i.test(out)
      ? [message('convert.splitOut', { out: excerpt(out) })]
      : []),
  ];
  return messages.map((issue) => ({ field: 'split', message: issue }));
}

function isUploaded({ storage }: Readonly<Record<string, unknown>>): boolean {
  return (
    typeof storage === 'object' &&
    storage !== null &&
    'provider' in storage &&
    storage.provider === 'object_store'
  );
}

/**
 * Returns the file name of a part: `name-01.pdf`, with the title of its bookmark
 * `name-01-Title.pdf`.
 * @param name of the PDF if it were not split
 */
export function partFilename(name: string, { number, of, range }: SplitPart): string {
  const stem = cutToBytes(name.replace(/\.pdf$/i, ''), maxStemBytes);
  const digits = String(number).padStart(String(of).length, '0');
  const title = range.title.trim() === '' ? '' : `-${safeSegment(range.title)}`;
  return `${safeSegment(`${stem}-${digits}${title}`)}.pdf`;
}
