import {
  type PdfStructure,
  type StreamContent,
  objectOffset,
  pageNodes,
  pagesBelow,
  readObject,
  readPdfStructure,
  referenceIn,
  streamAt,
} from './pdf-file.js';

/** A PDF and what is appended to it. */
export interface AmendedPdf {
  readonly parts: readonly Buffer[];
  /** Of all parts together. */
  readonly structure: PdfStructure;
}

/**
 * Changes to a PDF by Chromium. They are appended to it (ISO 32000-1, 7.5.6) and none of its bytes
 * is read or written again, so that a large file takes no longer than a small one.
 */
export class PdfUpdate {
  readonly #bytes: Buffer;
  readonly #structure: PdfStructure;
  readonly #objects = new Map<number, string>();
  #size: number;
  #pages: number;

  constructor(bytes: Buffer, structure: PdfStructure) {
    this.#bytes = bytes;
    this.#structure = structure;
    this.#size = structure.trailer.size;
    this.#pages = structure.pages;
  }

  /** Returns the text of an object that is not a stream, with its changes. */
  get(number: number): string {
    const changed = this.#objects.get(number);
    if (changed !== undefined) return changed;
    const text = readObject(this.#bytes, this.#structure.trailer, number);
    return text.replace(/^\d+ \d+ obj\s*/, '').trimEnd();
  }

  /** Returns the content of a stream, with its changes; see {@link streamAt}. */
  stream(number: number): StreamContent | null {
    const changed = this.#objects.get(number);
    if (changed !== undefined) return streamAt(Buffer.from(changed, 'latin1'), 0);
    return streamAt(this.#bytes, objectOffset(this.#bytes, this.#structure.trailer, number));
  }

  /** Yields the objects of the pages in their order, with the inserted ones. */
  *pages(): Generator<number> {
    const read = (number: number) => this.get(number);
    for (const { number } of pagesBelow(this.#structure.trailer, read)) yield number;
  }

  /** Reserves numbers for new objects. @returns the first */
  reserve(count: number): number {
    const first = this.#size;
    this.#size += count;
    return first;
  }

  /** @param object in Latin-1, as a stream may have any byte */
  set(number: number, object: string): void {
    this.#objects.set(number, object);
  }

  /** Sets entries of a dictionary. */
  setEntries(number: number, entries: Readonly<Record<string, string>>): void {
    let text = this.get(number);
    for (const key of Object.keys(entries)) {
      text = text.replace(
        new RegExp(`/${key}\\b\\s*(?:\\[[^\\]]*\\]|\\d+ \\d+ R|/?[^\\s/<>[\\]]+)`),
        '',
      );
    }
    const added = Object.entries(entries).map(([key, value]) => `/${key} ${value}`);
    this.set(number, text.replace(/>>$/, `\n${added.join('\n')}>>`));
  }

  /** Sets entries of the document catalog (7.7.2). */
  setCatalogEntries(entries: Readonly<Record<string, string>>): void {
    this.setEntries(referenceIn(this.#structure.trailer.root), entries);
  }

  /**
   * Inserts all pages of a PDF by Chromium without tags.
   * @param place.page the page that follows them, or that they follow if `isAfter` is true
   * @param rewrite changes the text of each object
   * @returns the object of the first inserted page
   */
  insertPages(
    inserted: Buffer,
    place: { readonly page: number; readonly isAfter: boolean },
    rewrite: (object: string) => string,
  ): number {
    const structure = readPdfStructure(inserted);
    const { trailer, pages } = structure;
    const root = referenceIn(trailer.root);
    const tree = numberAt(readObject(inserted, trailer, root), 'Pages');
    const shift = this.reserve(trailer.size);
    for (const [number, object] of wholeObjects(inserted, trailer)) {
      if (number === root || number === trailer.information) continue;
      this.set(
        number + shift,
        withReferences(object, (each) => each + shift, rewrite),
      );
    }
    const parent = numberAt(this.get(place.page), 'Parent');
    this.setEntries(tree + shift, { Parent: `${parent} 0 R` });
    const kids = /\/Kids\s*\[([^\]]*)\]/.exec(this.get(parent))?.[1] ?? '';
    const next = [place.page, tree + shift].map((number) => `${number} 0 R`);
    const both = (place.isAfter ? next : next.toReversed()).join(' ');
    const pattern = new RegExp(`(?<!\\d)${place.page} 0 R`);
    this.setEntries(parent, { Kids: `[${kids.replace(pattern, both)}]` });
    this.#countPages(parent, pages);
    const [first] = pageNodes(inserted, structure);
    return (first?.number ?? 0) + shift;
  }

  end(): AmendedPdf {
    if (this.#objects.size === 0) return { parts: [this.#bytes], structure: this.#structure };
    const { trailer, producer } = this.#structure;
    const parts = ['\n'];
    const sections: string[][] = [];
    let offset = this.#bytes.length + 1;
    let previous = Number.NaN;
    for (const [number, object] of [...this.#objects].sort(([a], [b]) => a - b)) {
      const text = `${number} 0 obj\n${object}\nendobj\n`;
      const entry = `${String(offset).padStart(10, '0')} 00000 n `;
      if (number === previous + 1) sections.at(-1)?.push(entry);
      else sections.push([String(number), entry]);
      parts.push(text);
      offset += text.length;
      previous = number;
    }
    const table = sections.flatMap(([first, ...entries]) => [
      `${first ?? ''} ${entries.length}`,
      ...entries,
    ]);
    const end = [
      'xref',
      ...table,
      'trailer',
      `<</Size ${this.#size}\n/Root ${trailer.root}\n/Info ${trailer.information} 0 R\n/Prev ${trailer.tableOffset}>>`,
      'startxref',
      String(offset),
      '%%EOF\n',
    ];
    return {
      parts: [this.#bytes, Buffer.from(parts.join('') + end.join('\n'), 'latin1')],
      structure: {
        pages: this.#pages,
        producer,
        trailer: { ...trailer, size: this.#size, tableOffset: offset },
        catalog: this.#objects.get(referenceIn(trailer.root)) ?? this.#structure.catalog,
      },
    };
  }

  /** Adds to the page counts of a node of the page tree and of all above it. */
  #countPages(node: number, pages: number): void {
    this.#pages += pages;
    for (let number = node; !Number.isNaN(number);) {
      const text = this.get(number);
      const count = Number(/\/Count\s+(\d+)/.exec(text)?.[1]) + pages;
      this.setEntries(number, { Count: String(count) });
      number = numberAt(text, 'Parent');
    }
  }
}

/** Copies objects of another PDF by Chromium into an update, with all that they refer to. */
export class ObjectImport {
  readonly #update: PdfUpdate;
  readonly #objects: ReadonlyMap<number, string>;
  /** The numbers of the copies. */
  readonly #copies = new Map<number, number>();

  constructor(update: PdfUpdate, bytes: Buffer, { trailer }: PdfStructure) {
    this.#update = update;
    this.#objects = new Map(wholeObjects(bytes, trailer));
  }

  /** Returns the text of an object, with its stream. */
  text(number: number): string {
    return this.#objects.get(number) ?? 'null';
  }

  /**
   * Copies an object, once.
   * @param change applied to the text of the copy
   * @returns the number of the copy
   */
  copy(number: number, change = (text: string): string => text): number {
    const known = this.#copies.get(number);
    if (known !== undefined) return known;
    const copy = this.#update.reserve(1);
    this.#copies.set(number, copy);
    this.#update.set(copy, change(this.moved(this.text(number))));
    return copy;
  }

  /** Returns a text whose references lead to copies. */
  moved(text: string): string {
    return withReferences(text, (number) => this.copy(number));
  }
}

/** Returns the number of the object that an entry refers to; NaN without the entry. */
function numberAt(dictionary: string, key: string): number {
  return Number(new RegExp(`/${key}\\s+(\\d+) \\d+ R`).exec(dictionary)?.[1]);
}

/** Yields the objects of a file with their streams, without `obj` and `endobj`. */
function* wholeObjects(
  bytes: Buffer,
  trailer: PdfStructure['trailer'],
): Generator<readonly [number, string]> {
  const offsets = Array.from(
    { length: trailer.size - 1 },
    (_, index) => [objectOffset(bytes, trailer, index + 1), index + 1] as const,
  ).sort(([a], [b]) => a - b);
  for (const [index, [start, number]] of offsets.entries()) {
    const end = offsets[index + 1]?.[0] ?? trailer.tableOffset;
    const text = bytes.toString('latin1', start, end);
    yield [number, text.replace(/^\d+ \d+ obj\s*/, '').replace(/\s*endobj\s*$/, '')];
  }
}

/** A literal string, a hexadecimal one, or a reference (7.3.4, 7.3.10). */
const token = /\((?:\\[^]|[^\\()])*\)|<[\dA-Fa-f\s]*>|\b(\d+) 0 R\b/g;

function withReferences(
  object: string,
  replacement: (number: number) => number,
  rewrite = (dictionary: string): string => dictionary,
): string {
  const start = object.search(/>>\s*stream\r?\n/);
  const dictionary = start === -1 ? object : object.slice(0, start);
  const moved = dictionary.replace(token, (found: string, number?: string) =>
    number === undefined ? found : `${replacement(Number(number))} 0 R`,
  );
  return rewrite(moved) + object.slice(dictionary.length);
}
