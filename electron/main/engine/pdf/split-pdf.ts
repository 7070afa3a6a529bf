import { setImmediate } from 'node:timers/promises';
import {
  PDFArray,
  PDFCatalog,
  PDFContext,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFPageLeaf,
  PDFPageTree,
  PDFRef,
  PDFWriter,
} from '@cantoo/pdf-lib';
import type { PageRange, SplitRule } from '../../../shared/split.js';
import {
  arrayAt,
  arrayOf,
  bytesOf,
  nameString,
  nameTreeEntries,
  namedDestinations,
  numberTreeEntries,
  textOf,
} from './document-names.js';
import { isSigned } from './signatures.js';
import { SplitStructure, structureKeys } from './split-structure.js';
import { innerObjects, isContainer } from './unused-objects.js';

/** An entry of the outline (ISO 32000-1, 12.3.3), in the order of the document. */
interface Bookmark {
  readonly title: string;
  /** From 0. */
  readonly level: number;
  /** Index of its page; null if it leads nowhere in the document. */
  readonly page: number | null;
  readonly item: PDFDict;
}

/** An entry of an outline that is written. */
interface WrittenItem {
  readonly ref: PDFRef;
  readonly item: PDFDict;
  readonly level: number;
  readonly children: WrittenItem[];
}

/** What a part has of the document. */
interface PartObjects {
  /** Gets what objects of the document become in the part. */
  readonly replaced: Map<PDFObject, PDFObject>;
  /** Gets the annotations of the part. */
  readonly kept: Set<PDFObject>;
}

/** How many objects are read, copied or written without a break; see `finishPdf`. */
const objectsPerTick = 500;

/** How many bookmarks are visible before the user opens more. */
const maxVisible = 50;

/** What pages inherit from the nodes above them (7.7.3.4). */
const inheritable = ['Resources', 'MediaBox', 'CropBox', 'Rotate'] as const;

/** Entries of the catalog that are true for every part. */
const sharedEntries = ['Lang', 'ViewerPreferences', 'PageLayout', 'OCProperties', 'Extensions'];

const key = (name: string) => PDFName.of(name);

/**
 * Divides a document into parts. Each has its pages with their links, bookmarks, destinations,
 * labels, layers, tags and form fields; links to other parts are removed. The attachments of the
 * document are in the first part. Its scripts are dropped.
 */
export class PdfSplitter {
  readonly #source: PDFDocument;
  readonly #pages: readonly PDFPageLeaf[];
  readonly #indexes: ReadonlyMap<PDFObject, number>;
  readonly #names: ReadonlyMap<string, PDFObject>;
  readonly #bookmarks: readonly Bookmark[];
  readonly #structure: SplitStructure | null;

  private constructor(
    source: PDFDocument,
    indexes: ReadonlyMap<PDFObject, number>,
    structure: SplitStructure | null,
  ) {
    this.#source = source;
    this.#pages = source.getPages().map(({ node }) => node);
    this.#indexes = indexes;
    this.#structure = structure;
    this.#names = namedDestinations(source.catalog);
    this.#bookmarks = this.#readOutline();
  }

  /** @throws EncryptedPDFError, or another Error if the document cannot be read */
  static async read(bytes: Uint8Array): Promise<PdfSplitter> {
    const options = { updateMetadata: false, parseSpeed: objectsPerTick };
    const source = await PDFDocument.load(bytes, options);
    const indexes = new Map(source.getPages().map(({ ref }, index) => [ref, index]));
    return new PdfSplitter(source, indexes, await SplitStructure.read(source.catalog, indexes));
  }

