import { setImmediate } from 'node:timers/promises';
import { deflateSync } from 'node:zlib';
import {
  type Matrix,
  type OverlaidDocument,
  type OverlaidPage,
  type OverlayLayer,
  type OverlayOptions,
  displayMatrix,
  displayedSize,
  movedBox,
  overlayOperators,
} from './overlay.js';
import { type ShownMargins, marginsInContent } from './page-geometry.js';
import { contentsOf, dictionaryAt, pageNodes, readPdfStructure, references } from './pdf-file.js';
import { ObjectImport, type PdfUpdate } from './pdf-update.js';

/** After this many pages, other conversions and the window get their turn. */
const pagesPerTick = 100;

/**
 * A document by Chromium. What is drawn is appended to it, and nothing of it is read but the
 * dictionaries of its pages.
 */
export class PrintedPages implements OverlaidDocument {
  readonly pages: readonly PrintedPage[];
  readonly #update: PdfUpdate;
  /** Content streams that pages share, by their operators. */
  readonly #operators = new Map<string, number>();
  #sheets = 0;

  constructor(update: PdfUpdate) {
    this.#update = update;
    this.pages = Array.from(update.pages(), (number) => new PrintedPage(update, number));
  }

  async draw(
    sheet: Buffer,
    places: readonly (readonly number[])[],
    { layer = 'over', contents }: OverlayOptions = {},
  ): Promise<void> {
    const structure = readPdfStructure(sheet);
    const objects = new ObjectImport(this.#update, sheet, structure);
    this.#sheets += 1;
    const name = `Overlay${this.#sheets}`;
    let count = 0;
    for (const [index, { text }] of [...pageNodes(sheet, structure)].entries()) {
      const drawnOn = places[index] ?? [];
      if (drawnOn.length === 0) continue;
      const links = linksOf(objects, text);
      const entries = formEntries(objects, text);
      for (const place of drawnOn) {
        const content = contents?.get(place);
        const form =
          content === undefined ? formOf(objects, text, entries) : this.#formWith(content, entries);
        this.#drawForm(this.pages[place], { name, form, links, layer });
        count += 1;
        if (count % pagesPerTick === 0) await setImmediate();
      }
    }
  }

  /**
   * Adds another content of a page of a sheet as a form XObject.
   * @param entries see {@link formEntries}
   */
  #formWith(content: string, entries: string): number {
    const packed = deflateSync(Buffer.from(content, 'latin1')).toString('latin1');
    const number = this.#update.reserve(1);
    const dictionary = `<</Filter /FlateDecode\n/Length ${packed.length}\n${entries}>>`;
    this.#update.set(number, `${dictionary} stream\n${packed}\nendstream`);
    return number;
  }

  #drawForm(page: PrintedPage | undefined, { name, form, links, layer }: Overlay): void {
    if (page === undefined) return;
    const { matrix } = page;
    page.addForm(name, form);
    page.enclose(this.#contentOf('q'), this.#contentOf('Q'));
    page.addContent(this.#contentOf(overlayOperators(name, matrix)), layer);
    page.addAnnotations(links.map((link) => this.#addLink(link, matrix)));
  }

  /** Pages share content streams. */
  #contentOf(operators: string): number {
    const known = this.#operators.get(operators);
    if (known !== undefined) return known;
    const number = this.#update.reserve(1);
    const { length } = operators;
    this.#update.set(number, `<</Length ${length}>> stream\n${operators}\nendstream`);
    this.#operators.set(operators, number);
    return number;
  }

  #addLink(link: string, matrix: Matrix): number {
    const [x = 0, y = 0, right = 0, top = 0] = boxIn(link, 'Rect');
    const box = movedBox({ x, y, width: right - x, height: top - y }, matrix);
    const number = this.#update.reserve(1);
    this.#update.set(number, link.replace(boxPattern('Rect'), `/Rect [${box.join(' ')}]`));
    return number;
  }
}

/** A page of a sheet, as it is drawn on another. */
interface Overlay {
  readonly name: string;
  /** The object of the form XObject. */
  readonly form: number;
  readonly links: readonly string[];
  readonly layer: OverlayLayer;
}

/** A page of the document; changes of it are part of the update at once. */
class PrintedPage implements OverlaidPage {
  readonly size;
  /** From the page as displayed to its own coordinates. */
  readonly matrix: Matrix;
  readonly #update: PdfUpdate;
  readonly #number: number;
  /** The content streams of Chromium. */
  readonly #own: readonly number[];
  #contents: readonly number[];
  #isEnclosed = false;

