import type { DeliveryRow, DeliveryStatus } from '@shared/deliveries.js';
import { withCommas } from '@shared/request/wording.js';
import { timeText } from '../jobs/job-wording.js';
import { formatBytes } from '../wording.js';

/** Whether an upload waits for the person to say what becomes of an object of its name. */
export function asks({ status, error }: DeliveryRow): boolean {
  return status === 'failed' && error?.code === 'object-exists';
}

/** Where an upload went, else where it is to go. */
export function placeOf({ receipt, destination }: DeliveryRow): string {
  return receipt?.destination ?? destination;
}

/** What is delivered, in a word: the name that an upload has in its bucket, or that it is a webhook. */
export function whatOf(row: DeliveryRow): string {
  if (row.kind === 'webhook') return 'Webhook';
  return placeOf(row).split('/').at(-1) ?? row.file;
}

/** The name that an upload was given where that is another one than was asked for: ` as invoice-2.pdf`; else empty. */
export function renamedText(row: DeliveryRow, asked: string): string {
  const name = whatOf(row);
  return name === asked ? '' : ` as ${name}`;
}

/** A state in a word, as a sign's name. */
export function deliveryStatusText(row: DeliveryRow): string {
  if (asks(row)) return 'Needs an answer';
  const { kind, status } = row;
  return kind === 'upload' ? uploadNames[status] : webhookNames[status];
}

const uploadNames: Readonly<Record<DeliveryStatus, string>> = {
  waiting: 'Waiting',
  running: 'Uploading',
  delivered: 'Uploaded',
  skipped: 'Skipped',
  failed: 'Not uploaded',
  canceled: 'Canceled',
};

const webhookNames: Readonly<Record<DeliveryStatus, string>> = {
  ...uploadNames,
  running: 'Sending',
  delivered: 'Sent',
  failed: 'Not sent',
};

/**
 * What a delivery does, came to, or failed with, in a line.
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
    case 'canceled':
      return state;
    case 'skipped':
      return 'Skipped, as there is an object of that name';
    case 'failed':
      return row.error?.message ?? state;
  }
}

/** The same in a few words, for a place that has no room for a reason. */
export function shortDeliveryText(row: DeliveryRow): string {
  return row.status === 'running' && row.kind === 'upload'
    ? `${deliveryStatusText(row)} ${bytesText(row)}`
    : deliveryStatusText(row);
}

/** `3.2 of 10.0 MB`: the unit once where both have it. */
export function bytesText({ sent = 0, size }: Pick<DeliveryRow, 'sent' | 'size'>): string {
  const whole = formatBytes(size);
  const unit = whole.slice(whole.indexOf(' '));
  const part = formatBytes(sent);
  return `${part.endsWith(unit) ? part.slice(0, -unit.length) : part} of ${whole}`;
}

/** When something that waits is tried again, and why it has to be. */
function waitingText({ retryAt, error, attempts }: DeliveryRow, now: number): string {
  const next = nextTry(retryAt, now);
  if (attempts === 0 && !error) return 'Waiting for its turn';
  return error ? `${next}. ${error.message}` : next;
}

function nextTry(retryAt: number | undefined, now: number): string {
  if (retryAt === undefined || retryAt <= now) return 'Tries again now';
  return `Tries again in ${timeText((retryAt - now) / 1000)}`;
}

/** All deliveries of one job in a few words: how far those are that run, else what is wrong, else that all is there. */
export function jobDeliveriesText(rows: readonly DeliveryRow[]): string {
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

/** The uploads and webhooks of a list by what concerns the person: `2 waiting`, `1 failed`. */
export function deliveryCountsText(rows: Iterable<DeliveryRow>): readonly string[] {
  const counts = { running: 0, waiting: 0, failed: 0, asking: 0 };
  for (const row of rows) {
    const { status } = row;
    if (asks(row)) counts.asking += 1;
    else if (status === 'running' || status === 'waiting' || status === 'failed')
      counts[status] += 1;
  }
  const words = [
    [counts.running, 'running'],
    [counts.waiting, 'waiting'],
    [counts.failed, 'failed'],
    [counts.asking, counts.asking === 1 ? 'needs an answer' : 'need an answer'],
  ] as const;
  return words
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${withCommas(count)} ${word}`);
}
