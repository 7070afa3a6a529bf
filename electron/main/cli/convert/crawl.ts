import type { FieldIssue } from '../../../shared/messages/errors.js';
import { message } from '../../../shared/messages/message.js';
import { numberFromText } from '../../../shared/request/fields.js';
import { valueMessage } from '../../../shared/request/text.js';
import { crawlRanges, defaultCrawlLimit } from '../../../shared/sites.js';
import { isWholeNumber } from '../command-line.js';
import type { ConvertOptions } from './options.js';

/** How linked pages are added to a source. */
export interface CrawlTask {
  readonly depth: number;
  /** How many pages are taken for one source. */
  readonly limit: number;
  readonly followsRobots: boolean;
}

const ranges = { crawl: crawlRanges.depth, 'crawl-limit': crawlRanges.limit } as const;

/** Reads `--crawl` and the options that belong to it. */
export function readCrawl(parsed: ConvertOptions): {
  readonly task?: CrawlTask;
  readonly issues: readonly FieldIssue[];
} {
  const { values, switches } = parsed;
  const depth = numberOf(parsed, 'crawl');
  const limit = numberOf(parsed, 'crawl-limit');
  const issues: FieldIssue[] = [...depth.issues, ...limit.issues];
  if (!values.has('crawl')) {
    for (const field of ['crawl-limit', 'no-robots'] as const) {
      if (!values.has(field) && !switches.has(field)) continue;
      issues.push({ field, message: message('convert.crawlMissing') });
    }
    return { issues };
  }
  const task = {
    depth: depth.value ?? 1,
    limit: limit.value ?? defaultCrawlLimit,
    followsRobots: !switches.has('no-robots'),
  };
  return { task, issues };
}

function numberOf({ values }: ConvertOptions, field: keyof typeof ranges) {
  const text = values.get(field);
  if (text === undefined) return { value: undefined, issues: [] };
  const value = numberFromText(text);
  const range = ranges[field];
  if (isWholeNumber(value, range)) return { value, issues: [] };
  const issue = message('convert.crawlNumber', { ...range, value: valueMessage(value) });
  return { value: undefined, issues: [{ field, message: issue }] };
}
