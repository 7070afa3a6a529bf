import type { JobRow, QueueSummary } from '@shared/jobs.js';
import { type Message, message } from '@shared/messages/message.js';
import { remoteStageText } from '../document/remote/services.js';
import { formatBytes, formatDuration, formatPages } from '../i18n/format.js';
import { shortReason } from './short-reason.js';
import type { QueueTab } from './jobs-store.js';
import { t, textOf } from '../i18n/t.js';

/** Labels of the tabs. */
export const tabNames: Readonly<Record<QueueTab, Message>> = {
  all: message('queue.all'),
  failed: message('queue.failed'),
  running: message('queue.running'),
  waiting: message('queue.waiting'),
  done: message('queue.done'),
  canceled: message('queue.canceled'),
};

const statusNames: Readonly<Record<JobRow['status'], Message>> = {
  queued: message('queue.waiting'),
  running: message('queue.running'),
  completed: message('queue.completed'),
  failed: message('queue.failed'),
  canceled: message('queue.canceled'),
};

const stageNames = {
  loading: message('queue.loading'),
  printing: message('queue.printing'),
  writing: message('queue.writing'),
  inlining: message('queue.bundling'),
  sending: message('queue.sending'),
  rendering: message('queue.rendering'),
  fetching: message('queue.downloading'),
} as const;

/** Returns the status of a job in a word or two. */
export function statusText({ status, skipped, discarded }: JobRow): string {
  if (skipped === true) return t('queue.skipped');
  return discarded === true ? t('uploads.discarded') : textOf(statusNames[status]);
}

/** Returns the status or outcome of a job in a line. */
export function outcomeText(row: JobRow): string {
  switch (row.status) {
    case 'queued':
      return row.error ? textOf(row.error.message) : statusText(row);
    case 'canceled':
      return statusText(row);
    case 'running':
      if (row.waitingFor !== undefined) {
        return t('queue.waitingForResource', { resource: row.waitingFor });
      }
      if (row.stage === undefined) return t('queue.starting');
      return remoteStageText(row, t('preview.theService')) ?? textOf(stageNames[row.stage]);
    case 'completed':
      if (row.remote?.notFetched !== undefined) return textOf(row.remote.notFetched);
      return row.skipped === true ? t('window.skippedNameExists') : resultText(row);
    case 'failed':
      return row.error ? textOf(row.error.message) : t('queue.failed');
  }
}

/** Returns the text of a canceled job. A service may continue. */
export function canceledText({ renderOn }: JobRow): string {
  if (renderOn === undefined) return t('queue.canceledEarly');
  return t('queue.canceledAtService');
}

/** Returns the status of a job for its row, where little space is left. Empty if it is done. */
export function rowText(row: JobRow): string {
  switch (row.status) {
    case 'queued':
      return row.error ? t('queue.waitingForKey') : statusText(row);
    case 'failed':
      return row.error ? shortReason(row.error) : statusText(row);
    case 'completed':
      if (row.remote?.notFetched !== undefined) return t('queue.notDownloaded');
      return row.skipped === true ? t('queue.skippedExists') : '';
    case 'running':
    case 'canceled':
      return outcomeText(row);
  }
}

/** Returns `12 pages · 184 KB`, as far as it is known. */
function resultText({ pages, size }: JobRow): string {
  const facts = [
    ...(pages === undefined ? [] : [formatPages(pages)]),
    ...(size === undefined ? [] : [formatBytes(size)]),
  ];
  return facts.length === 0 ? t('queue.completed') : facts.join(' · ');
}

/** Returns `12 pages · 184 KB · 0.4 s`, as far as it is known. */
export function factsText(row: JobRow): string {
  const { ranMs } = row;
  if (ranMs === undefined) return resultText(row);
  return [resultText(row), t('queue.seconds', { seconds: ranMs / 1000 })].join(' · ');
}

/** Returns the number of warnings: `2 warnings`; empty for none. */
export function findingsText(count: number): string {
  if (count === 0) return '';
  return t('preview.warningCount', { count });
}

/** Returns the progress of the batch: `4 of 5 · about 2 s left`; null without a batch. */
export function batchText({ batch, paused }: QueueSummary): string | null {
  if (!batch) return null;
  const progress = { done: batch.ended, total: batch.total };
  if (paused) return t('queue.progressPaused', progress);
  if (batch.secondsLeft === null) return t('queue.progress', progress);
  return t('queue.progressTimeLeft', { ...progress, time: formatDuration(batch.secondsLeft) });
}

/** Returns the announcement at the end of a batch. */
export function batchEndText({ total, failed }: NonNullable<QueueSummary['batch']>): string {
  return failed === 0
    ? t('queue.batchConverted', { count: total })
    : t('queue.batchFailed', { count: total, failed });
}
