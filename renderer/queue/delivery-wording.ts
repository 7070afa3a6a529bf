import type { JobRow } from '@shared/jobs.js';
import { type Message, type MessageKey, isMessage, message } from '@shared/messages/message.js';
import { formatDuration, formatTransfer, formatUnit } from '../i18n/format.js';
import { t, textOf } from '../i18n/t.js';
import type { DeliveryRow, DeliveryStatus } from '@shared/deliveries.js';
import { linkSecondsSchema } from '@shared/link-seconds.js';
import { isServerDestination } from '@shared/upload-location.js';
import { shortReason } from './wording.js';

/** Such an upload waits for an answer. */
export function hasNameConflict({ status, error }: DeliveryRow): boolean {
  return status === 'failed' && error?.code === 'object-exists';
}

/**
 * The delivery waits until the user enters the key of its destination, or the signing secret of
 * webhooks.
 */
export function isMissingCredential({ status, error }: DeliveryRow): boolean {
  return status === 'waiting' && error?.fields?.some(({ field }) => field === 'secret') === true;
}

/** Rather than in a bucket. */
export function isOnServer({ kind, destination }: DeliveryRow): boolean {
  return kind === 'upload' && isServerDestination(destination);
}

/** By a browser. */
export function isOpenable({ receipt }: DeliveryRow): boolean {
  return receipt !== undefined && /^https?:/.test(receipt.url);
}

/** Failed permanently, without a question to answer: only the user can retry it. */
export function isRefused(row: DeliveryRow): boolean {
  return row.status === 'failed' && !hasNameConflict(row);
}

/** Needs no more work. */
export function isSucceeded({ status }: DeliveryRow): boolean {
  return status === 'delivered' || status === 'skipped';
}

/**
 * Those of finished deliveries. The webhook of a job with an unfinished upload is kept, because the
 * outbox sends it again if that upload succeeds.
 */
export function clearableIds(listed: readonly DeliveryRow[]): readonly string[] {
  const open = new Set(
    listed.flatMap((row) => (row.kind === 'upload' && !isSucceeded(row) ? [row.job] : [])),
  );
  return listed
    .filter((row) => isSucceeded(row) && !(row.kind === 'webhook' && open.has(row.job)))
    .map(({ id }) => id);
}

/** The name in the bucket, or which webhook. */
export function deliveryName(row: DeliveryRow): string {
  if (row.kind === 'webhook') {
    return row.file === '' ? t('uploads.webhook') : t('uploads.webhookFor', { file: row.file });
  }
  return row.destination.split('/').at(-1) ?? row.file;
}

/**
 * Where a PDF was uploaded, and under which name if it isn't the requested one.
 * @param isOutdated true if the PDF has changed since
 */
export function uploadedText(row: DeliveryRow, requested: string, isOutdated: boolean): string {
  const name = deliveryName(row);
  const destination = row.to;
  if (name === requested) {
    return isOutdated
      ? t('uploads.changedSinceUpload', { destination })
      : t('uploads.uploadedTo', { destination });
  }
  return isOutdated
    ? t('uploads.changedSinceUploadAs', { destination, name })
    : t('uploads.uploadedToAs', { destination, name });
}

/** In a word or two, for the icon. */
export function deliveryStatusText(row: DeliveryRow): string {
  if (hasNameConflict(row)) return t('uploads.nameConflict');
  const { kind, status } = row;
  if (isMissingCredential(row)) return waitingForText(row);
  return textOf(kind === 'upload' ? uploadNames[status] : webhookNames[status]);
}

function waitingForText(row: DeliveryRow): string {
  if (row.kind === 'webhook') return t('uploads.waitingForSecret');
  return isOnServer(row) ? t('uploads.waitingForPassword') : t('uploads.waitingForKey');
}

const uploadNames: Readonly<Record<DeliveryStatus, Message>> = {
  waiting: message('uploads.waiting'),
  running: message('uploads.uploading'),
  delivered: message('uploads.uploaded'),
  skipped: message('uploads.skipped'),
  failed: message('uploads.failed'),
  canceled: message('uploads.canceled'),
};

const webhookNames: Readonly<Record<DeliveryStatus, Message>> = {
  ...uploadNames,
  running: message('uploads.sending'),
  delivered: message('uploads.sent'),
  failed: message('uploads.webhookFailed'),
};

/** Messages that say what was delivered and where, and then have the reason as a parameter. */
const withDestination: ReadonlySet<MessageKey> = new Set<MessageKey>([
  's3.uploadFailed',
  's3.readFailed',
  's3.deleteFailed',
  's3.linkFailed',
  'servers.uploadFailed',
  'webhooks.failed',
]);

/** Without name and destination, which are shown beside it. */
export function reasonText(row: DeliveryRow): string {
  if (hasNameConflict(row)) return t('uploads.nameExists');
  return row.error ? textOf(withoutDestination(row.error.message)) : '';
}

function withoutDestination(error: Message): Message {
  const reason = error.params?.['reason'];
  const isReason = withDestination.has(error.key) && reason !== undefined && isMessage(reason);
  return isReason ? reason : error;
}

/**
 * For a line that already shows its name and destination.
 * @param now milliseconds since the epoch, for the countdown
 */
