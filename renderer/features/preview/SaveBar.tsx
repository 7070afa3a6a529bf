import { Button } from '@mantine/core';
import { Download } from 'lucide-react';
import { countSources } from '../../store/batch/read-batch.js';
import { useDraft } from '../../store/draft-store.js';
import { saveJob } from '../../store/jobs/job-actions.js';
import { hasPdf, leaveJob } from '../../store/jobs/job-view.js';
import { useJob } from '../../store/jobs/jobs-store.js';
import { usePreviewContent } from '../../store/preview-content.js';
import { UploadButton } from '../deliveries/UploadButton.js';
import { ConvertButton } from './ConvertButton.js';
import { SaveButton } from './SaveButton.js';

/** The one primary action: converting where there are several documents, else saving the one that is shown. */
export function SaveBar() {
  const isBatch = useDraft(({ draft }) => countSources(draft) > 1);
  const content = usePreviewContent();
  return (
    <div className="save-bar" data-crowded={isBatch || content.kind === 'job' || undefined}>
      {content.kind === 'job' ? (
        <JobButtons id={content.id} />
      ) : (
        <>
          <UploadButton />
          <SaveButton isPrimary={!isBatch} />
          {isBatch && <ConvertButton />}
        </>
      )}
    </div>
  );
}

/** While a job is looked at: back to the form, and the job's PDF into a bucket or as a copy. */
function JobButtons({ id }: { readonly id: string }) {
  const row = useJob(id);
  return (
    <>
      <Button variant="default" onClick={leaveJob}>
        Back to the form
      </Button>
      {row && hasPdf(row) && (
        <>
          <UploadButton />
          <Button
            variant="filled"
            leftSection={<Download size={16} aria-hidden />}
            onClick={() => void saveJob(id)}
          >
            Save a copy
          </Button>
        </>
      )}
    </>
  );
}
