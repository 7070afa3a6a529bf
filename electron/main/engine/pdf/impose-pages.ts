import { setImmediate } from 'node:timers/promises';
import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFName,
  PDFNumber,
  type PDFObject,
  type PDFPage,
  PDFPageLeaf,
  PDFPageTree,
  type PDFRef,
  PDFStream,
} from '@cantoo/pdf-lib';
import type { FinishStep } from './finish-pdf.js';
import {
  type Matrix,
  type PageDisplay,
  type Rectangle,
  combined,
  displayOf,
  formOfPage,
  movedPoint,
  movedRectangle,
  numberOf,
  numbersIn,
  operands,
  rectangleAt,
  shownAnnotations,
} from './page-form.js';
import { removeUnused } from './unused-objects.js';

interface SheetLayout {
  readonly pagesPerSheet: number;
  readonly order: SheetOrder;
  /** Whether each page has a thin line around it. */
  readonly hasBorders: boolean;
}

/** Where the next page is: `across` is to the right, and then below. */
type SheetOrder = 'across' | 'down' | 'across-from-right' | 'down-from-right';

/** Around each page with a border, in points: printers leave about as much blank. */
const borderGap = 9;
const borderWidth = 0.5;

/** After this many sheets, other conversions and the window get their turn. */
const sheetsPerTick = 20;

const key = (name: string) => PDFName.of(name);

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The cells of a sheet. */
interface Grid {
  readonly sheet: Size;
  readonly columns: number;
  readonly rows: number;
}

/** A page and where it is on its sheet. */
interface PlacedPage {
  readonly page: PDFPage;
  readonly display: PageDisplay;
  /** From the page's own coordinates to those of the sheet. */
  readonly matrix: Matrix;
  /** Of what is shown of the page, on the sheet. */
  readonly area: Rectangle;
}

/**
 * Returns the step that puts several pages on each sheet. The sheets have the paper that most pages
 * have, turned if the pages are larger that way. Pages of other sizes are fitted into their cells.
 * Links and bookmarks lead to the place on the sheet. What a print would show of comments and form
 * fields becomes part of the sheet; tags and page labels, which describe single pages, are dropped.
 */
export function imposePages(layout: SheetLayout): FinishStep {
  return async (document) => {
    const pages = document.getPages();
    const displays = pages.map(displayOf);
    const grid = gridFor(typicalSize(displays), layout);
    const { context, catalog } = document;
    const tree = PDFPageTree.withContext(context);
    const treeRef = context.register(tree);
    const moved = new Map<PDFObject, { readonly sheet: PDFRef; readonly placed: PlacedPage }>();
    for (let first = 0; first < pages.length; first += layout.pagesPerSheet) {
      const sheet = PDFPageLeaf.withContextAndParent(context, treeRef);
      const ref = context.register(sheet);
      const placed = pages.slice(first, first + layout.pagesPerSheet).flatMap((page, index) => {
        const display = displays[first + index];
        return display === undefined
          ? []
          : [place(page, display, cellOf(index, grid, layout), layout)];
      });
      await drawSheet(sheet, ref, grid.sheet, placed, layout);
      for (const each of placed) moved.set(each.page.ref, { sheet: ref, placed: each });
      tree.Kids().push(ref);
      if (tree.Kids().size() % sheetsPerTick === 0) await setImmediate();
    }
    tree.set(key('Count'), PDFNumber.of(tree.Kids().size()));
    catalog.set(key('Pages'), treeRef);
    for (const name of ['StructTreeRoot', 'MarkInfo', 'PageLabels', 'AcroForm']) {
      catalog.delete(key(name));
    }
    for (const destination of destinationsIn(context)) {
      const target = moved.get(destination.get(0));
      if (target !== undefined) retarget(destination, target.sheet, target.placed);
    }
    await removeUnused(document);
  };
}

