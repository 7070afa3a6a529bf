import { usePreview } from '../../store/preview-store.js';
import { useSettings } from '../../store/settings-store.js';
import { useDelayed } from '../../components/use-delayed.js';
import { EmptyPreview } from './EmptyPreview.js';
import { ErrorBanner } from './ErrorBanner.js';
import { PdfPages } from './PdfPages.js';
import { PreviewToolbar } from './PreviewToolbar.js';
import { Thumbnails } from './Thumbnails.js';
import { usePreviewContent } from '../../store/preview-content.js';
import './preview.css';
import './pages.css';

interface PreviewPaneProps {
  readonly hasRoomForThumbnails: boolean;
}

/** The right side: the PDF itself, and what happens to it. */
export function PreviewPane({ hasRoomForThumbnails }: PreviewPaneProps) {
  const content = usePreviewContent();
  const wantsThumbnails = useSettings(({ thumbnails }) => thumbnails);
  const isWorking = usePreview(({ phase }) => phase === 'working');
  const isBusy = usePreview(({ waiting }) => waiting) || isWorking;
  const showsWork = useDelayed(isWorking, 200);
  const shown = content.kind === 'pdf' ? content.shown : null;

  return (
    <section className="preview" aria-label="Preview" aria-busy={isBusy}>
      {shown ? (
        <PreviewToolbar shown={shown} hasRoomForThumbnails={hasRoomForThumbnails} />
      ) : (
        <div className="preview-toolbar" />
      )}
      <div className="progress-track" data-running={showsWork || undefined} />
      <div className="preview-desk">
        {content.kind === 'pdf' ? (
          <>
            {hasRoomForThumbnails && wantsThumbnails && <Thumbnails pdf={content.shown.pdf} />}
            <PdfPages shown={content.shown} isOutdated={content.isOutdated} isBusy={isBusy} />
          </>
        ) : (
          <EmptyPreview content={content} />
        )}
        {shown && <ErrorBanner />}
      </div>
    </section>
  );
}
