import type { DeliveryRow, DeliveryStatus } from '@shared/deliveries.js';
import type { JobRow } from '@shared/jobs.js';
import { withCommas } from '@shared/request/wording.js';
import { timeText } from '../jobs/job-wording.js';
import { transferText } from '../remote/remote-wording.js';

/** Whether an upload waits for the person to say what becomes of an object of its name. */
export function asks({ status, error }: DeliveryRow): boolean {
  return status === 'failed' && error?.code === 'object-exists';
}

/** Whether a delivery waits until the user enters a secret: the key of its target, or the secret that webhooks are signed with. */
export function isMissingCredential({ status, error }: DeliveryRow): boolean {
  return status === 'waiting' && error?.fields?.some(({ field }) => field === 'secret') === true;
}

/** Whether a delivery failed for good: it is tried again only at the person's word, and asks nothing. */
export function isRefused(row: DeliveryRow): boolean {
  return row.status === 'failed' && !asks(row);
}

/** Whether nothing is left to be done for a delivery. */
export function hasEndedWell({ status }: DeliveryRow): boolean {
  return status === 'delivered' || status === 'skipped';
}

/** A state as it is marked: waiting for an answer is one of its own. */
export function shownStatus(row: DeliveryRow): DeliveryStatus | 'asks' {
  return asks(row) ? 'asks' : row.status;
}

/** What is delivered, in a few words: the name that an upload has in its bucket, or that it is a webhook, and of which PDF. */
export function whatOf(row: DeliveryRow): string {
  if (row.kind === 'webhook') return row.file === '' ? 'Webhook' : `Webhook for ${row.file}`;
  return row.destination.split('/').at(-1) ?? row.file;
}

/** The name that an upload was given where that is another one than was asked for: ` as invoice-2.pdf`; else empty. */
export function renamedText(row: DeliveryRow, asked: string): string {
  const name = whatOf(row);
  return name === asked ? '' : ` as ${name}`;
}

/** A state in a word, as a sign's name. */
export function deliveryStatusText(row: DeliveryRow): string {
  if (asks(row)) return 'Name conflict';
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

/** The beginning of the sentences about uploads and webhooks: what was tried, and where. */
const whatAndWhere =
  /^(?:s3:\/\/.+?|The webhook at \S+) could not be (?:written|read|deleted|linked to|delivered): (?=\S)/s;

/** Why a delivery did not work, for a line in which what it is and where it goes stand already: the sentence without its beginning. */
export function reasonText(row: DeliveryRow): string {
  if (asks(row)) return 'A file with that name already exists';
  const message = row.error?.message ?? '';
  const reason = message.replace(whatAndWhere, '');
  return reason === message ? message : reason.charAt(0).toUpperCase() + reason.slice(1);
}

/**
 * What a delivery does, came to, or failed with, in a line beside which it stands what it is and where it goes.
 * @param now in milliseconds since the epoch, for the time until the next try
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

/** The same in a few words, for a place that has no room for a reason and does not say what it is about. */
function shortDeliveryText(row: DeliveryRow): string {
  if (row.kind === 'webhook') return `Webhook ${deliveryStatusText(row).toLowerCase()}`;
  return row.status === 'running'
    ? `${deliveryStatusText(row)} ${bytesText(row)}`
    : deliveryStatusText(row);
}

/** `3.2 of 10.0 MB`: the unit once where both have it. */
export function bytesText({ sent = 0, size }: Pick<DeliveryRow, 'sent' | 'size'>): string {
  return transferText({ done: sent, of: size });
}

/** When something that waits is tried again, and why it has to be. */
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
 * All deliveries of one job in a few words: how far those are that run, else what is wrong, else that all is there.
 * @param job how many of its uploads the person dropped before they were delivered, and whether it was all of them
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

/** The uploads and webhooks of a list by what concerns the person: `2 waiting`, `1 canceled`, `5 webhooks failed`. */
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
  if (asks(row)) return 'asking';
  const { status } = row;
  return status === 'delivered' || status === 'skipped' ? null : status;
}

/** The list is called that of the uploads, so that only webhooks are named. */
function countText(kind: DeliveryRow['kind'], concern: Concern, count: number): string {
  const asking = count === 1 ? 'name conflict' : 'name conflicts';
  const word = concern === 'asking' ? asking : concern;
  if (kind === 'upload') return `${withCommas(count)} ${word}`;
  return `${withCommas(count)} ${count === 1 ? 'webhook' : 'webhooks'} ${word}`;
}