/** The size that most pages have, the first one of several. */
function typicalSize(sizes: readonly Size[]): Size {
  const counts = new Map<string, { readonly size: Size; count: number }>();
  for (const size of sizes) {
    const name = `${Math.round(size.width)} ${Math.round(size.height)}`;
    const known = counts.get(name);
    if (known === undefined) counts.set(name, { size, count: 1 });
    else known.count += 1;
  }
  const [most] = [...counts.values()].sort((a, b) => b.count - a.count);
  if (most === undefined) throw new Error('There are no pages.');
  return most.size;
}

/** The grid in which pages are largest, on upright paper if that is the same. */
function gridFor(page: Size, { pagesPerSheet, hasBorders }: SheetLayout): Grid {
  const turned = { width: page.height, height: page.width };
  const gap = hasBorders ? borderGap : 0;
  const grids = [page, turned].flatMap((sheet) =>
    divisors(pagesPerSheet).map((columns) => ({ sheet, columns, rows: pagesPerSheet / columns })),
  );
  const scaleIn = ({ sheet, columns, rows }: Grid) =>
    fittingScale(page, { width: sheet.width / columns, height: sheet.height / rows }, gap);
  const largest = Math.max(...grids.map(scaleIn));
  const best = grids.find((grid) => scaleIn(grid) > largest - 1e-6);
  if (best === undefined) throw new Error('There is no grid.');
  return best;
}

function divisors(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index + 1).filter(
    (each) => count % each === 0,
  );
}

function fittingScale(page: Size, cell: Size, gap: number): number {
  const room = (length: number) => Math.max(length - 2 * gap, length / 2);
  return Math.min(room(cell.width) / page.width, room(cell.height) / page.height);
}

interface Cell extends Size {
  readonly left: number;
  readonly lower: number;
}

function cellOf(index: number, { sheet, columns, rows }: Grid, { order }: SheetLayout): Cell {
  const isDown = order === 'down' || order === 'down-from-right';
  const isFromRight = order === 'across-from-right' || order === 'down-from-right';
  const column = isDown ? Math.floor(index / rows) : index % columns;
  const row = isDown ? index % rows : Math.floor(index / columns);
  const [width, height] = [sheet.width / columns, sheet.height / rows];
  return {
    left: (isFromRight ? columns - 1 - column : column) * width,
    lower: (rows - 1 - row) * height,
    width,
    height,
  };
}

function place(
  page: PDFPage,
  display: PageDisplay,
  cell: Cell,
  { hasBorders }: SheetLayout,
): PlacedPage {
  const scale = fittingScale(display, cell, hasBorders ? borderGap : 0);
  const [width, height] = [display.width * scale, display.height * scale];
  const left = cell.left + (cell.width - width) / 2;
  const lower = cell.lower + (cell.height - height) / 2;
  return {
    page,
    display,
    matrix: combined(display.matrix, [scale, 0, 0, scale, left, lower]),
    area: [left, lower, left + width, lower + height],
  };
}

async function drawSheet(
  sheet: PDFPageLeaf,
  ref: PDFRef,
  { width, height }: Size,
  placed: readonly PlacedPage[],
  { hasBorders }: SheetLayout,
): Promise<void> {
  const { context } = sheet;
  const operators: string[] = [];
  const forms = context.obj({});
  const links = context.obj([]);
  const addForm = (form: PDFObject) => {
    const name = `Form${forms.keys().length}`;
    forms.set(key(name), form);
    return name;
  };
  for (const { page, display, matrix, area } of placed) {
    const form = addForm(context.register(await formOfPage(page, display)));
    operators.push(`q ${operands(matrix)} cm /${form} Do`);
    for (const entry of page.node.Annots()?.asArray() ?? []) {
      const annotation = context.lookup(entry);
      if (!(annotation instanceof PDFDict)) continue;
      if (annotation.get(key('Subtype')) !== key('Link')) continue;
      moveLink(annotation, matrix, ref);
      links.push(entry);
    }
    for (const shown of shownAnnotations(page)) {
      operators.push(`q ${operands(shown.matrix)} cm /${addForm(shown.form)} Do Q`);
    }
    operators.push('Q');
    if (hasBorders) operators.push(borderAround(area));
  }
  sheet.set(key('MediaBox'), context.obj([0, 0, rounded(width), rounded(height)]));
  sheet.set(key('Resources'), context.obj({ XObject: forms }));
  sheet.set(key('Contents'), context.register(context.flateStream(operators.join('\n'))));
  if (links.size() > 0) sheet.set(key('Annots'), links);
}

