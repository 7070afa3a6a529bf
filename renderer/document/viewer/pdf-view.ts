import workerAddress from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import type { PDFPageProxy } from 'pdfjs-dist';
import type {
  EventBus,
  PDFFindController,
  PDFLinkService,
  PDFViewer,
} from 'pdfjs-dist/web/pdf_viewer.mjs';
import type { Finding } from '@shared/request/preflight.js';
import { t } from '../../i18n/t.js';
import type * as PdfJs from 'pdfjs-dist';
import type * as PdfJsViewer from 'pdfjs-dist/web/pdf_viewer.mjs';

export interface PdfLibrary {
  readonly pdfJs: typeof PdfJs;
  readonly viewer: typeof PdfJsViewer;
  readonly worker: PdfJs.PDFWorker;
}

export interface OpenPdf {
  readonly document: PdfJs.PDFDocumentProxy;
  readonly library: PdfLibrary;
  /** Frees the memory of pdf.js and cancels running drawings. */
  close(): Promise<void>;
}

let library: Promise<PdfLibrary> | null = null;

/**
 * Loads pdf.js while the first PDF is being rendered. If that fails, opening the PDF fails the same
 * way and reports it.
 */
export function preloadPdfLibrary(): void {
  loadPdfLibrary().catch(() => undefined);
}

/**
 * Opens a PDF from a URL of the application's own protocol.
 * @throws Error if the response isn't a PDF
 */
export async function openPdf(address: string): Promise<OpenPdf> {
  const [loaded, response] = await Promise.all([loadPdfLibrary(), fetch(address)]);
  if (!response.ok) throw new Error(`couldn't read the PDF of the preview (${response.status}).`);
  const data = new Uint8Array(await response.arrayBuffer());
  const task = loaded.pdfJs.getDocument({
    ...resources(),
    data,
    worker: loaded.worker,
    isEvalSupported: false,
    // WebAssembly would need 'wasm-unsafe-eval' in the content security policy.
    useWasm: false,
    useWorkerFetch: false,
  });
  try {
    return { document: await task.promise, library: loaded, close: () => task.destroy() };
  } catch (thrown) {
    await task.destroy();
    throw thrown;
  }
}

/**
 * Loads pdf.js and its worker once. They are not in the first bundle, so that the window opens
 * faster.
 */
function loadPdfLibrary(): Promise<PdfLibrary> {
  library ??= load().catch((thrown: unknown) => {
    library = null;
    throw thrown;
  });
  return library;
}

/**
 * Loads the build for older browsers: the modern one needs Chromium 140, and the stand-in runs on
 * whatever is installed.
 */
async function load(): Promise<PdfLibrary> {
  const port = new Worker(workerAddress, { type: 'module' });
  const pdfJs = await import('pdfjs-dist/legacy/build/pdf.mjs');
  // It reads pdf.js from the global object, so it is loaded after it.
  const viewer = await import('pdfjs-dist/legacy/web/pdf_viewer.mjs');
  return { pdfJs, viewer, worker: pdfJs.PDFWorker.create({ port }) };
}

/** Files for PDFs that don't embed their fonts, use CJK encodings, or contain JPEG 2000 images. */
function resources() {
  const folder = (name: string) => new URL(`pdfjs/${name}/`, document.baseURI).href;
  return {
    cMapUrl: folder('cmaps'),
    standardFontDataUrl: folder('standard_fonts'),
    wasmUrl: folder('wasm'),
  };
}

/** How pages are scaled: fitted to the viewport, or by a factor where 1 is actual size. */
export type ZoomMode = 'fit-width' | 'fit-page' | number;

/** Size of a page in PDF points (72 per inch), after rotation. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** Size of an image in pixels. */
export type ImageSize = NonNullable<Finding['image']>;

/**
 * A reading position that survives changes of size and content: a page from 0, and an offset in it
 * (0 to 1).
 */
export interface Anchor {
  readonly page: number;
  readonly offset: number;
}

export interface FoundMatches {
  /** The selected one, from 1; 0 for none. */
  readonly current: number;
  readonly total: number;
}

export type Bookmark = Awaited<ReturnType<OpenPdf['document']['getOutline']>>[number];

