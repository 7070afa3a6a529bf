import { gunzip } from 'node:zlib';
import { promisify } from 'node:util';
import { readFile, stat } from 'node:fs/promises';
import { AppError } from '../../../../shared/messages/errors.js';
import { message } from '../../../../shared/messages/message.js';
import { quotePath } from '../../../../shared/request/text.js';
import { decodeReferences } from '../../../util/character-references.js';
import { readFailure } from '../../../util/disk-path.js';
import { unicodeText } from '../text-encoding.js';
import { failed, type WebReader } from './web-reader.js';

/** The largest sitemap, in bytes unpacked (sitemaps.org, "Sitemap file requirements"). */
const maxBytes = 50 * 1024 ** 2;

/** How many URLs are accepted: those of one sitemap. */
const maxSitemapUrls = 50_000;

/** How many sitemaps an index may lead to, at any depth. */
const maxSitemaps = 500;

/** What a sitemap lists, in its order. */
interface Sitemap {
  readonly pages: readonly string[];
  readonly sitemaps: readonly string[];
  /** How many entries are not http or https URLs. */
  readonly invalid: number;
}

/** The URLs of a site, and how many were left out. */
export interface SitemapUrls {
  readonly urls: readonly string[];
  /** Those of other hosts, which a sitemap of the web must not list. */
  readonly foreign: number;
  /** Entries that are not http or https URLs. */
  readonly invalid: number;
}

/**
 * Returns the URLs that a sitemap lists, or the sitemaps of an index, in their order.
 * @param location a URL, or the path of a file
 * @throws AppError `load-failed` or `source-unreadable`
 */
export async function readSitemap(location: string, web: WebReader): Promise<SitemapUrls> {
  const isWeb = /^https?:/i.test(location);
  const urls = new Set<string>();
  const seen = new Set([location]);
  const waiting = [location];
  let foreign = 0;
  let invalid = 0;
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const sitemap = parseSitemap(await textAt(next, web));
    if (sitemap === null) throw notSitemap(next);
    invalid += sitemap.invalid;
    for (const address of sitemap.pages) {
      if (isWeb && !isSameHost(address, location)) foreign += 1;
      else urls.add(new URL(address).href);
    }
    for (const address of sitemap.sitemaps) {
      if (seen.has(address) || (isWeb && !isSameHost(address, location))) continue;
      seen.add(address);
      waiting.push(address);
    }
    if (urls.size > maxSitemapUrls || seen.size > maxSitemaps) {
      const params = { location: quotePath(location), urls: maxSitemapUrls, sitemaps: maxSitemaps };
      throw new AppError('load-failed', message('sites.sitemapTooLarge', params));
    }
  }
  return { urls: [...urls], foreign, invalid };
}

/** Parses a sitemap or an index of sitemaps (sitemaps.org); null for another text. */
export function parseSitemap(text: string): Sitemap | null {
  const listed = text.replace(/<!--(?:[^]*?-->|[^]*)/g, '');
  const [, prefix = '', root] = /<([\w-]+:)?(urlset|sitemapindex)[\s/>]/.exec(listed) ?? [];
  if (root === undefined) return null;
  // Images and videos have a `loc` with another prefix.
  const entry = String.raw`<${prefix}loc\s*>([^<]*(?:<!\[CDATA\[[^\]]*\]\]>[^<]*)?)</${prefix}loc\s*>`;
  const entries = [...listed.matchAll(new RegExp(entry, 'g'))].map(([, content = '']) =>
    decodeReferences(content.replace(/<!\[CDATA\[|\]\]>/g, '')).trim(),
  );
  const addresses = entries.filter((address) => /^https?:/i.test(address) && URL.canParse(address));
  const invalid = entries.length - addresses.length;
  return root === 'urlset'
    ? { pages: addresses, sitemaps: [], invalid }
    : { pages: [], sitemaps: addresses, invalid };
}

async function textAt(location: string, web: WebReader): Promise<string> {
  const bytes = await (/^https?:/i.test(location) ? fetched(location, web) : fileAt(location));
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  if (!isPacked) return unicodeText(bytes);
  const unpacked = await promisify(gunzip)(bytes, { maxOutputLength: maxBytes }).catch(() => {
    throw notSitemap(location);
  });
  return unicodeText(unpacked);
}

async function fetched(address: string, web: WebReader): Promise<Buffer> {
  const answer = await web.get(address, 'application/xml,text/xml,*/*;q=0.5');
  if (answer.status === 200) return answer.read();
  answer.end();
  throw failed(address, message('sites.status', { status: answer.status }));
}

async function fileAt(path: string): Promise<Buffer> {
  try {
    if ((await stat(path)).size > maxBytes) throw notSitemap(path);
    return await readFile(path);
  } catch (thrown) {
    if (thrown instanceof AppError) throw thrown;
    throw new AppError('source-unreadable', readFailure(path, thrown));
  }
}

function notSitemap(location: string): AppError {
  const params = { location: quotePath(location), megabytes: maxBytes / 1024 ** 2 };
  return new AppError('load-failed', message('sites.notSitemap', params));
}

function isSameHost(address: string, other: string): boolean {
  return URL.canParse(address) && new URL(address).host === new URL(other).host;
}
