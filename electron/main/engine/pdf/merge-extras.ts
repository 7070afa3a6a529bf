import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFHexString,
  PDFName,
  type PDFObject,
} from '@cantoo/pdf-lib';
import {
  arrayAt,
  arrayOf,
  nameTree,
  nameTreeEntries,
  textOf,
  uniqueName,
} from './document-names.js';

const key = (name: string) => PDFName.of(name);

/** Merges the attachments, form fields and layers of documents (ISO 32000-1, 7.11, 12.7, 8.11). */
export class MergedExtras {
  readonly #context: PDFContext;
  readonly #attachments = new Map<string, PDFObject>();
  readonly #fields: PDFObject[] = [];
  readonly #fieldNames = new Set<string>();
  readonly #layers: Record<'OCGs' | 'OFF' | 'Order', PDFObject[]> = {
    OCGs: [],
    OFF: [],
    Order: [],
  };
  #form: PDFDict | null = null;

  constructor(context: PDFContext) {
    this.#context = context;
  }

  /** Adds those of a document, whose objects have been moved. */
  add(catalog: PDFDict): void {
    this.#addAttachments(catalog);
    this.#addForm(catalog);
    this.#addLayers(catalog);
  }

  /** Writes them into the merged document. @param names the dictionary of its name trees */
  writeTo(catalog: PDFDict, names: PDFDict): void {
    if (this.#attachments.size > 0) {
      names.set(key('EmbeddedFiles'), nameTree(this.#context, this.#attachments));
    }
    if (this.#form !== null) {
      this.#form.set(key('Fields'), arrayOf(this.#context, this.#fields));
      catalog.set(key('AcroForm'), this.#context.register(this.#form));
    }
    this.#writeLayers(catalog);
  }

  #addAttachments(catalog: PDFDict): void {
    const names = catalog.lookup(key('Names'));
    const tree = names instanceof PDFDict ? names.lookup(key('EmbeddedFiles')) : undefined;
    for (const [name, file] of nameTreeEntries(tree)) {
      this.#attachments.set(
        uniqueName(name, (each) => this.#attachments.has(each)),
        file,
      );
    }
  }

  /** Fields of one name are one field (12.7.3.2), so those of later documents are renamed. */
  #addForm(catalog: PDFDict): void {
    const form = catalog.lookup(key('AcroForm'));
    const fields = form instanceof PDFDict ? form.lookup(key('Fields')) : undefined;
    if (!(form instanceof PDFDict) || !(fields instanceof PDFArray) || fields.size() === 0) return;
    for (const entry of fields.asArray()) {
      const field = this.#context.lookup(entry);
      if (!(field instanceof PDFDict)) continue;
      const name = textOf(field.lookup(key('T')));
      const unique = uniqueName(name, (each) => this.#fieldNames.has(each));
      this.#fieldNames.add(unique);
      if (unique !== name) field.set(key('T'), PDFHexString.fromText(unique));
      this.#fields.push(entry);
    }
    for (const dropped of ['XFA', 'SigFlags', 'CO', 'Fields']) form.delete(key(dropped));
    if (this.#form === null) this.#form = form;
    else addMissing(this.#form, form, ['DR', 'Font']);
  }

  /** Without its configuration a hidden layer (8.11.4) would be visible. */
  #addLayers(catalog: PDFDict): void {
    const properties = catalog.lookup(key('OCProperties'));
    if (!(properties instanceof PDFDict)) return;
    const configuration = properties.lookup(key('D'));
    const groups = arrayAt(properties, 'OCGs');
    this.#layers.OCGs.push(...groups);
    if (!(configuration instanceof PDFDict)) return;
    const isOff = configuration.lookup(key('BaseState')) === key('OFF');
    const on = new Set(arrayAt(configuration, 'ON'));
    const off = isOff ? groups.filter((each) => !on.has(each)) : arrayAt(configuration, 'OFF');
    this.#layers.OFF.push(...off);
    this.#layers.Order.push(...arrayAt(configuration, 'Order'));
  }

  #writeLayers(catalog: PDFDict): void {
    const { OCGs, OFF, Order } = this.#layers;
    if (OCGs.length === 0) return;
    const configuration = this.#context.obj({});
    configuration.set(key('OFF'), arrayOf(this.#context, OFF));
    configuration.set(key('Order'), arrayOf(this.#context, Order));
    const properties = this.#context.obj({});
    properties.set(key('OCGs'), arrayOf(this.#context, OCGs));
    properties.set(key('D'), configuration);
    catalog.set(key('OCProperties'), this.#context.register(properties));
  }
}

/** Adds the entries of a nested dictionary that another one lacks. */
function addMissing(to: PDFDict, from: PDFDict, [name, ...rest]: readonly string[]): void {
  if (name === undefined) {
    for (const [each, value] of from.entries()) if (!to.has(each)) to.set(each, value);
    return;
  }
  const [into, added] = [to.lookup(key(name)), from.lookup(key(name))];
  if (!(added instanceof PDFDict)) return;
  if (into instanceof PDFDict) addMissing(into, added, rest);
  else to.set(key(name), added);
}
