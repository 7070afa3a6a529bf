import { type DefaultTreeAdapterTypes as Tree, html as names, parse } from 'parse5';
import { escapeHtml } from '../../util/character-references.js';
import { elementsOf } from '../sources/html-nodes.js';
import { declaredEncoding, markedEncoding } from '../sources/text-encoding.js';
import { inlinedAttributes, type InlineInner } from './inline-element.js';
import { inlineStyle, type TextPlace } from './inline-style.js';
import {
  dataAddress,
  edited,
  essence,
  type Inlining,
  textDataAddress,
  type TextEdit,
  textOf,
} from './inlining.js';
import { type LoadedFile, localReference, networkAddress } from './loaded-files.js';

interface DocumentPlace extends TextPlace {
  /** Whether its scripts run: `<noscript>` contains text then. */
  readonly scripts: boolean;
}

/** Inlines the loaded files of an HTML document. A document without any stays byte for byte. */
export async function inlineDocument(
  html: string,
  place: DocumentPlace,
  inlining: Inlining,
): Promise<string> {
  const document = parse(html, { sourceCodeLocationInfo: true, scriptingEnabled: place.scripts });
  const elements = [...elementsOf(document)];
  const { base, edits } = readBase(elements, place.base);
  const own = { ...place, base };
  const { inlined } = inlining;
  const all: (readonly TextEdit[])[] = [edits];
  for (const element of elements) all.push(await elementEdits(element, own, inlining));
  if (inlining.inlined > inlined) all.push(policyEdits(elements));
  return edited(html, all.flat());
}

function innerOf(place: DocumentPlace, inlining: Inlining): InlineInner {
  return {
    srcdoc: async (html, { base }) => inlineDocument(html, { ...place, base }, inlining),
    frame: async (address, element, { base }) => {
      const found = inlining.find(address, base);
      if (found === null || place.within.includes(found.file)) return null;
      const file = await inlining.files.read(found.file);
      if (file === null) return null;
      const isDocument = documentTypes.has(essence(file.type));
      const packed = isDocument ? await inlineFrame(found.file, file, place, inlining) : null;
      if (packed !== null && isInPlace(element, packed)) {
        inlining.count(packed);
        return { name: 'srcdoc', value: packed };
      }
      const inside =
        packed === null
          ? dataAddress(file.type, file.bytes) + found.fragment
          : textDataAddress(essence(file.type), packed);
      inlining.count(inside);
      return { name: element.tagName === 'object' ? 'data' : 'src', value: inside };
    },
  };
}

const documentTypes: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml']);

async function inlineFrame(
  address: string,
  file: LoadedFile,
  place: DocumentPlace,
  inlining: Inlining,
): Promise<string> {
  const stated = declaredEncoding(file.bytes);
  const encoding = markedEncoding(file.bytes) ?? stated ?? place.encoding;
  const text = textOf(file, stated, place.encoding);
  const within = [...place.within, address];
  return inlineDocument(text, { ...place, base: address, encoding, within }, inlining);
}

/**
 * `srcdoc` has the same origin as the page, as the file had; but it is always HTML in no-quirks
 * mode (HTML Standard, 13.2.6.4.1).
 */
function isInPlace({ tagName, attrs }: Tree.Element, html: string): boolean {
  if (tagName !== 'iframe' || attrs.some(({ name }) => name === 'srcdoc')) return false;
  return !html.startsWith('<?xml') && parse(html).mode === names.DOCUMENT_MODE.NO_QUIRKS;
}

async function elementEdits(
  element: Tree.Element,
  place: DocumentPlace,
  inlining: Inlining,
): Promise<readonly TextEdit[]> {
  const location = element.sourceCodeLocation;
  // An element that the parser has added, such as a missing `<body>`.
  if (!location) return [];
  const changes = new Map(
    await inlinedAttributes(element, place, inlining, innerOf(place, inlining)),
  );
  for (const [name, value] of encodingChange(element)) changes.set(name, { name, value });
  const edits = [...changes].flatMap(([name, change]) =>
    attributeEdit(element, name, change?.value ?? null, change?.name),
  );
  if (element.tagName !== 'style') return edits;
  for (const node of element.childNodes) {
    if (node.nodeName !== '#text' || !('value' in node) || !node.sourceCodeLocation) continue;
    const { startOffset: start, endOffset: end } = node.sourceCodeLocation;
    const packed = await inlineStyle(node.value, place, inlining);
    const text = element.namespaceURI === names.NS.HTML ? packed : escapeHtml(packed);
    if (packed !== node.value) edits.push({ start, end, text });
  }
  return edits;
}

