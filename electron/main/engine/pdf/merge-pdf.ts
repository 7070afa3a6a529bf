import { fileURLToPath } from 'node:url';
import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFPageLeaf,
  PDFRef,
} from '@cantoo/pdf-lib';
import {
  arrayAt,
  bytesOf,
  nameString,
  nameTree,
  namedDestinations,
  textOf,
  uniqueName,
} from './document-names.js';
import { indexPage } from '../addresses/page-address.js';
import { MergedExtras } from './merge-extras.js';
import { MergedStructure } from './merge-structure.js';
import { ObjectMover } from './object-mover.js';
import { decodedFragment } from './outline.js';
import { isSigned } from './signatures.js';
import { removeUnused } from './unused-objects.js';

export interface PdfPart {
  readonly bytes: Uint8Array;
  /** Returns the title of its bookmark. @param title in the PDF; may be empty */
  readonly titleOf: (title: string) => string;
  /** Whether a heading repeats that title: a bookmark above all others that does is left out. */
  readonly isTitle: (title: string, heading: string) => boolean;
  /** Its URL: links of other documents to it lead to its first page; null for none. */
  readonly url: string | null;
}

export interface AddedPdf {
  /** Of its bookmark. */
  readonly title: string;
  readonly pages: number;
  /** Whether it had a digital signature, which is now invalid. */
  readonly isSigned: boolean;
  readonly isTagged: boolean;
}

/** A bookmark in one of several documents. */
export interface NestedBookmark {
  readonly title: string;
  /** From 1; a bookmark is below the one before it that has a lower level. */
  readonly level: number;
  /** From 0, among those documents. */
  readonly document: number;
  /** A fragment of the document's URL; empty for its first page. */
  readonly anchor: string;
}

interface MergedPlace {
  /** The index of its page, from 0. */
  readonly pageIndex: number;
  /** An array or a name. */
  readonly destination: PDFObject;
}

/** A bookmark of the merged document, or a heading that may be one. */
export interface MergedEntry extends MergedPlace {
  readonly title: string;
  /** From 1. */
  readonly level: number;
}

/** Pages that are inserted once all documents are in. */
export interface InsertedPages {
  readonly bytes: Uint8Array;
  /** Of their bookmark. */
  readonly title: string;
  /** Whether they are after the first page rather than before it. */
  readonly isAfterFirst: boolean;
  /** Returns where a link to a URL leads; null for the URL itself. */
  readonly destinationOf: (url: string) => PDFObject | null;
}

/** Document information (ISO 32000-1, 14.3.3) of the first document; empty texts for none. */
interface FirstInformation {
  readonly title: string;
  readonly author: string;
  readonly subject: string;
  readonly keywords: string;
  readonly producer: string;
}

/** Where a document begins, and what other documents may link to in it. */
interface Placed {
  readonly first: PDFRef;
  /** The index of its first page, from 0. */
  readonly firstIndex: number;
  readonly bookmark: PDFDict;
  readonly url: string | null;
  /** The names of its destinations in the merged document, by their names in itself. */
  readonly names: ReadonlyMap<string, string>;
}

/** A bookmark to which others are added below. */
interface OpenBookmark {
  readonly ref: PDFRef;
  readonly item: PDFDict;
  readonly level: number;
  /** The last one directly below it. */
  last: PDFRef | null;
}

/** No real page tree is deeper. */
const maxTreeDepth = 500;

/** How many bookmarks are visible before the user opens more. */
const maxVisible = 50;

const key = (name: string) => PDFName.of(name);

/**
 * Appends documents to one another. Their pages, bookmarks, links, destinations, form fields,
 * layers, tags and attachments stay; each gets a bookmark above its own. Scripts and page labels of
 * the documents are dropped.
 */
export class PdfMerger {
  readonly #document: PDFDocument;
  readonly #placed: Placed[] = [];
  readonly #bookmarks: PDFRef[] = [];
  readonly #pages: PDFRef[] = [];
  readonly #destinations = new Map<string, PDFObject>();
  readonly #extras: MergedExtras;
  readonly #structure: MergedStructure;
  #information: FirstInformation | null = null;

  private constructor(document: PDFDocument) {
    this.#document = document;
    this.#extras = new MergedExtras(document.context);
    this.#structure = new MergedStructure(document.context);
  }

