import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { dirname, extname, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parse } from 'parse5';
import { type AppErrorData, errorData } from '../../../../shared/messages/errors.js';
import { message } from '../../../../shared/messages/message.js';
import type { SingleSource } from '../../../../shared/request/source.js';
import { type PageAccess, isOpenedBy } from '../../../network/page-access.js';
import { isInside, realPathOf } from '../../access/allowed-folders.js';
import { indexPage } from '../../addresses/page-address.js';
import { textEncoding } from '../detect-encoding.js';
import { elementsOf } from '../html-nodes.js';
import { contentTypeOf, sourceKindOf } from '../source-kinds.js';
import { declaredEncoding, decodedText, isEncoding, markedEncoding } from '../text-encoding.js';
import { type RobotRules, robotRules } from './robots.js';
import { type WebReader, failed, userAgent } from './web-reader.js';

export interface CrawlOptions {
  /** How many links the last page is away from the first one. */
  readonly depth: number;
  /** How many pages are taken, with the first one. */
  readonly limit: number;
  /**
   * Decides about linked pages by their paths: relative to the first file's folder, or to the root
   * of the site.
   */
  readonly isSelected: (path: string) => boolean;
  /** Whether a site's robots.txt is followed. */
  readonly followsRobots: boolean;
  readonly web: WebReader;
  /** The sign-in of the reader; links that sign out are not followed then. */
  readonly access?: PageAccess | undefined;
  /** Called with the number of pages found so far. */
  readonly onProgress: (count: number) => void;
  /** Called for each linked page that could not be read. */
  readonly onBroken: (error: AppErrorData) => void;
}

export interface Crawled {
  readonly sources: readonly SingleSource[];
  /** Whether there were more than the limit. */
  readonly isCut: boolean;
}

interface CrawledPage {
  readonly source: SingleSource;
  /** Its URL, which its links are relative to. */
  readonly url: string;
  /** Null for what is not HTML, and if its links are not followed. */
  readonly html: string | null;
}

/** Where pages come from: a site, or a folder. */
interface Place {
  /** Returns the URL of a linked page without what does not tell pages apart; null for others. */
  readonly keyOf: (link: URL) => string | null;
  /**
   * @returns null for what is not a page
   * @throws AppError if it cannot be read
   */
  readonly read: (url: string) => Promise<CrawledPage | null>;
}

interface Node extends CrawledPage {
  /** Replaced by the page that it names as the canonical one of the same text. */
  source: SingleSource;
  readonly depth: number;
  readonly children: Node[];
}

/**
 * Finds the pages that a page links to, at most `depth` links away. Each is found from the page
 * nearest to the first, and follows it in the order of its links, so that a table of contents gives
 * the order of its chapters.
 * @throws AppError if the first page cannot be read
 */
export async function crawl(
  start: Exclude<SingleSource, { kind: 'html' }>,
  options: CrawlOptions,
): Promise<Crawled> {
  const place =
    start.kind === 'url' ? await siteOf(start.url, options) : folderOf(start, options.isSelected);
  const address = start.kind === 'url' ? start.url : pathToFileURL(start.path).href;
  const first = await place.read(address);
  if (first === null) return { sources: [start], isCut: false };
  const root: Node = { ...first, depth: 0, children: [] };
  const seen = new Set([place.keyOf(new URL(first.url))]);
  const duplicates = new Duplicates(place.keyOf);
  duplicates.add(root, duplicates.fingerprint(first));
  const waiting = [root];
  let count = 1;
  for (let node = waiting.shift(); node !== undefined; node = waiting.shift()) {
    if (node.depth === options.depth || node.html === null) continue;
    for (const link of linksIn(node.html, node.url)) {
      const key = place.keyOf(link);
      if (key === null || seen.has(key)) continue;
      seen.add(key);
      if (count === options.limit) return { sources: inOrder(root), isCut: true };
      const depth = node.depth + 1;
      const page = await place.read(link.href).catch((thrown: unknown) => {
        options.onBroken(errorData(thrown));
        return null;
      });
      if (page === null) continue;
      const landed = place.keyOf(new URL(page.url));
      if (landed === null || (landed !== key && seen.has(landed))) continue;
      seen.add(landed);
      const fingerprint = duplicates.fingerprint(page);
      if (duplicates.has(page, fingerprint)) continue;
      const html = depth === options.depth ? null : page.html;
      const child: Node = { ...page, html, depth, children: [] };
      node.children.push(child);
      waiting.push(child);
      duplicates.add(child, fingerprint);
      options.onProgress((count += 1));
    }
  }
  return { sources: inOrder(root), isCut: false };
}

