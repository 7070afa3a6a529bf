import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFName,
  type PDFObject,
  PDFStream,
} from '@cantoo/pdf-lib';

// Reads the structure trees of documents (section numbers: ISO 32000-1).

/** How many elements are visited without a break; see `writePdf`. */
export const elementsPerTick = 2000;

const key = (name: string) => PDFName.of(name);

/** What an element, or the root of the tree, contains (14.7.2, entry K). */
interface ElementKid {
  readonly object: PDFObject;
  /** Null for content: a number, or a reference to marked content or to an object. */
  readonly element: PDFDict | null;
}

/** Returns the elements and the content in an element, in their order. */
export function elementKids(element: PDFDict): readonly ElementKid[] {
  const entry = element.get(key('K'));
  const found = element.context.lookup(entry);
  const objects = found instanceof PDFArray ? found.asArray() : entry === undefined ? [] : [entry];
  return objects.map((object) => {
    const kid = element.context.lookup(object);
    return { object, element: kid instanceof PDFDict && kid.has(key('S')) ? kid : null };
  });
}

/** Returns the attribute objects in an entry of an element or a class (14.7.5). */
export function attributesIn(context: PDFContext, entry: PDFObject | undefined): PDFDict[] {
  const found = context.lookup(entry);
  if (found instanceof PDFArray)
    return found.asArray().flatMap((each) => attributesIn(context, each));
  if (found instanceof PDFStream) return [found.dict];
  return found instanceof PDFDict ? [found] : [];
}

/** As it is written in the file, where some bytes are escaped as `#xx`. */
export function nameText(name: PDFObject | undefined): string | null {
  return name instanceof PDFName ? name.asString().slice(1) : null;
}
