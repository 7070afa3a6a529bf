import type { DeliveryRow, DeliveryStatus } from '@shared/deliveries.js';
import type { JobRow } from '@shared/jobs.js';
import { withCommas } from '@shared/request/text.js';
import { timeText } from '../jobs/job-wording.js';
import { transferText } from '../remote/remote-wording.js';
import { textOf } from '../../i18n/t.js';

/** Returns true if an upload waits for an answer because its name already exists. */
export function hasNameConflict({ status, error }: DeliveryRow): boolean {
  return status === 'failed' && error?.code === 'object-exists';
}

/**
 * Returns true if a delivery waits until the user enters a secret: the key of its destination, or
 * the signing secret of webhooks.
 */
export function isMissingCredential({ status, error }: DeliveryRow): boolean {
  return status === 'waiting' && error?.fields?.some(({ field }) => field === 'secret') === true;
}

/**
 * Returns true if a delivery failed permanently, without a question to answer: only the user can
 * retry it.
 */
export function isRefused(row: DeliveryRow): boolean {
  return row.status === 'failed' && !hasNameConflict(row);
}

/** Returns true if a delivery needs no more work. */
export function isSucceeded({ status }: DeliveryRow): boolean {
  return status === 'delivered' || status === 'skipped';
}

/** Returns the state for display; a name conflict is a state of its own. */
export function shownStatus(row: DeliveryRow): DeliveryStatus | 'conflict' {
  return hasNameConflict(row) ? 'conflict' : row.status;
}

/** Returns what is delivered: the name in the bucket, or which webhook. */
export function deliveryName(row: DeliveryRow): string {
  if (row.kind === 'webhook') return row.file === '' ? 'Webhook' : `Webhook for ${row.file}`;
  return row.destination.split('/').at(-1) ?? row.file;
}

/** Returns ` as invoice-2.pdf` if an upload got another name than requested; otherwise empty. */
export function renamedText(row: DeliveryRow, asked: string): string {
  const name = deliveryName(row);
  return name === asked ? '' : ` as ${name}`;
}

/** Returns the state in a word or two, for the icon. */
export function deliveryStatusText(row: DeliveryRow): string {
  if (hasNameConflict(row)) return 'Name conflict';
  const { kind, status } = row;
  if (isMissingCredential(row)) return kind === 'upload' ? 'Waiting for key' : 'Waiting for secret';
  return kind === 'upload' ? uploadNames[status] : webhookNames[status];
}

const uploadNames: Readonly<Record<DeliveryStatus, string>> = {
  waiting: 'Waiting',
  running: 'Uploading',
  delivered: 'Uploaded',
  skipped: 'Skipped',
  failed: 'Upload failed',
  canceled: 'Canceled',
};

const webhookNames: Readonly<Record<DeliveryStatus, string>> = {
  ...uploadNames,
  running: 'Sending',
  delivered: 'Sent',
  failed: 'Failed',
};

/** Prefix of messages about uploads and webhooks: what was tried, and where. */
const whatAndWhere =
  /^(?:s3:\/\/.+?|The webhook at \S+) could not be (?:written|read|deleted|linked to|delivered): (?=\S)/s;

/** Returns why a delivery failed, without the prefix that repeats its name and destination. */
export function reasonText(row: DeliveryRow): string {
  if (hasNameConflict(row)) return 'A file with that name already exists';
  const message = row.error ? textOf(row.error.message) : '';
  const reason = message.replace(whatAndWhere, '');
  return reason === message ? message : reason.charAt(0).toUpperCase() + reason.slice(1);
}

/**
 * Returns the status of a delivery, for a line that already shows its name and destination.
 * @param now milliseconds since the epoch, for the countdown
 */
export function deliveryText(row: DeliveryRow, now: number): string {
  const state = deliveryStatusText(row);
  switch (row.status) {
    case 'waiting':
      return waitingText(row, now);
    case 'running':
      return row.kind === 'upload' ? `${state} ${bytesText(row)}` : state;
    case 'delivered':
      return state;
    case 'skipped':
      return 'Skipped: a file with that name already exists';
    case 'failed':
    case 'canceled':
      return row.error ? reasonText(row) : state;
  }
}

