import { Button } from '@mantine/core';
import { openJob, showJobInFolder } from '../../store/jobs/job-actions.js';
import { useJob } from '../../store/jobs/jobs-store.js';
import { PathEnd } from '../../components/PathEnd.js';

/** The status line while a job is shown: its name or path, with actions. */
export function JobLine({ id }: { readonly id: string }) {
  const row = useJob(id);
  if (!row) return null;
  if (row.path === undefined) return <span className="cut">Viewing: {row.name}</span>;
  return (
    <>
      <PathEnd before="Viewing: " path={row.path} />
      <Button variant="subtle" size="compact-sm" onClick={() => void showJobInFolder(id)}>
        Show in folder
      </Button>
      <Button variant="subtle" size="compact-sm" onClick={() => void openJob(id)}>
        Open
      </Button>
    </>
  );
}
