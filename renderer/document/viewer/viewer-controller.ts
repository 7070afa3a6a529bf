import { type StoreApi, createStore } from 'zustand';
import type { Artifact } from '@shared/artifact.js';
import { type AppErrorData, errorData } from '@shared/messages/errors.js';
import type { BridgeInput } from '@shared/bridge.js';
import { call } from '../../bridge/bridge.js';
import { currentSecurity } from '../draft/passwords.js';
import { t } from '../../i18n/t.js';
import { reportResult, showFailure, showNotice } from '../../ui/notices.js';
import { openLink } from '../../ui/links.js';
import {
  type Anchor,
  type Bookmark,
  type FoundMatches,
  type ImageSize,
  type PageSize,
  PdfView,
  type ZoomMode,
  openPdf,
  stepScale,
} from './pdf-view.js';

export interface ViewerState {
  /** The PDF on screen; null while the first one of a document is being opened. */
  readonly view: PdfView | null;
  /** True until the requested PDF is on screen. */
  readonly isOpening: boolean;
  /** Why the requested PDF can't be shown. */
  readonly error: AppErrorData | null;
  /** The page in view, from 0. */
  readonly page: number;
  readonly pageCount: number;
  /** The size of the page in view. */
  readonly paper: PageSize | null;
  readonly zoom: ZoomMode;
  /** The current scale of the zoom mode. */
  readonly scale: number;
  readonly bookmarks: readonly Bookmark[];
  /** The search bar: its text, and the matches once they are known; null while it is closed. */
  readonly find: FindState | null;
}

interface FindState {
  readonly query: string;
  readonly matches: FoundMatches | null;
  /** Increases whenever the field should take the focus. */
  readonly focusTick: number;
}

const nothingShown = {
  view: null,
  error: null,
  page: 0,
  pageCount: 0,
  paper: null,
  bookmarks: [],
} as const;

const startOfDocument: Anchor = { page: 0, offset: 0 };

/** Reading positions of documents that are not on screen; the last one is the newest. */
const positions = new Map<string, Anchor>();
const maxPositions = 50;

/** Mounted viewers, the last one first for commands. */
const mounted: PdfViewerController[] = [];

/** Commands apply to the one mounted last that is visible. */
export function activeViewer(): PdfViewerController | null {
  return mounted.findLast((viewer) => viewer.isVisible()) ?? null;
}

/**
 * Shows one PDF after another in an element. The pages of a document stay until those of its next
 * version are drawn; those of another document disappear at once.
 */
export class PdfViewerController {
  readonly store: StoreApi<ViewerState>;
  #host: HTMLElement | null = null;
  #documentKey = '';
  /** The PDF that was requested last; an older one that opens later is closed. */
  #requested: Artifact | null = null;
  /** The name of the PDF's file for other applications. */
  #fileName = '';

  constructor(zoom: ZoomMode) {
    this.store = createStore<ViewerState>(() => ({
      ...nothingShown,
      isOpening: false,
      zoom,
      scale: 1,
      find: null,
    }));
  }

  isVisible(): boolean {
    return this.#host?.checkVisibility() === true;
  }

  /** Uses an element for the pages. Returns a function that closes the PDF. */
  mount(host: HTMLElement): () => void {
    this.#host = host;
    mounted.push(this);
    const zoom = (event: WheelEvent) => this.#zoomByWheel(event);
    host.addEventListener('wheel', zoom, { passive: false });
    return () => {
      host.removeEventListener('wheel', zoom);
      mounted.splice(mounted.indexOf(this), 1);
      this.#host = null;
      this.#requested = null;
      this.#leaveDocument();
    };
  }

  /**
   * @param documentKey the document that the PDF is a version of
   * @param fileName for other applications
   */
  open(artifact: Artifact, documentKey: string, fileName: string): void {
    this.#fileName = fileName;
    if (this.#requested === artifact) return;
    this.#requested = artifact;
    if (documentKey !== this.#documentKey) {
      this.#leaveDocument();
      this.#documentKey = documentKey;
    }
    this.store.setState({ isOpening: true, error: null });
    this.#open(artifact).catch((thrown: unknown) => {
      if (this.#requested !== artifact) return;
      this.#leaveDocument();
      this.#documentKey = documentKey;
      this.store.setState({ isOpening: false, error: errorData(thrown) });
    });
  }

