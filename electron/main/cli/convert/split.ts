import type { FieldIssue } from '../../../shared/messages/errors.js';
import { type Message, message } from '../../../shared/messages/message.js';
import { excerpt } from '../../../shared/request/text.js';
import {
  type SplitPart,
  type SplitRule,
  parsePartPages,
  parsePartSize,
} from '../../../shared/split.js';
import { type Job, partFacts, partId } from '../../jobs/job.js';
import { type ConvertOptions, splitForms } from './options.js';

type Parsed =
  { readonly ok: true; readonly rule: SplitRule } | { readonly ok: false; readonly issue: Message };

export function parseSplit(text: string): Parsed {
  const [, kind = '', value = ''] = /^(pages|size):(.*)$/i.exec(text.trim()) ?? [];
  const params = { value: excerpt(text) };
  if (/^bookmarks$/i.test(text.trim())) return { ok: true, rule: { kind: 'bookmarks' } };
  switch (kind.toLowerCase()) {
    case 'pages': {
      const pages = parsePartPages(value);
      if (pages !== null) return { ok: true, rule: { kind: 'pages', pages } };
      return { ok: false, issue: message('convert.splitPages', params) };
    }
    case 'size': {
      const bytes = parsePartSize(value);
      if (bytes !== null) return { ok: true, rule: { kind: 'size', bytes } };
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
 * Of `--split` and what it cannot be combined with.
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
    ...(options['webhook'] === undefined ? [] : [message('convert.splitWebhook')]),
    ...(out === '-' || /\.pdf$/i.test(out)
      ? [message('convert.splitOut', { out: excerpt(out) })]
      : []),
  ];
  return messages.map((issue) => ({ field: 'split', message: issue }));
}

/** A part of a divided PDF as a job with an id of its own. */
interface PartResult {
  readonly job: Readonly<Job>;
  readonly part: SplitPart;
}

/** Those that were saved, uploaded, skipped or could not be saved. */
export function partResults(job: Readonly<Job>): readonly PartResult[] {
  const { split } = job.state;
  if (split === undefined) return [];
  return split.parts.flatMap<PartResult>(({ first, end, title, state, path, error }, index) => {
    const part = { number: index + 1, of: split.parts.length, range: { first, end, title } };
    const own = { ...job, id: partId(job.id, index) };
    const deliveries = (job.state.deliveries ?? []).filter((each) => each.part === index);
    if (state === 'failed' && error) {
      return [{ job: { ...own, state: { status: 'failed', error, deliveries } }, part }];
    }
    if (state !== 'saved' && state !== 'skipped') return [];
    const pdf = partFacts(split, index);
    return [{ job: { ...own, state: { status: 'completed', path, pdf, deliveries } }, part }];
  });
}