/** What decides whether two pages are the same. */
interface Fingerprint {
  readonly key: string | null;
  /** The canonical page that it names, if that is another one of the same place. */
  readonly named: string | null;
  /** A number for each of its words; the words themselves would take too much memory. */
  readonly words: Uint32Array;
}

interface KnownPage extends Fingerprint {
  readonly node: Node;
}

/**
 * Pages that name another one of the crawl as the canonical one (RFC 6596) and have its text, such
 * as a list in another order. The name alone does not tell: many sites name the first page of a
 * long list for all of its pages.
 */
class Duplicates {
  readonly #keyOf: Place['keyOf'];
  readonly #pages = new Map<string, KnownPage>();
  /** Pages by the canonical one that they name. */
  readonly #naming = new Map<string, KnownPage>();

  constructor(keyOf: Place['keyOf']) {
    this.#keyOf = keyOf;
  }

  fingerprint({ html, url }: CrawledPage): Fingerprint {
    const key = this.#keyOf(new URL(url));
    const elements = elementsIn(html ?? '');
    const link = canonicalLink(elements, url);
    const named = link === null ? null : this.#keyOf(link);
    return { key, named: named === key ? null : named, words: wordsOf(elements) };
  }

  add(node: Node, page: Fingerprint): void {
    const known = { ...page, node };
    if (page.key !== null) this.#pages.set(page.key, known);
    if (page.named !== null) this.#naming.set(page.named, known);
  }

  /** Returns true if the page is in the crawl already; the canonical one takes its place. */
  has({ source }: CrawledPage, page: Fingerprint): boolean {
    const canonical = page.named === null ? undefined : this.#pages.get(page.named);
    if (canonical !== undefined) return hasSameWords(canonical, page);
    const duplicate = page.key === null ? undefined : this.#naming.get(page.key);
    if (duplicate === undefined || !hasSameWords(duplicate, page)) return false;
    duplicate.node.source = source;
    return true;
  }
}

/** The part of their words that pages of the same text share: dates and the like may differ. */
const sameTextShare = 0.9;

function hasSameWords({ words }: Fingerprint, { words: others }: Fingerprint): boolean {
  const left = new Map<number, number>();
  for (const word of words) left.set(word, (left.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of others) {
    const count = left.get(word) ?? 0;
    if (count > 0) shared += 1;
    left.set(word, count - 1);
  }
  return shared >= sameTextShare * Math.max(words.length, others.length);
}

function wordsOf(elements: readonly PageElement[]): Uint32Array {
  const words = elements
    .filter(({ tagName }) => !['script', 'style', 'title'].includes(tagName))
    .flatMap(({ childNodes }) => childNodes.flatMap((node) => ('value' in node ? node.value : [])))
    .flatMap((text) => text.split(/\s+/).filter(Boolean));
  return Uint32Array.from(words, (word) => createHash('sha1').update(word).digest().readUInt32LE());
}

/** Each page is followed by those that were found in it. */
function inOrder(root: Node): readonly SingleSource[] {
  const sources: SingleSource[] = [];
  const waiting = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    sources.push(node.source);
    waiting.push(...node.children.toReversed());
  }
  return sources;
}

type PageElement = ReturnType<typeof elementsOf> extends Iterable<infer E> ? E : never;

function elementsIn(html: string): readonly PageElement[] {
  return [...elementsOf(parse(html, { scriptingEnabled: false }))];
}

