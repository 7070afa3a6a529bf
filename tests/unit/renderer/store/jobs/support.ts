import {
  type JobRow,
  type JobStatus,
  type QueueSummary,
  jobStatuses,
} from '../../../../../electron/shared/jobs.js';

/** A row of the list with an id and a state. */
export function row(id: string, status: JobStatus = 'queued', more: Partial<JobRow> = {}): JobRow {
  return { id, name: `${id}.html`, place: '', status, deliveries: [], findings: 0, ...more };
}

/** Rows by their ids, each written as `id:status`, or as the id alone if it waits. */
export function rowsOf(...texts: readonly string[]): Map<string, JobRow> {
  return new Map(
    texts.map((text) => {
      const [id = '', written = 'queued'] = text.split(':');
      const status = jobStatuses.find((known) => known === written);
      if (!status) throw new Error(`"${written}" is no status of a job.`);
      return [id, row(id, status)];
    }),
  );
}

/** The state of a queue that stands still, with some of it changed. */
export function summary(more: Partial<QueueSummary> = {}): QueueSummary {
  const counts = { queued: 0, running: 0, completed: 0, failed: 0, canceled: 0 };
  return { paused: false, counts, batch: null, ...more };
}
