import { type StoreApi, createStore } from 'zustand';
import { type AppErrorData, AppError, errorData } from '@shared/messages/errors.js';
import { message } from '@shared/messages/message.js';
import {
  type OpenPdf,
  type PageSize,
  type ZoomMode,
  drawPage,
  openPdf,
  stepScale,
} from '../viewer/pdf-view.js';
import { type PagePair, alignPages, numberWords } from './align.js';
import {
  type Change,
  type ComparedTexts,
  type TextComparison,
  compareLooks,
  compareTexts,
  explainedBoxes,
  rowChange,
  sorted,
} from './changes.js';
import { type Pixels, differingRegions } from './difference.js';
import { type Box, type PageText, readPageText } from './page-text.js';

/** One of the two versions. */
export interface Side {
  readonly pdf: OpenPdf;
  readonly pages: readonly PageText[];
}

/** Two versions that are open, and the pages that belong together. */
export interface ComparedPdfs {
  readonly before: Side;
  readonly after: Side;
  readonly rows: readonly PagePair[];
}

export interface ComparisonState {
  /** Null until both versions are read. */
  readonly compared: ComparedPdfs | null;
  /** Those that are known so far, in the order of the pages. */
  readonly changes: readonly Change[];
  /** The rows in which content has another place. */
  readonly movedRows: ReadonlySet<number>;
  /** The number of rows whose pictures were compared. */
  readonly done: number;
  /** True until everything is compared. */
  readonly isRunning: boolean;
  readonly error: AppErrorData | null;
  /** Index of the change that was gone to; null for none. */
  readonly current: number | null;
  /** Increases whenever the current change should be shown. */
  readonly goTick: number;
  readonly zoom: ZoomMode;
  /** The current scale of the zoom mode. */
  readonly scale: number;
}

export interface ComparedVersion {
  readonly address: string;
  /** For messages. */
  readonly name: string;
}

/** Resolution of the pictures that are compared, in pixels per point: 90 dpi. */
const comparedScale = 1.25;

/** The largest picture that is compared, in pixels; larger pages are compared more coarsely. */
const maxComparedPixels = 2_000_000;

/** How often changes are shown while pages are compared, in milliseconds. */
const updateMs = 150;

const mounted: Comparison[] = [];

/** The one on screen, for commands. */
export function activeComparison(): Comparison | null {
  return mounted.at(-1) ?? null;
}

/**
 * Compares two PDFs: reads their texts, pairs their pages, and then compares the pictures of one
 * pair after another. Keeps what it read of a version that stays.
 */
export class Comparison {
  readonly store: StoreApi<ComparisonState>;
  /** The versions that are open, by address. */
  readonly #sides = new Map<string, Promise<Side>>();
  #run = new AbortController();

  constructor(zoom: ZoomMode) {
    this.store = createStore<ComparisonState>(() => ({
      compared: null,
      changes: [],
      movedRows: new Set(),
      done: 0,
      isRunning: true,
      error: null,
      current: null,
      goTick: 0,
      zoom,
      scale: 1,
    }));
  }

  /** Makes it the one for commands. Returns a function that closes it. */
  mount(): () => void {
    mounted.push(this);
    return () => {
      mounted.splice(mounted.indexOf(this), 1);
      this.#run.abort();
      this.#closeAllBut([]);
      this.store.setState({ compared: null });
    };
  }

