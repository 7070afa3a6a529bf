import { type DefaultTreeAdapterTypes as Tree, html as names } from 'parse5';
import { message } from '../../../shared/messages/message.js';
import { withoutEnd } from '../../../shared/request/text.js';
import { fileAddress, inlineStyle, styleAddress, type TextPlace } from './inline-style.js';
import { essence, type Inlining, textDataAddress, textOf } from './inlining.js';
import { localReference, networkAddress, relativeTo } from './loaded-files.js';

/** An attribute's new value; null removes it, undefined leaves it unchanged. */
type NewValue = string | null | undefined;

interface InlinedAttribute {
  readonly name: string;
  readonly value: string;
}

/** Inlines a document that an element shows. */
export interface InlineInner {
  /**
   * Inlines a file: as `srcdoc` where an `iframe` can have it, else as a `data:` URL; null if the
   * page has not loaded it.
   */
  frame(address: string, element: Tree.Element, place: TextPlace): Promise<InlinedAttribute | null>;
  /** Inlines a document in the attribute itself. */
  srcdoc(html: string, place: TextPlace): Promise<string>;
}

/** The attributes that name an image, a video or the like, by element; those of SVG are `href`. */
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

/** The attributes that name loaded files, by their names in the source. */
export async function inlinedAttributes(
  element: Tree.Element,
  place: TextPlace,
  inlining: Inlining,
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
    const changed = await newValue(element, name, value, place, inlining, inner);
    if (changed === undefined || changed === value) continue;
    const spelled = prefix === undefined || prefix === '' ? name : `${prefix}:${name}`;
    changes.set(spelled, changed === null ? null : { name: spelled, value: changed });
    // The content has changed, and has no origin.
    if (element.attrs.some((each) => each.name === 'integrity')) changes.set('integrity', null);
  }
  return changes;
}

async function newValue(
  element: Tree.Element,
  name: string,
  value: string,
  place: TextPlace,
  inlining: Inlining,
  inner: InlineInner,
): Promise<NewValue> {
  const { tagName, namespaceURI } = element;
  const isHtml = namespaceURI === names.NS.HTML;
  if (name === 'style') return inlineStyle(value, place, inlining);
  if (name === 'srcset' && isHtml) return inlinedSrcset(value, place, inlining);
  if (name === 'srcdoc' && tagName === 'iframe') return inner.srcdoc(value, place);
  const onNetwork = addressAttribute(tagName, name) ? networkAddress(value, place.base) : null;
  if (onNetwork !== null) return onNetwork;
  if (!isHtml) return name === 'href' ? drawingAddress(element, value, place, inlining) : undefined;
  if (tagName === 'link' && name === 'href') return linkAddress(element, value, place, inlining);
  if (tagName === 'script' && name === 'src') {
    return (await scriptAddress(element, value, place, inlining)) ?? undefined;
  }
  if (fileAttributes[tagName]?.includes(name) !== true) return undefined;
  return (await fileAddress(value, place, inlining)) ?? undefined;
}

/** Returns true if an attribute names a file that the page loads, or a link's destination. */
function addressAttribute(tagName: string, name: string): boolean {
  return name === 'href' || name === 'src' || fileAttributes[tagName]?.includes(name) === true;
}

/** Links that only announce resources; with an event handler they may do more. */
const hints: ReadonlySet<string> = new Set(['preload', 'modulepreload', 'prefetch']);

async function linkAddress(
  { attrs }: Tree.Element,
  address: string,
  place: TextPlace,
  inlining: Inlining,
): Promise<NewValue> {
  const kinds = (attrs.find(({ name }) => name === 'rel')?.value ?? '').toLowerCase().split(/\s+/);
  if (kinds.includes('stylesheet')) {
    return (await styleAddress(address, place, inlining)) ?? undefined;
  }
  // An announced resource is inlined where it is used.
  const isHint = kinds.some((kind) => hints.has(kind)) && inlining.find(address, place.base);
  if (isHint && !attrs.some(({ name }) => name.startsWith('on'))) return null;
  const icon = kinds.some((kind) => kind.includes('icon')) && inlining.find(address, place.base);
  if (icon) inlining.files.settle(icon.file);
  return undefined;
}

async function drawingAddress(
  element: Tree.Element,
  address: string,
  place: TextPlace,
  inlining: Inlining,
): Promise<NewValue> {
  if (address.startsWith('#')) return undefined;
  const { tagName } = element;
  if (tagName === 'script')
    return (await scriptAddress(element, address, place, inlining)) ?? undefined;
  if (tagName === 'image' || tagName === 'feImage') {
    return (await fileAddress(address, place, inlining)) ?? undefined;
  }
  const found = tagName === 'use' ? inlining.find(address, place.base) : null;
  if (found === null) return undefined;
  inlining.files.settle(found.file);
  inlining.markUnresolved(address, message('engine.notInlinedSvgPart'));
  return undefined;
}