  static async create(): Promise<PdfMerger> {
    return new PdfMerger(await PDFDocument.create({ updateMetadata: false }));
  }

  get #context(): PDFContext {
    return this.#document.context;
  }

  /** The information of the first document. */
  get information(): FirstInformation {
    return this.#information ?? informationOf(undefined);
  }

  /** The language tag of the merged document; empty for none. */
  get language(): string {
    return textOf(this.#document.catalog.lookup(key('Lang')));
  }

  /**
   * Appends a document.
   * @throws EncryptedPDFError, or another Error if it cannot be read
   */
  async add({ bytes, titleOf, isTitle, url }: PdfPart): Promise<AddedPdf> {
    const { move, moved, information, names, structureKeys } = await this.#moveDocument(bytes);
    const firstIndex = this.#pages.length;
    const { first, pages } = this.#addPages(moved);
    for (const [name, destination] of names.destinations) {
      this.#destinations.set(name, move.moved(destination));
    }
    const wasSigned = isSigned(moved);
    const title = titleOf(information.title);
    leaveOutTitle(moved, (heading) => isTitle(title, heading));
    const bookmark = this.#addBookmark(moved, first, title);
    this.#extras.add(moved);
    const isTagged = await this.#structure.add(moved, structureKeys);
    const language = moved.lookup(key('Lang'));
    if (this.#information === null && language !== undefined) {
      this.#document.catalog.set(key('Lang'), language);
    }
    this.#information ??= information;
    this.#placed.push({ first, firstIndex, bookmark, url, names: names.renamed });
    return { title, pages, isSigned: wasSigned, isTagged };
  }

  /** Changes the titles of the documents' bookmarks. */
  renameDocuments(titleOf: (title: string) => string): void {
    for (const { bookmark } of this.#placed) {
      const title = titleOf(textOf(bookmark.lookup(key('Title'))));
      bookmark.set(key('Title'), PDFHexString.fromText(title));
    }
  }

  /** Moves the objects of a document to the merged one. */
  async #moveDocument(bytes: Uint8Array) {
    const source = await PDFDocument.load(bytes, { updateMetadata: false, parseSpeed: 500 });
    const information = informationOf(source.context.lookup(source.context.trailerInfo.Info));
    const { catalog } = source;
    const names = this.#newNames(namedDestinations(catalog));
    const structureKeys = this.#structure.keysOf(catalog);
    const move = new ObjectMover(this.#context, { names: names.renamed, structureKeys });
    await move.all(source.context);
    const moved = move.moved(catalog);
    if (!(moved instanceof PDFDict)) throw new Error('it has no catalog');
    return { move, moved, information, names, structureKeys };
  }

  /** The start of the document that was added last. */
  lastStart(): MergedPlace {
    const { first, firstIndex } = this.#last;
    return { pageIndex: firstIndex, destination: this.#context.obj([first, 'Fit']) };
  }

  /**
   * A place in the document that was added last.
   * @param pageIndex among its pages, from 0
   * @param y in points from the lower edge of the page
   */
  lastPlace(pageIndex: number, y: number): MergedPlace {
    const index = this.#last.firstIndex + pageIndex;
    const page = this.#pages[index];
    if (page === undefined) throw new Error('A place is on one of the pages.');
    const destination = this.#context.obj([page, 'XYZ', null, PDFNumber.of(y), null]);
    return { pageIndex: index, destination };
  }

  /**
   * Returns the own bookmarks of the document that was added last. One without a place leads where
   * the first one below it leads.
   * @param maxLevel those of the first level are directly below the document
   */
  lastBookmarks(maxLevel: number): readonly MergedEntry[] {
    const indexes = new Map(this.#pages.map((page, index) => [page, index]));
    const seen = new Set<PDFObject>();
    const entriesIn = (parent: PDFDict, level: number): readonly MergedEntry[] => {
      const found: MergedEntry[] = [];
      let item = parent.lookup(key('First'));
      while (item instanceof PDFDict && !seen.has(item)) {
        seen.add(item);
        const below = level < maxTreeDepth ? entriesIn(item, level + 1) : [];
        const place = this.#placeOf(item, indexes) ?? below[0];
        const title = textOf(item.lookup(key('Title'))).trim();
        if (place !== undefined && title !== '') {
          const { pageIndex, destination } = place;
          found.push({ title, level, pageIndex, destination });
        }
        found.push(...below);
        item = item.lookup(key('Next'));
      }
      return found;
    };
    return entriesIn(this.#last.bookmark, 1).filter(({ level }) => level <= maxLevel);
  }

  get #last(): Placed {
    const last = this.#placed.at(-1);
    if (last === undefined) throw new Error('No document was added.');
    return last;
  }

  /** Null if the bookmark leads to nothing in the document. */
  #placeOf(item: PDFDict, indexes: ReadonlyMap<PDFRef, number>): MergedPlace | null {
    const action = item.lookup(key('A'));
    const isJump = action instanceof PDFDict && action.get(key('S')) === key('GoTo');
    const own = item.get(key('Dest')) ?? (isJump ? action.get(key('D')) : undefined);
    return own === undefined ? null : this.#resolved(own, indexes);
  }

  #resolved(destination: PDFObject, indexes: ReadonlyMap<PDFRef, number>): MergedPlace | null {
    const direct = this.#context.lookup(destination);
    const name = bytesOf(direct);
    const named = name === null ? direct : this.#context.lookup(this.#destinations.get(name));
    const place = named instanceof PDFDict ? named.lookup(key('D')) : named;
    const page = place instanceof PDFArray ? place.get(0) : undefined;
    const pageIndex = page instanceof PDFRef ? indexes.get(page) : undefined;
    return pageIndex === undefined ? null : { pageIndex, destination };
  }

  /**
   * Replaces the bookmarks of the documents that were added last.
   * @param count of these documents
   * @param bookmarks an anchor that is not in its document leads to the first page
   * @returns where they lead
   */
  replaceBookmarks(count: number, bookmarks: readonly NestedBookmark[]): readonly MergedEntry[] {
    const indexes = new Map(this.#pages.map((page, index) => [page, index]));
    const entries: MergedEntry[] = [];
    const placed = this.#placed.slice(-count);
    const open: OpenBookmark[] = [];
    const top: PDFRef[] = [];
    for (const { title, level, document, anchor } of bookmarks) {
      const target = placed[document];
      if (target === undefined) throw new Error('A bookmark leads to one of the documents.');
      const item = this.#context.obj({});
      item.set(key('Title'), PDFHexString.fromText(title));
      const destination = this.#destinationIn(target, anchor);
      item.set(key('Dest'), destination);
      const place = this.#resolved(destination, indexes) ?? {
        pageIndex: target.firstIndex,
        destination,
      };
      entries.push({ title, level, ...place });
      while ((open.at(-1)?.level ?? 0) >= level) open.pop();
      const bookmark = { ref: this.#context.register(item), item, level, last: null };
      const parent = open.at(-1);
      if (parent === undefined) top.push(bookmark.ref);
      else this.#nest(bookmark, parent);
      open.push(bookmark);
    }
    this.#bookmarks.splice(-count, count, ...top);
    return entries;
  }

  /** Inserts pages at the beginning, or after the first page, once all documents are added. */
  async insert({ bytes, title, isAfterFirst, destinationOf }: InsertedPages): Promise<void> {
    const { moved, structureKeys } = await this.#moveDocument(bytes);
    const { tree, leaves } = this.#pageTree(moved);
    for (const page of leaves) this.#linkInserted(page, destinationOf);
    if (isAfterFirst) this.#insertAfterFirst(tree, leaves);
    else {
      this.#insertTree(tree, leaves.length, this.#document.catalog.Pages(), 0);
    }
    await this.#structure.add(moved, structureKeys, true);
    const [first] = leaves;
    const item = this.#context.obj({});
    item.set(key('Title'), PDFHexString.fromText(title));
    item.set(key('Dest'), this.#context.obj([first, 'Fit']));
    const isFirstAlone = isAfterFirst && (this.#placed[1]?.firstIndex ?? 0) === 1;
    this.#bookmarks.splice(isFirstAlone ? 1 : 0, 0, this.#context.register(item));
  }

  /** Its pages have all that they would inherit. */
  #insertAfterFirst(tree: PDFRef, leaves: readonly PDFRef[]): void {
    const [first] = this.#pages;
    const parent = first && this.#context.lookup(first, PDFDict).lookup(key('Parent'));
    if (!(parent instanceof PDFDict)) throw new Error('it has no pages');
    for (const ref of leaves) {
      const page = this.#context.lookup(ref, PDFDict);
      page.set(key('Rotate'), PDFNumber.of(0));
      const box = page.lookup(key('MediaBox'));
      if (box !== undefined) page.set(key('CropBox'), box);
    }
    const at = arrayAt(parent, 'Kids').findIndex((each) => each === first);
    this.#insertTree(tree, leaves.length, parent, at + 1);
  }

  #insertTree(tree: PDFRef, pages: number, parent: PDFDict, at: number): void {
    const ref = this.#context.getObjectRef(parent);
    if (ref === undefined) throw new Error('it has no pages');
    this.#context.lookup(tree, PDFDict).set(key('Parent'), ref);
    parent.lookup(key('Kids'), PDFArray).insert(at, tree);
    let node: PDFObject | undefined = parent;
    while (node instanceof PDFDict) {
      node.set(key('Count'), PDFNumber.of(node.lookup(key('Count'), PDFNumber).asNumber() + pages));
      node = node.lookup(key('Parent'));
    }
  }

  #linkInserted(page: PDFRef, destinationOf: InsertedPages['destinationOf']): void {
    for (const each of arrayAt(this.#context.lookup(page, PDFDict), 'Annots')) {
      const link = this.#context.lookup(each);
      const action = link instanceof PDFDict ? link.lookup(key('A')) : undefined;
      if (!(link instanceof PDFDict) || !(action instanceof PDFDict)) continue;
      const destination = destinationOf(textOf(action.lookup(key('URI'))));
      if (destination === null) continue;
      link.delete(key('A'));
      link.set(key('Dest'), destination);
    }
  }

  /** Those below the top level are closed. */
  #nest({ ref, item }: OpenBookmark, parent: OpenBookmark): void {
    item.set(key('Parent'), parent.ref);
    if (parent.last === null) parent.item.set(key('First'), ref);
    else {
      item.set(key('Prev'), parent.last);
      this.#context.lookup(parent.last, PDFDict).set(key('Next'), ref);
    }
    parent.item.set(key('Last'), ref);
    parent.item.set(key('Count'), PDFNumber.of(-countOf(parent.item) - 1));
    parent.last = ref;
  }

  /**
   * No more documents can be added then.
   * @param language a tag (BCP 47) for all documents; empty: as each says
   */
  async end(language = ''): Promise<PDFDocument> {
    const { catalog } = this.#document;
    this.#linkDocuments();
    this.#writeOutline();
    const names = this.#context.obj({});
    if (this.#destinations.size > 0) {
      names.set(key('Dests'), nameTree(this.#context, this.#destinations));
    }
    this.#extras.writeTo(catalog, names);
    if (names.keys().length > 0) catalog.set(key('Names'), this.#context.register(names));
    await this.#structure.writeTo(catalog, language);
    await removeUnused(this.#document);
    return this.#document;
  }

  /** Keeps each name unless another document has it, which readers could not tell apart. */
  #newNames(destinations: ReadonlyMap<string, PDFObject>) {
    const renamed = new Map<string, string>();
    const own = new Map<string, PDFObject>();
    const isTaken = (name: string) => this.#destinations.has(name) || own.has(name);
    // Pages of a site have the same names, and trying all numbers would take long.
    const number = this.#placed.length + 1;
    for (const [name, destination] of destinations) {
      const unique = uniqueName(name, isTaken, number);
      renamed.set(name, unique);
      own.set(unique, destination);
    }
    return { renamed, destinations: own };
  }

  /** Appends the page tree of a document, with what its pages inherit. */
  #addPages(catalog: PDFDict): { readonly first: PDFRef; readonly pages: number } {
    const { tree, node, leaves } = this.#pageTree(catalog);
    const pages = leaves.length;
    const [first] = leaves;
    if (first === undefined) throw new Error('it has no pages');
    const root = this.#document.catalog.Pages();
    for (const leaf of leaves) this.#pages.push(leaf);
    node.set(key('Parent'), this.#document.catalog.get(key('Pages')) ?? tree);
    root.Kids().push(tree);
    root.set(key('Count'), PDFNumber.of(root.Count().asNumber() + pages));
    return { first, pages };
  }

  #pageTree(catalog: PDFDict) {
    const tree = catalog.get(key('Pages'));
    const node = catalog.lookup(key('Pages'));
    if (!(tree instanceof PDFRef) || !(node instanceof PDFDict)) throw new Error('it has no pages');
    const leaves: PDFRef[] = [];
    countPages(this.#context, tree, leaves, new Set(), 0);
    return { tree, node, leaves };
  }

  /** The root of a document's outline becomes its bookmark, so that the entries stay below it. */
  #addBookmark(catalog: PDFDict, first: PDFRef, title: string): PDFDict {
    const outlines = catalog.get(key('Outlines'));
    const own = catalog.lookup(key('Outlines'));
    const item = own instanceof PDFDict ? own : this.#context.obj({});
    const ref =
      outlines instanceof PDFRef && own === item ? outlines : this.#context.register(item);
    item.delete(key('Type'));
    item.set(key('Title'), PDFHexString.fromText(title));
    item.set(key('Dest'), this.#context.obj([first, 'Fit']));
    const seen = new Set<PDFObject>();
    let entry = item.lookup(key('First'));
    while (entry instanceof PDFDict && !seen.has(entry)) {
      seen.add(entry);
      entry.set(key('Parent'), ref);
      entry = entry.lookup(key('Next'));
    }
    const count = item.lookup(key('Count'));
    const visible = count instanceof PDFNumber ? count.asNumber() : 0;
    if (seen.size === 0) for (const each of ['First', 'Last', 'Count']) item.delete(key(each));
    else item.set(key('Count'), PDFNumber.of(visible > 0 ? visible : seen.size));
    this.#bookmarks.push(ref);
    return item;
  }

  #writeOutline(): void {
    const items = this.#bookmarks.map((ref) => this.#context.lookup(ref, PDFDict));
    const belowAll = items.reduce((sum, item) => sum + countOf(item), 0);
    const isOpen = items.length + belowAll <= maxVisible;
    const outline = this.#context.obj({ Type: 'Outlines' });
    const root = this.#context.register(outline);
    for (const [index, item] of items.entries()) {
      const [previous, next] = [this.#bookmarks[index - 1], this.#bookmarks[index + 1]];
      item.set(key('Parent'), root);
      if (previous !== undefined) item.set(key('Prev'), previous);
      if (next !== undefined) item.set(key('Next'), next);
      const below = countOf(item);
      if (below > 0) item.set(key('Count'), PDFNumber.of(isOpen ? below : -below));
    }
    const [first, last] = [this.#bookmarks[0], this.#bookmarks.at(-1)];
    if (first === undefined || last === undefined) return;
    outline.set(key('First'), first);
    outline.set(key('Last'), last);
    outline.set(key('Count'), PDFNumber.of(items.length + (isOpen ? belowAll : 0)));
    this.#document.catalog.set(key('Outlines'), root);
    this.#document.catalog.set(key('PageMode'), key('UseOutlines'));
  }

  /** Links to the URL of another document lead to its pages. */
  #linkDocuments(): void {
    const documents = this.#placed.flatMap((placed) => {
      const known = placed.url === null ? null : documentUrl(placed.url);
      return known === null ? [] : [{ placed, ...known }];
    });
    const byUrl = new Map<string, Placed>();
    for (const spelling of ['url', 'folder'] as const) {
      for (const { placed, [spelling]: url } of documents) {
        if (!byUrl.has(url)) byUrl.set(url, placed);
      }
    }
    for (const [, object] of this.#context.enumerateIndirectObjects()) {
      if (!(object instanceof PDFDict)) continue;
      if (object.get(key('Subtype')) === key('Link')) this.#linkDocument(object, byUrl);
      const annotations = object instanceof PDFPageLeaf ? arrayAt(object, 'Annots') : [];
      for (const each of annotations) {
        if (each instanceof PDFDict) this.#linkDocument(each, byUrl);
      }
    }
  }

  #linkDocument(link: PDFDict, byUrl: ReadonlyMap<string, Placed>): void {
    const action = link.lookup(key('A'));
    const uri = action instanceof PDFDict ? action.lookup(key('URI')) : undefined;
    const linked = documentUrl(textOf(uri));
    const placed =
      linked === null ? undefined : (byUrl.get(linked.url) ?? byUrl.get(linked.folder));
    if (linked === null || placed === undefined) return;
    link.delete(key('A'));
    link.set(key('Dest'), this.#destinationIn(placed, linked.fragment));
  }

  /**
   * Returns the destination of a fragment, which Chromium names as the URL spells it, and others as
   * it reads; the first page for one that does not exist.
   */
  #destinationIn({ first, names }: Placed, fragment: string): PDFObject {
    const name = names.get(fragment) ?? names.get(decodedFragment(fragment));
    return name === undefined ? this.#context.obj([first, 'Fit']) : nameString(name);
  }
}