  /** Compares two versions; what is on screen stays until they are read. */
  show(before: ComparedVersion, after: ComparedVersion): void {
    this.#run.abort();
    const run = new AbortController();
    this.#run = run;
    this.store.setState({ isRunning: true, done: 0, error: null });
    this.#compare(before, after, run.signal).catch((thrown: unknown) => {
      if (run.signal.aborted) return;
      this.store.setState({ isRunning: false, error: errorData(thrown) });
    });
  }

  setZoom(zoom: ZoomMode): void {
    this.store.setState({ zoom });
  }

  /** Sets the scale that the zoom mode has in the current window. */
  setScale(scale: number): void {
    if (this.store.getState().scale !== scale) this.store.setState({ scale });
  }

  zoomBy(direction: 'up' | 'down'): void {
    const scale = stepScale(this.store.getState().scale, direction);
    this.store.setState({ zoom: scale, scale });
  }

  goTo(index: number): void {
    this.store.setState(({ goTick }) => ({ current: index, goTick: goTick + 1 }));
  }

  /** Shows the next or previous change; after the last one comes the first. */
  step(direction: 1 | -1): void {
    const { changes, current } = this.store.getState();
    const { length } = changes;
    if (length === 0) return;
    if (current === null) this.goTo(direction === 1 ? 0 : length - 1);
    else this.goTo((current + direction + length) % length);
  }

  async #compare(
    before: ComparedVersion,
    after: ComparedVersion,
    signal: AbortSignal,
  ): Promise<void> {
    const sides = await Promise.all([this.#open(before), this.#open(after)]);
    signal.throwIfAborted();
    const [one, other] = sides;
    const known = new Map<string, number>();
    const numbers = (side: Side) =>
      numberWords(
        side.pages.map(({ words }) => words),
        known,
      );
    const [wordsBefore, wordsAfter] = [numbers(one), numbers(other)];
    const rows = alignPages(wordsBefore, wordsAfter);
    const texts: ComparedTexts = {
      before: one.pages,
      after: other.pages,
      wordsBefore,
      wordsAfter,
      pairs: rows,
    };
    const text = compareTexts(texts);
    this.store.setState({
      compared: { before: one, after: other, rows },
      changes: text.changes,
      movedRows: new Set(),
      done: 0,
      current: null,
    });
    this.#closeAllBut([before.address, after.address]);
    await this.#compareLooks({ before: one, after: other, rows }, texts, text, signal);
  }

  async #compareLooks(
    { before, after, rows }: ComparedPdfs,
    texts: ComparedTexts,
    text: TextComparison,
    signal: AbortSignal,
  ): Promise<void> {
    const looks: Change[] = [];
    const movedRows = new Set<number>();
    let shownAt = performance.now();
    for (const [row, pair] of rows.entries()) {
      const explained = explainedBoxes(texts, text, row);
      const regions = await regionsOf(before, after, pair, explained, signal);
      signal.throwIfAborted();
      const { changes, isMoved } = compareLooks(texts, text, row, regions);
      looks.push(...changes);
      if (isMoved) movedRows.add(row);
      const isLast = row === rows.length - 1;
      if (!isLast && performance.now() - shownAt < updateMs) continue;
      shownAt = performance.now();
      this.#update(sorted([...text.changes, ...looks]), new Set(movedRows), row + 1);
    }
    const isOnlyMoved = text.changes.length + looks.length === 0;
    this.store.setState({
      isRunning: false,
      ...(isOnlyMoved && { changes: [...movedRows].map((row) => rowChange('moved', row)) }),
    });
  }

  /** Shows more changes; the current one stays the current one. */
  #update(changes: readonly Change[], movedRows: ReadonlySet<number>, done: number): void {
    const { changes: before, current } = this.store.getState();
    const chosen = current === null ? undefined : before[current];
    this.store.setState({
      changes,
      movedRows,
      done,
      current: chosen ? changes.indexOf(chosen) : null,
    });
  }

  #open(version: ComparedVersion): Promise<Side> {
    const { address } = version;
    const known = this.#sides.get(address);
    if (known) return known;
    const side = readSide(version);
    this.#sides.set(address, side);
    side.catch(() => this.#sides.delete(address));
    return side;
  }

  #closeAllBut(addresses: readonly string[]): void {
    for (const [address, side] of this.#sides) {
      if (addresses.includes(address)) continue;
      this.#sides.delete(address);
      // One that could not be opened has nothing to close.
      side.then(({ pdf }) => pdf.close()).catch(() => undefined);
    }
  }
}