/** Only the selected candidates were loaded; others would be missing at the service. */
async function inlinedSrcset(
  srcset: string,
  place: TextPlace,
  inlining: Inlining,
): Promise<NewValue> {
  const packed = [];
  for (const { address, descriptor } of readSrcset(srcset)) {
    const inside = await fileAddress(address, place, inlining);
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

/** One candidate of a `srcset`, with its descriptor: `2x`, `640w`, or empty. */
interface ImageCandidate {
  readonly address: string;
  readonly descriptor: string;
}

/** Parses a `srcset` (HTML Standard, 4.8.4.2.2). URLs may contain commas, but not end in one. */
export function readSrcset(srcset: string): readonly ImageCandidate[] {
  const candidates: ImageCandidate[] = [];
  const start = /^[\s,]*([^\s]+)/;
  let rest = srcset;
  for (let match = start.exec(rest); match !== null; match = start.exec(rest)) {
    const [all, word = ''] = match;
    rest = rest.slice(all.length);
    const address = withoutEnd(word, /,/);
    const descriptor = address === word ? (/^(?:\([^)]*\)|[^,(])*/.exec(rest)?.[0] ?? '') : '';
    rest = rest.slice(descriptor.length);
    if (address !== '') candidates.push({ address, descriptor: descriptor.trim() });
  }
  return candidates;
}

export function writeSrcset(candidates: readonly ImageCandidate[]): string {
  return candidates.map(({ address, descriptor }) => `${address} ${descriptor}`.trim()).join(', ');
}

const importedByPath = message('engine.notInlinedImport');

/**
 * A `data:` URL in UTF-8; null if the page has not loaded the script, or if it keeps its URL. Files
 * that it imports are recorded as unresolved.
 */
async function scriptAddress(
  { attrs }: Tree.Element,
  address: string,
  { base, encoding, within }: TextPlace,
  inlining: Inlining,
): Promise<string | null> {
  const found = inlining.find(address, base);
  const file = found && (await inlining.files.read(found.file));
  if (!file) return null;
  const text = textOf(file, null, encoding);
  const isModule = attrs.some(({ name, value }) => name === 'type' && /^module$/i.test(value));
  const { retainedScripts } = inlining;
  if (retainedScripts !== null && within.length === 1 && mayLookBesideItself(text, isModule)) {
    retainedScripts.set(found.file, (retainedScripts.get(found.file) ?? 0) + 1);
    return null;
  }
  await markImports(text, found.file, within[0] ?? base, inlining);
  const inside = textDataAddress(essence(file.type), text);
  inlining.count(inside);
  return inside;
}

/**
 * A classic script can find its own URL in many ways, a module in one. A module that keeps its URL
 * is requested once, even if it is imported several times.
 */
function mayLookBesideItself(text: string, isModule: boolean): boolean {
  return !isModule || text.includes('import.meta');
}

/**
 * Records everything that a script imports, directly or not.
 * @param page its URL, which is the base of the names
 */
async function markImports(
  script: string,
  address: string,
  page: string,
  inlining: Inlining,
): Promise<void> {
  const waiting = [{ script, address }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const path of importedPaths(next.script)) {
      const file = localReference(path, next.address)?.file;
      if (file === undefined || !inlining.files.has(file) || inlining.files.isSettled(file))
        continue;
      inlining.files.settle(file);
      inlining.markUnresolved(relativeTo(page, file), importedByPath);
      const imported = await inlining.files.read(file);
      if (imported) waiting.push({ script: textOf(imported, null, 'utf-8'), address: file });
    }
  }
}

/**
 * A quoted path after `import`, `import(` or `from`, with an optional comment between. Text that
 * looks like one matches too, so that only paths of loaded files count.
 */
const importedPath =
  /\b(?:import|from)\s{0,100}\(?\s{0,100}(?:\/\*[^*]{0,500}\*\/\s{0,100})?(?:"(\.{0,2}\/[^"\n]+)"|'(\.{0,2}\/[^'\n]+)'|`(\.{0,2}\/[^`$\n]+)`)/g;

/** ECMAScript, 16.2; names of an import map are not among them. */
export function importedPaths(script: string): readonly string[] {
  return [...script.matchAll(importedPath)].map(
    ([, double, single, back]) => double ?? single ?? back ?? '',
  );
}
