import { readFile, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { type DefaultTreeAdapterTypes as Tree, html as names, parse } from 'parse5';
import type { SingleSource } from '../../../shared/request/source.js';
import { diskPath } from '../sources/disk-path.js';
import { nodesOf } from '../sources/html-nodes.js';
import { contentTypeOf } from '../sources/source-kinds.js';
import { textEncoding } from '../sources/detect-encoding.js';
import { isLocal } from './page-address.js';

/**
 * Longer texts are opened by navigation, because layout and printing dominate their time. In
 * characters; short enough that the parser, some of whose steps are quadratic, never blocks for
 * long.
 */
const maxInertLength = 64 * 1024;

/** Chromium searches this many bytes for a declared encoding. */
const encodingBytes = 1024;

/** The text of an inert page, in two parts. */
export interface InertDocument {
  /**
   * Everything up to the end of the document type, which is valid only at the start; empty without
   * one.
   */
  readonly start: string;
  readonly rest: string;
}

/**
 * Returns the text of a local page that is inert: it runs nothing, fetches nothing and leaves no
 * traces, so it can be put into a standing window without a navigation (docs/adr/0007). Null for a
 * page that is not inert, or might not be.
 */
export async function inertDocumentOf(source: SingleSource): Promise<InertDocument | null> {
  if (source.kind === 'url' || !isLocal(source)) return null;
  if (source.kind === 'html') return readInert(source.html);
  if (source.entry !== undefined) return null;
  if (source.page !== undefined) return readInert(source.page.html);
  const bytes = await readShortHtml(source.path);
  return bytes === null ? null : readInertBytes(bytes);
}

/** Splits a text if nothing in it needs a navigation; otherwise, and in doubt, returns null. */
export function readInert(text: string): InertDocument | null {
  const html = text.replace(/^\uFEFF/, '');
  if (html.length > maxInertLength) return null;
  const document = parse(html, { sourceCodeLocationInfo: true });
  let end = 0;
  let encoding: string | null = null;
  for (const node of nodesOf(document)) {
    if (node.nodeName === '#documentType') end = node.sourceCodeLocation?.endOffset ?? 0;
    if (!('tagName' in node)) continue;
    if (!isInertElement(node)) return null;
    encoding ??= encodingOf(node, html);
  }
  if (encoding !== null && encoding !== 'utf-8') return null;
  return { start: html.slice(0, end), rest: html.slice(end) };
}

/** Inserts a `<base>`, so that links have the page's own URL as their base. */
export function withBase({ start, rest }: InertDocument, address: string): string {
  return `${start}<base href="${address.replaceAll('"', '%22')}">${rest}`;
}

/** Reads a file in UTF-8: by its byte order mark, its declaration or its bytes. */
function readInertBytes(bytes: Buffer): InertDocument | null {
  return textEncoding(bytes) === 'utf-8' ? readInert(bytes.toString('utf8')) : null;
}

/** A declaration that comes too late is left to Chromium. */
function encodingOf(element: Tree.Element, html: string): string | null {
  const stated = statedEncoding(element);
  if (stated === null) return null;
  const end = element.sourceCodeLocation?.endOffset ?? Number.POSITIVE_INFINITY;
  return Buffer.byteLength(html.slice(0, end)) <= encodingBytes ? stated : 'stated too late';
}

/** A file that cannot be read is reported when the page is opened. */
async function readShortHtml(path: string): Promise<Buffer | null> {
  if ((contentTypeOf(extname(path)) ?? 'text/html') !== 'text/html') return null;
  const real = diskPath(path);
  const size = await stat(real).then(
    (file) => file.size,
    () => maxInertLength + 1,
  );
  return size > maxInertLength ? null : readFile(real).catch(() => null);
}

const htmlElements: ReadonlySet<string> = new Set(
  `html head title meta style body a abbr acronym address article aside b bdi bdo big blockquote br caption center cite code col
  colgroup data dd del dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins kbd li main mark
  menu nav nobr ol p pre q rp rt ruby s samp section small span strike strong sub sup table tbody td tfoot th thead time tr tt u ul
  var wbr`.split(/\s+/),
);

const htmlAttributes: ReadonlySet<string> = new Set(
  `abbr align alt bgcolor border cellpadding cellspacing class color cols colspan datetime dir face frame headers height hidden
  href hreflang id lang name nowrap rel reversed role rows rowspan rules scope size span start style summary tabindex target title
  translate type valign value width`.split(/\s+/),
);

const svgElements: ReadonlySet<string> = new Set(
  `svg g path rect circle ellipse line polyline polygon text tspan defs lineargradient radialgradient stop clippath marker symbol
  title desc`.split(/\s+/),
);

/** Metadata without effect on rendering or links. */
const metaNames: ReadonlySet<string> = new Set(
  'author copyright date description generator keywords robots viewport'.split(' '),
);

/** Styles that fetch resources, move or depend on scripts; a backslash can spell any of them. */
const reachingStyle =
  /url\(\s*["']?[^#"'\s]|@import|image-set|image\(|src\(|scripting|@keyframes|@starting-style|\\/i;

/**
 * Returns true for elements that certainly run, fetch and leave nothing, by the names that Chromium
 * sees, which are those of the HTML standard's parser.
 */
function isInertElement(element: Tree.Element): boolean {
  if (element.namespaceURI === names.NS.SVG) return isInertDrawing(element);
  if (element.namespaceURI !== names.NS.HTML || !htmlElements.has(element.tagName)) return false;
  const { attrs } = element;
  if (!attrs.every((attribute) => isInertAttribute(element, attribute))) return false;
  if (element.tagName === 'meta') return isInertMeta(attrs);
  if (element.tagName !== 'style') return true;
  // With a title it would be an alternative style sheet, which outlasts its page.
  return attrs.every(({ name }) => name === 'type') && !reachingStyle.test(textOf(element));
}

/** Returns the encoding that a meta element declares; null for none. */
export function statedEncoding({ tagName, attrs }: Tree.Element): string | null {
  if (tagName !== 'meta') return null;
  const charset = valueOf(attrs, 'charset');
  if (charset !== undefined) return charset.trim().toLowerCase();
  if (valueOf(attrs, 'http-equiv')?.toLowerCase() !== 'content-type') return null;
  return (
    /charset\s*=\s*["']?([\w-]+)/i.exec(valueOf(attrs, 'content') ?? '')?.[1]?.toLowerCase() ?? ''
  );
}

function isInertDrawing({ tagName, attrs }: Tree.Element): boolean {
  if (!svgElements.has(tagName.toLowerCase())) return false;
  return attrs.every(
    ({ name, value }) =>
      !/^on|href$|^src$|^(?:xml:)?base$/i.test(name) && !reachingStyle.test(value),
  );
}

function isInertAttribute({ tagName }: Tree.Element, { name, value }: Attribute): boolean {
  if (name.startsWith('data-') || name.startsWith('aria-')) return true;
  if (tagName === 'meta') return ['name', 'content', 'charset', 'http-equiv'].includes(name);
  if (tagName === 'img' && name === 'src')
    return /^data:image\/(?:png|jpeg|gif|webp);/i.test(value);
  if (name === 'style') return !reachingStyle.test(value);
  // A path from the root would resolve to another page, as the origin is shared.
  if (name === 'href') return tagName === 'a' && !/^\s*[\\/](?![\\/])/.test(value);
  return htmlAttributes.has(name);
}

function isInertMeta(attrs: readonly Attribute[]): boolean {
  const name = valueOf(attrs, 'name');
  if (name !== undefined && !metaNames.has(name.toLowerCase())) return false;
  return (valueOf(attrs, 'http-equiv') ?? 'content-type').toLowerCase() === 'content-type';
}

type Attribute = Tree.Element['attrs'][number];

function valueOf(attrs: readonly Attribute[], wanted: string): string | undefined {
  return attrs.find(({ name }) => name === wanted)?.value;
}

function textOf({ childNodes }: Tree.Element): string {
  return childNodes.map((node) => ('value' in node ? node.value : '')).join('');
}
