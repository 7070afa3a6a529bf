import { Button } from '@mantine/core';
import { CircleAlert } from 'lucide-react';
import { retryJobs, saveJob } from '../../store/jobs/job-actions.js';
import { useJob } from '../../store/jobs/jobs-store.js';

/** Over the PDF of a job that was made and could not be written: why, and where else it could go. */
export function JobErrorBanner({ id }: { readonly id: string }) {
  const row = useJob(id);
  if (!row?.error || row.kept !== true) return null;
  return (
    <div className="error-banner" role="alert">
      <CircleAlert size={18} aria-hidden />
      <div className="banner-body">
        <div className="banner-text">
          <p>{row.error.message}</p>
          <p className="quiet small">The PDF is kept: nothing has to be made again.</p>
        </div>
        <div className="row">
          <Button variant="default" onClick={() => void retryJobs([id])}>
            Write it again
          </Button>
          <Button variant="default" onClick={() => void saveJob(id)}>
            Save elsewhere
          </Button>
        </div>
      </div>
    </div>
  );
}
