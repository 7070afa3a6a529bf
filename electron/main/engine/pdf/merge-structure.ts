import { setImmediate } from 'node:timers/promises';
import {
  PDFArray,
  PDFBool,
  type PDFContext,
  PDFDict,
  PDFName,
  PDFNumber,
  type PDFObject,
  type PDFRef,
  PDFString,
} from '@cantoo/pdf-lib';
import {
  arrayAt,
  arrayOf,
  bytesOf,
  nameString,
  nameTree,
  nameTreeEntries,
  numberTreeEntries,
  textOf,
  uniqueName,
} from './document-names.js';
import { attributesIn, elementKids, elementsPerTick, nameText } from './structure-elements.js';

// Section numbers: ISO 32000-1.

/** Entries of a structure tree that are lists. */
const listEntries = ['Namespaces', 'PronunciationLexicon', 'AF'] as const;

/** The type of the element for a whole document. */
const documentType = 'Document';

const key = (name: string) => PDFName.of(name);

/** The structure tree of one of the documents. */
interface TaggedPart {
  readonly root: PDFDict;
  readonly elements: readonly PDFDict[];
  /** The language tag of the document; empty for none. */
  readonly language: string;
  /** What its types of elements mean: the types that each stands for, until the last. */
  readonly types: ReadonlyMap<string, string>;
  /** What its classes of attributes mean. */
  readonly classes: ReadonlyMap<string, string>;
}

/**
 * Joins the structure trees (14.7) of documents: the elements of each stay as they are, in the
 * order of the documents. As in any tagged PDF, they are below one element (14.8.4.2).
 */
export class MergedStructure {
  readonly #context: PDFContext;
  readonly #ref: PDFRef;
  readonly #parts: TaggedPart[] = [];
  readonly #kids: PDFObject[] = [];
  readonly #parents: PDFObject[] = [];
  readonly #ids = new Map<string, PDFObject>();
  readonly #types = new Meanings();
  readonly #classes = new Meanings();
  readonly #lists = new Map<string, PDFObject[]>();
  #nextKey = 0;
  #documents = 0;
  #marked = 0;
  #hasSuspects = false;
  #hasProperties = false;

  /** @param context of the merged document */
  constructor(context: PDFContext) {
    this.#context = context;
    this.#ref = context.nextRef();
  }

  /** True if all documents are tagged. */
  get isTagged(): boolean {
    return this.#marked === this.#documents;
  }

