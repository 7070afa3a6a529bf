import { parse } from 'parse5';
import { AppError } from '../../../shared/messages/errors.js';
import { message } from '../../../shared/messages/message.js';
import { type SingleSource, sourceFromWire } from '../../../shared/request/source.js';
import { textAddress } from '../addresses/page-address.js';
import { Inlining, notThere, textOf } from './inlining.js';
import { asHtml } from './document-kinds.js';
import { inOriginOf, LoadedFiles, relativeTo } from './loaded-files.js';
import { baseOf, inlineDocument } from './inline-document.js';
import type { InlinedPage } from '../contract/pdf-engine.js';

type TextSource = Extract<SingleSource, { kind: 'html' }>;

export interface LoadedPage {
  readonly address: string;
  /** As the Encoding Standard names it. */
  readonly encoding: string;
  readonly scripts: boolean;
  readonly files: LoadedFiles;
}

/** The result needs no local file; the base of its links is written into it. */
export function inlineText(source: TextSource): InlinedPage {
  const address = textAddress(source);
  const html = address === null ? source.html : withBase(source.html, address);
  return inlinedPage(html, new Inlining(new LoadedFiles()));
}

/** Loads HTML in place of the page's own text, with the same files available. */
type LoadInPlace = (html: string) => Promise<LoadedPage>;

/**
 * Inlines a local page. The result is loaded once more to find out what its scripts request, which
 * no analysis shows: local requests will fail at the service.
 * @param largest the largest result, in bytes
 * @throws AppError `invalid-request` if it is larger; `source-unreadable` if the file was removed
 */
export async function inlineSource(
  source: Exclude<SingleSource, { kind: 'url' }>,
  { address, encoding, scripts, files }: LoadedPage,
  load: LoadInPlace,
  largest?: number,
): Promise<InlinedPage> {
  const inlining = new Inlining(files, { largest });
  const html = await mainText(source, address, encoding, files);
  const place = { base: address, encoding, scripts, within: [address] };
  const packed = await inlineDocument(html, place, inlining);
  for (const missing of files.missing)
    inlining.markUnresolved(relativeTo(address, missing), notThere);
  for (const unused of files.unused)
    inlining.markUnresolved(relativeTo(address, unused), notInText);
  // If nothing was inlined, every request has been reported.
  if (inlining.inlined > 0) {
    const trial = new Inlining(files, { largest, retainsScripts: true });
    markRequested(await load(await inlineDocument(html, place, trial)), address, inlining, trial);
  }
  return inlinedPage(packed, inlining);
}

/**
 * Records the local requests of the inlined text. Its own scripts keep their URLs, because some
 * request files next to them.
 * @param address of the page itself, which had another origin
 */
function markRequested(
  { address: again, files }: LoadedPage,
  address: string,
  inlining: Inlining,
  { retainedScripts }: Inlining,
): void {
  for (const requested of files.requested) {
    const here = inOriginOf(address, requested);
    const isOwnScript = files.timesOf(requested) <= (retainedScripts?.get(here) ?? 0);
    if (requested === again || isOwnScript || inlining.files.isSettled(here)) continue;
    inlining.markUnresolved(relativeTo(address, here), notInText);
  }
}

const notInText = message('engine.notInlinedScript');

async function mainText(
  source: Exclude<SingleSource, { kind: 'url' }>,
  address: string,
  encoding: string,
  files: LoadedFiles,
): Promise<string> {
  if (source.kind === 'html') {
    files.settle(address);
    return source.html;
  }
  const file = await files.read(address);
  if (file !== null) return asHtml(textOf(file, null, encoding), file.type);
  throw new AppError('source-unreadable', message('sources.removed', { path: source.path }));
}

/** @throws AppError `invalid-request` if it is too large */
export function inlinedPage(html: string, inlining: Inlining): InlinedPage {
  // Without a tag, a service could take the text for a URL.
  const read = sourceFromWire(html);
  const text = read.ok && read.value.kind === 'html' ? html : `<!-- -->${html}`;
  const size = Buffer.byteLength(text);
  inlining.checkSize(size);
  return { html: text, size, inlined: inlining.inlined, unresolved: inlining.unresolved };
}

/**
 * Inserts a `<base>` after the document type; a `<base>` of the text itself is resolved against the
 * URL.
 */
function withBase(html: string, address: string): string {
  const document = parse(html, { sourceCodeLocationInfo: true });
  const type = document.childNodes.find(({ nodeName }) => nodeName === '#documentType');
  const end = type?.sourceCodeLocation?.endOffset ?? 0;
  const base = baseOf(document, address).replaceAll('&', '&amp;').replaceAll('"', '%22');
  return `${html.slice(0, end)}<base href="${base}">${html.slice(end)}`;
}