function valueOf(element: PageElement, name: string): string | undefined {
  return element.attrs.find((attribute) => attribute.name === name)?.value;
}

function baseOf(elements: readonly PageElement[], address: string): URL {
  const base = elements.find((each) => each.tagName === 'base' && valueOf(each, 'href'));
  const written = base === undefined ? undefined : valueOf(base, 'href');
  const isUsed = written !== undefined && URL.canParse(written, address);
  return isUsed ? new URL(written, address) : new URL(address);
}

/** The page of the same content that a page names; null for none. */
function canonicalLink(elements: readonly PageElement[], address: string): URL | null {
  const link = elements.find(
    (each) =>
      each.tagName === 'link' &&
      (valueOf(each, 'rel') ?? '').toLowerCase().split(/\s+/).includes('canonical'),
  );
  const href = (link === undefined ? '' : (valueOf(link, 'href') ?? '')).trim();
  const base = baseOf(elements, address);
  return href !== '' && URL.canParse(href, base) ? new URL(href, base) : null;
}

/**
 * Yields the http(s) and file URLs that a page links to, without fragments, in their order, but
 * those of its navigation last: a list of chapters gives their order, links to the index and next
 * page don't.
 */
export function* linksIn(html: string, address: string): Generator<URL> {
  const elements = elementsIn(html);
  const base = baseOf(elements, address);
  const aside = navigationIn(elements);
  const links = elements.filter(({ tagName }) => tagName === 'a' || tagName === 'area');
  const ordered = [
    ...links.filter((link) => !aside.has(link)),
    ...links.filter((link) => aside.has(link)),
  ];
  for (const element of ordered) {
    const href = valueOf(element, 'href')?.trim();
    if (href === undefined || href === '' || !URL.canParse(href, base)) continue;
    const url = new URL(href, base);
    url.hash = '';
    if (['http:', 'https:', 'file:'].includes(url.protocol)) yield url;
  }
}

const navigationTags: ReadonlySet<string> = new Set(['nav', 'header', 'footer', 'aside']);

/** The roles of the elements above (HTML-AAM). */
const navigationRoles: ReadonlySet<string> = new Set([
  'navigation',
  'banner',
  'contentinfo',
  'complementary',
]);

/** @param elements all of a page, in their order */
function navigationIn(elements: readonly PageElement[]): ReadonlySet<unknown> {
  const found = new Set<unknown>();
  for (const element of elements) {
    const isNavigation =
      navigationTags.has(element.tagName) || navigationRoles.has(valueOf(element, 'role') ?? '');
    if (isNavigation || found.has(element.parentNode)) found.add(element);
  }
  return found;
}

const pageAccept = 'text/html,application/xhtml+xml';

const pageTypes: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml']);

