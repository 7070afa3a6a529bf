import { Button } from '@mantine/core';
import { Banner } from '../../ui/Banner.js';
import { retryJobs, saveJob } from '../../queue/job-actions.js';
import { useJob } from '../../queue/jobs-store.js';
import { t, textOf } from '../../i18n/t.js';

/** An error over the PDF of a job that couldn't be saved. */
export function JobErrorBanner({ id }: { readonly id: string }) {
  const row = useJob(id);
  if (!row?.error || row.kept !== true) return null;
  return (
    <Banner message={textOf(row.error.message)} rest={t('preview.pdfIsSafe')}>
      <Button variant="default" onClick={() => void retryJobs([id])}>
        {t('preview.trySavingAgain')}
      </Button>
      <Button variant="default" onClick={() => void saveJob(id)}>
        {t('preview.saveAs')}
      </Button>
    </Banner>
  );
}
