import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { withCommas } from '@shared/request/text.js';
import { useDelayed } from '../../components/use-delayed.js';
import { useShownUploads } from '../../store/delivery/shown-uploads.js';
import { touchFields, useDraft } from '../../store/draft-store.js';
import { fieldLabel, fieldsAfterPreview } from '../../store/fields.js';
import { cancelPreview, renderNow } from '../../store/preview-runner.js';
import { type ShownPdf, usePreview } from '../../store/preview-store.js';
import { fileNameOf, pdfKey } from '../../store/ready-pdf.js';
import { remoteStageText } from '../../store/remote/remote-wording.js';
import { useFormService } from '../../store/remote/render-place.js';
import { useSaving } from '../../store/saving.js';
import { fieldsOf, useIssues } from '../../store/reading.js';
import { focusField } from '../../store/ui-store.js';
import { UploadStatus } from '../deliveries/UploadStatus.js';
import { JobLine } from './JobLine.js';
import { ReceiptButton } from './ReceiptButton.js';
import { ReceiptLine } from './ReceiptLine.js';
import { SavedLine } from './SavedLine.js';
import { usePreviewContent } from '../../store/preview-content.js';
import { PreflightButton } from './PreflightButton.js';

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
      <PreflightButton />
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
      <Line text={workText(progress, service?.name ?? 'the service')}>
        <Button variant="default" size="compact-sm" onClick={cancelPreview}>
          Cancel
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
          Go to field
        </Button>
      </Line>
    );
  }
  if (phase === 'canceled') {
    return (
      <Line text="Canceled. Showing the previous version.">
        {!service && (
          <Button variant="default" size="compact-sm" onClick={renderNow}>
            Refresh preview
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
  return `Fix ${field} to ${isOnService ? 'convert' : 'update the preview'}`;
}

/** Returns why the pages on screen aren't those of the service. */
function notConvertedText(service: string, { receipt }: ShownPdf): string {
  if (!receipt) return `Not converted with ${service} yet. Showing the local preview.`;
  return `Changed since ${receipt.name} converted it`;
}

function inspectingText(found: number): string {
  const text = 'Scanning folder…';
  return found === 0 ? text : `${text} ${withCommas(found)} found`;
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
  loading: 'Loading page…',
  printing: 'Printing…',
  writing: 'Writing PDF…',
  packing: 'Bundling styles and images…',
  sending: 'Sending page…',
  rendering: 'Waiting for the service…',
  fetching: 'Downloading PDF…',
} as const;

function workText(
  progress: ReturnType<typeof usePreview.getState>['progress'],
  service: string,
): string {
  const { stage, waitingFor } = progress;
  if (waitingFor !== undefined) return `Waiting for ${waitingFor}…`;
  return remoteStageText(progress, service) ?? stageTexts[stage];
}
