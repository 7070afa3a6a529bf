import {
  PDFArray,
  type PDFContext,
  PDFDict,
  type PDFDocument,
  PDFName,
  PDFObjectCopier,
  type PDFPage,
  PDFRawStream,
  type PDFRef,
} from '@cantoo/pdf-lib';

/**
 * Draws pages by Chromium over others as artifacts (ISO 32000-1, 14.8.2.2), which screen readers
 * skip. Their text stays selectable and their links work.
 */
export class PageOverlay {
  readonly #source: PDFDocument;
  readonly #pages: readonly PDFPage[];
  readonly #copier: PDFObjectCopier;
  readonly #forms = new Map<PDFPage, PDFRef>();

  /** @param source contains the pages that are drawn, in the sizes of those below as displayed */
  constructor(source: PDFDocument, document: PDFDocument) {
    this.#source = source;
    this.#pages = source.getPages();
    this.#copier = PDFObjectCopier.for(source.context, document.context);
  }

  /** Draws the page with an index over another, or under its content. */
  draw(index: number, page: PDFPage, place: 'over' | 'under' = 'over'): void {
    const drawn = this.#pages[index];
    if (drawn === undefined) throw new Error(`The overlay has no page ${index}.`);
    const { node } = page;
    const { context } = page.doc;
    const matrix = displayMatrix(page);
    ownContents(page);
    // Encloses the content, which may change the coordinates.
    node.normalize();
    const name = node.newXObject('Overlay', this.#form(drawn, context));
    const operators = `/Artifact <</Type /Pagination>> BDC q ${matrix.join(' ')} cm ${name.asString()} Do Q EMC`;
    const stream = context.register(context.stream(operators));
    if (place === 'over') node.addContentStream(stream);
    else node.normalizedEntries().Contents?.insert(0, stream);
    this.#addLinks(drawn, page, matrix);
  }

  /** Returns a page as a form XObject (8.10), once. Its content stays compressed. */
  #form(page: PDFPage, context: PDFContext): PDFRef {
    const form = this.#forms.get(page) ?? this.#newForm(page, context);
    this.#forms.set(page, form);
    return form;
  }

  #newForm({ node }: PDFPage, context: PDFContext): PDFRef {
    const contents = node.Contents();
    const resources = node.Resources();
    if (!(contents instanceof PDFRawStream) || resources === undefined) {
      throw new Error('The overlay has an unknown structure.');
    }
    const dictionary = this.#copier.copy(contents.dict);
    dictionary.set(PDFName.of('Type'), PDFName.of('XObject'));
    dictionary.set(PDFName.of('Subtype'), PDFName.of('Form'));
    dictionary.set(PDFName.of('BBox'), this.#copier.copy(node.MediaBox()));
    dictionary.set(PDFName.of('Resources'), this.#copier.copy(resources));
    return context.register(PDFRawStream.of(dictionary, contents.contents));
  }

  /** Adds the links to URLs; those inside the overlay have no destination. */
  #addLinks(drawn: PDFPage, { node, doc: { context } }: PDFPage, matrix: Matrix): void {
    for (const entry of drawn.node.Annots()?.asArray() ?? []) {
      const link = this.#source.context.lookup(entry);
      if (!(link instanceof PDFDict) || !link.has(PDFName.of('A'))) continue;
      const copied = this.#copier.copy(link);
      copied.delete(PDFName.of('P'));
      copied.delete(PDFName.of('StructParent'));
      const box = link.lookup(PDFName.of('Rect'), PDFArray).asRectangle();
      copied.set(PDFName.of('Rect'), context.obj(movedBox(box, matrix)));
      node.addAnnot(context.register(copied));
    }
  }
}

type Matrix = readonly [number, number, number, number, number, number];

/** Returns the matrix from the page as displayed to its own coordinates. */
function displayMatrix(page: PDFPage): Matrix {
  const { x, y, width, height } = page.getCropBox();
  switch ((page.getRotation().angle + 360) % 360) {
    case 90:
      return [0, 1, -1, 0, x + width, y];
    case 180:
      return [-1, 0, 0, -1, x + width, y + height];
    case 270:
      return [0, -1, 1, 0, x, y + height];
    default:
      return [1, 0, 0, 1, x, y];
  }
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function movedBox({ x, y, width, height }: Box, [a, b, c, d, e, f]: Matrix): number[] {
  const xs = [x, x + width].flatMap((u) => [y, y + height].map((v) => a * u + c * v + e));
  const ys = [x, x + width].flatMap((u) => [y, y + height].map((v) => b * u + d * v + f));
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** Copies the list of contents, which pages may share. */
function ownContents({ node }: PDFPage): void {
  const contents = node.lookup(PDFName.of('Contents'));
  if (contents instanceof PDFArray) node.set(PDFName.of('Contents'), contents.clone());
}

/** Returns the width and height of a page as displayed, in points. */
export function displayedSize(page: PDFPage): { readonly width: number; readonly height: number } {
  const { width, height } = page.getCropBox();
  const isSideways = Math.abs(page.getRotation().angle % 180) === 90;
  return isSideways ? { width: height, height: width } : { width, height };
}
