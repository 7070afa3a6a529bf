import type { PageBox } from './page-layout.js';
import type { PdfFile } from './pdf-file.js';
import { useDrawing } from './use-drawing.js';
import { t } from '../../i18n/t.js';

interface PdfPageProps {
  readonly pdf: PdfFile;
  /** From 0. */
  readonly index: number;
  readonly box: PageBox;
  readonly left: number;
  readonly scale: number;
  /** True while a newer version is being rendered. */
  readonly isOutdated: boolean;
}

/** One page of the preview with selectable text. */
export function PdfPage({ pdf, index, box, left, scale, isOutdated }: PdfPageProps) {
  const { host, isStale, hasFailed } = useDrawing(pdf, {
    index,
    scale,
    withText: true,
    active: true,
  });
  return (
    <div
      className="sheet"
      role="group"
      aria-label={t('preview.pageOf', { number: index + 1, count: pdf.pages.length })}
      style={{ top: box.top, left, width: box.width, height: box.height }}
      data-stale={isOutdated || isStale || undefined}
    >
      <div ref={host} className="sheet-drawing" />
      {hasFailed && <p className="sheet-failure">{t('preview.pageFailed')}</p>}
    </div>
  );
}
