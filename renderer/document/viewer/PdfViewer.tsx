import './viewer.css';
import { Button, SegmentedControl } from '@mantine/core';
import { CircleAlert } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { Artifact } from '@shared/artifact.js';
import { showContextMenu } from '../../ui/commands.js';
import { EmptyNotice } from '../../ui/parts.js';
import { t, textOf } from '../../i18n/t.js';
import type { Bookmark, PdfView, ZoomMode } from './pdf-view.js';
import { PdfViewerController } from './viewer-controller.js';
import { type SidePanelProps, ViewerToolbar } from './ViewerToolbar.js';
import { useRowsInView } from '../../ui/use-rows-in-view.js';

export interface PdfViewerProps {
  readonly artifact: Artifact;
  /** The name of its file for other applications; the suggested one by default. */
  readonly fileName?: string;
  /**
   * The document that the PDF is a version of. The pages of a version stay on screen, at the same
   * position, until those of the next one are drawn; another document starts empty.
   */
  readonly documentKey: string;
  /** Zoom mode at the start; fits the page by default. */
  readonly initialZoom?: ZoomMode;
  readonly onZoomChange?: (zoom: ZoomMode) => void;
  /** Dims the pages: the next version is being rendered. */
  readonly isOutdated?: boolean;
  readonly isBusy?: boolean;
  /** Whether thumbnails and bookmarks are open; without it, the viewer has no side panel. */
  readonly sidePanel?: SidePanelProps;
  /** The right end of the toolbar. */
  readonly children?: ReactNode;
}

/**
 * Shows a PDF with page navigation, zoom, search, selectable text and links. Commands such as Find
 * apply to the visible viewer; see `activeViewer`.
 */
export function PdfViewer(props: PdfViewerProps) {
  const { artifact, documentKey, initialZoom = 'fit-page', onZoomChange, sidePanel } = props;
  const { fileName = artifact.suggestedName, isOutdated = false, isBusy = false, children } = props;
  const [viewer] = useState(() => new PdfViewerController(initialZoom));
  const host = useRef<HTMLDivElement>(null);
  const view = useStore(viewer.store, (state) => state.view);
  const isOpening = useStore(viewer.store, (state) => state.isOpening);
  const error = useStore(viewer.store, (state) => state.error);
  const zoom = useStore(viewer.store, (state) => state.zoom);

  useEffect(() => (host.current ? viewer.mount(host.current) : undefined), [viewer]);
  useEffect(
    () => viewer.open(artifact, documentKey, fileName),
    [viewer, artifact, documentKey, fileName],
  );
  useEffect(() => {
    if (zoom !== initialZoom) onZoomChange?.(zoom);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only a change by the user is reported
  }, [zoom]);

  return (
    <div className="viewer">
      <ViewerToolbar viewer={viewer} artifact={artifact} sidePanel={sidePanel}>
        {children}
      </ViewerToolbar>
      <div className="viewer-body">
        {sidePanel?.isOpen === true && view && <SidePanel viewer={viewer} view={view} />}
        <div
          ref={host}
          className="viewer-pages"
          onContextMenu={(event) => {
            const selected = getSelection()?.toString() ?? '';
            showContextMenu('paper', event, selected.trim() !== '');
          }}
          aria-busy={isBusy || isOpening}
          data-outdated={isOutdated || undefined}
        />
        {error && (
          <div role="alert" className="viewer-error">
            <EmptyNotice
              icon={CircleAlert}
              title={t('preview.unavailable')}
              actions={
                <Button variant="default" onClick={() => viewer.retry()}>
                  {t('window.retry')}
                </Button>
              }
            >
              {textOf(error.message)}
            </EmptyNotice>
          </div>
        )}
      </div>
    </div>
  );
}

interface ViewerPartProps {
  readonly viewer: PdfViewerController;
  readonly view: PdfView;
}

/** Thumbnails, and bookmarks if the PDF has some. */
function SidePanel({ viewer, view }: ViewerPartProps) {
  const bookmarks = useStore(viewer.store, (state) => state.bookmarks);
  const [wanted, setWanted] = useState<'pages' | 'bookmarks'>('pages');
  const tab = bookmarks.length > 0 ? wanted : 'pages';
  return (
    <div className="side-panel">
      {bookmarks.length > 0 && (
        <SegmentedControl
          size="xs"
          fullWidth
          aria-label={t('preview.sidePanel')}
          value={tab}
          onChange={setWanted}
          data={[
            { value: 'pages', label: t('preview.pages') },
            { value: 'bookmarks', label: t('preview.bookmarks') },
          ]}
        />
      )}
      {tab === 'pages' ? (
        <Thumbnails viewer={viewer} view={view} />
      ) : (
        <nav className="bookmarks" aria-label={t('preview.bookmarks')}>
          <BookmarkList bookmarks={bookmarks} view={view} />
        </nav>
      )}
    </div>
  );
}