/** Corrects the page counts of a tree, as some writers get them wrong. @returns that of its root */
function countPages(
  context: PDFContext,
  ref: PDFRef,
  leaves: PDFRef[],
  seen: Set<PDFRef>,
  depth: number,
): number {
  const node = context.lookup(ref);
  if (!(node instanceof PDFDict) || seen.has(ref) || depth > maxTreeDepth) {
    throw new Error('its list of pages is incomplete');
  }
  seen.add(ref);
  if (!node.has(key('Kids'))) {
    checkContents(node);
    leaves.push(ref);
    return 1;
  }
  let count = 0;
  for (const kid of arrayAt(node, 'Kids')) {
    if (!(kid instanceof PDFRef)) throw new Error('its list of pages is incomplete');
    count += countPages(context, kid, leaves, seen, depth + 1);
  }
  node.set(key('Count'), PDFNumber.of(count));
  return count;
}

/** The content of a truncated file is missing, which readers show as a blank page. */
function checkContents(page: PDFDict): void {
  const contents = page.lookup(key('Contents'));
  const streams = contents instanceof PDFArray ? contents.asArray() : [page.get(key('Contents'))];
  const isMissing = streams.some(
    (each) => each instanceof PDFRef && page.context.lookup(each) === undefined,
  );
  if (isMissing) throw new Error('the content of a page is missing');
}

