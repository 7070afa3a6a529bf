import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { message } from '@shared/messages/message.js';
import { useDelayed } from '../../ui/use-delayed.js';
import { useShownUploads } from '../../queue/uploads/shown-uploads.js';
import { touchFields, useDraft } from '../form/draft-store.js';
import { fieldLabel, fieldsAfterPreview } from '../form/fields.js';
import { cancelPreview, renderNow } from './preview-runner.js';
import { type ShownPdf, usePreview } from './preview-store.js';
import { fileNameOf, pdfKey } from './ready-pdf.js';
import { remoteStageText } from '../remote/remote-wording.js';
import { useFormService } from '../remote/render-place.js';
import { useSaving } from '../form/saving.js';
import { fieldsOf, useIssues } from '../form/reading.js';
import { focusField } from '../../ui/ui-store.js';
import { UploadStatus } from '../../queue/uploads/UploadStatus.js';
import { JobLine } from './JobLine.js';
import { ReceiptButton } from './ReceiptButton.js';
import { ReceiptLine } from './ReceiptLine.js';
import { SavedLine } from './SavedLine.js';
import { usePreviewContent } from './preview-content.js';
import { t, textOf } from '../../i18n/t.js';

/**
 * The status line: what is going on, or where the PDF was saved or uploaded. Always takes up its
 * space.
 */
export function StatusLine() {
  return (
    <div className="status-line">
      <div className="status-text" role="status" data-keeps-focus="">
        <Status />
      </div>
      <ReceiptButton />
    </div>
  );
}

function Status() {
  const { phase, progress } = usePreview();
  const service = useFormService();
  const showsWork = useDelayed(phase === 'working', 400);
  const showsInspecting = useDelayed(
    useDraft(({ inspecting }) => inspecting),
    200,
  );
  const found = useDraft((state) => state.found);
  const tab = useDraft(({ draft }) => draft.tab);
  const content = usePreviewContent();
  const hasUploads = useShownUploads().rows.length > 0;
  const touched = useDraft((state) => state.touched);
  const wrong = fieldsOf(useIssues()).find(
    (field) => !fieldsAfterPreview.has(field) && touched.has(field),
  );

  if (showsInspecting) return <Line text={inspectingText(found)} />;
  if (content.kind === 'job') return <JobLine id={content.id} />;
  if (showsWork) {
    return (
      <Line text={workText(progress, service?.name ?? t('preview.theService'))}>
        <Button variant="default" size="compact-sm" onClick={cancelPreview}>
          {t('window.cancel')}
        </Button>
      </Line>
    );
  }
  if (content.kind === 'unfetched') return <ReceiptLine receipt={content.receipt} />;
  if (content.kind !== 'pdf') return null;
  if (wrong) {
    return (
      <Line text={wrongText(fieldLabel(wrong, tab), service !== null)}>
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => {
            touchFields([wrong]);
            focusField(wrong);
          }}
        >
          {t('preview.goToField')}
        </Button>
      </Line>
    );
  }
  if (phase === 'canceled') {
    return (
      <Line text={t('preview.showingPreviousVersion')}>
        {!service && (
          <Button variant="default" size="compact-sm" onClick={renderNow}>
            {t('preview.refresh')}
          </Button>
        )}
      </Line>
    );
  }
  if (service && content.isOutdated)
    return <Line text={notConvertedText(service.name, content.shown)} />;
  return <Outcome shown={content.shown} hasUploads={hasUploads} />;
}

interface OutcomeProps {
  readonly shown: ShownPdf;
  readonly hasUploads: boolean;
}

/** Where the PDF went last, otherwise who converted it. */
function Outcome({ shown, hasUploads }: OutcomeProps) {
  const typed = useDraft(({ draft }) => draft.filename);
  const isSaved = useSaving(({ saved }) =>
    saved.has(pdfKey(shown.source, fileNameOf(shown, typed))),
  );
  if (hasUploads) return <UploadStatus />;
  if (isSaved || !shown.receipt) return <SavedLine />;
  return <ReceiptLine receipt={shown.receipt} />;
}

function wrongText(field: string, isOnService: boolean): string {
  return isOnService ? t('preview.fixToConvert', { field }) : t('preview.fixToUpdate', { field });
}

/** Returns why the pages on screen aren't those of the service. */
function notConvertedText(service: string, { receipt }: ShownPdf): string {
  if (!receipt) return t('preview.showingLocal', { service });
  return t('preview.changedSinceConverted', { service: receipt.name });
}

function inspectingText(found: number): string {
  return found === 0 ? t('preview.scanning') : t('preview.scanningFound', { count: found });
}

function Line({ text, children }: { readonly text: string; readonly children?: ReactNode }) {
  return (
    <>
      <span className="cut" title={text}>
        {text}
      </span>
      {children}
    </>
  );
}

const stageTexts = {
  loading: message('preview.loadingPage'),
  printing: message('preview.printing'),
  writing: message('preview.writingPdf'),
  inlining: message('preview.bundling'),
  sending: message('preview.sendingPage'),
  rendering: message('preview.waitingForService'),
  fetching: message('preview.downloadingPdf'),
} as const;

function workText(
  progress: ReturnType<typeof usePreview.getState>['progress'],
  service: string,
): string {
  const { stage, waitingFor } = progress;
  if (waitingFor !== undefined) return t('preview.waitingFor', { resource: waitingFor });
  return remoteStageText(progress, service) ?? textOf(stageTexts[stage]);
}