export interface PdfViewEvents {
  /** The page in view, from 0. */
  onPage(page: number): void;
  onScale(scale: number): void;
  /** The sizes of pages are known. */
  onSizes(): void;
  onFound(matches: FoundMatches, isDone: boolean): void;
  /** The user clicked a link that leaves the PDF. */
  onLink(url: string): void;
}

export const minScale = 0.1;
export const maxScale = 5;

/** Space around and between pages, in CSS pixels; the same as in viewer.css. */
const gaps = { side: 24, bottom: 16 };

/** How long pages are only stretched while the scale changes continuously, in milliseconds. */
const drawingDelay = 300;

/** The largest canvas, in pixels; larger ones are drawn at a lower resolution. */
const maxCanvasPixels = 24_000_000;

/** A point of a page at a position of the window. */
interface PinchPoint {
  /** Position in the window, in CSS pixels. */
  readonly x: number;
  readonly y: number;
  readonly page: HTMLElement;
  /** Shares of the page's width and height. */
  readonly across: number;
  readonly down: number;
}

/** One PDF in a scroll container, drawn by pdf.js, which keeps only pages near the viewport. */
export class PdfView {
  /** The scroll container; the caller inserts and removes it. */
  readonly element: HTMLDivElement;
  readonly pdf: OpenPdf;
  readonly #events: PdfViewEvents;
  readonly #bus: EventBus;
  readonly #viewer: PDFViewer;
  readonly #links: PDFLinkService;
  readonly #finder: PDFFindController;
  readonly #ended = new AbortController();
  readonly #closed: Promise<void>;
  #zoom: ZoomMode;
  /** The exact scale during a pinch, which pdf.js rounds to percents. */
  #pinchScale = 1;
  /** The point that the last zoom kept under the pointer, and where it has scrolled. */
  #pinch: { readonly point: PinchPoint; readonly left: number; readonly top: number } | null = null;