/** Leaves out the bookmark above all others of a document if it is the title. */
function leaveOutTitle(catalog: PDFDict, isTitle: (heading: string) => boolean): void {
  const outline = catalog.lookup(key('Outlines'));
  const top = outline instanceof PDFDict ? outline.lookup(key('First')) : undefined;
  if (!(outline instanceof PDFDict && top instanceof PDFDict) || top.has(key('Next'))) return;
  if (!isTitle(textOf(top.lookup(key('Title'))))) return;
  for (const name of ['First', 'Last', 'Count']) {
    const below = top.get(key(name));
    if (below === undefined) outline.delete(key(name));
    else outline.set(key(name), below);
  }
}

function countOf(item: PDFDict): number {
  const count = item.lookup(key('Count'));
  return count instanceof PDFNumber ? Math.abs(count.asNumber()) : 0;
}

function informationOf(dictionary: PDFObject | undefined): FirstInformation {
  const at = (name: string) =>
    dictionary instanceof PDFDict ? textOf(dictionary.lookup(key(name))).trim() : '';
  return {
    title: at('Title'),
    author: at('Author'),
    subject: at('Subject'),
    keywords: at('Keywords'),
    producer: at('Producer'),
  };
}

/** The URL of a document without its fragment, and the fragment. */
interface DocumentUrl {
  readonly url: string;
  /** The same for a folder with and without its slash or the name of its index page. */
  readonly folder: string;
  readonly fragment: string;
}

/** Null for texts that are not the URL of a document. */
function documentUrl(text: string): DocumentUrl | null {
  if (!/^(?:https?|file):/i.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  const fragment = url.hash.slice(1);
  url.hash = '';
  const folder = new URL(url);
  folder.pathname = url.pathname.replace(indexPage, '/').replace(/\/$/, '');
  return { url: spelled(url), folder: spelled(folder), fragment };
}

/** Returns one spelling of a URL: Chromium and Node encode some characters of paths differently. */
function spelled(url: URL): string {
  if (url.protocol !== 'file:') return url.href;
  try {
    return fileURLToPath(url);
  } catch {
    // Not a path of this system: a link to it never leads to one of the documents.
    return url.href;
  }
}
