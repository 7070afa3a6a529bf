import { posix } from 'node:path';
import { type DefaultTreeAdapterTypes as Tree, parse } from 'parse5';
import { AppError } from '../../../../shared/messages/errors.js';
import { type Message, message } from '../../../../shared/messages/message.js';
import { quotePath } from '../../../../shared/request/text.js';
import { elementsOf, nodesOf } from '../html-nodes.js';
import { unicodeText } from '../text-encoding.js';
import type { ZipArchive } from './zip-archive.js';
import { decodedOrSame } from '../../../../shared/request/url.js';

/** A book (EPUB 3.3), as far as it is needed to print it. */
export interface EpubBook {
  /** Empty texts for none. */
  readonly title: string;
  readonly author: string;
  /** A language tag; empty for none. */
  readonly language: string;
  /** The documents in reading order. */
  readonly chapters: readonly EpubChapter[];
  /** The names of those that are not in the archive. */
  readonly missing: readonly string[];
  /** Its table of contents in its order; empty if it has none that leads to a chapter. */
  readonly contents: readonly EpubContentsEntry[];
}

interface EpubChapter {
  /** The name of its file in the archive. */
  readonly entry: string;
  /** As the book's contents name it; absent if they don't. */
  readonly title?: string;
}

export interface EpubContentsEntry {
  readonly title: string;
  /** From 1; an entry is part of the one before it that has a lower level. */
  readonly level: number;
  /** The name of the chapter's file in the archive. */
  readonly entry: string;
  /** A fragment of the chapter's URL; empty for its beginning. */
  readonly anchor: string;
}

/** An entry as the book has it; without a link it is a heading of those below it. */
interface WrittenEntry extends Pick<EpubContentsEntry, 'title' | 'level'> {
  readonly href: string | undefined;
}

/** These algorithms obfuscate fonts; they are not copy protection (4.4). */
const fontAlgorithms = ['http://www.idpf.org/2008/embedding', 'http://ns.adobe.com/pdf/enc#RC'];

/** Elements of an XML text, by local names in lower case; enough for the flat lists of a book. */
interface Tag {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly text: string;
}

/**
 * Reads the package document of a book.
 * @param path of the archive, for errors
 * @throws AppError `source-unreadable` if it is not a book, or is copy-protected
 */
export async function readEpub(archive: ZipArchive, path: string): Promise<EpubBook> {
  const quoted = { path: quotePath(path) };
  const treeAt = async (name: string) =>
    treeOf(unicodeText((await archive.read(name)) ?? new Uint8Array()));
  const tagsAt = async (name: string) => tagsOf(await treeAt(name));
  const isReadable = ({ name, attributes }: Tag) =>
    name !== 'encryptionmethod' || fontAlgorithms.includes(attributes.get('algorithm') ?? '');
  const encryption = await tagsAt('META-INF/encryption.xml');
  // Keys within the file are those of protected content (6.3 of the container format).
  if (!encryption.every(isReadable)) throw unreadable(message('sources.epubProtected', quoted));
  const container = await tagsAt('META-INF/container.xml');
  const opf = container.find(({ name }) => name === 'rootfile')?.attributes.get('full-path');
  const tags = opf === undefined ? [] : await tagsAt(opf);
  const resolve = (href: string) => entryOf(href, opf ?? '');
  const items = new Map(
    tags.flatMap(({ name, attributes }) => {
      const [id, href] = [attributes.get('id'), attributes.get('href')];
      return name === 'item' && id !== undefined && href !== undefined ? [[id, attributes]] : [];
    }),
  );
  const hrefOf = (id: string | undefined) => items.get(id ?? '')?.get('href');
  const spine = tags.flatMap(({ name, attributes }) => {
    const href = name === 'itemref' ? hrefOf(attributes.get('idref')) : undefined;
    return href === undefined || attributes.get('linear') === 'no' ? [] : [resolve(href)];
  });
  const present = new Set(archive.names);
  const listed = [...new Set(spine)];
  const entries = listed.filter((entry) => present.has(entry));
  if (entries.length === 0) throw unreadable(message('sources.epubBroken', quoted));
  const isNav = (item: ReadonlyMap<string, string>) =>
    item.get('properties')?.split(/\s+/).includes('nav') === true;
  const nav = [...items.values()].find(isNav)?.get('href');
  const ncx = hrefOf(tags.find(({ name }) => name === 'spine')?.attributes.get('toc'));
  const contentsAt = async (href: string | undefined) => {
    if (href === undefined) return [];
    const file = resolve(href);
    const written = entriesIn(await treeAt(file));
    return resolvedEntries(written, (link) => entryOf(link, file), new Set(entries));
  };
  const navContents = await contentsAt(nav);
  const contents = navContents.length > 0 ? navContents : await contentsAt(ncx);
  const titles = new Map(contents.toReversed().map(({ entry, title }) => [entry, title]));
  const textOf = (name: string) => tags.find((tag) => tag.name === name)?.text ?? '';
  return {
    title: textOf('title'),
    author: textOf('creator'),
    language: /^[a-z]{2,3}(-[\w-]+)?$/i.exec(textOf('language'))?.[0] ?? '',
    chapters: entries.map((entry) => {
      const title = titles.get(entry);
      return title === undefined ? { entry } : { entry, title };
    }),
    missing: listed.filter((entry) => !present.has(entry)),
    contents,
  };
}

