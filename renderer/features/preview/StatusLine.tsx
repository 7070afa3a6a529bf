import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { withCommas } from '@shared/request/wording.js';
import { useDelayed } from '../../components/use-delayed.js';
import { useShownUploads } from '../../store/delivery/shown-uploads.js';
import { revealFields, useDraft } from '../../store/draft-store.js';
import { fieldLabel, fieldsAfterPreview } from '../../store/fields.js';
import { cancelPreview, renderNow } from '../../store/preview-runner.js';
import { usePreview } from '../../store/preview-store.js';
import { fieldsOf, useIssues } from '../../store/reading.js';
import { focusField } from '../../store/ui-store.js';
import { SentLine } from '../deliveries/SentLine.js';
import { JobLine } from './JobLine.js';
import { SavedLine } from './SavedLine.js';
import { usePreviewContent } from '../../store/preview-content.js';
import { PreflightButton } from './PreflightButton.js';

/** One quiet line beside the save button: what is going on, else where the PDF was saved or uploaded. Its room is always kept. */
export function StatusLine() {
  return (
    <div className="status-line">
      <div className="status-text" role="status" data-keeps-focus="">
        <Status />
      </div>
      <PreflightButton />
    </div>
  );
}

function Status() {
  const { phase, progress } = usePreview();
  const showsWork = useDelayed(phase === 'working', 400);
  const showsInspecting = useDelayed(
    useDraft(({ inspecting }) => inspecting),
    200,
  );
  const found = useDraft((state) => state.found);
  const tab = useDraft(({ draft }) => draft.tab);
  const content = usePreviewContent();
  const hasUploads = useShownUploads().rows.length > 0;
  const revealed = useDraft((state) => state.revealed);
  const wrong = fieldsOf(useIssues()).find(
    (field) => !fieldsAfterPreview.has(field) && revealed.has(field),
  );

  if (showsInspecting) return <Line text={inspectingText(found)} />;
  if (content.kind === 'job') return <JobLine id={content.id} />;
  if (showsWork) {
    return (
      <Line text={workText(progress)}>
        <Button variant="default" size="compact-sm" onClick={cancelPreview}>
          Cancel
        </Button>
      </Line>
    );
  }
  if (content.kind !== 'pdf') return null;
  if (wrong) {
    return (
      <Line text={`${fieldLabel(wrong, tab)} needs a correction before the preview can follow.`}>
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => {
            revealFields([wrong]);
            focusField(wrong);
          }}
        >
          Show
        </Button>
      </Line>
    );
  }
  if (phase === 'canceled') {
    return (
      <Line text="Canceled. The pages are from before.">
        <Button variant="default" size="compact-sm" onClick={renderNow}>
          Make the preview
        </Button>
      </Line>
    );
  }
  return hasUploads ? <SentLine /> : <SavedLine />;
}

function inspectingText(found: number): string {
  const text = 'Looking for documents in what was added';
  return found === 0 ? text : `${text}: ${withCommas(found)} so far`;
}

function Line({ text, children }: { readonly text: string; readonly children?: ReactNode }) {
  return (
    <>
      <span className="cut">{text}</span>
      {children}
    </>
  );
}

const stageTexts = {
  loading: 'Loading the page',
  printing: 'Printing',
  writing: 'Writing the PDF',
  packing: 'Putting styles and images into the page',
  sending: 'Sending the page',
  rendering: 'Waiting for the service',
  fetching: 'Fetching the PDF',
} as const;

function workText({
  stage,
  waitingFor,
}: ReturnType<typeof usePreview.getState>['progress']): string {
  return waitingFor === undefined ? stageTexts[stage] : `Waiting for ${waitingFor}`;
}
