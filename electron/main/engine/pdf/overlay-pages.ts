import { setImmediate } from 'node:timers/promises';
import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFObjectCopier,
  type PDFPage,
  PDFRawStream,
  type PDFRef,
} from '@cantoo/pdf-lib';
import type { FinishStep } from './finish-pdf.js';
import {
  type Matrix,
  type OverlaidDocument,
  type OverlaidPage,
  type OverlayLayer,
  type OverlayOptions,
  type OverlayStep,
  displayMatrix,
  displayedSize,
  movedBox,
  overlayOperators,
} from './overlay.js';
import { type PageMargins, type ShownMargins, marginsInContent } from './page-geometry.js';

/** After this many pages, other conversions and the window get their turn. */
const pagesPerTick = 20;

/** Returns the change that draws something on any document. */
export function overlayStep(draw: OverlayStep): FinishStep {
  return async (document) => draw(new LoadedPages(document));
}

/** A document of any origin. */
class LoadedPages implements OverlaidDocument {
  readonly pages: readonly OverlaidPage[];
  readonly #document: PDFDocument;

  constructor(document: PDFDocument) {
    this.#document = document;
    this.pages = document.getPages().map((page) => ({
      size: displayedSize(page.getCropBox(), page.getRotation().angle),
      margins: () => marginsOfPage(page),
    }));
  }

  async draw(
    sheet: Buffer,
    places: readonly (readonly number[])[],
    { layer = 'over', contents }: OverlayOptions = {},
  ): Promise<void> {
    const options = { updateMetadata: false, parseSpeed: 500 };
    const overlay = new PageOverlay(await PDFDocument.load(sheet, options), this.#document);
    const pages = this.#document.getPages();
    let count = 0;
    for (const [drawn, indexes] of places.entries()) {
      for (const index of indexes) {
        const page = pages[index];
        if (page !== undefined) overlay.draw(drawn, page, layer, contents?.get(index));
        count += 1;
        if (count % pagesPerTick === 0) await setImmediate();
      }
    }
  }
}

/** Draws pages of a PDF by Chromium on others. */
class PageOverlay {
  readonly #source: PDFDocument;
  readonly #pages: readonly PDFPage[];
  readonly #copier: PDFObjectCopier;
  readonly #forms = new Map<PDFPage, PDFRef>();

  /** @param source contains the pages that are drawn */
  constructor(source: PDFDocument, document: PDFDocument) {
    this.#source = source;
    this.#pages = source.getPages();
    this.#copier = PDFObjectCopier.for(source.context, document.context);
  }

  /**
   * Draws the page with an index on another.
   * @param content what is drawn instead of the page's content
   */
  draw(index: number, page: PDFPage, layer: OverlayLayer, content?: string): void {
    const drawn = this.#pages[index];
    if (drawn === undefined) throw new Error(`The overlay has no page ${index}.`);
    const { node } = page;
    const { context } = page.doc;
    const matrix = displayMatrix(page.getCropBox(), page.getRotation().angle);
    ownContents(page);
    // Encloses the content, which may change the coordinates.
    node.normalize();
    const form =
      content === undefined ? this.#form(drawn, context) : this.#formWith(drawn, context, content);
    const name = node.newXObject('Overlay', form);
    const stream = context.register(context.stream(overlayOperators(name.decodeText(), matrix)));
    if (layer === 'over') node.addContentStream(stream);
    else node.normalizedEntries().Contents?.insert(0, stream);
    this.#addLinks(drawn, page, matrix);
  }

  /** Once for each page. The content of the form XObject (8.10) stays compressed. */
  #form(page: PDFPage, context: PDFContext): PDFRef {
    const form = this.#forms.get(page) ?? this.#newForm(page, context);
    this.#forms.set(page, form);
    return form;
  }

  #newForm(page: PDFPage, context: PDFContext): PDFRef {
    const contents = page.node.Contents();
    if (!(contents instanceof PDFRawStream)) throw unknownStructure();
    const dictionary = this.#copier.copy(contents.dict);
    this.#setFormEntries(dictionary, page);
    return context.register(PDFRawStream.of(dictionary, contents.contents));
  }

  /** Returns a page with another content as a form XObject. */
  #formWith(page: PDFPage, context: PDFContext, content: string): PDFRef {
    const stream = context.flateStream(Buffer.from(content, 'latin1'));
    this.#setFormEntries(stream.dict, page);
    return context.register(stream);
  }

  #setFormEntries(dictionary: PDFDict, { node }: PDFPage): void {
    const resources = node.Resources();
    if (resources === undefined) throw unknownStructure();
    dictionary.set(PDFName.of('Type'), PDFName.of('XObject'));
    dictionary.set(PDFName.of('Subtype'), PDFName.of('Form'));
    dictionary.set(PDFName.of('BBox'), this.#copier.copy(node.MediaBox()));
    dictionary.set(PDFName.of('Resources'), this.#copier.copy(resources));
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

function unknownStructure(): Error {
  return new Error('The overlay has an unknown structure.');
}

/** Copies the list of contents, which pages may share. */
function ownContents({ node }: PDFPage): void {
  const contents = node.lookup(PDFName.of('Contents'));
  if (contents instanceof PDFArray) node.set(PDFName.of('Contents'), contents.clone());
}

/** Returns the displayed margins of a page by Chromium; null for others and for empty ones. */
function marginsOfPage(page: PDFPage): ShownMargins | null {
  const contents = page.node.Contents();
  const streams = contents instanceof PDFArray ? contents.asArray() : [contents];
  for (const entry of streams) {
    const stream = page.doc.context.lookup(entry);
    if (!(stream instanceof PDFRawStream) || !isFlate(stream)) continue;
    const margins = marginsInContent(stream.contents, page.getMediaBox());
    if (margins !== null) return { ...margins, ...displayedMargins(margins, page) };
  }
  return null;
}

/** Returns margins as they are displayed: in the visible part of a page, rotated with it. */
function displayedMargins(margins: PageMargins, page: PDFPage): PageMargins {
  const [paper, shown] = [page.getMediaBox(), page.getCropBox()];
  const [left, bottom] = [shown.x - paper.x, shown.y - paper.y];
  const hidden = {
    top: paper.height - shown.height - bottom,
    right: paper.width - shown.width - left,
    bottom,
    left,
  };
  const edges = (['top', 'right', 'bottom', 'left'] as const).map((edge) =>
    Math.max(0, margins[edge] - hidden[edge]),
  );
  const turns = page.getRotation().angle / 90;
  const edgeAt = (index: number) => edges.at((index - turns) % edges.length) ?? 0;
  return { top: edgeAt(0), right: edgeAt(1), bottom: edgeAt(2), left: edgeAt(3) };
}

function isFlate({ dict }: PDFRawStream): boolean {
  return dict.toString().includes('/FlateDecode');
}
