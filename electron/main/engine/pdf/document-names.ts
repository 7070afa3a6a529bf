import {
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFString,
} from '@cantoo/pdf-lib';

// Reads names, texts and lists of documents (section numbers: ISO 32000-1).

const key = (name: string) => PDFName.of(name);

/** Returns the named destinations of a catalog (12.3.2.3), unresolved. */
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
  const waiting = [root];
  const seen = new Set<PDFObject>();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (!(node instanceof PDFDict) || seen.has(node)) continue;
    seen.add(node);
    const { context } = node;
    for (const kid of arrayAt(node, 'Kids').toReversed()) waiting.push(context.lookup(kid));
    const names = arrayAt(node, 'Names');
    for (let index = 0; index + 1 < names.length; index += 2) {
      const name = bytesOf(context.lookup(names[index]));
      const value = names[index + 1];
      if (name !== null && value !== undefined) yield [name, value];
    }
  }
}

/** Returns the objects of an array in a dictionary; none without it. */
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

/** Returns the text of a string; empty for other objects. */
export function textOf(object: PDFObject | undefined): string {
  const isText = object instanceof PDFString || object instanceof PDFHexString;
  return isText ? object.decodeText() : '';
}
