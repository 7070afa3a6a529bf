import {
  CircleAlert,
  CircleCheck,
  CircleMinus,
  CircleSlash,
  Clock,
  LoaderCircle,
  type LucideIcon,
} from 'lucide-react';
import type { JobRow, JobStatus } from '@shared/jobs.js';
import { statusText } from './job-wording.js';

const icons: Readonly<Record<JobStatus, LucideIcon>> = {
  queued: Clock,
  running: LoaderCircle,
  completed: CircleCheck,
  failed: CircleAlert,
  canceled: CircleSlash,
};

/** The status of a job as a labeled icon. */
export function StatusIcon({ row }: { readonly row: JobRow }) {
  const status = row.discarded === true ? 'canceled' : row.status;
  const Icon = row.skipped === true ? CircleMinus : icons[status];
  return (
    <span className="job-icon" role="img" aria-label={statusText(row)} data-status={status}>
      <Icon size={16} aria-hidden />
    </span>
  );
}
