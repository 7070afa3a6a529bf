import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  type PDFRef,
  PDFString,
} from '@cantoo/pdf-lib';

// Reads and writes names, texts and lists of documents (section numbers: ISO 32000-1).

const key = (name: string) => PDFName.of(name);

/** Unresolved (12.3.2.3). */
export function namedDestinations(catalog: PDFDict): ReadonlyMap<string, PDFObject> {
  const found = new Map<string, PDFObject>();
  const old = catalog.lookup(key('Dests'));
  if (old instanceof PDFDict) {
    for (const [name, value] of old.entries()) found.set(bytesOf(name) ?? '', value);
  }
  const names = catalog.lookup(key('Names'));
  const tree = names instanceof PDFDict ? names.lookup(key('Dests')) : undefined;
  for (const [name, value] of nameTreeEntries(tree)) found.set(name, value);
  return found;
}

/** Yields the entries of a name tree (7.9.6). */
export function* nameTreeEntries(
  root: PDFObject | undefined,
): Generator<readonly [string, PDFObject]> {
  for (const [object, value] of treeEntries(root, 'Names')) {
    const name = bytesOf(object);
    if (name !== null) yield [name, value];
  }
}

/** Yields the entries of a number tree (7.9.7) in their order. */
export function* numberTreeEntries(
  root: PDFObject | undefined,
): Generator<readonly [number, PDFObject]> {
  for (const [number, value] of treeEntries(root, 'Nums')) {
    if (number instanceof PDFNumber) yield [number.asNumber(), value];
  }
}

/** Yields the keys and values in the lists of a tree's nodes. */
function* treeEntries(
  root: PDFObject | undefined,
  list: 'Names' | 'Nums',
): Generator<readonly [PDFObject | undefined, PDFObject]> {
  const waiting = [root];
  const seen = new Set<PDFObject>();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (!(node instanceof PDFDict) || seen.has(node)) continue;
    seen.add(node);
    const { context } = node;
    for (const kid of arrayAt(node, 'Kids').toReversed()) waiting.push(context.lookup(kid));
    const entries = arrayAt(node, list);
    for (let index = 0; index + 1 < entries.length; index += 2) {
      const value = entries[index + 1];
      if (value !== undefined) yield [context.lookup(entries[index]), value];
    }
  }
}

/** Writes a name tree (7.9.6). */
export function nameTree(context: PDFContext, entries: ReadonlyMap<string, PDFObject>): PDFRef {
  const sorted = [...entries].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const tree = context.obj({});
  const names = sorted.flatMap(([name, value]) => [nameString(name), value]);
  tree.set(key('Names'), arrayOf(context, names));
  return context.register(tree);
}

/**
 * Returns a name with a number, unless it is free without one.
 * @param first the number to begin with
 */
export function uniqueName(name: string, isTaken: (name: string) => boolean, first = 2): string {
  let unique = name;
  for (let number = first; isTaken(unique); number += 1) unique = `${name}-${number}`;
  return unique;
}

export function arrayOf(context: PDFContext, objects: readonly PDFObject[]): PDFArray {
  const array = PDFArray.withContext(context);
  for (const object of objects) array.push(object);
  return array;
}

/** Empty without the entry. */
export function arrayAt(dict: PDFDict, name: string): readonly PDFObject[] {
  const array = dict.lookup(key(name));
  return array instanceof PDFArray ? array.asArray() : [];
}

/** Returns the bytes of a name or string, one in each character; null for other objects. */
export function bytesOf(object: PDFObject | undefined): string | null {
  const isText =
    object instanceof PDFName || object instanceof PDFString || object instanceof PDFHexString;
  return isText ? Buffer.from(object.asBytes()).toString('latin1') : null;
}

/** Returns a name as a string of a name tree. @param bytes one in each character */
export function nameString(bytes: string): PDFHexString {
  return PDFHexString.of(Buffer.from(bytes, 'latin1').toString('hex'));
}

/** Empty for anything but a string. */
export function textOf(object: PDFObject | undefined): string {
  const isText = object instanceof PDFString || object instanceof PDFHexString;
  return isText ? object.decodeText() : '';
}
