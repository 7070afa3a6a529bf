import { Button } from '@mantine/core';
import { CircleAlert, CircleMinus, CircleSlash, Clock, LoaderCircle } from 'lucide-react';
import type { AppErrorData } from '@shared/errors.js';
import type { JobRow } from '@shared/jobs.js';
import { EmptyNotice } from '../../ui/EmptyNotice.js';
import { cancelJobs, openJob, retryJobs } from '../../queue/job-actions.js';
import { hasPdf } from '../../queue/job-view.js';
import { canceledText, outcomeText } from '../../queue/job-wording.js';
import { useJob } from '../../queue/jobs-store.js';
import { useMissingCredential } from '../remote/missing-credential.js';
import { ErrorActions } from './ErrorActions.js';
import { DownloadFailed } from './DownloadFailed.js';
import { t, textOf } from '../../i18n/t.js';

interface JobPreviewProps {
  readonly id: string;
  /** Why the job's PDF can't be shown. */
  readonly error: AppErrorData | null;
}

/** The preview area for a job without a PDF: says why and what to do. */
export function JobPreview({ id, error }: JobPreviewProps) {
  const row = useJob(id);
  if (!row) return null;
  return (
    <div className="preview-empty" role={row.status === 'failed' || error ? 'alert' : undefined}>
      {error ? <Unshowable row={row} error={error} /> : <JobNotice row={row} />}
    </div>
  );
}

function Unshowable({ row, error }: { readonly row: JobRow; readonly error: AppErrorData }) {
  return (
    <EmptyNotice
      icon={CircleAlert}
      title={t('preview.couldNotShow', { name: row.name })}
      actions={<ErrorActions error={error} retry={() => void retryJobs([row.id])} />}
    >
      {textOf(error.message)}
    </EmptyNotice>
  );
}

function JobNotice({ row }: { readonly row: JobRow }) {
  const retry = () => void retryJobs([row.id]);
  switch (row.status) {
    case 'queued':
    case 'running':
      return (
        <EmptyNotice
          icon={row.status === 'queued' ? Clock : LoaderCircle}
          title={textOf(row.name)}
          actions={
            <>
              <EnterKeyButton row={row} />
              <CancelButton id={row.id} />
            </>
          }
        >
          {row.status === 'queued' ? waitingText(row) : outcomeText(row)}
        </EmptyNotice>
      );
    case 'canceled':
      return (
        <EmptyNotice
          icon={CircleSlash}
          title={textOf(row.name)}
          actions={
            <Button variant="default" onClick={retry}>
              {t('window.retry')}
            </Button>
          }
        >
          {canceledText(row)}
        </EmptyNotice>
      );
    case 'failed':
      if (hasPdf(row) || !row.error) return <div className="sheet-outline" />;
      return (
        <EmptyNotice
          icon={CircleAlert}
          title={t('preview.jobFailed', { name: row.name })}
          actions={<ErrorActions error={row.error} retry={retry} renderOn={row.renderOn} />}
        >
          {textOf(row.error.message)}
        </EmptyNotice>
      );
    case 'completed':
      if (hasPdf(row)) return <div className="sheet-outline" />;
      if (row.remote?.notFetched !== undefined) return <DownloadFailed receipt={row.remote} />;
      return (
        <EmptyNotice
          icon={CircleMinus}
          title={textOf(row.name)}
          actions={
            <Button variant="default" onClick={() => void openJob(row.id)}>
              {t('preview.openFile')}
            </Button>
          }
        >
          {row.path === undefined
            ? t('window.skippedNameExists')
            : t('preview.skippedExists', { path: row.path })}
        </EmptyNotice>
      );
  }
}

function waitingText({ error }: JobRow): string {
  return error
    ? t('preview.continuesAutomatically', { reason: error.message })
    : t('preview.waitingInQueue');
}

function EnterKeyButton({ row }: { readonly row: JobRow }) {
  const credential = useMissingCredential(row);
  return (
    credential && (
      <Button onClick={credential.enter}>
        {t('queue.enterCredential', { credential: credential.name })}
      </Button>
    )
  );
}

function CancelButton({ id }: { readonly id: string }) {
  return (
    <Button variant="default" onClick={() => void cancelJobs([id])}>
      {t('window.cancel')}
    </Button>
  );
}