  constructor(update: PdfUpdate, number: number) {
    this.#update = update;
    this.#number = number;
    const text = update.get(number);
    const [x = 0, y = 0, right = 0, top = 0] = boxIn(text, 'MediaBox');
    const box = { x, y, width: right - x, height: top - y };
    const angle = Number(/\/Rotate (-?\d+)/.exec(text)?.[1] ?? 0);
    this.size = displayedSize(box, angle);
    this.matrix = displayMatrix(box, angle);
    this.#own = contentsOf(text);
    this.#contents = this.#own;
  }

  margins(): ShownMargins | null {
    const [content] = this.#own;
    const stream = content === undefined ? null : this.#update.stream(content);
    return stream?.isPacked === true ? marginsInContent(stream.bytes, this.size) : null;
  }

  addForm(name: string, form: number): void {
    const text = this.#update.get(this.#number);
    const resources = dictionaryAt(text, 'Resources');
    const entry = `/${name} ${form} 0 R`;
    const changed = /\/XObject\s*<</.test(resources)
      ? resources.replace(/\/XObject\s*<</, (start) => `${start}${entry}\n`)
      : resources.replace('<<', `<</XObject <<${entry}>>\n`);
    this.#update.set(
      this.#number,
      text.replace(resources, () => changed),
    );
  }

  /** Encloses the content, which may change the coordinates. */
  enclose(save: number, restore: number): void {
    if (this.#isEnclosed) return;
    this.#isEnclosed = true;
    this.#contents = [save, ...this.#contents, restore];
  }

  addContent(content: number, layer: OverlayLayer): void {
    this.#contents = layer === 'over' ? [...this.#contents, content] : [content, ...this.#contents];
    this.#update.setEntries(this.#number, { Contents: referencesTo(this.#contents) });
  }

  addAnnotations(added: readonly number[]): void {
    if (added.length === 0) return;
    const own = references(this.#update.get(this.#number), /\/Annots\s*\[([^\]]*)\]/);
    this.#update.setEntries(this.#number, { Annots: referencesTo([...own, ...added]) });
  }
}

/**
 * Returns a page of a sheet as a form XObject (8.10). Its content stays compressed.
 * @param entries see {@link formEntries}
 */
function formOf(objects: ObjectImport, page: string, entries: string): number {
  const [content] = contentsOf(page);
  if (content === undefined) throw new Error('The sheet has a page without content.');
  return objects.copy(content, (object) => object.replace('<<', () => `<<${entries}\n`));
}

/** Returns the entries that make the content of a page of a sheet a form XObject. */
function formEntries(objects: ObjectImport, page: string): string {
  const resources = objects.moved(dictionaryAt(page, 'Resources'));
  const box = boxIn(page, 'MediaBox').join(' ');
  return `/Type /XObject\n/Subtype /Form\n/BBox [${box}]\n/Resources ${resources}`;
}

/** Links to URLs; those inside the sheet have no destination. */
function linksOf(objects: ObjectImport, page: string): readonly string[] {
  const annotations = references(page, /\/Annots\s*\[([^\]]*)\]/);
  return annotations
    .map((number) => objects.text(number))
    .filter((text) => /\/A\s*(?:<<|\d+ 0 R)/.test(text))
    .map((text) => objects.moved(text.replace(/\/(?:StructParent \d+|P \d+ 0 R)\s*/g, '')));
}

function boxPattern(key: string): RegExp {
  return new RegExp(String.raw`/${key}\s*\[([^\]]*)\]`);
}

/** The edges: left, bottom, right, top. */
function boxIn(dictionary: string, key: string): readonly number[] {
  const [, edges = ''] = boxPattern(key).exec(dictionary) ?? [];
  return edges.trim().split(/\s+/).map(Number);
}

function referencesTo(numbers: readonly number[]): string {
  return `[${numbers.map((number) => `${number} 0 R`).join(' ')}]`;
}
