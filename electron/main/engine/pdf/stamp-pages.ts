import { setImmediate } from 'node:timers/promises';
import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFName,
  PDFObjectCopier,
  type PDFPage,
  PDFRef,
} from '@cantoo/pdf-lib';
import {
  type Matrix,
  type PageDisplay,
  combined,
  displayOf,
  formOfPage,
  inverseOf,
  movedRectangle,
  operands,
  rectangleAt,
  shownAnnotations,
} from './page-form.js';

/** After this many pages, other conversions and the window get their turn. */
const pagesPerTick = 50;

const key = (name: string) => PDFName.of(name);

/** A page of the stamp in the stamped document. */
interface Stamp {
  readonly display: PageDisplay;
  /** The page and what its annotations show, each with where it is on the page. */
  readonly forms: readonly { readonly form: PDFRef; readonly matrix: Matrix }[];
  readonly links: readonly PDFDict[];
}

/**
 * Draws the pages of a PDF over those of another, or under their content, as artifacts (ISO
 * 32000-1, 14.8.2.2), which screen readers skip. Page by page; its last page is on all that follow.
 * A page of another size is scaled to fit, in the center. Links to URLs are kept.
 */
export async function stampPages(
  document: PDFDocument,
  source: PDFDocument,
  place: 'over' | 'under',
): Promise<void> {
  const copier = PDFObjectCopier.for(source.context, document.context);
  const stamps = source.getPages();
  const ready = new Map<PDFPage, Stamp>();
  for (const [index, page] of document.getPages().entries()) {
    const from = stamps[Math.min(index, stamps.length - 1)];
    if (from === undefined) throw new Error('The PDF has no pages.');
    const stamp = ready.get(from) ?? (await stampOf(from, copier, document));
    ready.set(from, stamp);
    draw(stamp, page, place);
    if (index % pagesPerTick === pagesPerTick - 1) await setImmediate();
  }
}

async function stampOf(
  page: PDFPage,
  copier: PDFObjectCopier,
  { context }: PDFDocument,
): Promise<Stamp> {
  const display = displayOf(page);
  const content = context.register(copier.copy(await formOfPage(page, display)));
  const annotations = shownAnnotations(page).map(({ form, matrix }) => {
    const copy = copier.copy(form);
    return { form: copy instanceof PDFRef ? copy : context.register(copy), matrix };
  });
  const links = (page.node.Annots()?.asArray() ?? []).flatMap((entry) => {
    const link = page.doc.context.lookup(entry);
    return link instanceof PDFDict && leadsToUrl(link) ? [copiedLink(link, copier)] : [];
  });
  return { display, forms: [{ form: content, matrix: [1, 0, 0, 1, 0, 0] }, ...annotations], links };
}

/** Other links have no destination in the stamped document. */
function leadsToUrl(link: PDFDict): boolean {
  const action = link.lookup(key('A'));
  return (
    link.get(key('Subtype')) === key('Link') && action instanceof PDFDict && action.has(key('URI'))
  );
}

function copiedLink(link: PDFDict, copier: PDFObjectCopier): PDFDict {
  const own = link.clone();
  for (const name of ['P', 'Parent', 'StructParent', 'Popup', 'NM']) own.delete(key(name));
  return copier.copy(own);
}

function draw({ display, forms, links }: Stamp, page: PDFPage, place: 'over' | 'under'): void {
  const { node } = page;
  const { context } = page.doc;
  const below = displayOf(page);
  const matrix = combined(
    combined(display.matrix, fitting(display, below)),
    inverseOf(below.matrix),
  );
  // Pages may share their list of contents.
  const contents = node.lookup(key('Contents'));
  if (contents instanceof PDFArray) node.set(key('Contents'), contents.clone());
  // Encloses the content, which may change the coordinates.
  node.normalize();
  const operators = forms.map(({ form, matrix: own }) => {
    const name = node.newXObject('Stamp', form);
    return `q ${operands(own)} cm ${name.asString()} Do Q`;
  });
  const artifact = `/Artifact <</Type /Pagination>> BDC q ${operands(matrix)} cm ${operators.join(' ')} Q EMC`;
  const stream = context.register(context.stream(artifact));
  if (place === 'over') node.addContentStream(stream);
  else node.normalizedEntries().Contents?.insert(0, stream);
  for (const link of links) {
    const copy = link.clone();
    const box = rectangleAt(link, 'Rect');
    if (box === null) continue;
    copy.set(key('Rect'), context.obj([...movedRectangle(matrix, box)]));
    copy.delete(key('QuadPoints'));
    node.addAnnot(context.register(copy));
  }
}

/** Scales a displayed page to fit another, in its center. */
function fitting(stamp: PageDisplay, page: PageDisplay): Matrix {
  const scale = Math.min(page.width / stamp.width, page.height / stamp.height);
  const left = (page.width - stamp.width * scale) / 2;
  const lower = (page.height - stamp.height * scale) / 2;
  return [scale, 0, 0, scale, left, lower];
}
