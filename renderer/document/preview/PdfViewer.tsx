import { Button } from '@mantine/core';
import { CircleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { Artifact } from '@shared/artifact.js';
import { showContextMenu } from '../../commands/commands.js';
import { EmptyNotice } from '../../ui/parts.js';
import { t, textOf } from '../../i18n/t.js';
import type { ZoomMode } from './pdf-view.js';
import { SidePanel } from './SidePanel.js';
import { PdfViewerController } from './viewer-controller.js';
import { ViewerToolbar } from './ViewerToolbar.js';
import './viewer.css';

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

export interface SidePanelProps {
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
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
