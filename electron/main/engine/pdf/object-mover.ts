import { setImmediate } from 'node:timers/promises';
import {
  PDFArray,
  PDFCatalog,
  type PDFContext,
  PDFDict,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFPageLeaf,
  PDFPageTree,
  PDFRawStream,
  PDFRef,
} from '@cantoo/pdf-lib';
import { bytesOf, nameString } from './document-names.js';

/** How many objects are changed without a break; see `writePdf`. */
const objectsPerTick = 2000;

const key = (name: string) => PDFName.of(name);

/** What has new names in the merged document. */
interface Renamed {
  /** Named destinations. */
  readonly names: ReadonlyMap<string, string>;
  /** Keys of the parent tree. */
  readonly structureKeys: ReadonlyMap<number, number>;
}

/**
 * Moves the objects of a document to another one under new numbers. Does not follow references, as
 * chains of them can be longer than the stack is deep.
 */
export class ObjectMover {
  readonly #to: PDFContext;
  /** The number that is added to those of the document. */
  readonly #shift: number;
  readonly #renamed: Renamed;

  constructor(to: PDFContext, renamed: Renamed) {
    this.#to = to;
    this.#shift = to.largestObjectNumber;
    this.#renamed = renamed;
  }

  /** Moves all objects of a document, which has none afterwards. */
  async all(from: PDFContext): Promise<void> {
    let count = 0;
    for (const [ref, object] of from.enumerateIndirectObjects()) {
      this.#to.assign(this.#moveRef(ref), this.moved(object));
      from.delete(ref);
      count += 1;
      if (count % objectsPerTick === 0) await setImmediate();
    }
  }

  /** Returns an object as it is in the merged document. */
  moved(object: PDFObject): PDFObject {
    if (object instanceof PDFRef) return this.#moveRef(object);
    if (object instanceof PDFDict) return this.#moveDict(object);
    if (object instanceof PDFRawStream) {
      return PDFRawStream.of(this.#moveDict(object.dict), object.contents);
    }
    if (!(object instanceof PDFArray)) return object;
    const array = PDFArray.withContext(this.#to);
    for (const each of object.asArray()) array.push(this.moved(each));
    return array;
  }

  #moveRef({ objectNumber, generationNumber }: PDFRef): PDFRef {
    return PDFRef.of(objectNumber + this.#shift, generationNumber);
  }

  #moveDict(dict: PDFDict): PDFDict {
    const map = new Map(dict.entries().map(([name, value]) => [name, this.moved(value)]));
    this.#rename(map, key('Dest'));
    if (map.get(key('S')) === key('GoTo')) this.#rename(map, key('D'));
    for (const entry of ['StructParent', 'StructParents']) this.#renumber(map, key(entry));
    if (dict instanceof PDFPageLeaf) return PDFPageLeaf.fromMapWithContext(map, this.#to);
    if (dict instanceof PDFPageTree) return PDFPageTree.fromMapWithContext(map, this.#to);
    if (dict instanceof PDFCatalog) return PDFCatalog.fromMapWithContext(map, this.#to);
    return PDFDict.fromMapWithContext(map, this.#to);
  }

  /** The names of all documents are strings in one tree. */
  #rename(map: Map<PDFName, PDFObject>, entry: PDFName): void {
    const name = map.get(entry);
    const renamed = name === undefined ? undefined : this.#renamed.names.get(bytesOf(name) ?? '');
    if (renamed !== undefined) map.set(entry, nameString(renamed));
  }

  /** Keys that are not in the tree are dropped, as another document may have them. */
  #renumber(map: Map<PDFName, PDFObject>, entry: PDFName): void {
    const number = map.get(entry);
    if (number === undefined) return;
    const own = number instanceof PDFNumber ? number.asNumber() : null;
    const renumbered = own === null ? undefined : this.#renamed.structureKeys.get(own);
    if (renumbered === undefined) map.delete(entry);
    else map.set(entry, PDFNumber.of(renumbered));
  }
}