  /**
   * Returns the new keys of the parent tree (14.7.4.4) of a document, by its own. Pages and
   * annotations with other keys belong to no element.
   */
  keysOf(catalog: PDFDict): ReadonlyMap<number, number> {
    const root = catalog.lookup(key('StructTreeRoot'));
    const keys = new Map<number, number>();
    if (!(root instanceof PDFDict)) return keys;
    for (const [number] of numberTreeEntries(root.lookup(key('ParentTree')))) {
      if (keys.has(number)) continue;
      keys.set(number, this.#nextKey);
      this.#nextKey += 1;
    }
    return keys;
  }

  /**
   * Adds the tree of a document whose objects are already in the merged one.
   * @param keys those of {@link keysOf}
   * @param isFirst whether its elements are before all others
   * @returns whether it is tagged
   */
  async add(
    catalog: PDFDict,
    keys: ReadonlyMap<number, number>,
    isFirst = false,
  ): Promise<boolean> {
    const root = catalog.lookup(key('StructTreeRoot'));
    this.#documents += 1;
    if (!(root instanceof PDFDict)) return false;
    const isTagged = this.#addMarks(catalog.lookup(key('MarkInfo')));
    const elements = await elementsBelow(root);
    const added = new Set<number>();
    for (const [number, value] of numberTreeEntries(root.lookup(key('ParentTree')))) {
      const renumbered = keys.get(number);
      if (renumbered === undefined || added.has(renumbered)) continue;
      added.add(renumbered);
      this.#parents.push(PDFNumber.of(renumbered), value);
    }
    const kids = elementKids(root).flatMap(({ object, element }) =>
      element === null ? [] : [object],
    );
    this.#kids.splice(isFirst ? 0 : this.#kids.length, 0, ...kids);
    this.#addIds(root, elements);
    for (const name of listEntries) {
      this.#lists.set(name, [...(this.#lists.get(name) ?? []), ...arrayAt(root, name)]);
    }
    const types = typesIn(root, elements);
    const classes = classesIn(root, elements);
    for (const [name, meaning] of types) this.#types.add(name, meaning);
    for (const [name, meaning] of classes) this.#classes.add(name, meaning);
    const language = textOf(catalog.lookup(key('Lang')));
    this.#parts.push({ root, elements, language, types, classes });
    return isTagged;
  }

  /**
   * Writes the tree of all documents.
   * @param catalog of the merged document
   * @param language of all documents; empty: that of each
   */
  async writeTo(catalog: PDFDict, language: string): Promise<void> {
    if (this.#parts.length === 0) return;
    const context = this.#context;
    const root = context.obj({ Type: 'StructTreeRoot' });
    root.set(key('K'), this.#topElement());
    const parents = context.obj({});
    parents.set(key('Nums'), arrayOf(context, this.#parents));
    root.set(key('ParentTree'), context.register(parents));
    root.set(key('ParentTreeNextKey'), PDFNumber.of(this.#nextKey));
    if (this.#ids.size > 0) root.set(key('IDTree'), nameTree(context, this.#ids));
    for (const [name, objects] of this.#lists) {
      if (objects.length > 0) root.set(key(name), arrayOf(context, objects));
    }
    const [roles, attributes] = [context.obj({}), context.obj({})];
    for (const part of this.#parts) {
      if (language === '') setLanguage(part, catalog);
      await this.#rename(part);
      for (const [name, chain] of part.types) {
        const [target, ...rest] = chain.split(' ');
        if (target === undefined || target === '') continue;
        const replaced = this.#types.nameOf(target, rest.join(' '));
        roles.set(key(this.#types.nameOf(name, chain)), key(replaced));
      }
      const own = part.root.lookup(key('ClassMap'));
      for (const [name, value] of own instanceof PDFDict ? own.entries() : []) {
        const text = nameText(name) ?? '';
        const unique = this.#classes.nameOf(text, part.classes.get(text) ?? '');
        attributes.set(key(unique), value);
      }
    }
    if (roles.keys().length > 0) root.set(key('RoleMap'), roles);
    if (attributes.keys().length > 0) root.set(key('ClassMap'), attributes);
    context.assign(this.#ref, root);
    catalog.set(key('StructTreeRoot'), this.#ref);
    const marks = context.obj({});
    // What is not tagged in a tagged document is not read aloud.
    if (this.isTagged) marks.set(key('Marked'), PDFBool.True);
    if (this.#hasSuspects) marks.set(key('Suspects'), PDFBool.True);
    if (this.#hasProperties) marks.set(key('UserProperties'), PDFBool.True);
    catalog.set(key('MarkInfo'), marks);
  }

  /** Returns the one element below the root, in which those of several documents are. */
  #topElement(): PDFObject {
    const [first, ...others] = this.#kids;
    if (first !== undefined && others.length === 0) {
      this.#context.lookup(first, PDFDict).set(key('P'), this.#ref);
      return first;
    }
    this.#types.add(documentType, '');
    const top = this.#context.obj({ Type: 'StructElem', S: documentType, P: this.#ref });
    top.set(key('K'), arrayOf(this.#context, this.#kids));
    const ref = this.#context.register(top);
    for (const kid of this.#kids) this.#context.lookup(kid, PDFDict).set(key('P'), ref);
    return ref;
  }

  /** Returns whether the document says that it is tagged. */
  #addMarks(marks: PDFObject | undefined): boolean {
    const has = (name: string) =>
      marks instanceof PDFDict && marks.lookup(key(name)) === PDFBool.True;
    if (has('Marked')) this.#marked += 1;
    this.#hasSuspects ||= has('Suspects');
    this.#hasProperties ||= has('UserProperties');
    return has('Marked');
  }

  /** Keeps each identifier (14.7.2) unless an earlier document has it. */
  #addIds(root: PDFDict, elements: readonly PDFDict[]): void {
    const own = new Map(nameTreeEntries(root.lookup(key('IDTree'))));
    const ids = elements.map((element) => bytesOf(element.lookup(key('ID'))));
    const all = new Set([...own.keys(), ...ids]);
    const renamed = new Map<string, string>();
    for (const id of all) {
      if (id === null || !this.#ids.has(id)) continue;
      const isTaken = (name: string) => this.#ids.has(name) || all.has(name);
      renamed.set(id, uniqueName(`${id}-${this.#documents}`, isTaken));
    }
    for (const [id, element] of own) this.#ids.set(renamed.get(id) ?? id, element);
    if (renamed.size > 0) renameIds(root, elements, renamed);
  }

  async #rename({ elements, types, classes }: TaggedPart): Promise<void> {
    const isRenamed = (names: ReadonlyMap<string, string>, meanings: Meanings) =>
      [...names].some(([name, meaning]) => meanings.nameOf(name, meaning) !== name);
    const hasTypes = isRenamed(types, this.#types);
    const hasClasses = isRenamed(classes, this.#classes);
    if (!hasTypes && !hasClasses) return;
    const newClass = (name: string) => this.#classes.nameOf(name, classes.get(name) ?? '');
    for (const [index, element] of elements.entries()) {
      const type = nameText(element.lookup(key('S')));
      if (hasTypes && type !== null && !element.has(key('NS'))) {
        element.set(key('S'), key(this.#types.nameOf(type, types.get(type) ?? '')));
      }
      if (hasClasses) renameClasses(element, newClass);
      if (index % elementsPerTick === 0) await setImmediate();
    }
  }
}

/** Names that mean different things in different documents. */
class Meanings {
  readonly #byName = new Map<string, Set<string>>();
  readonly #given = new Map<string, Map<string, string>>();
  readonly #taken = new Set<string>();

  /** @param meaning empty for none */
  add(name: string, meaning: string): void {
    this.#byName.set(name, (this.#byName.get(name) ?? new Set()).add(meaning));
  }

  /**
   * Returns the name for one of its meanings in the merged document. A name that means nothing
   * in some document, as it is defined by the standard, keeps it.
   */
  nameOf(name: string, meaning: string): string {
    const known = this.#given.get(name)?.get(meaning);
    if (known !== undefined) return known;
    const meanings = [...(this.#byName.get(name) ?? [])];
    const keeps = meanings.includes('') ? '' : (meanings[0] ?? '');
    const isTaken = (each: string) => this.#byName.has(each) || this.#taken.has(each);
    const given = meaning === keeps ? name : uniqueName(name, isTaken);
    this.#taken.add(given);
    this.#given.set(name, (this.#given.get(name) ?? new Map<string, string>()).set(meaning, given));
    return given;
  }
}

async function elementsBelow(root: PDFDict): Promise<readonly PDFDict[]> {
  const found = new Set<PDFDict>();
  const waiting = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    for (const { element } of elementKids(node)) {
      if (element === null || found.has(element)) continue;
      found.add(element);
      waiting.push(element);
      if (found.size % elementsPerTick === 0) await setImmediate();
    }
  }
  return [...found];
}

/** Those that a document uses or maps (14.7.3), with their chains of types. */
function typesIn(root: PDFDict, elements: readonly PDFDict[]): ReadonlyMap<string, string> {
  const roles = root.lookup(key('RoleMap'));
  const mapped = new Map<string, string>();
  for (const [name] of roles instanceof PDFDict ? roles.entries() : []) {
    const target = roles instanceof PDFDict ? nameText(roles.lookup(name)) : null;
    if (target !== null) mapped.set(nameText(name) ?? '', target);
  }
  const chainOf = (name: string): string => {
    const chain: string[] = [];
    const seen = new Set([name]);
    let next = mapped.get(name);
    for (; next !== undefined && !seen.has(next); next = mapped.get(next)) {
      chain.push(next);
      seen.add(next);
    }
    return chain.join(' ');
  };
  const types = new Map<string, string>();
  const add = (name: string) => types.set(name, chainOf(name));
  for (const [name, target] of mapped) [name, target].forEach(add);
  for (const element of elements) {
    const type = element.has(key('NS')) ? null : nameText(element.lookup(key('S')));
    if (type !== null && !types.has(type)) add(type);
  }
  return types;
}

/** Those that a document uses or defines (14.7.5.2), with what they mean. */
function classesIn(root: PDFDict, elements: readonly PDFDict[]): ReadonlyMap<string, string> {
  const classes = new Map<string, string>();
  const defined = root.lookup(key('ClassMap'));
  for (const element of elements) {
    for (const name of classNames(element)) classes.set(nameText(name) ?? '', '');
  }
  for (const [name, value] of defined instanceof PDFDict ? defined.entries() : []) {
    classes.set(nameText(name) ?? '', String(value));
  }
  return classes;
}

/** Returns the classes of an element, which revision numbers may follow. */
function classNames(element: PDFDict): readonly PDFName[] {
  const entry = element.lookup(key('C'));
  const objects = entry instanceof PDFArray ? entry.asArray() : [entry];
  return objects.filter((each) => each instanceof PDFName);
}

function renameClasses(element: PDFDict, newName: (name: string) => string): void {
  const renamed = (object: PDFObject) =>
    object instanceof PDFName ? key(newName(nameText(object) ?? '')) : object;
  const entry = element.lookup(key('C'));
  if (entry instanceof PDFName) element.set(key('C'), renamed(entry));
  if (!(entry instanceof PDFArray)) return;
  element.set(key('C'), arrayOf(element.context, entry.asArray().map(renamed)));
}

/** Renames identifiers of elements, and in the header cells that table cells name (14.8.5.7). */
function renameIds(
  root: PDFDict,
  elements: readonly PDFDict[],
  renamed: ReadonlyMap<string, string>,
): void {
  const newId = (object: PDFObject): PDFObject => {
    const unique = renamed.get(bytesOf(object) ?? '');
    return unique === undefined ? object : nameString(unique);
  };
  const classes = root.lookup(key('ClassMap'));
  const attributes = classes instanceof PDFDict ? classes.values() : [];
  const all = new Set(attributes.flatMap((each) => attributesIn(root.context, each)));
  for (const element of elements) {
    const id = element.get(key('ID'));
    if (id !== undefined) element.set(key('ID'), newId(element.context.lookup(id) ?? id));
    for (const each of attributesIn(element.context, element.get(key('A')))) all.add(each);
  }
  for (const dict of all) {
    const headers = arrayAt(dict, 'Headers');
    const ids = headers.map((each) => newId(dict.context.lookup(each) ?? each));
    if (ids.length > 0) dict.set(key('Headers'), arrayOf(dict.context, ids));
  }
}

/** Elements without a language have that of the catalog (14.9.2), which another document set. */
function setLanguage({ root, language }: TaggedPart, catalog: PDFDict): void {
  if (language === '' || language === textOf(catalog.lookup(key('Lang')))) return;
  for (const { element } of elementKids(root)) {
    if (element !== null && !element.has(key('Lang')))
      element.set(key('Lang'), PDFString.of(language));
  }
}
