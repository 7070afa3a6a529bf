import { parse } from 'parse5';
import { AppError } from '../../../shared/errors.js';
import { type ConversionSource, sourceFromWire } from '../../../shared/request/source.js';
import { textAddress } from '../page/page-address.js';
import { textOf } from './data-address.js';
import { asHtml } from './document-kinds.js';
import { LoadedFiles } from './loaded-files.js';
import { baseOf, inlineDocument } from './inline-document.js';
import { Inlining, notThere } from './inlining.js';
import { inOriginOf, relativeTo } from './page-names.js';
import type { InlinedPage } from './source-inliner.js';

type TextSource = Extract<ConversionSource, { kind: 'html' }>;

/** What is known of a page that has loaded. */
export interface SeenPage {
  readonly address: string;
  /** As the page itself says, in the words of the Encoding Standard. */
  readonly encoding: string;
  /** Whether its scripts have run. */
  readonly scripts: boolean;
  readonly files: LoadedFiles;
}

/** A text that needs no file of this computer. An address that its links are relative to is written into it. */
export function inlinedText(source: TextSource): InlinedPage {
  const address = textAddress(source);
  const html = address === null ? source.html : withBase(source.html, address);
  return inlinedPage(html, new Inlining(new LoadedFiles()));
}

/** Loads HTML in the place of the page's own text, with the same files in reach. */
export type LoadInPlace = (html: string) => Promise<SeenPage>;

/**
 * A page of this computer as one text. That is loaded once more, as no reading of it tells what its scripts will ask for: what it still asks this
 * computer for is what will be missing elsewhere.
 * @param largest the most that it may be, in bytes
 * @throws AppError `invalid-request` if it is more; `source-unreadable` if the file is gone meanwhile
 */
export async function inlineSource(
  source: Exclude<ConversionSource, { kind: 'url' }>,
  { address, encoding, scripts, files }: SeenPage,
  load: LoadInPlace,
  largest?: number,
): Promise<InlinedPage> {
  const packing = new Inlining(files, { largest });
  const html = await mainText(source, address, encoding, files);
  const place = { base: address, encoding, scripts, within: [address] };
  const packed = await inlineDocument(html, place, packing);
  for (const missing of files.missing) packing.leave(relativeTo(address, missing), notThere);
  for (const unused of files.unused) packing.leave(relativeTo(address, unused), notInText);
  // Where nothing was put in, all that was asked for has been told of.
  if (packing.inlined > 0) {
    const trial = new Inlining(files, { largest, leavesScripts: true });
    leaveAsked(await load(await inlineDocument(html, place, trial)), address, packing, trial);
  }
  return inlinedPage(packed, packing);
}

/**
 * Takes note of what the text still asks for. Its scripts lay where they lie in the page, as some ask for what is beside them.
 * @param address of the page itself, whose origin is another one
 */
function leaveAsked(
  { address: again, files }: SeenPage,
  address: string,
  packing: Inlining,
  { scriptsLeft }: Inlining,
): void {
  for (const asked of files.asked) {
    const here = inOriginOf(address, asked);
    const isOwnScript = files.timesOf(asked) <= (scriptsLeft?.get(here) ?? 0);
    if (asked === again || isOwnScript || packing.files.isSettled(here)) continue;
    packing.leave(relativeTo(address, here), notInText);
  }
}

const notInText =
  'A script of the page, or a hint to load it early, asked for it; both are sent as they are.';

async function mainText(
  source: Exclude<ConversionSource, { kind: 'url' }>,
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
  throw new AppError('source-unreadable', `${source.path} is not there any more.`);
}

function inlinedPage(html: string, packing: Inlining): InlinedPage {
  // Without a tag, a service could take it for an address.
  const read = sourceFromWire(html);
  const text = read.ok && read.value.kind === 'html' ? html : `<!-- -->${html}`;
  const size = Buffer.byteLength(text);
  packing.checkSize(size);
  return { html: text, size, inlined: packing.inlined, left: packing.left };
}

/** The text with a `<base>` before everything but its document type; where it has one itself, that is what it was at the address. */
function withBase(html: string, address: string): string {
  const document = parse(html, { sourceCodeLocationInfo: true });
  const type = document.childNodes.find(({ nodeName }) => nodeName === '#documentType');
  const end = type?.sourceCodeLocation?.endOffset ?? 0;
  const base = baseOf(document, address).replaceAll('&', '&amp;').replaceAll('"', '%22');
  return `${html.slice(0, end)}<base href="${base}">${html.slice(end)}`;
}