/** Returns a short status without a reason, for places that don't show the name. */
function shortDeliveryText(row: DeliveryRow): string {
  if (row.kind === 'webhook') return `Webhook ${deliveryStatusText(row).toLowerCase()}`;
  return row.status === 'running'
    ? `${deliveryStatusText(row)} ${bytesText(row)}`
    : deliveryStatusText(row);
}

/** Returns `3.2 of 10.0 MB`; a common unit is shown once. */
export function bytesText({ sent = 0, size }: Pick<DeliveryRow, 'sent' | 'size'>): string {
  return transferText({ done: sent, of: size });
}

/** Returns when a waiting delivery is retried, and why. */
function waitingText(row: DeliveryRow, now: number): string {
  if (isMissingCredential(row)) return missingCredentialText(row);
  const next = nextTry(row.retryAt, now);
  if (row.attempts === 0 && !row.error) return 'Waiting in queue';
  return row.error ? `${next}. ${reasonText(row)}` : next;
}

function missingCredentialText({ kind, to }: DeliveryRow): string {
  return kind === 'upload'
    ? `Waiting for the secret key of ${to}`
    : 'Waiting for the signing secret';
}

function nextTry(retryAt: number | undefined, now: number): string {
  if (retryAt === undefined || retryAt <= now) return 'Retrying now';
  return `Retrying in ${timeText((retryAt - now) / 1000)}`;
}

/**
 * Summarizes the deliveries of a job: progress, otherwise what failed, otherwise that all are
 * delivered.
 * @param job how many of its uploads the user discarded, and whether that was all of them
 */
export function jobDeliveriesText(
  rows: readonly DeliveryRow[],
  { dropped = 0, nowhere = false }: Pick<JobRow, 'dropped' | 'nowhere'> = {},
): string {
  const left = rowsText(rows);
  const gone = nowhere ? 'Upload discarded' : dropped > 0 ? `${withCommas(dropped)} discarded` : '';
  const parts = nowhere ? [gone, left] : [left, gone];
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
  if (delivered === rows.length) return 'All delivered';
  return `${shortDeliveryText(first)} · ${delivered} of ${rows.length} delivered`;
}

type Concern = 'running' | 'waiting' | 'failed' | 'asking' | 'canceled';
const concerns: readonly Concern[] = ['running', 'waiting', 'failed', 'asking', 'canceled'];

/** Counts pending and failed deliveries: `2 waiting`, `1 canceled`, `5 webhooks failed`. */
export function deliveryCountsText(rows: Iterable<DeliveryRow>): readonly string[] {
  const counts = { upload: new Map<Concern, number>(), webhook: new Map<Concern, number>() };
  for (const row of rows) {
    const concern = concernOf(row);
    if (concern === null) continue;
    const ofKind = counts[row.kind];
    ofKind.set(concern, (ofKind.get(concern) ?? 0) + 1);
  }
  return (['upload', 'webhook'] as const).flatMap((kind) =>
    concerns.flatMap((concern) => {
      const count = counts[kind].get(concern);
      return count === undefined ? [] : [countText(kind, concern, count)];
    }),
  );
}

function concernOf(row: DeliveryRow): Concern | null {
  if (hasNameConflict(row)) return 'asking';
  const { status } = row;
  return status === 'delivered' || status === 'skipped' ? null : status;
}

/** The list is named after uploads, so only webhooks are named. */
function countText(kind: DeliveryRow['kind'], concern: Concern, count: number): string {
  const asking = count === 1 ? 'name conflict' : 'name conflicts';
  const word = concern === 'asking' ? asking : concern;
  if (kind === 'upload') return `${withCommas(count)} ${word}`;
  return `${withCommas(count)} ${count === 1 ? 'webhook' : 'webhooks'} ${word}`;
}
