import { AppError, type FieldIssue } from '../../../shared/errors.js';
import { message } from '../../../shared/messages/message.js';
import { numberFromText } from '../../../shared/request/fields.js';
import type { SingleSource } from '../../../shared/request/source.js';
import { quotePath, valueMessage } from '../../../shared/request/text.js';
import { invalidRequest } from '../../../shared/request/validation.js';
import { crawlRanges, defaultCrawlLimit } from '../../../shared/sites.js';
import { pathTest } from '../../engine/sources/path-filter.js';
import { linkedPages, sitemapPages } from '../../engine/sources/web/site-pages.js';
import { isWholeNumber } from '../command-line.js';
import type { FileFilter } from './filters.js';
import type { ConvertOptions } from './options.js';
import type { ResolveOptions, SourceJob } from './sources.js';

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

type SiteOptions = Pick<ResolveOptions, 'cwd' | 'encryptedOnly' | 'onNotice' | 'signal'>;

/**
 * Returns the URLs that a sitemap lists.
 * @param location a path or a URL
 * @throws AppError `load-failed`, `source-unreadable` or, if there is no URL, `invalid-request`
 */
export async function sitemapSources(
  location: string,
  { cwd, encryptedOnly, onNotice, signal }: SiteOptions,
): Promise<readonly Extract<SingleSource, { kind: 'url' }>[]> {
  const { sources, notes } = await sitemapPages(location, { cwd, encryptedOnly, signal });
  for (const note of notes) onNotice?.(note);
  const urls = sources.filter((source) => source.kind === 'url');
  if (urls.length > 0) return urls;
  const issue = message('sites.sitemapEmpty', { location: quotePath(location) });
  throw invalidRequest([{ field: 'sitemap', message: issue }]);
}

/**
 * Returns a source with the pages that it links to, each after the one it was found in. Archives,
 * text and files of folders that were named are not followed.
 */
export async function withLinkedPages(
  job: SourceJob,
  options: SiteOptions &
    Pick<ResolveOptions, 'onProgress' | 'accessOf'> & {
      readonly crawl: CrawlTask;
      readonly filter: FileFilter | undefined;
    },
): Promise<readonly SourceJob[]> {
  const { source } = job;
  const isInFolder = source.kind === 'file' && source.folder !== undefined;
  if (source.kind === 'html' || isInFolder) return [job];
  const { crawl: task, filter, encryptedOnly, signal, onProgress, onNotice, accessOf } = options;
  const access = accessOf?.(source);
  const found = await linkedPages(source, {
    ...task,
    isSelected: filter === undefined ? () => true : pathTest(filter),
    encryptedOnly,
    access,
    signal,
    onProgress: (count) => onProgress?.(count),
  }).catch((thrown: unknown) => {
    // The conversion reports what is wrong with the page itself.
    if (!(thrown instanceof AppError)) throw thrown;
    const notes = access === undefined ? [] : [thrown.toData().message];
    return { sources: [source], notes, isCut: false };
  });
  for (const note of found.notes) onNotice?.(note);
  if (found.isCut) {
    const params = { source: job.label, limit: task.limit, option: '--crawl-limit' };
    onNotice?.(message('convert.crawlCut', params));
  }
  return found.sources.map((page) => ({ source: page, label: labelOf(page) }));
}

function labelOf(source: SingleSource): string {
  return source.kind === 'url' ? source.url : source.kind === 'file' ? source.path : '';
}
