import type { JobRow, QueueSummary } from '@shared/jobs.js';
import { quote, quotePath } from '@shared/request/text.js';
import {
  type Message,
  type MessageKey,
  type ParamValue,
  isMessage,
  message,
} from '@shared/messages/message.js';
import { remoteStageText } from '../document/remote/remote-wording.js';
import { formatPages } from '../ui/wording.js';
import type { JobFilter } from './job-filter.js';
import { t, textOf } from '../i18n/t.js';
import { formatBytes, formatDuration } from '../i18n/format.js';

/** Labels of the filters. */
export const filterNames: Readonly<Record<JobFilter, Message>> = {
  all: message('queue.all'),
  queued: message('queue.waiting'),
  running: message('queue.running'),
  failed: message('queue.failed'),
  done: message('queue.completed'),
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

/**
 * Returns the outcome for the job's own row, without the folder of its file and the name of its
 * service, which the row already shows.
 * @param service name of the service; null for local conversion
 */
export function rowText(row: JobRow, service: string | null): string {
  if (row.status === 'queued' && row.error) return t('queue.waitingForKey');
  if (row.status !== 'failed' || !row.error) return outcomeText(row);
  return textOf(withoutFolder(withoutService(row.error.message, service), row));
}

/** Messages that name a service, and the same ones without it. */
const anonymousKeys: Readonly<Partial<Record<MessageKey, MessageKey>>> = {
  'remote.unreachable': 'remote.anonymousUnreachable',
  'remote.uncertain': 'remote.anonymousUncertain',
  'remote.refused': 'remote.anonymousRefused',
};

function withoutService(error: Message, service: string | null): Message {
  const { key, params = {} } = error;
  if (service === null) return error;
  const inner = params['error'];
  if (key === 'remote.withAdvice' && inner !== undefined && isMessage(inner)) {
    return { key, params: { ...params, error: withoutService(inner, service) } };
  }
  const anonymous = params['service'] === quote(service) ? anonymousKeys[key] : undefined;
  return anonymous === undefined ? error : { key: anonymous, params };
}

/** Returns a message with the name of the job's file in place of its path. */
function withoutFolder(text: Message, { place, name }: JobRow): Message {
  const { key, params } = text;
  if (typeof name !== 'string' || params === undefined) return text;
  const path = `${place}/${name}`;
  const short = (value: ParamValue): ParamValue => {
    if (value === path) return name;
    return value === quotePath(path) ? quotePath(name) : value;
  };
  const entries = Object.entries(params).map(([param, value]) => [param, short(value)] as const);
  return { key, params: Object.fromEntries(entries) };
}

/** Returns `12 pages · 184 KB`. */
function resultText({ pages, size }: JobRow): string {
  const facts = [
    ...(pages === undefined ? [] : [formatPages(pages)]),
    ...(size === undefined ? [] : [formatBytes(size)]),
  ];
  return facts.length === 0 ? t('queue.completed') : facts.join(' · ');
}

/** Returns the number of warnings: `2 warnings`; empty for none. */
export function findingsText(count: number): string {
  if (count === 0) return '';
  return t('preview.warningCount', { count });
}

/** Counts the jobs by status, without zeros: `3 completed`, `1 running`. */
export function countsText({ counts }: QueueSummary): readonly string[] {
  const { completed, running, queued, failed, canceled } = counts;
  return [
    ...(completed > 0 ? [t('queue.countCompleted', { count: completed })] : []),
    ...(running > 0 ? [t('queue.countRunning', { count: running })] : []),
    ...(queued > 0 ? [t('queue.countWaiting', { count: queued })] : []),
    ...(failed > 0 ? [t('queue.countFailed', { count: failed })] : []),
    ...(canceled > 0 ? [t('queue.countCanceled', { count: canceled })] : []),
  ];
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
