import {
  type JobRow,
  type JobStatus,
  type QueueSummary,
  jobStatuses,
} from '../../../../electron/shared/jobs.js';

/** Returns a row with an id and a status. */
export function row(id: string, status: JobStatus = 'queued', more: Partial<JobRow> = {}): JobRow {
  return { id, name: `${id}.html`, place: '', status, deliveries: [], findings: 0, ...more };
}

/** Returns rows by id, each written as `id:status`, or as the id alone if queued. */
export function rowsOf(...texts: readonly string[]): Map<string, JobRow> {
  return new Map(
    texts.map((text) => {
      const [id = '', written = 'queued'] = text.split(':');
      const status = jobStatuses.find((known) => known === written);
      if (!status) throw new Error(`"${written}" is not a job status.`);
      return [id, row(id, status)];
    }),
  );
}

/** Returns the summary of an idle queue with some changes. */
export function summary(more: Partial<QueueSummary> = {}): QueueSummary {
  const counts = { queued: 0, running: 0, completed: 0, failed: 0, canceled: 0 };
  return { paused: false, counts, batch: null, lastBatch: null, ...more };
}