async function siteOf(
  start: string,
  { web, access, followsRobots, isSelected }: CrawlOptions,
): Promise<Place> {
  const opened = await web.get(start, pageAccept);
  // The site may be at another host than its name, such as www.
  const { origin } = new URL(opened.url);
  if (access !== undefined && !isOpenedBy(access, origin)) {
    opened.end();
    // Its pages would be converted with secrets that are for the named site.
    throw failed(start, message('sites.leftOrigin', { origin }));
  }
  const isFollowed = (link: URL) => access === undefined || !signsOut(link);
  const isAllowed = followsRobots ? await rulesOf(origin, web) : () => true;
  return {
    keyOf: (link) => {
      if (link.origin !== origin || isOtherFile(link.pathname)) return null;
      if (access !== undefined && signsOut(link)) return null;
      const path = link.pathname.replace(indexPage, '/');
      const isStart = link.pathname === new URL(opened.url).pathname;
      const isTaken = isAllowed(link.pathname + link.search) && isSelected(nameOf(path));
      if (!isTaken && !isStart) return null;
      return `${origin}${path}${link.search}`;
    },
    read: async (url) => {
      const answer = url === start ? opened : await web.get(url, pageAccept, isFollowed);
      if (url !== start && isRedirect(answer.status)) {
        answer.end();
        return null;
      }
      if (answer.status !== 200) {
        answer.end();
        throw failed(url, message('sites.status', { status: answer.status }));
      }
      // With a sign-in the conversion must see a redirect to the login, which it reports.
      const source = { kind: 'url', url: access === undefined ? answer.url : url } as const;
      const isPage = pageTypes.has(answer.type);
      if (!isPage) {
        answer.end();
        return null;
      }
      const label = /charset\s*=\s*["']?([\w-]+)/i.exec(answer.contentType)?.[1];
      return { source, url: answer.url, html: decodedHtml(await answer.read(), label) };
    },
  };
}

/** A redirect that was not followed. */
function isRedirect(status: number): boolean {
  return status > 300 && status < 400;
}

/** Words in the path or the query of a link that signs out. */
const signOut =
  /(?:^|[^a-z])(?:log|sign)[-_.]?(?:out|off)(?![a-z])|(?:^|[^a-z])(?:abmelden|ausloggen|deconnexion)(?![a-z])/i;

export function signsOut({ pathname, search }: URL): boolean {
  return signOut.test(pathname) || signOut.test(search);
}

/** A site without readable rules has none (RFC 9309, 2.3.1). */
async function rulesOf(origin: string, web: WebReader): Promise<RobotRules> {
  const answer = await web.get(`${origin}/robots.txt`, 'text/plain');
  if (answer.status !== 200) {
    answer.end();
    // While the server fails, nothing may be read.
    return () => answer.status < 500;
  }
  return robotRules((await answer.read()).toString('utf8'), userAgent.toLowerCase());
}

/** Relative to the root of the site, as globs are compared; decoded. */
function nameOf(path: string): string {
  try {
    return decodeURIComponent(path.slice(1));
  } catch {
    return path.slice(1);
  }
}

/** Pictures, archives and the like, which need not be requested. */
function isOtherFile(path: string): boolean {
  const type = contentTypeOf(extname(path));
  const isOther = type !== undefined && !pageTypes.has(type);
  return (
    isOther ||
    /\.(zip|t?gz|bz2|xz|7z|rar|exe|dmg|iso|deb|rpm|docx?|xlsx?|pptx?|mp3|avi)$/i.test(path)
  );
}

function folderOf(
  start: Extract<SingleSource, { kind: 'file' }>,
  isSelected: (path: string) => boolean,
): Place {
  const folder = start.folder ?? dirname(start.path);
  return {
    keyOf: (link) => {
      const path = pathOf(link);
      if (path === null) return null;
      if (path === start.path) return pathToFileURL(path).href;
      if (!isInside(path, folder) || sourceKindOf(path) !== 'HTML') return null;
      if (!isSelected(relative(folder, path).split(sep).join('/'))) return null;
      return pathToFileURL(path).href;
    },
    read: async (url) => {
      const path = pathOf(new URL(url)) ?? start.path;
      const [real, root] = [await realPathOf(path), await realPathOf(folder)];
      if (real === null || root === null || (await stat(real)).isDirectory()) {
        throw failed(path, message('sites.linkMissing'));
      }
      if (path !== start.path && !isInside(real, root)) return null;
      const isHtml = sourceKindOf(path) === 'HTML';
      const html = isHtml ? decodedHtml(await readFile(real), undefined) : null;
      return { source: { kind: 'file', path, folder }, url, html };
    },
  };
}

function pathOf({ protocol, href }: URL): string | null {
  if (protocol !== 'file:') return null;
  try {
    const path = fileURLToPath(href);
    return path.endsWith(sep) ? `${path}index.html` : path;
  } catch {
    return null;
  }
}

function decodedHtml(bytes: Buffer, label: string | undefined): string {
  const known = label !== undefined && isEncoding(label) ? label : null;
  const encoding = markedEncoding(bytes) ?? known ?? declaredEncoding(bytes) ?? textEncoding(bytes);
  return decodedText(bytes, encoding);
}
