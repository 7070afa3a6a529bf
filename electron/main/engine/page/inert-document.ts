import { readFile, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { type DefaultTreeAdapterTypes as Tree, parse } from 'parse5';
import type { ConversionSource } from '../../../shared/request/source.js';
import { contentTypeOf } from '../sources/content-type.js';
import { nodesOf } from './document-nodes.js';
import { isLocal } from './page-address.js';
import { isInertElement, statedEncoding } from './inert-elements.js';

/**
 * Longer texts are opened: what they cost is layout and printing. In characters, and so few that no text keeps the parser, some of
 * whose steps are quadratic, for longer than a moment.
 */
const maxInertLength = 64 * 1024;

/** Chromium looks for the encoding that a file states in so many bytes. */
const encodingBytes = 1024;

/** The text of a plain page, in two parts. */
export interface InertDocument {
  /** All up to the end of the document type, which decides over the layout only where it comes first; empty without one. */
  readonly start: string;
  readonly rest: string;
}

/**
 * The text of a page of this computer that is one document and nothing else: it runs nothing, fetches nothing and leaves nothing behind. Such
 * a page can be put into a window that stands, without a navigation (docs/adr/0007). Null for every page that is more than that, or might be.
 */
export async function inertDocumentOf(source: ConversionSource): Promise<InertDocument | null> {
  if (source.kind === 'url' || !isLocal(source)) return null;
  if (source.kind === 'html') return readPlain(source.html);
  const bytes = await readShortHtml(source.path);
  return bytes === null ? null : readPlainBytes(bytes);
}

/** Takes a text apart if nothing in it needs a navigation; else null. Rather no than a wrong yes. */
export function readPlain(text: string, { statesUtf8 = false } = {}): InertDocument | null {
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
  if (statesUtf8 && encoding === null) return null;
  return { start: html.slice(0, end), rest: html.slice(end) };
}

/** The text with a first `<base>`, so that its links lead from its own address wherever it is shown. */
export function withBase({ start, rest }: InertDocument, address: string): string {
  return `${start}<base href="${address.replaceAll('"', '%22')}">${rest}`;
}

/** A file that is UTF-8 by its mark or by what it states, or plain ASCII. */
function readPlainBytes(bytes: Buffer): InertDocument | null {
  const isMarked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const isAscii = bytes.every((byte) => byte < 0x80);
  return readPlain(bytes.toString('utf8'), { statesUtf8: !isMarked && !isAscii });
}

/** What a stated encoding comes to; one that stands too late is left to Chromium. */
function encodingOf(element: Tree.Element, html: string): string | null {
  const stated = statedEncoding(element);
  if (stated === null) return null;
  const end = element.sourceCodeLocation?.endOffset ?? Number.POSITIVE_INFINITY;
  return Buffer.byteLength(html.slice(0, end)) <= encodingBytes ? stated : 'stated too late';
}

/** What cannot be read is told by whoever opens the page. */
async function readShortHtml(path: string): Promise<Buffer | null> {
  if ((contentTypeOf(extname(path)) ?? 'text/html') !== 'text/html') return null;
  const size = await stat(path).then(
    (file) => file.size,
    () => maxInertLength + 1,
  );
  return size > maxInertLength ? null : readFile(path).catch(() => null);
}