/** The size that the picture of a thumbnail fits into, and the height of its number and the gap. */
const thumbnail = { width: 76, height: 100, captionHeight: 28 } as const;

/** Thumbnails of the pages in view with one tab stop; arrow keys move between pages. */
function Thumbnails({ viewer, view }: ViewerPartProps) {
  const page = useStore(viewer.store, (state) => state.page);
  const count = useStore(viewer.store, (state) => state.pageCount);
  const scroller = useRef<HTMLElement>(null);
  const rowHeight = tallestThumbnail(view, count) + thumbnail.captionHeight;
  const { from, to } = useRowsInView(scroller, count, rowHeight);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const top = page * rowHeight;
    const lowest = top + rowHeight - element.clientHeight;
    element.scrollTop = Math.max(lowest, Math.min(element.scrollTop, top));
  }, [page, rowHeight]);

  function goByKey(event: KeyboardEvent): void {
    const next = { ArrowDown: page + 1, ArrowUp: page - 1, Home: 0, End: count - 1 }[event.key];
    if (next === undefined || next < 0 || next >= count) return;
    event.preventDefault();
    viewer.goToPage(next);
  }

  return (
    <nav ref={scroller} className="thumbnails" aria-label={t('preview.thumbnails')}>
      <ol style={{ height: count * rowHeight }} onKeyDown={goByKey}>
        {Array.from({ length: Math.max(0, to - from) }, (_, index) => (
          <Thumbnail
            key={from + index}
            view={view}
            page={from + index}
            rowHeight={rowHeight}
            isCurrent={from + index === page}
            onGo={() => viewer.goToPage(from + index)}
          />
        ))}
      </ol>
    </nav>
  );
}

interface ThumbnailProps {
  readonly view: PdfView;
  /** From 0. */
  readonly page: number;
  /** In CSS pixels. */
  readonly rowHeight: number;
  readonly isCurrent: boolean;
  readonly onGo: () => void;
}

function Thumbnail({ view, page, rowHeight, isCurrent, onGo }: ThumbnailProps) {
  const host = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { width, height } = fitted(view.sizeOf(page));

  useEffect(() => {
    const canceled = new AbortController();
    view.drawThumbnail(page, width, canceled.signal).then(
      (canvas) => host.current?.replaceChildren(canvas),
      // A page that can't be drawn stays empty, as it does in the viewer.
      () => {
        if (!canceled.signal.aborted) host.current?.replaceChildren();
      },
    );
    return () => canceled.abort();
  }, [view, page, width]);

  // The focus follows the page that the keyboard went to.
  useEffect(() => {
    const list = button.current?.closest('ol');
    if (isCurrent && list?.contains(document.activeElement)) button.current?.focus();
  }, [isCurrent]);

  return (
    <li style={{ top: page * rowHeight, height: rowHeight }}>
      <button
        ref={button}
        type="button"
        className="thumbnail"
        aria-label={t('preview.pageNumber', { number: page + 1 })}
        aria-current={isCurrent ? 'page' : undefined}
        tabIndex={isCurrent ? 0 : -1}
        onClick={onGo}
      >
        <div ref={host} className="thumbnail-sheet" style={{ width, height }} />
        <span aria-hidden>{page + 1}</span>
      </button>
    </li>
  );
}

/** Landscape pages alone need shorter rows. */
function tallestThumbnail(view: PdfView, count: number): number {
  let tallest = 1;
  for (let page = 0; page < count && tallest < thumbnail.height; page += 1)
    tallest = Math.max(tallest, fitted(view.sizeOf(page)).height);
  return tallest;
}

function fitted({ width, height }: { readonly width: number; readonly height: number }) {
  const scale = Math.min(thumbnail.width / width, thumbnail.height / height);
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

interface BookmarkListProps {
  readonly bookmarks: readonly Bookmark[];
  readonly view: PdfView;
}

function BookmarkList({ bookmarks, view }: BookmarkListProps) {
  return (
    <ul>
      {bookmarks.map((bookmark, index) => (
        <li key={index}>
          <button type="button" className="bookmark" onClick={() => void view.follow(bookmark)}>
            {bookmark.title}
          </button>
          {bookmark.items.length > 0 && (
            <BookmarkList
              // pdf.js declares the items of items as any.
              bookmarks={bookmark.items as readonly Bookmark[]}
              view={view}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