  /** Whether the document has a digital signature, which is invalid in its parts. */
  get isSigned(): boolean {
    return isSigned(this.#source.catalog);
  }

  /**
   * A page that is larger than the size of the rule is a part.
   * @param sizeOf returns the size that the pages have as a document, in bytes
   */
  async ranges(
    rule: SplitRule,
    sizeOf: (range: PageRange) => Promise<number>,
  ): Promise<readonly PageRange[]> {
    switch (rule.kind) {
      case 'pages':
        return this.#rangesFrom(
          this.#pages.flatMap((_, index) =>
            index % rule.pages === 0 ? [{ page: index, title: '' }] : [],
          ),
        );
      case 'size':
        return this.#rangesBySize(rule.bytes, sizeOf);
      case 'bookmarks':
        return this.#rangesFrom(this.#chapters());
    }
  }

  /**
   * Writes the pages of a part as a document.
   * @param title of the document information; empty: that of the document
   */
  async write(range: PageRange, title = ''): Promise<Buffer> {
    const context = PDFContext.create();
    // The objects keep their numbers, so that they need not be changed.
    context.largestObjectNumber = this.#source.context.largestObjectNumber;
    context.header = this.#source.context.header;
    const replaced = new Map<PDFObject, PDFObject>();
    const kept = new Set<PDFObject>();
    const catalog = this.#catalogOf(context, range, { replaced, kept });
    const part = { context, range, annotations: kept };
    const addStructureKeys = this.#structure?.writeTo(catalog, part, replaced);
    if (catalog.has(key('StructTreeRoot'))) copyEntry(this.#source.catalog, catalog, 'MarkInfo');
    const root = context.register(catalog);
    context.trailerInfo.Root = root;
    context.trailerInfo.Info = context.register(this.#information(context, title));
    const roots = [root, context.trailerInfo.Info];
    const keys = await this.#copyReachable(context, roots, range, replaced);
    addStructureKeys?.(keys);
    const { buffer, byteOffset, byteLength } = await PDFWriter.forContext(
      context,
      objectsPerTick,
    ).serializeToBuffer();
    return Buffer.from(buffer, byteOffset, byteLength);
  }

  /** Returns the first bookmark of each page that a top-level one leads to, in their order. */
  #chapters(): readonly { readonly page: number; readonly title: string }[] {
    const titles = new Map<number, string>();
    for (const { level, page, title } of this.#bookmarks) {
      if (level === 0 && page !== null && !titles.has(page)) titles.set(page, title);
    }
    const sorted = [...titles].sort(([a], [b]) => a - b).map(([page, title]) => ({ page, title }));
    return sorted[0]?.page === 0 ? sorted : [{ page: 0, title: '' }, ...sorted];
  }

  #rangesFrom(
    starts: readonly { readonly page: number; readonly title: string }[],
  ): readonly PageRange[] {
    return starts.map(({ page, title }, index) => ({
      first: page,
      end: starts[index + 1]?.page ?? this.#pages.length,
      title,
    }));
  }

  /** Measures about as many parts as there are, as neighbors have similar numbers of pages. */
  async #rangesBySize(
    bytes: number,
    sizeOf: (range: PageRange) => Promise<number>,
  ): Promise<readonly PageRange[]> {
    const ranges: PageRange[] = [];
    let count = this.#pages.length;
    for (let first = 0; first < this.#pages.length; first += count) {
      const range = (pages: number) => ({ first, end: first + pages, title: '' });
      const fits = async (pages: number) => (await sizeOf(range(pages))) <= bytes;
      count = await largestFitting(Math.min(count, this.#pages.length - first), {
        max: this.#pages.length - first,
        fits,
      });
      ranges.push(range(count));
    }
    return ranges;
  }

  #nameTree(name: string): PDFObject | undefined {
    const names = this.#source.catalog.lookup(key('Names'));
    return names instanceof PDFDict ? names.lookup(key(name)) : undefined;
  }

  /** Returns the index of the page that a destination (12.3.2) leads to; null for none. */
  #pageOf(destination: PDFObject | undefined): number | null {
    const { context } = this.#source;
    let found = context.lookup(destination);
    const name = bytesOf(found);
    if (name !== null) found = context.lookup(this.#names.get(name));
    if (found instanceof PDFDict) found = found.lookup(key('D'));
    if (!(found instanceof PDFArray) || found.size() === 0) return null;
    return this.#indexes.get(found.get(0)) ?? null;
  }

  /** Of a link or bookmark within the document; undefined for another. */
  #destinationOf(item: PDFDict): PDFObject | undefined {
    const action = item.lookup(key('A'));
    const isGoTo = action instanceof PDFDict && action.lookup(key('S')) === key('GoTo');
    return item.get(key('Dest')) ?? (isGoTo ? action.get(key('D')) : undefined);
  }

  #readOutline(): readonly Bookmark[] {
    const outline = this.#source.catalog.lookup(key('Outlines'));
    const bookmarks: Bookmark[] = [];
    const seen = new Set<PDFObject>();
    const waiting = [{ item: childOf(outline, 'First'), level: 0 }];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { item, level } = next;
      if (item === null || seen.has(item)) continue;
      seen.add(item);
      const page = this.#pageOf(this.#destinationOf(item));
      bookmarks.push({ title: textOf(item.lookup(key('Title'))), level, page, item });
      waiting.push({ item: childOf(item, 'Next'), level });
      waiting.push({ item: childOf(item, 'First'), level: level + 1 });
    }
    return bookmarks;
  }

  #catalogOf(context: PDFContext, range: PageRange, { replaced, kept }: PartObjects): PDFCatalog {
    const tree = PDFPageTree.withContext(context);
    const treeRef = context.register(tree);
    const refs = [...this.#indexes.keys()].slice(range.first, range.end);
    for (const [offset, ref] of refs.entries()) {
      const page = this.#pages[range.first + offset];
      if (page === undefined || !(ref instanceof PDFRef)) continue;
      replaced.set(ref, this.#pageCopy(context, page, { range, treeRef, kept }));
      tree.pushLeafNode(ref);
    }
    tree.set(key('Count'), PDFNumber.of(refs.length));
    const { catalog: source } = this.#source;
    const catalog = PDFCatalog.withContextAndPages(context, treeRef);
    for (const name of sharedEntries) copyEntry(source, catalog, name);
    const hasOutline = this.#writeOutline(context, catalog, range);
    const mode = source.lookup(key('PageMode'));
    if (hasOutline || mode !== key('UseOutlines')) copyEntry(source, catalog, 'PageMode');
    this.#writeNames(context, catalog, range);
    this.#writeLabels(context, catalog, range);
    this.#writeForm(catalog, kept, replaced);
    if (range.first === 0) copyEntry(source, catalog, 'AF');
    return catalog;
  }

  /** @param place `kept` gets the annotations of the part */
  #pageCopy(
    context: PDFContext,
    page: PDFPageLeaf,
    place: {
      readonly range: PageRange;
      readonly treeRef: PDFRef;
      readonly kept: Set<PDFObject>;
    },
  ): PDFPageLeaf {
    const copy = PDFPageLeaf.fromMapWithContext(new Map(page.entries()), context);
    for (const name of inheritable) {
      const value = page.getInheritableAttribute(key(name));
      if (value !== undefined) copy.set(key(name), value);
    }
    // Article threads and actions concern the whole document.
    for (const name of ['B', 'AA', 'Annots']) copy.delete(key(name));
    if (this.#structure === null) copy.delete(key('StructParents'));
    copy.set(key('Parent'), place.treeRef);
    const annotations = arrayAt(page, 'Annots').filter((each) => this.#stays(each, place.range));
    for (const each of annotations) place.kept.add(each);
    if (annotations.length > 0) copy.set(key('Annots'), arrayOf(context, annotations));
    return copy;
  }

  /** Returns false for links to pages of other parts. */
  #stays(annotation: PDFObject, range: PageRange): boolean {
    const item = this.#source.context.lookup(annotation);
    if (!(item instanceof PDFDict) || item.lookup(key('Subtype')) !== key('Link')) return true;
    const destination = this.#destinationOf(item);
    return destination === undefined || isIn(range, this.#pageOf(destination));
  }

  /** Writes the bookmarks of the part. @returns false if there are none */
  #writeOutline(context: PDFContext, catalog: PDFDict, range: PageRange): boolean {
    const bookmarks = this.#bookmarks.filter(({ page }) => isIn(range, page));
    if (bookmarks.length === 0) return false;
    const outline = context.obj({ Type: 'Outlines' });
    const root = { ref: context.register(outline), item: outline, level: -1, children: [] };
    const open: WrittenItem[] = [root];
    const all: WrittenItem[] = [root];
    for (const { item: source, level } of bookmarks) {
      while ((open.at(-1)?.level ?? -1) >= level) open.pop();
      const item = PDFDict.withContext(context);
      for (const name of ['Title', 'Dest', 'A', 'C', 'F']) copyEntry(source, item, name);
      const written = { ref: context.register(item), item, level, children: [] };
      (open.at(-1) ?? root).children.push(written);
      open.push(written);
      all.push(written);
    }
    const isOpen = bookmarks.length <= maxVisible;
    for (const each of all) linkChildren(each, isOpen);
    const visible = isOpen ? bookmarks.length : root.children.length;
    outline.set(key('Count'), PDFNumber.of(visible));
    catalog.set(key('Outlines'), root.ref);
    return true;
  }

  #writeNames(context: PDFContext, catalog: PDFDict, range: PageRange): void {
    const old = this.#source.catalog.lookup(key('Dests'));
    if (old instanceof PDFDict) {
      const entries = old.entries().filter(([, value]) => isIn(range, this.#pageOf(value)));
      catalog.set(key('Dests'), PDFDict.fromMapWithContext(new Map(entries), context));
    }
    const names = context.obj({});
    const found = [...nameTreeEntries(this.#nameTree('Dests'))]
      .filter(([, value]) => isIn(range, this.#pageOf(value)))
      .flatMap(([name, value]) => [nameString(name), value]);
    if (found.length > 0) {
      const tree = PDFDict.withContext(context);
      tree.set(key('Names'), arrayOf(context, found));
      names.set(key('Dests'), tree);
    }
    const source = this.#source.catalog.lookup(key('Names'));
    if (range.first === 0 && source instanceof PDFDict) copyEntry(source, names, 'EmbeddedFiles');
    if (names.keys().length > 0) catalog.set(key('Names'), names);
  }

  /** The pages keep the labels (12.4.2) that they have in the document. */
  #writeLabels(context: PDFContext, catalog: PDFDict, { first, end }: PageRange): void {
    const { catalog: whole, context: source } = this.#source;
    const labels = [...numberTreeEntries(whole.lookup(key('PageLabels')))].flatMap(
      ([start, entry]): readonly (readonly [number, PDFDict])[] => {
        const label = source.lookup(entry);
        return label instanceof PDFDict ? [[start, label]] : [];
      },
    );
    const inEffect = labels.findLast(([start]) => start <= first);
    const written: PDFObject[] = [];
    if (inEffect !== undefined) {
      const [start, label] = inEffect;
      const copy = PDFDict.fromMapWithContext(new Map(label.entries()), context);
      const number = label.lookup(key('St'));
      const from = number instanceof PDFNumber ? number.asNumber() : 1;
      copy.set(key('St'), PDFNumber.of(from + first - start));
      written.push(PDFNumber.of(0), copy);
    }
    for (const [start, label] of labels) {
      if (start > first && start < end) written.push(PDFNumber.of(start - first), label);
    }
    if (written.length === 0) return;
    const tree = PDFDict.withContext(context);
    tree.set(key('Nums'), arrayOf(context, written));
    catalog.set(key('PageLabels'), tree);
  }

  /** Keeps the form fields that are visible in the part. */
  #writeForm(
    catalog: PDFDict,
    kept: ReadonlySet<PDFObject>,
    replaced: Map<PDFObject, PDFObject>,
  ): void {
    const form = this.#source.catalog.lookup(key('AcroForm'));
    if (!(form instanceof PDFDict)) return;
    const seen = new Set<PDFObject>();
    const fields = arrayAt(form, 'Fields').filter((field) =>
      this.#keepField(field, { kept, replaced, seen }),
    );
    if (fields.length === 0) return;
    const copy = PDFDict.fromMapWithContext(new Map(form.entries()), catalog.context);
    for (const dropped of ['XFA', 'CO', 'SigFlags']) copy.delete(key(dropped));
    copy.set(key('Fields'), arrayOf(catalog.context, fields));
    catalog.set(key('AcroForm'), copy);
  }

  /** Removes what a field has in other parts. @returns false if nothing is left */
  #keepField(
    field: PDFObject,
    form: {
      readonly kept: ReadonlySet<PDFObject>;
      readonly replaced: Map<PDFObject, PDFObject>;
      readonly seen: Set<PDFObject>;
    },
  ): boolean {
    const item = this.#source.context.lookup(field);
    if (!(item instanceof PDFDict) || form.seen.has(field)) return false;
    form.seen.add(field);
    const kids = arrayAt(item, 'Kids');
    if (kids.length === 0) return form.kept.has(field);
    const left = kids.filter((kid) => this.#keepField(kid, form));
    const copy = PDFDict.fromMapWithContext(new Map(item.entries()), item.context);
    copy.set(key('Kids'), arrayOf(item.context, left));
    form.replaced.set(field, copy);
    return left.length > 0;
  }

  #information(context: PDFContext, title: string): PDFDict {
    const source = this.#source.context.lookup(this.#source.context.trailerInfo.Info);
    const entries = source instanceof PDFDict ? source.entries() : [];
    const information = PDFDict.fromMapWithContext(new Map(entries), context);
    if (title !== '') information.set(key('Title'), PDFHexString.fromText(title));
    return information;
  }

  /**
   * Copies what the part refers to, but no page and no structure element of another part.
   * @returns the keys of its objects in the parent tree of the structure
   */
  async #copyReachable(
    context: PDFContext,
    roots: readonly PDFObject[],
    range: PageRange,
    replaced: ReadonlyMap<PDFObject, PDFObject>,
  ): Promise<ReadonlySet<number>> {
    const seen = new Set<PDFRef>();
    const keys = new Set<number>();
    const waiting = [...roots];
    let visited = 0;
    for (let object = waiting.pop(); object !== undefined; object = waiting.pop()) {
      if (object instanceof PDFRef) {
        const index = this.#indexes.get(object);
        if (seen.has(object) || (index !== undefined && !isIn(range, index))) continue;
        if (this.#structure?.has(object) === true && !replaced.has(object)) continue;
        seen.add(object);
        const found =
          context.lookup(object) ?? replaced.get(object) ?? this.#source.context.lookup(object);
        if (found === undefined) continue;
        context.assign(object, found);
        waiting.push(found);
      } else {
        for (const each of structureKeys(object)) keys.add(each);
        for (const inner of innerObjects(object)) if (isContainer(inner)) waiting.push(inner);
      }
      visited += 1;
      if (visited % objectsPerTick === 0) await setImmediate();
    }
    return keys;
  }
}

/**
 * Returns the largest number of pages that fit, but at least one.
 * @param guess where the search begins
 */
async function largestFitting(
  guess: number,
  { max, fits }: { readonly max: number; readonly fits: (pages: number) => Promise<boolean> },
): Promise<number> {
  let [low, high] = [1, max + 1];
  let [next, step] = [guess, 1];
  while (high - low > 1) {
    const pages = Math.min(Math.max(next, low + 1), high - 1);
    if (await fits(pages)) {
      low = pages;
      next = high > max ? pages + step : Math.floor((low + high) / 2);
      step *= 2;
    } else {
      high = pages;
      next = Math.floor((low + high) / 2);
    }
  }
  return low;
}

function isIn({ first, end }: PageRange, page: number | null): boolean {
  return page !== null && page >= first && page < end;
}

function childOf(node: PDFObject | undefined, name: 'First' | 'Next'): PDFDict | null {
  const child = node instanceof PDFDict ? node.lookup(key(name)) : undefined;
  return child instanceof PDFDict ? child : null;
}

function linkChildren({ ref, item, children }: WrittenItem, isOpen: boolean): void {
  const [first, last] = [children[0], children.at(-1)];
  if (first === undefined || last === undefined) return;
  item.set(key('First'), first.ref);
  item.set(key('Last'), last.ref);
  const count = isOpen ? countBelow(children) : -children.length;
  item.set(key('Count'), PDFNumber.of(count));
  for (const [index, child] of children.entries()) {
    const [previous, next] = [children[index - 1], children[index + 1]];
    child.item.set(key('Parent'), ref);
    if (previous !== undefined) child.item.set(key('Prev'), previous.ref);
    if (next !== undefined) child.item.set(key('Next'), next.ref);
  }
}

function countBelow(items: readonly WrittenItem[]): number {
  return items.reduce((sum, { children }) => sum + 1 + countBelow(children), 0);
}

function copyEntry(from: PDFDict, to: PDFDict, name: string): void {
  const value = from.get(key(name));
  if (value !== undefined) to.set(key(name), value);
}
