import { resolve } from 'node:path';
import type { AppErrorData } from '../../../../shared/messages/errors.js';
import { type Message, message } from '../../../../shared/messages/message.js';
import { type SingleSource, sourceFromInput } from '../../../../shared/request/source.js';
import { quotePath } from '../../../../shared/request/text.js';
import { type CrawlOptions, crawl } from './crawl.js';
import { readSitemap } from './sitemap.js';
import { WebReader, type WebReaderOptions } from './web-reader.js';

/** Pages that were found, and what was left out. */
export interface FoundPages {
  readonly sources: readonly SingleSource[];
  readonly notes: readonly Message[];
}

type WebOptions = Pick<WebReaderOptions, 'encryptedOnly' | 'signal'>;

/**
 * None if the sitemap lists no valid URLs.
 * @param location a URL, or a path relative to `cwd`
 * @throws AppError `load-failed` or `source-unreadable`
 */
export async function sitemapPages(
  location: string,
  options: WebOptions & { readonly cwd: string },
): Promise<FoundPages> {
  const isWeb = /^https?:/i.test(location);
  const web = new WebReader({ ...options, named: isWeb ? location : null });
  const place = isWeb ? new URL(location).href : resolve(options.cwd, location);
  const { urls, foreign, invalid } = await readSitemap(place, web);
  const params = { location: quotePath(location) };
  const sources = urls.flatMap((url) => {
    const parsed = sourceFromInput(url);
    return parsed.ok ? [parsed.value] : [];
  });
  const notes = [
    ...(foreign > 0 ? [message('sites.sitemapForeign', { ...params, count: foreign })] : []),
    ...(invalid > 0 ? [message('sites.sitemapInvalid', { ...params, count: invalid })] : []),
  ];
  return { sources, notes };
}

/** More would hide the others. */
const maxNotes = 20;

/**
 * Each page is after the one it was found in.
 * @throws AppError `load-failed` if the page itself cannot be read
 */
export async function linkedPages(
  source: Exclude<SingleSource, { kind: 'html' }>,
  options: WebOptions & Omit<CrawlOptions, 'web' | 'onBroken'>,
): Promise<FoundPages & { readonly isCut: boolean }> {
  const broken: AppErrorData[] = [];
  const { sources, isCut } = await crawl(source, {
    ...options,
    web: new WebReader({ ...options, named: source.kind === 'url' ? source.url : null }),
    onBroken: (error) => broken.push(error),
  });
  const notes = broken
    .slice(0, maxNotes)
    .map((error) => message('sites.skipped', { error: error.message }));
  const more = broken.length - notes.length;
  const rest = more > 0 ? [message('sites.moreSkipped', { count: more })] : [];
  return { sources, isCut, notes: [...notes, ...rest] };
}
