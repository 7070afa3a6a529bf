import { useDebouncedCallback } from '@mantine/hooks';
import { t, textOf } from '../../i18n/t.js';
import { retryRender } from '../batch/convert.js';
import { Banner } from '../../ui/Banner.js';
import { useDraft } from '../form/draft-store.js';
import { UploadBanner } from '../../queue/uploads/UploadBanner.js';
import { changeSettings, useSettings } from '../../settings/settings-store.js';
import { useDelayed } from '../../ui/use-delayed.js';
import { EmptyPreview } from './EmptyPreview.js';
import { ErrorActions } from './ErrorActions.js';
import type { ZoomMode } from './pdf-view.js';
import { PdfViewer } from './PdfViewer.js';
import { type FormContent, useFormContent } from './preview-content.js';
import { usePreview } from './preview-store.js';
import { Warnings } from './Warnings.js';
import { primaryActionSelector } from '../form/primary-action.js';
import { fileNameOf } from './ready-pdf.js';
import './preview.css';

interface PreviewPaneProps {
  readonly hasRoomForThumbnails: boolean;
}

/** The preview area: the PDF, or why it is missing. */
export function PreviewPane({ hasRoomForThumbnails }: PreviewPaneProps) {
  const content = useFormContent();
  const thumbnails = useSettings((settings) => settings.thumbnails);
  const typedName = useDraft(({ draft }) => draft.filename);
  const zoom = useSettings((settings) => settings.zoom);
  const keepZoom = useDebouncedCallback((mode: ZoomMode) => void changeSettings({ zoom: mode }), {
    delay: 200,
    flushOnUnmount: true,
  });
  const { isBusy, showsWork } = useWork();
  const hasError = usePreview(({ error }) => error !== null);
  const shown = content.kind === 'pdf' ? content.shown : null;

  return (
    <section className="preview" aria-label={t('preview.preview')} aria-busy={isBusy}>
      <div className="progress-track" data-running={showsWork || undefined} />
      <div className="preview-desk" data-keeps-focus={primaryActionSelector}>
        {shown ? (
          <PdfViewer
            artifact={shown.artifact}
            documentKey={shown.source}
            {...(content.kind === 'pdf' && { fileName: fileNameOf(content.shown, typedName) })}
            initialZoom={zoom}
            onZoomChange={keepZoom}
            isOutdated={content.kind === 'pdf' && content.isOutdated}
            isBusy={isBusy}
            {...(hasRoomForThumbnails && {
              sidePanel: {
                isOpen: thumbnails,
                onToggle: (isOpen) => void changeSettings({ thumbnails: isOpen }),
              },
            })}
          >
            {content.kind === 'pdf' && <Warnings preflight={shown.artifact.preflight} />}
          </PdfViewer>
        ) : (
          <NoPdf content={content} />
        )}
        {content.kind === 'pdf' && (hasError ? <ErrorBanner /> : <UploadBanner />)}
      </div>
    </section>
  );
}

/** An error over the last successful preview. */
function ErrorBanner() {
  const error = usePreview((state) => state.error);
  const renderOn = useDraft(({ draft }) => draft.renderOn);
  if (!error) return null;
  return (
    <Banner message={textOf(error.message)} rest={t('preview.showingLastVersion')}>
      <ErrorActions error={error} retry={retryRender} renderOn={renderOn} />
    </Banner>
  );
}

function NoPdf({ content }: { readonly content: FormContent }) {
  return content.kind === 'pdf' ? null : <EmptyPreview content={content} />;
}

function useWork(): { isBusy: boolean; showsWork: boolean } {
  const isWorking = usePreview(({ phase }) => phase === 'working');
  const isWaiting = usePreview(({ waiting }) => waiting);
  return { isBusy: isWaiting || isWorking, showsWork: useDelayed(isWorking, 200) };
}