export function deliveryText(row: DeliveryRow, now: number): string {
  switch (row.status) {
    case 'waiting':
      return waitingText(row, now);
    case 'running':
      return row.kind === 'upload' ? uploadingText(row) : deliveryStatusText(row);
    case 'delivered':
      return deliveryStatusText(row);
    case 'skipped':
      return t('window.skippedNameExists');
    case 'failed':
    case 'canceled':
      return row.error ? reasonText(row) : deliveryStatusText(row);
  }
}

/** For places that don't show the name. */
function shortDeliveryText(row: DeliveryRow): string {
  if (row.kind === 'webhook') {
    return isMissingCredential(row)
      ? t('uploads.webhookStatusSecret')
      : textOf(webhookStatuses[row.status]);
  }
  if (row.status === 'running') return uploadingText(row);
  return isRefused(row) && row.error ? shortReason(row.error) : deliveryStatusText(row);
}

const webhookStatuses: Readonly<Record<DeliveryStatus, Message>> = {
  waiting: message('uploads.webhookStatusWaiting'),
  running: message('uploads.webhookStatusSending'),
  delivered: message('uploads.webhookStatusSent'),
  skipped: message('uploads.webhookStatusSkipped'),
  failed: message('uploads.webhookStatusFailed'),
  canceled: message('uploads.webhookStatusCanceled'),
};

function uploadingText({ sent = 0, size }: DeliveryRow): string {
  return t('uploads.uploadingSize', { size: formatTransfer(sent, size) });
}

/** When the delivery is retried, and why. */
function waitingText(row: DeliveryRow, now: number): string {
  if (isMissingCredential(row)) return missingCredentialText(row);
  const next = nextTry(row.retryAt, now);
  if (row.attempts === 0 && !row.error) return t('uploads.waitingInQueue');
  return row.error ? t('uploads.retryReason', { retry: next, reason: reasonText(row) }) : next;
}

function missingCredentialText(row: DeliveryRow): string {
  const { kind, to } = row;
  if (kind === 'webhook') return t('uploads.waitingForSigningSecret');
  return isOnServer(row)
    ? t('uploads.waitingForPasswordOf', { destination: to })
    : t('uploads.waitingForKeyOf', { destination: to });
}

function nextTry(retryAt: number | undefined, now: number): string {
  if (retryAt === undefined || retryAt <= now) return t('uploads.retryingNow');
  return t('uploads.retryingIn', { time: formatDuration((retryAt - now) / 1000) });
}

/**
 * Summarizes the deliveries of a job: progress, otherwise what failed, otherwise that all are
 * delivered.
 * @param job how many of its uploads the user discarded, and whether that was all of them
 */
export function jobDeliveriesText(
  rows: readonly DeliveryRow[],
  { dropped = 0, discarded = false }: Pick<JobRow, 'dropped' | 'discarded'> = {},
): string {
  const left = rowsText(rows);
  const gone = discarded
    ? t('uploads.discarded')
    : dropped > 0
      ? t('uploads.discardedCount', { count: dropped })
      : '';
  const parts = discarded ? [gone, left] : [left, gone];
  return parts.filter((part) => part !== '').join(' · ');
}

function rowsText(rows: readonly DeliveryRow[]): string {
  const failed = rows.filter(({ status }) => status === 'failed');
  const running = rows.filter(({ status }) => status === 'running');
  const [first] = [
    ...running,
    ...failed,
    ...rows.filter(({ status }) => status === 'waiting'),
    ...rows,
  ];
  if (!first) return '';
  if (rows.length === 1) return shortDeliveryText(first);
  const delivered = rows.filter(({ status }) => status === 'delivered').length;
  if (delivered === rows.length) return t('uploads.allDelivered');
  const count = t('uploads.deliveredOf', { delivered, total: rows.length });
  return `${shortDeliveryText(first)} · ${count}`;
}

/** The offered lifetimes of a temporary link, in seconds. */
export const linkTimes = [3600, 86_400, 604_800] as const;

/** The units of a custom lifetime, in seconds. */
const linkUnits = { minutes: 60, hours: 3600, days: 86_400 } as const;
export type LinkUnit = keyof typeof linkUnits;

const secondsInWeek = 604_800;
const unitNames = { minutes: 'minute', hours: 'hour', days: 'day' } as const;

/** `1 day`, `90 minutes`. */
export function linkTimeText(seconds: number): string {
  if (seconds === secondsInWeek) return formatUnit(1, 'week');
  const { count, unit } = inUnits(seconds);
  return formatUnit(count, unitNames[unit]);
}

/** The largest unit that divides the duration. */
export function inUnits(seconds: number): { readonly count: number; readonly unit: LinkUnit } {
  const units: readonly LinkUnit[] = ['days', 'hours'];
  const unit = units.find((each) => seconds % linkUnits[each] === 0) ?? 'minutes';
  return { count: Math.round(seconds / linkUnits[unit]), unit };
}

/** Null if outside of a link's limits, one minute to one week. */
export function linkSeconds(typed: string, unit: LinkUnit): number | null {
  const count = Number(typed.trim().replace(',', '.'));
  if (typed.trim() === '' || !Number.isFinite(count)) return null;
  const parsed = linkSecondsSchema.safeParse(Math.round(count * linkUnits[unit]));
  return parsed.success ? parsed.data : null;
}
