import { useEffect, useMemo, useRef } from 'react';
import { layOutPages, pagesBetween, scaleFor } from './page-layout.js';
import type { OpenedPdf } from './preview-store.js';
import { useView } from './view-store.js';
import { PdfPage } from './PdfPage.js';
import { usePlace } from './use-place.js';
import { useRoom } from './use-room.js';
import { useWheelZoom } from './use-wheel-zoom.js';
import { t } from '../../i18n/t.js';

interface PdfPagesProps {
  readonly shown: OpenedPdf;
  /** True while a newer version is being rendered. */
  readonly isOutdated: boolean;
  /** True while a newer version is being rendered or about to be. */
  readonly isBusy: boolean;
}

/** The pages in a column. Only those in or near the viewport are drawn. */
export function PdfPages({ shown, isOutdated, isBusy }: PdfPagesProps) {
  const { pdf, source } = shown;
  const mode = useView((view) => view.mode);
  const scroller = useRef<HTMLDivElement>(null);
  const room = useRoom(scroller);

  const scale = room.width === 0 ? 0 : scaleFor(mode, pdf.pages, room);
  const layout = useMemo(() => layOutPages(pdf.pages, scale), [pdf, scale]);
  const { top, onScroll } = usePlace(scroller, layout, source);
  useWheelZoom(scroller);
  useEffect(() => useView.setState({ scale }), [scale]);

  const width = Math.max(layout.width, room.width);
  const visible =
    scale === 0 ? [] : pagesBetween(layout, top - room.height / 2, top + room.height * 1.5);

  return (
    <div
      ref={scroller}
      className="pdf-pages"
      role="region"
      aria-busy={isBusy}
      aria-label={t('preview.pdfPages')}
      tabIndex={0}
      onScroll={onScroll}
    >
      <div className="pdf-pages-column" style={{ width, height: layout.height }}>
        {visible.map((index) => {
          const box = layout.boxes[index];
          return (
            box && (
              <PdfPage
                key={index}
                pdf={pdf}
                index={index}
                box={box}
                left={Math.round((width - box.width) / 2)}
                scale={scale}
                isOutdated={isOutdated}
              />
            )
          );
        })}
      </div>
    </div>
  );
}
