import { Button } from '@mantine/core';
import { openJob, showJobInFolder } from '../../queue/job-actions.js';
import { useJob } from '../../queue/jobs-store.js';
import { PathEnd, pathSlot } from '../../ui/PathEnd.js';
import { t } from '../../i18n/t.js';

/** The status line while a job is shown: its name or path, with actions. */
export function JobLine({ id }: { readonly id: string }) {
  const row = useJob(id);
  if (!row) return null;
  if (row.path === undefined)
    return <span className="cut">{t('preview.viewing', { path: row.name })}</span>;
  return (
    <>
      <PathEnd text={t('preview.viewing', { path: pathSlot })} path={row.path} />
      <Button variant="subtle" size="compact-sm" onClick={() => void showJobInFolder(id)}>
        {t('window.showInFolder')}
      </Button>
      <Button variant="subtle" size="compact-sm" onClick={() => void openJob(id)}>
        {t('window.open')}
      </Button>
    </>
  );
}
