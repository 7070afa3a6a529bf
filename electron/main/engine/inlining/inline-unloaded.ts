import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { type DefaultTreeAdapterTypes as Tree, parse } from 'parse5';
import type { SingleSource } from '../../../shared/request/source.js';
import { addressOf, localRoot } from '../addresses/page-address.js';
import type { InlinedPage } from '../contract/pdf-engine.js';
import { textEncoding } from '../sources/detect-encoding.js';
import { elementsOf } from '../sources/html-nodes.js';
import { contentTypeOf } from '../sources/source-kinds.js';
import { declaredEncoding } from '../sources/text-encoding.js';
import { inlineDocument } from './inline-document.js';
import { inlinedPage } from './inline-source.js';
import { Inlining } from './inlining.js';
import { LoadedFiles } from './loaded-files.js';

/**
 * Returns a local page that names no local file, without loading it, so that nothing waits for its
 * scripts. Null if it names one, or if its scripts might request one: then the page must be loaded,
 * to inline what it requests and to report what cannot be inlined.
 * @param scripts whether its scripts run
 */
export async function inlineUnloaded(
  source: Exclude<SingleSource, { kind: 'url' }>,
  scripts: boolean,
): Promise<InlinedPage | null> {
  const html = await htmlOf(source);
  if (html === null || mayRequest(html, scripts)) return null;
  const inlining = new Inlining(new LoadedFiles());
  const address = addressOf(source, id, localRoot(id));
  const place = { base: address, encoding: 'utf-8', scripts, within: [address] };
  const text = await inlineDocument(html, place, inlining);
  return inlining.namesLocalFile ? null : inlinedPage(text, inlining);
}

/** Only resolves references; nothing is opened there. */
const id = 'unloaded';

/** Null for what is not certainly HTML in UTF-8; a file that cannot be read is reported later. */
async function htmlOf(source: Exclude<SingleSource, { kind: 'url' }>): Promise<string | null> {
  if (source.kind === 'html') return source.html;
  const isHtml = contentTypeOf(extname(source.path)) === 'text/html';
  if (!isHtml || source.entry !== undefined) return null;
  const bytes = await readFile(source.path).catch(() => null);
  if (bytes === null || textEncoding(bytes) !== 'utf-8') return null;
  if ((declaredEncoding(bytes) ?? 'utf-8') !== 'utf-8') return null;
  return bytes.toString('utf8').replace(/^\uFEFF/, '');
}

/** What scripts request files with, or write elements with that do. */
const requesting =
  /fetch|XMLHttpRequest|import|Worker|EventSource|\bsrc|href|\bImage\b|\bAudio\b|FontFace|setAttribute|HTML\b|document\.write|url\(|\beval\b|\bFunction\b/;

/** Names of files in attributes that only scripts read, such as `data-src`. */
const fileName = /^[\w./-]+\.[A-Za-z]\w{1,4}$/;

function mayRequest(html: string, scripts: boolean): boolean {
  const elements = [...elementsOf(parse(html, { scriptingEnabled: scripts }))];
  if (elements.some(isRefresh)) return true;
  if (!scripts) return false;
  const hasScript = elements.some(({ tagName }) => tagName === 'script');
  return elements.some(
    (element) => element.attrs.some((each) => isRequest(each, hasScript)) || isRequesting(element),
  );
}

/** The page that it leads to is local if the URL is relative. */
function isRefresh({ tagName, attrs }: Tree.Element): boolean {
  const isMeta = ({ name, value }: Tree.Element['attrs'][number]) =>
    name === 'http-equiv' && value.toLowerCase() === 'refresh';
  return tagName === 'meta' && attrs.some(isMeta);
}

function isRequest({ name, value }: Tree.Element['attrs'][number], hasScript: boolean): boolean {
  if (name === 'srcdoc') return true;
  if (name.startsWith('on') || /^\s*javascript:/i.test(value)) return requesting.test(value);
  return hasScript && name.startsWith('data-') && fileName.test(value);
}

function isRequesting({ tagName, childNodes }: Tree.Element): boolean {
  if (tagName !== 'script') return false;
  return childNodes.some((node) => 'value' in node && requesting.test(node.value));
}
