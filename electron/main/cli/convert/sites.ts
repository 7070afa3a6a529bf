import { resolve } from 'node:path';
import { AppError, type AppErrorData, type FieldIssue } from '../../../shared/errors.js';
import { type Message, message } from '../../../shared/messages/message.js';
import { numberFromText } from '../../../shared/request/fields.js';
import { type SingleSource, sourceFromInput } from '../../../shared/request/source.js';
import { quotePath, valueMessage } from '../../../shared/request/text.js';
import { invalidRequest } from '../../../shared/request/validation.js';
import { crawl } from '../../engine/sources/web/crawl.js';
import { readSitemap } from '../../engine/sources/web/sitemap.js';
import { WebReader } from '../../engine/sources/web/web-reader.js';
import { isWholeNumber } from '../command-line.js';
import { type FileFilter, pathTest } from './filters.js';
import { type ConvertOptions, defaultCrawlLimit } from './options.js';
import type { ResolveOptions, SourceJob } from './sources.js';

/** How linked pages are added to a source. */
export interface CrawlTask {
  readonly depth: number;
  /** How many pages are taken for one source. */
  readonly limit: number;
  readonly followsRobots: boolean;
}

const ranges = {
  crawl: { min: 1, max: 20 },
  'crawl-limit': { min: 2, max: 10_000 },
} as const;

/** Reads `--crawl` and the options that belong to it. */
export function readCrawl(parsed: ConvertOptions): {
  readonly task?: CrawlTask;
  readonly issues: readonly FieldIssue[];
} {
  const { values, switches, lists } = parsed;
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
  const signIn = (['sign-in', 'cookies', 'user'] as const).find((option) => values.has(option));
  if (signIn !== undefined || lists.has('header')) {
    const option = `--${signIn ?? 'header'}`;
    issues.push({ field: 'crawl', message: message('convert.crawlSignedIn', { option }) });
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

type SiteOptions = Pick<ResolveOptions, 'cwd' | 'encryptedOnly' | 'onNotice' | 'signal'>;

/**
 * Returns the URLs that a sitemap lists.
 * @param location a path or a URL
 * @throws AppError `load-failed`, `source-unreadable` or, for invalid URLs, `invalid-request`
 */
export async function sitemapSources(
  location: string,
  { cwd, encryptedOnly, onNotice, signal }: SiteOptions,
): Promise<readonly Extract<SingleSource, { kind: 'url' }>[]> {
  const isWeb = /^https?:/i.test(location);
  const web = new WebReader({ named: isWeb ? location : null, encryptedOnly, signal });
  const place = isWeb ? new URL(location).href : resolve(cwd, location);
  const { urls, foreign } = await readSitemap(place, web);
  const quoted = { location: quotePath(location) };
  if (foreign > 0) onNotice?.(message('convert.sitemapForeign', { ...quoted, count: foreign }));
  const sources = urls.flatMap((url) => {
    const parsed = sourceFromInput(url);
    return parsed.ok ? [parsed.value] : [];
  });
  if (sources.length > 0) return sources;
  throw invalidRequest([{ field: 'sitemap', message: message('convert.sitemapEmpty', quoted) }]);
}

/**
 * Returns a source with the pages that it links to, each after the one it was found in. Archives,
 * text and files of folders that were named are not followed.
 */
export async function withLinkedPages(
  job: SourceJob,
  options: SiteOptions &
    Pick<ResolveOptions, 'onProgress'> & {
      readonly crawl: CrawlTask;
      readonly filter: FileFilter | undefined;
    },
): Promise<readonly SourceJob[]> {
  const { source } = job;
  const isInFolder = source.kind === 'file' && source.folder !== undefined;
  if (source.kind === 'html' || isInFolder) return [job];
  const { crawl: task, filter, encryptedOnly, signal, onProgress, onNotice } = options;
  const broken: AppErrorData[] = [];
  const found = await crawl(source, {
    ...task,
    isSelected: filter === undefined ? () => true : pathTest(filter),
    web: new WebReader({ named: source.kind === 'url' ? source.url : null, encryptedOnly, signal }),
    onProgress: (count) => onProgress?.(count),
    onBroken: (error) => broken.push(error),
  }).catch((thrown: unknown) => {
    // The conversion reports what is wrong with the page itself.
    if (!(thrown instanceof AppError)) throw thrown;
    return { sources: [source], isCut: false };
  });
  for (const error of broken.slice(0, maxNotices)) onNotice?.(skipped(error));
  if (broken.length > maxNotices) {
    onNotice?.(message('convert.crawlMoreSkipped', { count: broken.length - maxNotices }));
  }
  if (found.isCut) {
    const params = { source: job.label, limit: task.limit, option: '--crawl-limit' };
    onNotice?.(message('convert.crawlCut', params));
  }
  return found.sources.map((page) => ({ source: page, label: labelOf(page) }));
}

/** More would hide the others. */
const maxNotices = 20;

function skipped(error: AppErrorData): Message {
  return message('convert.crawlSkipped', { error: error.message });
}

function labelOf(source: SingleSource): string {
  return source.kind === 'url' ? source.url : source.kind === 'file' ? source.path : '';
}