  /** Opens the requested PDF again after an error. */
  retry(): void {
    const artifact = this.#requested;
    if (artifact === null) return;
    this.#requested = null;
    this.open(artifact, this.#documentKey, this.#fileName);
  }

  /** Shows a page, from 0. */
  goToPage(page: number): void {
    this.#view?.goTo(page);
  }

  setZoom(zoom: ZoomMode): void {
    this.store.setState({ zoom });
    this.#view?.setZoom(zoom);
  }

  zoomBy(direction: 'up' | 'down'): void {
    this.setZoom(stepScale(this.store.getState().scale, direction));
  }

  /** Opens the search bar, or focuses its field. */
  openFind(): void {
    const { find } = this.store.getState();
    const focusTick = (find?.focusTick ?? 0) + 1;
    this.store.setState({ find: { query: find?.query ?? '', matches: null, focusTick } });
    if (find === null) return;
    this.find(find.query);
  }

  /** Opens the search bar with a text, and shows its first match. */
  showText(text: string): void {
    this.openFind();
    this.find(text);
  }

  /** Shows the first page with an image of a size. */
  async showImage(size: ImageSize): Promise<void> {
    const view = this.#view;
    const page = (await view?.findImage(size)) ?? null;
    if (page === null) showNotice(t('preview.imageNotFound'));
    else if (this.#view === view) this.goToPage(page);
  }

  find(query: string, direction: 'first' | 'next' | 'previous' = 'first'): void {
    this.store.setState(({ find }) => ({
      find: {
        focusTick: find?.focusTick ?? 0,
        query,
        matches: direction === 'first' ? null : (find?.matches ?? null),
      },
    }));
    if (query === '') this.#view?.stopFinding();
    else this.#view?.find(query, direction);
  }

  closeFind(): void {
    this.store.setState({ find: null });
    this.#view?.stopFinding();
    this.#view?.element.focus({ preventScroll: true });
  }

  /** Shows the system's print dialog. */
  async print(): Promise<void> {
    const pdf = await this.#leavingPdf();
    if (pdf === null) return;
    const result = await call('pdf:print', pdf);
    if (!result.ok) showFailure(t('preview.printFailed'), result.error);
    else if (result.value.opened) showNotice(t('preview.openedToPrint'));
  }

  /** Opens the PDF in the system's application for PDFs. */
  async openOutside(): Promise<void> {
    const pdf = await this.#leavingPdf();
    if (pdf !== null) reportResult(t('preview.openPdfFailed'), await call('pdf:open', pdf));
  }

  /** Starts to drag the PDF out of the window. */
  async dragOut(): Promise<void> {
    const pdf = await this.#leavingPdf();
    if (pdf !== null) reportResult(t('preview.dragFailed'), await call('pdf:drag', pdf));
  }

  /** As the PDF leaves Platen; null for none, or for an invalid password. */
  async #leavingPdf(): Promise<BridgeInput<'pdf:open'> | null> {
    const artifact = this.#requested;
    const security = artifact && (await currentSecurity());
    return security && { artifactId: artifact.id, name: this.#fileName, security };
  }

  get #view(): PdfView | null {
    return this.store.getState().view;
  }

  async #open(artifact: Artifact): Promise<void> {
    const isCurrent = () => this.#requested === artifact && this.#host !== null;
    const pdf = await openPdf(artifact.address);
    if (!isCurrent()) return pdf.close();
    const view: PdfView = new PdfView(
      pdf,
      this.store.getState().zoom,
      this.#eventsOf(() => view),
    );
    view.element.dataset['incoming'] = '';
    this.#host?.append(view.element);
    await view.open(this.#view?.anchor() ?? this.#lastPosition());
    if (!isCurrent()) return view.close();
    if (this.#view === null) this.#show(view, null);
    await view.drawn();
    if (!isCurrent()) {
      // The next PDF, or the document that is left, closes the view on screen.
      if (this.#view !== view) await view.close();
      return;
    }
    if (this.#view !== view) this.#show(view, this.#view);
    this.store.setState({ isOpening: false });
    const bookmarks = await view.bookmarks();
    if (this.#view === view) this.store.setState({ bookmarks });
  }

  #show(view: PdfView, before: PdfView | null): void {
    if (before !== null) view.restore(before.anchor());
    delete view.element.dataset['incoming'];
    const hadFocus = before?.element.contains(document.activeElement) === true;
    if (hadFocus) view.element.focus({ preventScroll: true });
    this.store.setState({
      view,
      page: view.page,
      pageCount: view.pageCount,
      paper: view.sizeOf(view.page),
      scale: view.scale,
    });
    const { find } = this.store.getState();
    if (find !== null && find.query !== '') view.find(find.query, 'first');
    void before?.close();
  }

  /** Closes the PDF on screen and remembers its position. */
  #leaveDocument(): void {
    const view = this.#view;
    if (view !== null) {
      positions.delete(this.#documentKey);
      positions.set(this.#documentKey, view.anchor());
      for (const oldest of [...positions.keys()].slice(0, -maxPositions)) positions.delete(oldest);
      void view.close();
    }
    this.#documentKey = '';
    this.store.setState(nothingShown);
  }

  #lastPosition(): Anchor {
    return positions.get(this.#documentKey) ?? startOfDocument;
  }

  #eventsOf(view: () => PdfView) {
    const update = (change: () => Partial<ViewerState>) => {
      if (this.#view === view()) this.store.setState(change());
    };
    return {
      onPage: (page: number) => update(() => ({ page, paper: view().sizeOf(page) })),
      onScale: (scale: number) => update(() => ({ scale })),
      onSizes: () => update(() => ({ paper: view().sizeOf(view().page) })),
      onFound: (matches: FoundMatches, isDone: boolean) =>
        update(() => {
          const { find } = this.store.getState();
          const known = isDone || matches.total > 0;
          return find === null || !known ? {} : { find: { ...find, matches } };
        }),
      onLink: (url: string) => void openLink(url),
    };
  }

  /** A touchpad's pinch sends the same events as the wheel with Ctrl. */
  #zoomByWheel(event: WheelEvent): void {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const factor = Math.exp(-event.deltaY / 300);
    const zoom = this.#view?.zoomAt(factor, event.clientX, event.clientY);
    if (zoom !== undefined) this.store.setState({ zoom });
  }
}