  constructor(pdf: OpenPdf, zoom: ZoomMode, events: PdfViewEvents) {
    this.pdf = pdf;
    this.#zoom = zoom;
    this.#events = events;
    this.element = scrollContainer();
    this.#closed = new Promise((resolve) => {
      this.#ended.signal.addEventListener('abort', () => resolve(), { once: true });
    });
    const { viewer: parts, pdfJs } = pdf.library;
    this.#bus = new parts.EventBus();
    this.#links = new parts.PDFLinkService({ eventBus: this.#bus, ignoreDestinationZoom: true });
    this.#finder = new parts.PDFFindController({
      linkService: this.#links,
      eventBus: this.#bus,
    });
    this.#viewer = new parts.PDFViewer({
      container: this.element,
      eventBus: this.#bus,
      linkService: this.#links,
      findController: this.#finder,
      annotationMode: pdfJs.AnnotationMode.ENABLE,
      annotationEditorMode: pdfJs.AnnotationEditorType.DISABLE,
      enableAutoLinking: false,
      maxCanvasPixels,
      // Without one, pdf.js labels pages in its own language.
      l10n: new parts.GenericL10n(undefined),
      // The types of pdf.js lack this option.
      ...{ abortSignal: this.#ended.signal },
    });
    this.#links.setViewer(this.#viewer);
    this.#listen();
  }

  get pageCount(): number {
    return this.pdf.document.numPages;
  }

  /** The page in view, from 0. */
  get page(): number {
    return this.#viewer.currentPageNumber - 1;
  }

  /** 1 is the paper's actual size. */
  get scale(): number {
    return this.#viewer.currentScale;
  }

  /** Shows the PDF. Resolves when its pages have a layout, and the anchor is in view. */
  async open(anchor: Anchor): Promise<void> {
    const laidOut = new Promise<void>((resolve) => {
      const place = () => {
        this.#labelPages();
        this.fit();
        this.restore(anchor);
        resolve();
      };
      this.#bus.on('pagesinit', place, { once: true });
    });
    this.#links.setDocument(this.pdf.document, null);
    this.#viewer.setDocument(this.pdf.document);
    // The promise of all pages rejects if the first one can't be read.
    await Promise.race([laidOut, this.#viewer.pagesPromise, this.#closed]);
  }

  /** Resolves when a page was drawn, or at once in a hidden viewer, which draws nothing. */
  async drawn(): Promise<void> {
    if (!this.element.checkVisibility()) return;
    await Promise.race([this.#viewer.onePageRendered, this.#closed]);
  }

  /** Shows a page, from 0, at its top. */
  goTo(page: number): void {
    this.#viewer.currentPageNumber = Math.min(Math.max(page, 0), this.pageCount - 1) + 1;
  }

  /** Follows a bookmark or an internal link. */
  async follow({ dest, url }: Pick<Bookmark, 'dest' | 'url'>): Promise<void> {
    if (url !== null) this.#events.onLink(url);
    else if (dest !== null) await this.#links.goToDestination(dest);
  }

  setZoom(zoom: ZoomMode): void {
    this.#zoom = zoom;
    this.fit();
  }

  /** Applies the zoom mode to the size of the viewport. */
  fit(): void {
    const { element } = this;
    if (element.clientWidth === 0 || this.#viewer.pagesCount === 0) return;
    const scale = this.#scaleOf(this.#zoom);
    if (this.#viewer.currentScaleValue && Math.abs(scale - this.#viewer.currentScale) < 0.0005) {
      this.#viewer.update();
    } else this.#viewer.currentScale = scale;
  }

  /**
   * Zooms by a factor and keeps the point under the pointer where it is.
   * @param factor change of the exact scale
   * @param x position of the pointer in the window, in CSS pixels
   * @returns the new scale
   */
  zoomAt(factor: number, x: number, y: number): number {
    const { currentScale } = this.#viewer;
    const isContinued = Math.abs(this.#pinchScale / currentScale - 1) < 0.05;
    const wanted = (isContinued ? this.#pinchScale : currentScale) * factor;
    this.#pinchScale = Math.min(maxScale, Math.max(minScale, wanted));
    const point = (isContinued ? this.#pinchAt(x, y) : null) ?? this.#pointAt(x, y);
    this.#viewer.updateScale({ scaleFactor: this.#pinchScale / currentScale, drawingDelay });
    const after = point.page.getBoundingClientRect();
    this.element.scrollLeft += after.left + point.across * after.width - x;
    this.element.scrollTop += after.top + point.down * after.height - y;
    this.#pinch = { point, left: this.element.scrollLeft, top: this.element.scrollTop };
    this.#zoom = this.#viewer.currentScale;
    return this.#zoom;
  }

  /**
   * Returns the point that the last zoom kept at this position; null if anything has moved since.
   * Drawing a page rounds its size, by several pixels if it is larger than the screen: points
   * measured anew at each step would drift.
   */
  #pinchAt(x: number, y: number): PinchPoint | null {
    if (this.#pinch === null) return null;
    const { point, left, top } = this.#pinch;
    const { scrollLeft, scrollTop } = this.element;
    const hasStayed = left === scrollLeft && top === scrollTop && point.x === x && point.y === y;
    return hasStayed ? point : null;
  }

  #pointAt(x: number, y: number): PinchPoint {
    const page = this.#pageAt(y);
    const { left, top, width, height } = page.getBoundingClientRect();
    return { x, y, page, across: (x - left) / width, down: (y - top) / height };
  }

  /** At the upper edge of the viewport. */
  anchor(): Anchor {
    const top = this.element.getBoundingClientRect().top;
    for (let page = this.page; page < this.pageCount; page += 1) {
      const box = this.#pageElement(page).getBoundingClientRect();
      if (box.bottom > top) return { page, offset: (top - box.top) / box.height };
    }
    return { page: this.page, offset: 0 };
  }

  /** Scrolls to a position; a missing page becomes the last one. */
  restore({ page, offset }: Anchor): void {
    const last = this.pageCount - 1;
    const box = this.#pageElement(Math.min(page, last)).getBoundingClientRect();
    const top = this.element.getBoundingClientRect().top;
    this.element.scrollTop += box.top - top + (page > last ? 0 : offset * box.height);
    this.#viewer.update();
  }

  /** That of the first page until its own is known. */
  sizeOf(page: number): PageSize {
    const { viewport } = this.#viewer.getPageView(page) as { readonly viewport: PageSize };
    const scale = this.#viewer.currentScale * cssPixelsPerPoint;
    return { width: viewport.width / scale, height: viewport.height / scale };
  }

  async bookmarks(): Promise<readonly Bookmark[]> {
    // pdf.js declares an array, but returns null if there are no bookmarks.
    const outline: () => Promise<readonly Bookmark[] | null> = () => this.pdf.document.getOutline();
    return (await outline()) ?? [];
  }

  /** Draws a small picture of a page, `width` CSS pixels wide. */
  async drawThumbnail(
    page: number,
    width: number,
    signal: AbortSignal,
  ): Promise<HTMLCanvasElement> {
    const proxy = await this.pdf.document.getPage(page + 1);
    signal.throwIfAborted();
    const canvas = await drawSmall(proxy, width, signal);
    this.#freePage(page, proxy);
    return canvas;
  }

  /** Frees the memory of a page that was used, unless it is also on screen. */
  #freePage(page: number, proxy: PDFPageProxy): void {
    this.#bus.dispatch('thumbnailrendered', { pageNumber: page + 1, pdfPage: proxy });
  }

  /** Finds a text and shows the first match after the current position, or the next one. */
  find(query: string, direction: 'first' | 'next' | 'previous'): void {
    this.#bus.dispatch('find', {
      source: this,
      type: direction === 'first' ? '' : 'again',
      query,
      caseSensitive: false,
      entireWord: false,
      highlightAll: true,
      findPrevious: direction === 'previous',
      matchDiacritics: false,
    });
  }

  /** The first page with an image of this size in pixels, from 0; null if there is none. */
  async findImage({ width, height }: ImageSize): Promise<number | null> {
    const { paintImageXObject } = this.pdf.library.pdfJs.OPS;
    for (let page = 0; page < this.pageCount && !this.#ended.signal.aborted; page += 1) {
      const proxy = await this.pdf.document.getPage(page + 1);
      const { fnArray, argsArray } = await proxy.getOperatorList();
      this.#freePage(page, proxy);
      // The arguments of the operator are a name, a width and a height.
      const isImage = (operator: number, index: number) => {
        const [, ...size] = (argsArray[index] ?? []) as readonly unknown[];
        return operator === paintImageXObject && size[0] === width && size[1] === height;
      };
      if (fnArray.some(isImage)) return page;
    }
    return null;
  }

  /** Removes the marks of the matches. */
  stopFinding(): void {
    this.#bus.dispatch('findbarclose', { source: this });
  }

  /** Frees all memory and removes the element. */
  async close(): Promise<void> {
    this.#ended.abort();
    this.element.remove();
    // The types of pdf.js lack null, which its own viewer passes to leave a document.
    const none = null as unknown as OpenPdf['document'];
    this.#viewer.setDocument(none);
    this.#links.setDocument(none, null);
    await this.pdf.close();
  }

  #listen(): void {
    const { signal } = this.#ended;
    this.#bus.on('pagechanging', () => this.#events.onPage(this.page), { signal });
    this.#bus.on('scalechanging', () => this.#events.onScale(this.#viewer.currentScale), {
      signal,
    });
    this.#bus.on('pagerendered', () => this.#events.onSizes(), { signal });
    this.#bus.on('pagesloaded', () => this.#events.onSizes(), { signal });
    const onFound = ({ matchesCount, state }: FindEvent) => {
      const { PENDING } = this.pdf.library.viewer.FindState;
      this.#events.onFound(matchesCount, state !== undefined && state !== PENDING);
    };
    this.#bus.on('updatefindmatchescount', onFound, { signal });
    this.#bus.on('updatefindcontrolstate', onFound, { signal });
    this.element.addEventListener('click', (event) => this.#openLink(event), { signal });
    this.element.addEventListener('keydown', (event) => this.#turnPage(event), { signal });
    const resized = new ResizeObserver(() => this.fit());
    resized.observe(this.element);
    signal.addEventListener('abort', () => resized.disconnect(), { once: true });
  }

  /** Links that leave the PDF never load in the window. */
  #openLink(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    const url = link?.getAttribute('href') ?? '';
    if (link === null || url.startsWith('#')) return;
    event.preventDefault();
    this.#events.onLink(url);
  }

  /** With whole pages in view, keys that scroll by a screen turn pages. */
  #turnPage(event: KeyboardEvent): void {
    if (this.#zoom !== 'fit-page' || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = pageSteps[event.key === ' ' && event.shiftKey ? 'PageUp' : event.key];
    if (step === undefined || event.target !== this.element) return;
    event.preventDefault();
    this.goTo(this.page + step);
  }

  #labelPages(): void {
    for (let page = 0; page < this.pageCount; page += 1) {
      const params = { number: page + 1, count: this.pageCount };
      this.#pageElement(page).setAttribute('aria-label', t('preview.pageOf', params));
    }
  }

  #scaleOf(zoom: ZoomMode): number {
    if (typeof zoom === 'number') return zoom;
    const { width, height } = this.sizeOf(this.page);
    const room = {
      width: this.element.clientWidth - 2 * gaps.side,
      height: this.element.clientHeight - gaps.bottom,
    };
    const byWidth = room.width / (width * cssPixelsPerPoint);
    const byHeight = room.height / (height * cssPixelsPerPoint);
    const fitting = zoom === 'fit-width' ? byWidth : Math.min(byWidth, byHeight);
    return Math.min(maxScale, Math.max(minScale, fitting));
  }

  #pageElement(page: number): HTMLElement {
    return (this.#viewer.getPageView(page) as { readonly div: HTMLElement }).div;
  }

  /** The page at a height in the window, otherwise the closest one below. */
  #pageAt(y: number): HTMLElement {
    for (let page = this.page; page < this.pageCount; page += 1) {
      const element = this.#pageElement(page);
      if (element.getBoundingClientRect().bottom + gaps.bottom > y) return element;
    }
    return this.#pageElement(this.pageCount - 1);
  }
}