function rounded(points: number): number {
  return Number(points.toFixed(3));
}

function borderAround([left, lower, right, upper]: Rectangle): string {
  const box = [left, lower, right - left, upper - lower];
  return `q 0.4 G ${borderWidth} w ${operands(box)} re S Q`;
}

function moveLink(link: PDFDict, matrix: Matrix, sheet: PDFRef): void {
  const { context } = link;
  const box = rectangleAt(link, 'Rect');
  if (box !== null) link.set(key('Rect'), context.obj([...movedRectangle(matrix, box)]));
  const corners = link.lookup(key('QuadPoints'));
  if (corners instanceof PDFArray) {
    const numbers = numbersIn(corners);
    const moved = numbers.flatMap((x, index) =>
      index % 2 === 1 ? [] : movedPoint(matrix, x, numbers[index + 1] ?? 0),
    );
    link.set(key('QuadPoints'), context.obj(moved));
  }
  link.set(key('P'), sheet);
  link.delete(key('StructParent'));
}

const destinationKinds: ReadonlySet<PDFObject> = new Set(
  ['XYZ', 'Fit', 'FitH', 'FitV', 'FitR', 'FitB', 'FitBH', 'FitBV'].map(key),
);

/** Yields the explicit destinations (12.3.2.2) in all objects, wherever they are. */
function* destinationsIn(context: PDFContext): Generator<PDFArray> {
  for (const [, object] of context.enumerateIndirectObjects()) {
    const waiting: PDFObject[] = [object];
    for (let each = waiting.pop(); each !== undefined; each = waiting.pop()) {
      if (each instanceof PDFDict) waiting.push(...each.values());
      else if (each instanceof PDFStream) waiting.push(each.dict);
      else if (each instanceof PDFArray) {
        if (each.size() > 1 && destinationKinds.has(each.get(1))) yield each;
        else waiting.push(...each.asArray());
      }
    }
  }
}

/** A whole page becomes its upper left corner, as a reader shows whole sheets otherwise. */
function retarget(destination: PDFArray, sheet: PDFRef, placed: PlacedPage): void {
  const { context } = placed.page.doc;
  const { matrix, display, area } = placed;
  const numbers = destination.asArray().map((each) => numberOf(context.lookup(each)));
  const [, , first = null, second = null, third = null, fourth = null] = numbers;
  const kind = destination.get(1);
  const set = (values: readonly (PDFObject | string | number | null)[]) => {
    const replaced = context.obj([sheet, ...values]);
    while (destination.size() > 0) destination.remove(0);
    for (const each of replaced.asArray()) destination.push(each);
  };
  if (kind === key('FitR') && first !== null && second !== null) {
    const box = movedRectangle(matrix, [first, second, third ?? first, fourth ?? second]);
    set(['FitR', ...box.map(rounded)]);
    return;
  }
  const isVertical = kind === key('FitV') || kind === key('FitBV');
  const isHorizontal = kind === key('FitH') || kind === key('FitBH');
  const x = kind === key('XYZ') || isVertical ? first : null;
  const y = kind === key('XYZ') ? second : isHorizontal ? first : null;
  const [left, upper] = placeOf(matrix, display, { x, y });
  set(['XYZ', rounded(left ?? area[0]), rounded(upper ?? area[3]), 0]);
}

/** Returns a point on the sheet; of a turned page the other coordinate may be known instead. */
function placeOf(
  matrix: Matrix,
  { box }: PageDisplay,
  { x, y }: { readonly x: number | null; readonly y: number | null },
): readonly [number | null, number | null] {
  const [left, upper] = movedPoint(matrix, x ?? box[0], y ?? box[3]);
  const isTurned = matrix[0] === 0;
  return [(isTurned ? y : x) === null ? null : left, (isTurned ? x : y) === null ? null : upper];
}
