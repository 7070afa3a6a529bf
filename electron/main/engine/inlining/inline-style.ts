import { cssReferences } from './css-references.js';
import { dataAddress, styleEncoding, textDataAddress, textOf } from './data-address.js';
import { networkAddress } from './loaded-files.js';
import type { Inlining } from './inlining.js';
import { type TextEdit, edited } from './text-edits.js';

/** What a style sheet or a document is read with. */
export interface TextPlace {
  /** What its addresses are relative to. */
  readonly base: string;
  /** The encoding of what names it, which is its own unless something says otherwise. */
  readonly encoding: string;
  /** The files that it is in, the outermost first: none of them is put into itself. */
  readonly within: readonly string[];
}

/** The text of a style sheet, or of a `style` attribute, with the files in it that the page has loaded. */
export async function inlineStyle(
  css: string,
  place: TextPlace,
  packing: Inlining,
): Promise<string> {
  const edits: TextEdit[] = [];
  for (const { start, end, address, isImport } of cssReferences(css)) {
    if (address === '' || address.startsWith('#')) continue;
    const inside =
      networkAddress(address, place.base) ??
      (isImport
        ? await styleAddress(address, place, packing)
        : await fileAddress(address, place, packing));
    if (inside === null) continue;
    const isBare = /^["']/.test(css.slice(start, end)) && !isImport;
    edits.push({ start, end, text: isBare ? `"${inside}"` : `url("${inside}")` });
  }
  return edited(css, edits);
}

/** A style sheet as an address that holds it, with all that it needs itself; null if the page has not loaded it. */
export async function styleAddress(
  address: string,
  { base, encoding, within }: TextPlace,
  packing: Inlining,
): Promise<string | null> {
  const found = packing.find(address, base);
  if (found === null || within.includes(found.file)) return null;
  const file = await packing.files.read(found.file);
  if (file === null) return null;
  const css = textOf(file, styleEncoding(file.bytes), encoding);
  const place = { base: found.file, encoding, within: [...within, found.file] };
  const inside = textDataAddress('text/css', await inlineStyle(css, place, packing));
  packing.count(inside);
  return inside;
}

/** An image, a font or a film as an address that holds it; null if the page has not loaded it. */
export async function fileAddress(
  address: string,
  { base }: Pick<TextPlace, 'base'>,
  packing: Inlining,
): Promise<string | null> {
  const found = packing.find(address, base);
  const file = found && (await packing.files.read(found.file));
  if (!file) return null;
  const inside = dataAddress(file.type, file.bytes) + found.fragment;
  packing.count(inside);
  return inside;
}
