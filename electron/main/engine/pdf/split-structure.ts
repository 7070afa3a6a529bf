import { setImmediate } from 'node:timers/promises';
import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFName,
  PDFNull,
  PDFNumber,
  type PDFObject,
  PDFRef,
  PDFStream,
} from '@cantoo/pdf-lib';
import type { PageRange } from '../../../shared/split.js';
import { arrayAt, arrayOf, bytesOf, nameTree, numberTreeEntries } from './document-names.js';
import { elementKids, elementsPerTick, nameText } from './structure-elements.js';

// Section numbers: ISO 32000-1.

const key = (name: string) => PDFName.of(name);

/** The pages that an element has something on, from the first to the last. */
interface Span {
  readonly first: number;
  readonly last: number;
}

/** An element or something that is shown on a page. */
interface Kid {
  /** As it is in the document. */
  readonly object: PDFObject;
  /** Null for content. */
  readonly element: Element | null;
  /** Index of the page of content; null if it is unknown. */
  readonly page: number | null;
  /** The annotation that is the content; null for other content. */
  readonly annotation: PDFObject | null;
}

/** A structure element (14.7.2), or the root of the tree. */
interface Element {
  readonly object: PDFObject;
  readonly dict: PDFDict;
  /** The page of its content; null if it is unknown. */
  readonly page: number | null;
  readonly isRow: boolean;
  readonly kids: Kid[];
  /** Null until it is known, and if nothing is on a page. */
  span: Span | null;
  /** True if nothing in it is on a page: a blank cell of a table, for example. */
  isBlank: boolean;
}

export interface StructurePart {
  readonly context: PDFContext;
  readonly range: PageRange;
  /** The annotations of the part. */
  readonly annotations: ReadonlySet<PDFObject>;
}

/**
 * Divides the structure tree (14.7) of a document. A part has the elements of which something is on
 * its pages, and all cells of their table rows. Identifiers and the keys of pages stay.
 */
export class SplitStructure {
  readonly #root: Element;
  readonly #elements: ReadonlyMap<PDFObject, Element>;
  readonly #parents: ReadonlyMap<number, PDFObject>;

  private constructor(root: Element, elements: ReadonlyMap<PDFObject, Element>) {
    this.#root = root;
    this.#elements = elements;
    this.#parents = new Map(numberTreeEntries(root.dict.lookup(key('ParentTree'))));
  }

  /**
   * Reads the tree of a document.
   * @param pages their indexes, from 0
   * @returns null for a document without tags
   */
  static async read(
    catalog: PDFDict,
    pages: ReadonlyMap<PDFObject, number>,
  ): Promise<SplitStructure | null> {
    const ref = catalog.get(key('StructTreeRoot'));
    const dict = catalog.lookup(key('StructTreeRoot'));
    // Elements refer to the root.
    if (!(ref instanceof PDFRef) || !(dict instanceof PDFDict)) return null;
    const root: Element = { ...unread, object: ref, dict, kids: [] };
    const elements = await readElements(root, pages);
    locate([root, ...elements.values()]);
    return root.span === null ? null : new SplitStructure(root, elements);
  }

  /** Returns true for the root and all elements: those of other parts must not be copied. */
  has(object: PDFObject): boolean {
    return object === this.#root.object || this.#elements.has(object);
  }