/** Screens have 96 pixels per inch, PDFs 72 points. */
export const cssPixelsPerPoint = 96 / 72;

const pageSteps: Readonly<Record<string, number>> = {
  PageDown: 1,
  ArrowRight: 1,
  ' ': 1,
  PageUp: -1,
  ArrowLeft: -1,
};

interface FindEvent {
  readonly matchesCount: FoundMatches;
  /** Absent while matches are counted. */
  readonly state?: number;
}

function scrollContainer(): HTMLDivElement {
  const element = document.createElement('div');
  element.className = 'pdf-pages';
  element.tabIndex = 0;
  element.setAttribute('role', 'region');
  element.setAttribute('aria-label', t('preview.pdfPages'));
  const pages = document.createElement('div');
  pages.className = 'pdfViewer';
  element.append(pages);
  return element;
}

async function drawSmall(
  page: PDFPageProxy,
  width: number,
  signal: AbortSignal,
): Promise<HTMLCanvasElement> {
  const plain = page.getViewport({ scale: 1 });
  return drawPage(page, (width / plain.width) * window.devicePixelRatio, signal);
}

/**
 * Draws a page without its text layer and links.
 * @param scale pixels per point
 * @param size of the canvas in points, if it is not that of the page; the rest stays white
 */
export async function drawPage(
  page: PDFPageProxy,
  scale: number,
  signal: AbortSignal,
  size?: PageSize,
): Promise<HTMLCanvasElement> {
  const viewport = page.getViewport({ scale });
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(size ? size.width * scale : viewport.width));
  canvas.height = Math.max(1, Math.round(size ? size.height * scale : viewport.height));
  signal.throwIfAborted();
  const task = page.render({ canvas, viewport });
  const cancel = () => task.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    await task.promise;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
  return canvas;
}

function clampScale(scale: number): number {
  return Math.min(maxScale, Math.max(minScale, scale));
}

/** Round steps: 0.1 below 1.5, then 0.25. */
export function stepScale(scale: number, direction: 'up' | 'down'): number {
  const step = direction === 'up' ? (scale < 1.5 ? 0.1 : 0.25) : scale <= 1.5 ? 0.1 : 0.25;
  const position = Number((scale / step).toFixed(4));
  const next = direction === 'up' ? Math.floor(position) + 1 : Math.ceil(position) - 1;
  const rounded = clampScale(Number((next * step).toFixed(4)));
  return direction === 'down' ? Math.min(scale, rounded) : rounded;
}