/** The result is UTF-8. */
function encodingChange(element: Tree.Element): readonly (readonly [string, string])[] {
  const stated = statedEncoding(element);
  if (stated === null || stated === '' || /^utf-?8$/.test(stated)) return [];
  if (valueOf(element, 'charset') !== undefined) return [['charset', 'utf-8']];
  const content = valueOf(element, 'content') ?? '';
  return [['content', content.replace(/(charset\s*=\s*["']?)[\w-]+/i, '$1utf-8')]];
}

/** The encoding that a meta element declares; null for none. */
function statedEncoding(element: Tree.Element): string | null {
  if (element.tagName !== 'meta') return null;
  const charset = valueOf(element, 'charset');
  if (charset !== undefined) return charset.trim().toLowerCase();
  if (valueOf(element, 'http-equiv')?.toLowerCase() !== 'content-type') return null;
  return (
    /charset\s*=\s*["']?([\w-]+)/i.exec(valueOf(element, 'content') ?? '')?.[1]?.toLowerCase() ?? ''
  );
}

/** Files have become `data:` URLs, which the page's policy must allow. */
function policyEdits(elements: readonly Tree.Element[]): readonly TextEdit[] {
  return elements
    .filter(
      (element) =>
        element.tagName === 'meta' &&
        valueOf(element, 'http-equiv')?.toLowerCase() === 'content-security-policy',
    )
    .flatMap((element) =>
      attributeEdit(element, 'content', allowData(valueOf(element, 'content') ?? '')),
    );
}

function valueOf({ attrs }: Tree.Element, wanted: string): string | undefined {
  return attrs.find(({ name }) => name === wanted)?.value;
}

/**
 * Returns the base of a document's URLs (HTML Standard, 4.2.3), and the edit that removes a local
 * base folder.
 */
function readBase(elements: readonly Tree.Element[], around: string) {
  const edits: TextEdit[] = [];
  const element = firstBase(elements);
  const href = element && valueOf(element, 'href');
  if (element === undefined || href === undefined || !URL.canParse(href, around)) {
    return { base: around, edits };
  }
  const base = networkAddress(href, around) ?? new URL(href, around).href;
  const isHere = localReference(href, around) !== null;
  const isRelative = !URL.canParse(href);
  if (isHere) edits.push(...attributeEdit(element, 'href', null));
  else if (isRelative) edits.push(...attributeEdit(element, 'href', base));
  return { base, edits };
}

/** @param around the document's own URL */
export function baseOf(document: Tree.Document, around: string): string {
  const element = firstBase([...elementsOf(document)]);
  const href = (element && valueOf(element, 'href')) ?? '';
  return URL.canParse(href, around) ? new URL(href, around).href : around;
}

function firstBase(elements: readonly Tree.Element[]): Tree.Element | undefined {
  return elements.find((each) => each.tagName === 'base' && valueOf(each, 'href') !== undefined);
}

/** Edits an attribute in the source, where each occurs once. */
function attributeEdit(
  { sourceCodeLocation }: Tree.Element,
  name: string,
  value: string | null,
  newName = name,
): readonly TextEdit[] {
  const location =
    sourceCodeLocation?.attrs?.[name.toLowerCase()] ?? sourceCodeLocation?.attrs?.[name];
  if (!location) return [];
  const { startOffset: start, endOffset: end } = location;
  if (value === null) return [{ start, end, text: '' }];
  return [{ start, end, text: `${newName}="${escapeHtml(value)}"` }];
}

/** The directives that list sources of files (CSP 3, 6.1 and 6.2). */
const fetching =
  /^(?:default|img|style|style-elem|font|script|script-elem|frame|child|media|object)-src(?:-elem)?$/i;

/**
 * Allows `data:` URLs in every source list of a content security policy, because the files that it
 * allowed are now part of the page.
 */
export function allowData(policy: string): string {
  return policy
    .split(';')
    .map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/);
      if (!fetching.test(name) || sources.includes('data:')) return directive;
      const others = sources.filter((source) => source.toLowerCase() !== "'none'");
      return ` ${[name, ...others, 'data:'].join(' ')}`;
    })
    .join(';')
    .trimStart();
}