  /**
   * Writes the tree of a part into its catalog.
   * @param replaced gets the elements of the part
   * @returns what adds the keys of pages and annotations that the part turns out to have
   */
  writeTo(
    catalog: PDFDict,
    part: StructurePart,
    replaced: Map<PDFObject, PDFObject>,
  ): (keys: ReadonlySet<number>) => void {
    const kept = this.#keptIn(part);
    if (kept.size === 0) return () => undefined;
    const { context, range } = part;
    const isKept = (object: PDFObject) => kept.has(object);
    const ids = new Map<string, PDFObject>();
    for (const object of kept.keys()) {
      const id = bytesOf(this.#elements.get(object)?.dict.lookup(key('ID')));
      if (id !== null) ids.set(id, object);
    }
    for (const [object, kids] of kept) {
      const element = this.#elements.get(object) ?? this.#root;
      const copy = copyOf(element.dict, context);
      setKids(copy, kids);
      if (element.page === null || !isIn(range, element.page)) copy.delete(key('Pg'));
      const related = arrayAt(element.dict, 'Ref').filter(isKept);
      if (copy.has(key('Ref'))) copy.set(key('Ref'), arrayOf(context, related));
      limitHeaders(element, copy, (id) => ids.has(id));
      replaced.set(object, copy);
    }
    const root = replaced.get(this.#root.object);
    if (!(root instanceof PDFDict)) throw new Error('The elements have no root.');
    root.delete(key('IDTree'));
    if (ids.size > 0) root.set(key('IDTree'), nameTree(context, ids));
    root.delete(key('ParentTree'));
    catalog.set(key('StructTreeRoot'), this.#root.object);
    return (keys) => {
      this.#writeParents(root, context, { keys, isKept });
    };
  }

  /** Returns the elements of a part with what is in them. */
  #keptIn({ range, annotations }: StructurePart): ReadonlyMap<PDFObject, readonly PDFObject[]> {
    const visited = [this.#root];
    for (const element of visited) {
      for (const { element: kid } of element.kids) {
        if (kid !== null && (element.isRow || isNear(kid, range))) visited.push(kid);
      }
    }
    const kept = new Map<PDFObject, readonly PDFObject[]>();
    // Those further down come first.
    for (const element of visited.toReversed()) {
      const { object, kids, isRow, isBlank } = element;
      const isKept = (kid: Kid) => {
        if (kid.element !== null) return kept.has(kid.element.object);
        const isShown = kid.annotation === null || annotations.has(kid.annotation);
        return isShown && kid.page !== null && isIn(range, kid.page);
      };
      const left = kids.filter(isKept);
      if (left.length === 0 && !(isBlank && isNear(element, range))) continue;
      // A row that lacks a cell would shift the others.
      const all = isRow ? kids.filter((kid) => kid.element !== null || isKept(kid)) : left;
      for (const { element } of all) {
        if (element !== null && !kept.has(element.object)) kept.set(element.object, []);
      }
      kept.set(
        object,
        all.map((kid) => kid.object),
      );
    }
    return kept;
  }

  /** Writes the elements of pages and annotations (14.7.4.4). */
  #writeParents(
    root: PDFDict,
    context: PDFContext,
    {
      keys,
      isKept,
    }: { readonly keys: ReadonlySet<number>; readonly isKept: (object: PDFObject) => boolean },
  ): void {
    const numbers: PDFObject[] = [];
    for (const number of [...keys].sort((a, b) => a - b)) {
      const value = this.#parents.get(number);
      const found = this.#root.dict.context.lookup(value);
      if (value === undefined) continue;
      if (found instanceof PDFArray) {
        const elements = found.asArray().map((each) => (isKept(each) ? each : PDFNull));
        numbers.push(PDFNumber.of(number), context.register(arrayOf(context, elements)));
      } else if (isKept(value)) numbers.push(PDFNumber.of(number), value);
    }
    const tree = context.obj({});
    tree.set(key('Nums'), arrayOf(context, numbers));
    root.set(key('ParentTree'), context.register(tree));
  }
}

/** Returns the keys of the parent tree that an object has. */
export function structureKeys(object: PDFObject): readonly number[] {
  const dict = object instanceof PDFStream ? object.dict : object;
  if (!(dict instanceof PDFDict)) return [];
  return ['StructParent', 'StructParents'].flatMap((name) => {
    const number = dict.get(key(name));
    return number instanceof PDFNumber ? [number.asNumber()] : [];
  });
}

const unread = { page: null, isRow: false, span: null, isBlank: false } as const;

/** By their references, each after the one that it is in. */
async function readElements(
  root: Element,
  pages: ReadonlyMap<PDFObject, number>,
): Promise<ReadonlyMap<PDFObject, Element>> {
  const elements = new Map<PDFObject, Element>();
  const roles = root.dict.lookup(key('RoleMap'));
  const pageOf = (dict: PDFDict): number | null => {
    const page = dict.get(key('Pg'));
    return page === undefined ? null : (pages.get(page) ?? null);
  };
  const waiting = [root];
  for (let parent = waiting.pop(); parent !== undefined; parent = waiting.pop()) {
    for (const { object, element: dict } of elementKids(parent.dict)) {
      if (dict === null) {
        parent.kids.push(contentOf(object, parent, pageOf));
      } else if (object instanceof PDFRef && !elements.has(object)) {
        const page = dict.has(key('Pg')) ? pageOf(dict) : parent.page;
        const element = { ...unread, object, dict, page, isRow: isRow(dict, roles), kids: [] };
        elements.set(object, element);
        parent.kids.push({ object, element, page: null, annotation: null });
        waiting.push(element);
        if (elements.size % elementsPerTick === 0) await setImmediate();
      }
    }
  }
  return elements;
}

/** Marked content is a number on the page of the element, or names its page (14.7.4). */
function contentOf(
  object: PDFObject,
  { dict: parent, page: inherited }: Element,
  pageOf: (dict: PDFDict) => number | null,
): Kid {
  const found = parent.context.lookup(object);
  if (!(found instanceof PDFDict))
    return { object, element: null, page: inherited, annotation: null };
  const page = found.has(key('Pg')) ? pageOf(found) : inherited;
  const shown = found.get(key('Obj'));
  // Others are forms (8.10), which are shown wherever their page is.
  const isAnnotation = parent.context.lookup(shown) instanceof PDFDict;
  return { object, element: null, page, annotation: isAnnotation ? (shown ?? null) : null };
}

/** Finds out where elements are. @param elements each after the one that it is in */
function locate(elements: readonly Element[]): void {
  for (const element of elements.toReversed()) {
    const spans = element.kids.flatMap((kid) => spanOf(kid) ?? []);
    element.span = spans.length === 0 ? null : spans.reduce(union);
    element.isBlank = spans.length === 0;
  }
  // What is blank is where its neighbor is.
  for (const { kids, span } of elements) {
    let before: Span | null = null;
    const after = kids.map(spanOf).find((each) => each !== null) ?? span;
    for (const kid of kids) {
      const page: number | undefined = before?.last ?? after?.first;
      if (kid.element?.isBlank === true && page !== undefined) {
        kid.element.span = { first: page, last: page };
      }
      before = spanOf(kid) ?? before;
    }
  }
}

function spanOf({ element, page }: Kid): Span | null {
  if (element !== null) return element.span;
  return page === null ? null : { first: page, last: page };
}

function union(a: Span, b: Span): Span {
  return { first: Math.min(a.first, b.first), last: Math.max(a.last, b.last) };
}

function isIn({ first, end }: PageRange, page: number): boolean {
  return page >= first && page < end;
}

/** Returns false if all of an element is on pages before or after. */
function isNear({ span }: Element, { first, end }: PageRange): boolean {
  return span !== null && span.first < end && span.last >= first;
}

/** @param roles types that stand for others (14.7.3) */
function isRow(element: PDFDict, roles: PDFObject | undefined): boolean {
  const seen = new Set<PDFObject>();
  let type = element.lookup(key('S'));
  while (type instanceof PDFName && type !== key('TR') && !seen.has(type)) {
    seen.add(type);
    type = roles instanceof PDFDict ? roles.lookup(type) : undefined;
  }
  return nameText(type) === 'TR';
}

function copyOf(dict: PDFDict, context: PDFContext): PDFDict {
  return PDFDict.fromMapWithContext(new Map(dict.entries()), context);
}

function setKids(element: PDFDict, kids: readonly PDFObject[]): void {
  const [first, second] = kids;
  if (first === undefined) element.delete(key('K'));
  else element.set(key('K'), second === undefined ? first : arrayOf(element.context, kids));
}

/** Removes header cells of other parts from those that a table cell names (14.8.5.7). */
function limitHeaders(element: Element, copy: PDFDict, isKept: (id: string) => boolean): void {
  const { context } = element.dict;
  const limited = (object: PDFObject): PDFObject => {
    const found = context.lookup(object);
    if (found instanceof PDFArray) return arrayOf(copy.context, found.asArray().map(limited));
    if (!(found instanceof PDFDict)) return object;
    const headers = arrayAt(found, 'Headers');
    const left = headers.filter((each) => isKept(bytesOf(context.lookup(each)) ?? ''));
    if (left.length === headers.length) return object;
    const changed = copyOf(found, copy.context);
    if (left.length === 0) changed.delete(key('Headers'));
    else changed.set(key('Headers'), arrayOf(copy.context, left));
    return changed;
  };
  const attributes = element.dict.get(key('A'));
  if (attributes !== undefined) copy.set(key('A'), limited(attributes));
}