/** @throws AppError `source-unreadable` */
async function readSide({ address, name }: ComparedVersion): Promise<Side> {
  const pdf = await openPdf(address).catch((thrown: unknown) => {
    const isProtected = thrown instanceof Error && thrown.name === 'PasswordException';
    const text = isProtected
      ? message('compare.protected', { name })
      : message('compare.unreadable', { name });
    throw new AppError('source-unreadable', text, undefined, { cause: thrown });
  });
  const pages: PageText[] = [];
  for (let page = 1; page <= pdf.document.numPages; page += 1) {
    pages.push(await readPageText(await pdf.document.getPage(page)));
  }
  return { pdf, pages };
}

/** In points, without what is explained. */
async function regionsOf(
  before: Side,
  after: Side,
  pair: PagePair,
  explained: readonly Box[],
  signal: AbortSignal,
): Promise<readonly Box[]> {
  const size = sizeOf({ before, after }, pair);
  if (pair.before === null || pair.after === null) return [];
  const scale = Math.min(comparedScale, scaleFor(size, maxComparedPixels));
  const pictures = [
    await picture(before, pair.before, scale, size, signal),
    await picture(after, pair.after, scale, size, signal),
  ] as const;
  const known = explained.map((box) => scaled(box, scale));
  return differingRegions(...pictures, known).map((box) => scaled(box, 1 / scale));
}

function scaled({ x, y, width, height }: Box, by: number): Box {
  return { x: x * by, y: y * by, width: width * by, height: height * by };
}

/** In pixels per point. */
export function scaleFor({ width, height }: PageSize, pixels: number): number {
  return Math.sqrt(pixels / (width * height));
}

/** In points: the size that fits both pages. */
export function sizeOf(
  { before, after }: Pick<ComparedPdfs, 'before' | 'after'>,
  pair: PagePair,
): PageSize {
  const pages = [
    pair.before === null ? undefined : before.pages[pair.before],
    pair.after === null ? undefined : after.pages[pair.after],
  ].filter((page) => page !== undefined);
  return {
    width: Math.max(1, ...pages.map(({ width }) => width)),
    height: Math.max(1, ...pages.map(({ height }) => height)),
  };
}

/**
 * @param page from 0
 * @param scale pixels per point
 * @param size of the canvas in points
 */
export async function drawOf(
  side: Side,
  page: number,
  scale: number,
  size: PageSize,
  signal: AbortSignal,
): Promise<HTMLCanvasElement> {
  const proxy = await side.pdf.document.getPage(page + 1);
  signal.throwIfAborted();
  try {
    return await drawPage(proxy, scale, signal, size);
  } finally {
    proxy.cleanup();
  }
}

/**
 * Adds the text of a page of a version to an element, as the viewer does.
 * @param scale CSS pixels per point
 */
export async function addTextOf(
  { pdf }: Side,
  page: number,
  scale: number,
  host: HTMLElement,
  signal: AbortSignal,
): Promise<void> {
  const proxy = await pdf.document.getPage(page + 1);
  signal.throwIfAborted();
  const layer = new pdf.library.viewer.TextLayerBuilder({ pdfPage: proxy });
  signal.addEventListener('abort', () => layer.cancel(), { once: true });
  // The cast is safe: without images to save, the viewer of pdf.js passes null, too.
  await layer.render({ viewport: proxy.getViewport({ scale }), images: null as never });
  signal.throwIfAborted();
  host.replaceChildren(layer.div);
}

async function picture(
  side: Side,
  page: number,
  scale: number,
  size: PageSize,
  signal: AbortSignal,
): Promise<Pixels> {
  const canvas = await drawOf(side, page, scale, size, signal);
  const pixels = pixelsOf(canvas);
  // Frees the memory at once, not with the next garbage collection.
  canvas.width = 0;
  return pixels;
}

export function pixelsOf(canvas: HTMLCanvasElement): ImageData {
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('The canvas has no 2D context.');
  return context.getImageData(0, 0, canvas.width, canvas.height);
}