/** Reads the entries of a navigation document (EPUB 3.3, 7), or of an NCX of EPUB 2. */
function entriesIn(root: Tree.Document): readonly WrittenEntry[] {
  const all = [...elementsOf(root)];
  const map = all.find(({ tagName }) => tagName === 'navmap');
  if (map !== undefined) return [...elementsOf(map)].flatMap(ncxEntry);
  const navs = all.filter(({ tagName }) => tagName === 'nav');
  const isContents = (nav: Tree.Element) =>
    attributeOf(nav, 'epub:type')?.split(/\s+/).includes('toc') === true;
  const nav = navs.find(isContents) ?? navs[0];
  return nav === undefined ? [] : [...elementsOf(nav)].flatMap(navEntry);
}

/** A link in a list, or a heading of a nested list: a span that is not part of a link. */
function navEntry(element: Tree.Element): readonly WrittenEntry[] {
  const { tagName } = element;
  const isHeading = tagName === 'span' && ancestorsOf(element)[0]?.tagName === 'li';
  if (tagName !== 'a' && !isHeading) return [];
  const level = ancestorsOf(element).filter((each) => each.tagName === 'ol').length;
  const href = tagName === 'a' ? attributeOf(element, 'href') : undefined;
  return [{ title: textIn(element), level: Math.max(1, level), href }];
}

function ncxEntry(element: Tree.Element): readonly WrittenEntry[] {
  if (element.tagName !== 'navpoint') return [];
  const first = (name: string) => {
    for (const each of elementsOf(element)) if (each.tagName === name) return each;
    return undefined;
  };
  const [label, content] = [first('text'), first('content')];
  const level = ancestorsOf(element).filter((each) => each.tagName === 'navpoint').length + 1;
  const href = content === undefined ? undefined : attributeOf(content, 'src');
  return [{ title: label === undefined ? '' : textIn(label), level, href }];
}

/**
 * Finds where entries lead. One that leads to no chapter leads to where the first one below it
 * does, or is left out.
 */
function resolvedEntries(
  written: readonly WrittenEntry[],
  resolve: (href: string) => string,
  chapters: ReadonlySet<string>,
): readonly EpubContentsEntry[] {
  const found: EpubContentsEntry[] = [];
  for (const { title, level, href } of written.toReversed()) {
    const entry = href === undefined ? '' : resolve(href);
    const below = found.at(-1);
    const isParent = below !== undefined && below.level > level;
    if (title === '') continue;
    if (chapters.has(entry)) found.push({ title, level, entry, anchor: anchorOf(href ?? '') });
    else if (isParent) found.push({ ...below, title, level });
  }
  return found.toReversed().filter((each, index, all) => !isRepeated(each, all[index - 1]));
}

/** Sphinx repeats an entry as the first one below it. */
function isRepeated(entry: EpubContentsEntry, before: EpubContentsEntry | undefined): boolean {
  return (
    entry.title === before?.title && entry.entry === before.entry && entry.anchor === before.anchor
  );
}

/** Chromium names destinations as URLs spell them. */
function anchorOf(href: string): string {
  const start = href.indexOf('#');
  return start === -1 ? '' : new URL(href.slice(start), 'file:///').hash.slice(1);
}

/** Returns the name in the archive that a URL in one of its files leads to. */
function entryOf(href: string, from: string): string {
  const [path = ''] = href.split('#', 1);
  return posix.join(posix.dirname(from), decodedOrSame(path));
}

/** The HTML parser ignores self-closing, so empty tags get an end tag. */
function treeOf(xml: string): Tree.Document {
  const text = xml
    .replace(/^\s*<\?xml[^>]*\?>/, '')
    .replace(/<([\w:.-]+)((?:\s[^<>]*)?)\/>/g, '<$1$2></$1>');
  return parse(text, { scriptingEnabled: false });
}

function tagsOf(root: Tree.Document): readonly Tag[] {
  return [...elementsOf(root)].map((element) => ({
    name: element.tagName.replace(/^.*:/, ''),
    attributes: new Map(element.attrs.map(({ name, value }) => [name, value])),
    text: isShort(element.tagName) ? textIn(element) : '',
  }));
}

function attributeOf({ attrs }: Tree.Element, name: string): string | undefined {
  return attrs.find((each) => each.name === name)?.value;
}

/** From the inside. */
function ancestorsOf(element: Tree.Element): readonly Tree.Element[] {
  const found: Tree.Element[] = [];
  for (let node = element.parentNode; node !== null && 'tagName' in node; node = node.parentNode) {
    found.push(node);
  }
  return found;
}

function isShort(tag: string): boolean {
  return /^(dc:)?(title|creator|language)$/.test(tag);
}

function textIn(element: Tree.Element): string {
  const texts = [...nodesOf(element)].map((node) => ('value' in node ? node.value : ''));
  return texts.join('').replace(/\s+/g, ' ').trim();
}

function unreadable(failure: Message): AppError {
  return new AppError('source-unreadable', failure);
}
