import { posix } from 'node:path';
import { parse } from 'parse5';
import { AppError } from '../../../../shared/errors.js';
import { type Message, message } from '../../../../shared/messages/message.js';
import { quotePath } from '../../../../shared/request/text.js';
import { elementsOf, nodesOf } from '../html-nodes.js';
import type { ZipArchive } from './zip-archive.js';

/** A book (EPUB 3.3), as far as it is needed to print it. */
export interface EpubBook {
  /** Empty texts for none. */
  readonly title: string;
  readonly author: string;
  /** A language tag; empty for none. */
  readonly language: string;
  /** The documents in reading order. */
  readonly chapters: readonly EpubChapter[];
}

interface EpubChapter {
  /** The name of its file in the archive. */
  readonly entry: string;
  /** As the book's contents name it; absent if they don't. */
  readonly title?: string;
}

/** These algorithms obfuscate fonts; they are not copy protection (4.4). */
const fontAlgorithms = ['http://www.idpf.org/2008/embedding', 'http://ns.adobe.com/pdf/enc#RC'];

/** Elements of an XML text, by local names in lower case; enough for the flat lists of a book. */
interface Tag {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** The text in it. */
  readonly text: string;
}

/**
 * Reads the package document of a book.
 * @param path of the archive, for errors
 * @throws AppError `source-unreadable` if it is not a book, or is copy-protected
 */
export async function readEpub(archive: ZipArchive, path: string): Promise<EpubBook> {
  const quoted = { path: quotePath(path) };
  const tagsAt = async (name: string) => tagsOf((await archive.read(name))?.toString('utf8') ?? '');
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
  const entries = [...new Set(spine)].filter((entry) => present.has(entry));
  if (entries.length === 0) throw unreadable(message('sources.epubBroken', quoted));
  const isNav = (item: ReadonlyMap<string, string>) =>
    item.get('properties')?.split(/\s+/).includes('nav') === true;
  const nav = [...items.values()].find(isNav)?.get('href');
  const ncx = hrefOf(tags.find(({ name }) => name === 'spine')?.attributes.get('toc'));
  const contents = nav ?? ncx;
  const titles =
    contents === undefined
      ? new Map<string, string>()
      : titlesIn(await tagsAt(resolve(contents)), (href) => entryOf(href, resolve(contents)));
  const textOf = (name: string) => tags.find((tag) => tag.name === name)?.text ?? '';
  return {
    title: textOf('title'),
    author: textOf('creator'),
    language: /^[a-z]{2,3}(-[\w-]+)?$/i.exec(textOf('language'))?.[0] ?? '',
    chapters: entries.map((entry) => {
      const title = titles.get(entry);
      return title === undefined ? { entry } : { entry, title };
    }),
  };
}

/** Reads a navigation document, or an NCX of EPUB 2: the first title of each file counts. */
function titlesIn(tags: readonly Tag[], resolve: (href: string) => string) {
  const titles = new Map<string, string>();
  let label = '';
  for (const { name, attributes, text } of tags) {
    if (name === 'text') label = text;
    const href = name === 'a' ? attributes.get('href') : attributes.get('src');
    const title = name === 'a' ? text : label;
    if ((name !== 'a' && name !== 'content') || href === undefined || title === '') continue;
    const entry = resolve(href);
    if (!titles.has(entry)) titles.set(entry, title);
  }
  return titles;
}

/** Returns the name in the archive that a URL in one of its files leads to. */
function entryOf(href: string, from: string): string {
  const [path = ''] = href.split('#', 1);
  return posix.join(posix.dirname(from), decoded(path));
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The parser of HTML knows no empty tags, so that they contain what follows; the order is kept. */
function tagsOf(xml: string): readonly Tag[] {
  const root = parse(xml.replace(/<\?xml[^>]*\?>/, ''), { scriptingEnabled: false });
  return [...elementsOf(root)].map((element) => ({
    name: element.tagName.replace(/^.*:/, ''),
    attributes: new Map(element.attrs.map(({ name, value }) => [name, value])),
    text: isShort(element.tagName) ? textIn(element) : '',
  }));
}

function isShort(tag: string): boolean {
  return /^(a|text|(dc:)?(title|creator|language))$/.test(tag);
}

function textIn(element: Parameters<typeof nodesOf>[0]): string {
  const texts = [...nodesOf(element)].map((node) => ('value' in node ? node.value : ''));
  return texts.join('').replace(/\s+/g, ' ').trim();
}

function unreadable(failure: Message): AppError {
  return new AppError('source-unreadable', failure);
}
