import type { JobRow, QueueSummary } from '@shared/jobs.js';
import { quote, withCommas } from '@shared/request/text.js';
import { remoteStageText } from '../remote/remote-wording.js';
import { formatBytes, formatFiles, formatPages } from '../wording.js';
import type { JobFilter } from './job-filter.js';
import { textOf } from '../../i18n/t.js';

/** Labels of the filters. */
export const filterNames: Readonly<Record<JobFilter, string>> = {
  all: 'All',
  queued: 'Waiting',
  running: 'Running',
  failed: 'Failed',
  done: 'Completed',
};

const statusNames: Readonly<Record<JobRow['status'], string>> = {
  queued: 'Waiting',
  running: 'Running',
  completed: 'Completed',
  failed: 'Failed',
  canceled: 'Canceled',
};

const stageNames = {
  loading: 'Loading',
  printing: 'Printing',
  writing: 'Writing PDF',
  packing: 'Bundling',
  sending: 'Sending',
  rendering: 'Rendering',
  fetching: 'Downloading PDF',
} as const;

/** Returns the status of a job in a word or two. */
export function statusText({ status, skipped, nowhere }: JobRow): string {
  if (skipped === true) return 'Skipped';
  return nowhere === true ? 'Upload discarded' : statusNames[status];
}

/** Returns the status or outcome of a job in a line. */
export function outcomeText(row: JobRow): string {
  switch (row.status) {
    case 'queued':
      return row.error ? textOf(row.error.message) : statusText(row);
    case 'canceled':
      return statusText(row);
    case 'running':
      if (row.waitingFor !== undefined) return `Waiting for ${row.waitingFor}`;
      if (row.stage === undefined) return 'Starting';
      return remoteStageText(row, 'the service') ?? stageNames[row.stage];
    case 'completed':
      if (row.remote?.notFetched !== undefined) return row.remote.notFetched;
      return row.skipped === true
        ? 'Skipped: a file with that name already exists'
        : resultText(row);
    case 'failed':
      return row.error ? textOf(row.error.message) : 'Failed';
  }
}

/** Returns the text of a canceled job. A service may continue. */
export function canceledText({ renderOn }: JobRow): string {
  if (renderOn === undefined) return 'Canceled before it was converted.';
  return 'Canceled. The service may still finish and charge for it.';
}

/**
 * Returns the outcome for the job's own row, without a leading file or service name that the row
 * already shows.
 * @param service name of the service; null for local conversion
 */
export function rowText(row: JobRow, service: string | null): string {
  if (row.status === 'queued' && row.error) return "Waiting for the service's key";
  const text = outcomeText(row);
  const subjects = [
    `"${row.place}/${row.name}" `,
    ...(service === null ? [] : [`The service ${quote(service)} `]),
  ];
  const subject = subjects.find((each) => text.startsWith(each));
  if (subject === undefined) return text;
  const rest = text.slice(subject.length);
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

/** Returns `12 pages · 184 KB`. */
function resultText({ pages, size }: JobRow): string {
  const facts = [
    ...(pages === undefined ? [] : [formatPages(pages)]),
    ...(size === undefined ? [] : [formatBytes(size)]),
  ];
  return facts.length === 0 ? 'Completed' : facts.join(' · ');
}

/** Returns the number of warnings: `2 warnings`; empty for none. */
export function findingsText(count: number): string {
  if (count === 0) return '';
  return count === 1 ? '1 warning' : `${withCommas(count)} warnings`;
}

/** Counts the jobs by status, without zeros: `3 completed`, `1 running`. */
export function countsText({ counts }: QueueSummary): readonly string[] {
  const words = [
    [counts.completed, 'completed'],
    [counts.running, 'running'],
    [counts.queued, 'waiting'],
    [counts.failed, 'failed'],
    [counts.canceled, 'canceled'],
  ] as const;
  return words.flatMap(([count, word]) => (count === 0 ? [] : [`${withCommas(count)} ${word}`]));
}

/** Returns the progress of the batch: `4 of 5 · about 2 s left`; null without a batch. */
export function batchText({ batch, paused }: QueueSummary): string | null {
  if (!batch) return null;
  const done = `${batch.ended.toLocaleString('en')} of ${batch.total.toLocaleString('en')}`;
  if (paused) return `${done} · paused`;
  return batch.secondsLeft === null ? done : `${done} · about ${timeText(batch.secondsLeft)} left`;
}

/** Returns a rough duration: `2 s`, `4 min`, `1 h 20 min`. */
export function timeText(seconds: number): string {
  if (seconds < 59.5) return `${Math.max(1, Math.round(seconds))} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const rest = Math.round((minutes % 60) / 10) * 10;
  const hours = Math.floor(minutes / 60) + (rest === 60 ? 1 : 0);
  return rest === 0 || rest === 60 ? `${hours} h` : `${hours} h ${rest} min`;
}

/** Returns the announcement at the end of a batch. */
export function batchEndText({ total, failed }: NonNullable<QueueSummary['batch']>): string {
  if (failed === 0) return `Batch complete: ${formatFiles(total)} converted`;
  return `Batch complete: ${formatFiles(total)}, ${failed.toLocaleString('en')} failed`;
}
