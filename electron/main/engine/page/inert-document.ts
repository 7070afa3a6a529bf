import { readFile, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { type DefaultTreeAdapterTypes as Tree, html as names, parse } from 'parse5';
import type { SingleSource } from '../../../shared/request/source.js';
import { diskPath } from '../../util/disk-path.js';
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
  /** Whether it requests files: images, or style sheets, which may request more. */
  readonly hasFiles: boolean;
}

/**
 * Returns the text of a local page that is inert: it runs nothing, requests no more than files
 * below its folder and leaves no traces, so it can be put into a standing window without a
 * navigation (docs/adr/0007). Null for a page that is not inert, or might not be.
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
  let hasFiles = false;
  for (const node of nodesOf(document)) {
    if (node.nodeName === '#documentType') end = node.sourceCodeLocation?.endOffset ?? 0;
    if (!('tagName' in node)) continue;
    if (!isInertElement(node)) return null;
    encoding ??= encodingOf(node, html);
    hasFiles ||= requestsFiles(node);
  }
  if (encoding !== null && encoding !== 'utf-8') return null;
  return { start: html.slice(0, end), rest: html.slice(end), hasFiles };
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

/** Without `select`, whose content newer parsers keep and parse5 drops. */
const htmlElements: ReadonlySet<string> = new Set(
  `html head title meta link style body a abbr acronym address article aside b bdi bdo big blockquote br button caption center cite
  code col colgroup data dd del details dfn div dl dt em fieldset figcaption figure font footer form h1 h2 h3 h4 h5 h6 header hgroup
  hr i img input ins kbd label legend li main mark menu nav nobr ol p pre q rp rt ruby s samp section small span strike strong sub
  summary sup table tbody td textarea tfoot th thead time tr tt u ul var wbr`.split(/\s+/),
);

const htmlAttributes: ReadonlySet<string> = new Set(
  `abbr accept accesskey action align alink alt autocomplete bgcolor border cellpadding cellspacing char charoff checked class clear
  color cols colspan compact datetime dir disabled enctype face for frame headers height hidden href hreflang id label lang link
  maxlength method name noshade nowrap open placeholder readonly rel rev reversed role rows rowspan rules scope shape
  size span start style summary tabindex target text title translate type valign value vlink width xmlns`.split(
    /\s+/,
  ),
);

const svgElements: ReadonlySet<string> = new Set(
  `svg g path rect circle ellipse line polyline polygon text tspan defs lineargradient radialgradient stop clippath marker symbol
  title desc`.split(/\s+/),
);

/** Metadata without effect on rendering or links, as is that of vocabularies (`og:title`). */
const metaNames: ReadonlySet<string> = new Set(
  `author copyright created date description distribution generator keywords package rating resource-type revisit-after robots
  viewport`.split(/\s+/),
);

/** What elements of metadata may state besides the attributes of all elements. */
const metadataAttributes: Readonly<Record<string, ReadonlySet<string>>> = {
  meta: new Set('name property content charset http-equiv lang scheme xmlns'.split(' ')),
  link: new Set('rel rev href type media title lang xmlns'.split(' ')),
};

/** Instructions to browsers that change nothing but the encoding. */
const inertInstructions: ReadonlySet<string> = new Set(
  'content-type content-style-type content-script-type x-ua-compatible'.split(' '),
);

/** Link types (HTML standard, 4.6.7) that request nothing. */
const inertLinks: ReadonlySet<string> = new Set(
  `alternate appendix author bookmark canonical chapter contents copyright first glossary help home icon index last license made next
  prev previous search section start subsection top up`.split(/\s+/),
);

/** Styles that fetch resources, move or depend on scripts; a backslash can spell any of them. */
const reachingStyle =
  /url\(\s*["']?[^#"'\s]|@import|image-set|image\(|src\(|scripting|@keyframes|@starting-style|\\/i;

/**
 * A URL without scheme, host and path from the root, in signs that the URL standard neither removes
 * nor replaces: that of a file in the page's folder, or of any other below the page's root.
 */
const relativeUrl = /^[^\s\p{Cc}\\/:?#][^\p{Cc}\\:]*$/u;

/**
 * Returns true for elements that certainly run and leave nothing and request files alone, by the
 * names that Chromium sees, which are those of the HTML standard's parser.
 */
function isInertElement(element: Tree.Element): boolean {
  if (element.namespaceURI === names.NS.SVG) return isInertDrawing(element);
  if (element.namespaceURI !== names.NS.HTML || !htmlElements.has(element.tagName)) return false;
  const { attrs } = element;
  if (!attrs.every((attribute) => isInertAttribute(element, attribute))) return false;
  if (element.tagName === 'meta') return isInertMeta(attrs);
  if (element.tagName === 'link') return isInertLink(attrs);
  if (element.tagName !== 'style') return true;
  // With a title it would be an alternative style sheet, which outlasts its page.
  return attrs.every(({ name }) => name === 'type') && !reachingStyle.test(textOf(element));
}

/** Returns true for an inert element that requests files. */
function requestsFiles({ tagName, attrs }: Tree.Element): boolean {
  if (tagName === 'link') return linkTypes(attrs) === 'stylesheet';
  return tagName === 'img' && !isDataImage(valueOf(attrs, 'src') ?? 'data:image/png;');
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
  if (/^(?:data-|aria-|xmlns:|xml:lang$)/.test(name)) return true;
  const own = metadataAttributes[tagName];
  if (own !== undefined) return own.has(name);
  if (tagName === 'img' && name === 'src') return isDataImage(value) || relativeUrl.test(value);
  if (name === 'style') return !reachingStyle.test(value);
  // A path from the root would resolve to another page, as the origin is shared.
  if (name === 'href') return tagName === 'a' && !/^\s*[\\/](?![\\/])/.test(value);
  return htmlAttributes.has(name);
}

function isInertMeta(attrs: readonly Attribute[]): boolean {
  const name = valueOf(attrs, 'name');
  if (name !== undefined && !/[.:]/.test(name) && !metaNames.has(name.toLowerCase())) return false;
  return inertInstructions.has((valueOf(attrs, 'http-equiv') ?? 'content-type').toLowerCase());
}

function isInertLink(attrs: readonly Attribute[]): boolean {
  const types = linkTypes(attrs);
  if (types !== 'stylesheet') return types === '' || inertLinks.has(types);
  // With a title it would be an alternative style sheet, which outlasts its page.
  return valueOf(attrs, 'title') === undefined && relativeUrl.test(valueOf(attrs, 'href') ?? '');
}

function linkTypes(attrs: readonly Attribute[]): string {
  return (valueOf(attrs, 'rel') ?? '').trim().toLowerCase();
}

function isDataImage(address: string): boolean {
  return /^data:image\/(?:png|jpeg|gif|webp);/i.test(address);
}

type Attribute = Tree.Element['attrs'][number];

function valueOf(attrs: readonly Attribute[], wanted: string): string | undefined {
  return attrs.find(({ name }) => name === wanted)?.value;
}

function textOf({ childNodes }: Tree.Element): string {
  return childNodes.map((node) => ('value' in node ? node.value : '')).join('');
}
