import { setImmediate } from 'node:timers/promises';
import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  type PDFObject,
  PDFRef,
  PDFStream,
} from '@cantoo/pdf-lib';

/** How many objects are visited without a break; see `finishPdf`. */
const objectsPerTick = 2000;

/** Removes the objects of a document that nothing in it refers to. */
export async function removeUnused({ context, catalog }: PDFDocument): Promise<void> {
  const used = new Set<PDFRef>();
  const { Root = catalog, Info } = context.trailerInfo;
  const waiting: PDFObject[] = Info === undefined ? [Root] : [Root, Info];
  let visited = 0;
  for (let object = waiting.pop(); object !== undefined; object = waiting.pop()) {
    if (object instanceof PDFRef) {
      if (used.has(object)) continue;
      used.add(object);
      const found = context.lookup(object);
      if (found !== undefined) waiting.push(found);
    } else {
      for (const inner of innerObjects(object)) {
        if (isContainer(inner)) waiting.push(inner);
      }
    }
    visited += 1;
    if (visited % objectsPerTick === 0) await setImmediate();
  }
  for (const [ref] of context.enumerateIndirectObjects()) {
    if (!used.has(ref)) context.delete(ref);
  }
}

export function innerObjects(object: PDFObject): readonly PDFObject[] {
  if (object instanceof PDFDict) return object.values();
  if (object instanceof PDFStream) return object.dict.values();
  return object instanceof PDFArray ? object.asArray() : [];
}

/** Returns true for what leads to other objects. */
export function isContainer(object: PDFObject): boolean {
  const kinds = [PDFRef, PDFDict, PDFArray, PDFStream];
  return kinds.some((kind) => object instanceof kind);
}
