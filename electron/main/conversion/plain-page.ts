import { readFile, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import type { ConversionSource } from '../../shared/request/source.js';
import { contentTypeOf } from './content-type.js';
import { isLocal } from './page-address.js';

/** Longer texts gain nothing: what they cost is layout and printing. In bytes. */
const longestPlainText = 1024 * 1024;

/** Frames, plug-ins and media have documents, processes or clocks of their own; a `<base>` of its own leads elsewhere. */
const beyondOneDocument =
  /<(?:iframe|frameset|frame|fencedframe|object|embed|applet|portal|template|audio|video|base)\b/i;

/** What lasts longer than its text: policies and navigations in the head, and choices for the whole document. */
const lasting =
  /http-equiv\s*=\s*(?!["']?content-type)|name\s*=\s*["']?(?:referrer|color-scheme|supported-color-schemes|theme-color)\b|<(?:link|style)\b[^>]*\btitle\b/i;

/** Addresses on top of the origin, which is not the page's alone. */
const rootRelative =
  /(?:href|src|srcset|background|poster|data)\s*=\s*["']?\s*\/(?!\/)|url\(\s*["']?\/(?!\/)/i;

/** All that runs, or looks different, because scripts may run. */
const runnable = /<(?:script|noscript)\b|[\s"'/]on[a-z]+\s*=|\bscripting\b/i;

/**
 * The text of a page of this computer that is one document and nothing else: no scripts, no frames, no policies. Such a page can be put
 * into a window that stands, without a navigation (docs/adr/0007). Null for every page that is more than that, or might be.
 * @param runsScripts whether the request lets scripts run
 */
export async function plainTextOf(
  source: ConversionSource,
  runsScripts: boolean,
): Promise<string | null> {
  if (source.kind === 'url' || !isLocal(source)) return null;
  const text = source.kind === 'html' ? source.html : await utf8Text(source.path);
  return text !== null && isPlain(text, runsScripts) ? text : null;
}

/** Whether nothing in an HTML text needs a document, a process or an origin of its own. Rather no than a wrong yes. */
export function isPlain(text: string, runsScripts: boolean): boolean {
  if (text.length > longestPlainText || (runsScripts && runnable.test(text))) return false;
  if ([beyondOneDocument, lasting, rootRelative].some((sign) => sign.test(text))) return false;
  return startOf(text) !== null;
}

/**
 * The text with a first `<base>`, so that its links lead from its own address wherever it is shown. Behind the document type, as that
 * decides over the layout only where it comes first.
 * @param text for which {@link isPlain} holds
 */
export function withBase(text: string, address: string): string {
  const start = startOf(text) ?? '';
  return `${start}<base href="${address.replaceAll('"', '%22')}">${text.slice(start.length)}`;
}

/** All up to the end of the document type; empty without one, null where it cannot be told. */
function startOf(text: string): string | null {
  if (!/<!doctype/i.test(text)) return '';
  return /^\uFEFF?\s*(?:<!--(?!-?>)[^]*?-->\s*)*<!doctype[^>]*>/i.exec(text)?.[0] ?? null;
}

/** The text of an HTML file that says that it is UTF-8, or is plain ASCII; null for any other file. */
async function utf8Text(path: string): Promise<string | null> {
  const isHtml = (contentTypeOf(extname(path)) ?? 'text/html') === 'text/html';
  // What cannot be read is told by whoever opens the page.
  const bytes = isHtml ? await readShort(path).catch(() => null) : null;
  if (bytes === null) return null;
  const head = bytes.subarray(0, 1024).toString('latin1');
  const isUtf8 =
    head.startsWith('\u00EF\u00BB\u00BF') || /<meta\s[^>]*charset=["']?utf-8\b/i.test(head);
  const isAscii = !/charset|encoding/i.test(head) && bytes.every((byte) => byte < 0x80);
  return isUtf8 || isAscii ? bytes.toString('utf8') : null;
}

async function readShort(path: string): Promise<Buffer | null> {
  const { size } = await stat(path);
  return size > longestPlainText ? null : readFile(path);
}
