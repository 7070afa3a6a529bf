import { type DefaultTreeAdapterTypes as Tree, html as names } from 'parse5';
import { scriptAddress } from './inline-script.js';
import { fileAddress, inlineStyle, styleAddress, type TextPlace } from './inline-style.js';
import { networkAddress } from './loaded-files.js';
import type { Inlining } from './inlining.js';
import { readSrcset, writeSrcset } from './srcset.js';

/** Gives an attribute's new value; null takes it away, undefined leaves it as it is. */
type NewValue = string | null | undefined;

/** What an attribute becomes. */
export interface InlinedAttribute {
  readonly name: string;
  readonly value: string;
}

/** Makes one text of a document that an element shows. */
export interface InlineInner {
  /** A file's, as `srcdoc` where an `iframe` can have it so, else as an address that holds it; null if the page has not loaded it. */
  frame(address: string, element: Tree.Element, place: TextPlace): Promise<InlinedAttribute | null>;
  /** One that stands in the attribute itself. */
  srcdoc(html: string, place: TextPlace): Promise<string>;
}

/** The attributes that name an image, a film or the like, by element; those of the foreign ones are `href`. */
const fileAttributes: Readonly<Record<string, readonly string[]>> = {
  img: ['src'],
  input: ['src'],
  video: ['src', 'poster'],
  audio: ['src'],
  source: ['src'],
  track: ['src'],
  body: ['background'],
  table: ['background'],
  tr: ['background'],
  td: ['background'],
  th: ['background'],
};

const frameAttributes: Readonly<Record<string, string>> = {
  iframe: 'src',
  frame: 'src',
  object: 'data',
  embed: 'src',
};

/** The new values of those attributes of an element that name files which the page has loaded, by their names in the source. */
export async function inlinedAttributes(
  element: Tree.Element,
  place: TextPlace,
  packing: Inlining,
  inner: InlineInner,
): Promise<ReadonlyMap<string, InlinedAttribute | null>> {
  const changes = new Map<string, InlinedAttribute | null>();
  const isHtml = element.namespaceURI === names.NS.HTML;
  for (const { name, prefix, value } of element.attrs) {
    const isFrame = isHtml && frameAttributes[element.tagName] === name;
    if (isFrame && networkAddress(value, place.base) === null) {
      const frame = await inner.frame(value, element, place);
      if (frame !== null) changes.set(name, frame);
      continue;
    }
    const changed = await newValue(element, name, value, place, packing, inner);
    if (changed === undefined || changed === value) continue;
    const spelled = prefix === undefined || prefix === '' ? name : `${prefix}:${name}`;
    changes.set(spelled, changed === null ? null : { name: spelled, value: changed });
    // The text is another one now, and it has no origin.
    if (element.attrs.some((each) => each.name === 'integrity')) changes.set('integrity', null);
  }
  return changes;
}

async function newValue(
  element: Tree.Element,
  name: string,
  value: string,
  place: TextPlace,
  packing: Inlining,
  inner: InlineInner,
): Promise<NewValue> {
  const { tagName, namespaceURI } = element;
  const isHtml = namespaceURI === names.NS.HTML;
  if (name === 'style') return inlineStyle(value, place, packing);
  if (name === 'srcset' && isHtml) return inlinedSrcset(value, place, packing);
  if (name === 'srcdoc' && tagName === 'iframe') return inner.srcdoc(value, place);
  const onNetwork = addressAttribute(tagName, name) ? networkAddress(value, place.base) : null;
  if (onNetwork !== null) return onNetwork;
  if (!isHtml) return name === 'href' ? drawingAddress(element, value, place, packing) : undefined;
  if (tagName === 'link' && name === 'href') return linkAddress(element, value, place, packing);
  if (tagName === 'script' && name === 'src') {
    return (await scriptAddress(element, value, place, packing)) ?? undefined;
  }
  if (fileAttributes[tagName]?.includes(name) !== true) return undefined;
  return (await fileAddress(value, place, packing)) ?? undefined;
}

/** Returns whether an attribute names a file that the page loads, or a place that a link leads to. */
function addressAttribute(tagName: string, name: string): boolean {
  return name === 'href' || name === 'src' || fileAttributes[tagName]?.includes(name) === true;
}

/** The kinds of links that say only what will be needed soon; with a handler, they may become more than that. */
const hints: ReadonlySet<string> = new Set(['preload', 'modulepreload', 'prefetch']);

async function linkAddress(
  { attrs }: Tree.Element,
  address: string,
  place: TextPlace,
  packing: Inlining,
): Promise<NewValue> {
  const kinds = (attrs.find(({ name }) => name === 'rel')?.value ?? '').toLowerCase().split(/\s+/);
  if (kinds.includes('stylesheet')) {
    return (await styleAddress(address, place, packing)) ?? undefined;
  }
  // What a hint names is in the text where it is needed.
  const isHint = kinds.some((kind) => hints.has(kind)) && packing.find(address, place.base);
  if (isHint && !attrs.some(({ name }) => name.startsWith('on'))) return null;
  const icon = kinds.some((kind) => kind.includes('icon')) && packing.find(address, place.base);
  if (icon) packing.files.settle(icon.file);
  return undefined;
}

async function drawingAddress(
  element: Tree.Element,
  address: string,
  place: TextPlace,
  packing: Inlining,
): Promise<NewValue> {
  if (address.startsWith('#')) return undefined;
  const { tagName } = element;
  if (tagName === 'script')
    return (await scriptAddress(element, address, place, packing)) ?? undefined;
  if (tagName === 'image' || tagName === 'feImage') {
    return (await fileAddress(address, place, packing)) ?? undefined;
  }
  const found = tagName === 'use' ? packing.find(address, place.base) : null;
  if (found === null) return undefined;
  packing.files.settle(found.file);
  packing.leave(
    address,
    'Chromium takes a part of a drawing only from a file of its own; put the drawing itself into the page.',
  );
  return undefined;
}

/** Only the images that were chosen are there; another one would be chosen in vain elsewhere. */
async function inlinedSrcset(
  srcset: string,
  place: TextPlace,
  packing: Inlining,
): Promise<NewValue> {
  const packed = [];
  for (const { address, descriptor } of readSrcset(srcset)) {
    const inside = await fileAddress(address, place, packing);
    if (inside !== null) packed.push({ address: inside, descriptor });
    else if (isElsewhere(address, place.base))
      packed.push({ address: networkAddress(address, place.base) ?? address, descriptor });
  }
  return packed.length === 0 ? null : writeSrcset(packed);
}

function isElsewhere(address: string, base: string): boolean {
  if (networkAddress(address, base) !== null) return true;
  return URL.canParse(address, base) && /^(?:https?|data):/i.test(new URL(address, base).href);
}
