import { Button, Tooltip } from '@mantine/core';
import { Download } from 'lucide-react';
import { countSources } from '../batch/read-batch.js';
import { useDraft } from '../form/draft-store.js';
import { saveJob } from '../../queue/job-actions.js';
import { hasPdf, leaveJob, useJobView } from '../../queue/job-view.js';
import { useJob } from '../../queue/jobs-store.js';
import { usePreviewContent } from './preview-content.js';
import { UploadButton } from '../../queue/uploads/UploadButton.js';
import { ConvertButton } from './ConvertButton.js';
import { RequestMenu } from './RequestMenu.js';
import { SaveButton } from './SaveButton.js';
import { ServiceButton } from './ServiceButton.js';
import { t, textOf } from '../../i18n/t.js';

/** The primary action: convert for batches and remote services, otherwise save. */
export function SaveBar() {
  const isBatch = useDraft(({ draft }) => countSources(draft) > 1);
  const isOnService = useDraft(({ draft }) => draft.renderOn !== null) && !isBatch;
  const content = usePreviewContent();
  const isThere = content.kind === 'pdf' && !content.isOutdated;
  const isCrowded = isBatch || isOnService || content.kind === 'job';
  return (
    <div className="save-bar" data-crowded={isCrowded || undefined}>
      {content.kind === 'job' ? (
        <JobButtons id={content.id} />
      ) : (
        <>
          <RequestMenu />
          <UploadButton />
          <SaveButton isPrimary={!isBatch && (!isOnService || isThere)} />
          {isBatch && <ConvertButton />}
          {isOnService && <ServiceButton isPrimary={!isThere} />}
        </>
      )}
    </div>
  );
}

/** While a job is shown: back to the editor, upload, and save a copy. */
function JobButtons({ id }: { readonly id: string }) {
  const row = useJob(id);
  const error = useJobView((state) => state.error);
  // A PDF that was only uploaded is no longer on disk. One that was saved may exist and only fail
  // to display.
  const obstacle = row?.path === undefined && error !== null ? textOf(error.message) : null;
  return (
    <>
      <Button variant="default" onClick={leaveJob}>
        {t('preview.backToEditor')}
      </Button>
      {row && hasPdf(row) && (
        <>
          <UploadButton />
          <Tooltip label={obstacle} disabled={obstacle === null}>
            <Button
              variant="filled"
              leftSection={<Download size={16} aria-hidden />}
              {...(obstacle !== null && { 'data-disabled': true, 'aria-disabled': true })}
              onClick={() => {
                if (obstacle === null) void saveJob(id);
              }}
            >
              {t('uploads.saveCopy')}
            </Button>
          </Tooltip>
        </>
      )}
    </>
  );
}
