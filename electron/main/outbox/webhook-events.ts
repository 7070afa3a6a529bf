import { randomUUID } from 'node:crypto';
import { type Message, message } from '../../shared/messages/message.js';
import type { Clock } from '../util/clock.js';
import {
  type Delivery,
  type JobOutcome,
  type UploadDelivery,
  type WebhookDelivery,
  isAtRest,
  isDone,
  isPrivate,
} from './delivery.js';
import type { DeliveryStore } from './delivery-store.js';
import { redactedError } from './webhook-message.js';

/**
 * Completes webhook events with outcomes. An event is ready when all its uploads are at rest or
 * removed; from then on it is the same in each attempt. If an upload is retried later and its
 * outcome changes, a new event reports that: it replaces an undelivered one, or follows a delivered
 * one. An event that the user canceled is not replaced.
 */
export class WebhookEvents {
  readonly #store: DeliveryStore;
  readonly #clock: Clock;
  readonly #removeWebhook: (webhook: WebhookDelivery) => void;

  /** @param removeWebhook removes an event, in any state */
  constructor(
    store: DeliveryStore,
    clock: Clock,
    removeWebhook: (webhook: WebhookDelivery) => void,
  ) {
    this.#store = store;
    this.#clock = clock;
    this.#removeWebhook = removeWebhook;
  }

  /** Completes what a killed process left unfinished. */
  start(): void {
    const webhooks = this.#store.all.filter((delivery) => delivery.kind === 'webhook');
    for (const { instead } of webhooks) {
      const replaced = instead === undefined ? undefined : this.#store.get(instead);
      if (replaced?.kind === 'webhook') this.#retire(replaced);
    }
    for (const { id } of webhooks) this.update(id);
    this.#forgetPrivate(this.#store.all);
  }

  /** Updates the events that report an upload, which is at rest or was removed. */
  uploadEnded(upload: string): void {
    for (const { id } of this.#store.webhooksAfter(upload)) this.update(id);
  }

  /** Records the outcome of an upload that is about to be removed. */
  uploadRemoving(upload: UploadDelivery): void {
    for (const webhook of this.#store.webhooksAfter(upload.id)) {
      if (webhook.ready !== undefined || webhook.after[0] !== upload.id) continue;
      this.#store.put({ ...webhook, outcome: outcomeOfUpload(upload) });
    }
  }

  /** An event no longer needs its uploads: its outcome is complete, or it was removed. */
  releaseUploads({ after }: WebhookDelivery): void {
    this.#forgetPrivate(this.#store.some(after));
  }

  /** Completes an event, or replaces it, if its uploads are at rest. */
  update(id: string): void {
    const webhook = this.#store.get(id);
    if (webhook?.kind !== 'webhook' || webhook.state.status === 'staged') return;
    const find = (upload: string) => this.#store.get(upload);
    if (!areUploadsAtRest(webhook, find)) return;
    const outcome = outcomeOf(webhook, find);
    const now = this.#clock.now();
    if (webhook.ready === undefined) {
      this.#store.put({ ...webhook, outcome, ready: now });
      this.releaseUploads(webhook);
    } else if (webhook.state.status !== 'canceled' && !isSameReport(webhook.outcome, outcome)) {
      const state = { status: 'waiting', attempts: 0 } as const;
      const next = { id: randomUUID(), created: now, ready: now, instead: id, outcome, state };
      this.#store.put({ ...webhook, ...next });
      this.#retire(webhook);
    }
  }

  #forgetPrivate(deliveries: readonly Delivery[]): void {
    for (const delivery of deliveries) {
      if (isPrivate(delivery) && isDone(delivery.state)) void this.#store.persist(delivery);
    }
  }

  /** A delivered event stays in the list, but no longer follows its uploads. */
  #retire(webhook: WebhookDelivery): void {
    if (!isDone(webhook.state)) this.#removeWebhook(webhook);
    else if (webhook.after.length > 0) this.#store.put({ ...webhook, after: [] });
  }
}

/** Returns undefined for a delivery that was removed. */
type FindDelivery = (id: string) => Delivery | undefined;

function areUploadsAtRest({ after }: WebhookDelivery, find: FindDelivery): boolean {
  return after.every((id) => {
    const upload = find(id);
    return upload === undefined || isAtRest(upload.state);
  });
}

/**
 * Returns what a webhook reports: the outcome of its first upload. A delivered or skipped one is
 * `completed` with its URL; any other is `failed`, with its own error, or with `canceled` if the
 * user canceled or removed it.
 */
export function outcomeOf(webhook: WebhookDelivery, find: FindDelivery): JobOutcome {
  const [first] = webhook.after;
  if (first === undefined) return webhook.outcome;
  const upload = find(first);
  return upload?.kind === 'upload' ? outcomeOfUpload(upload) : recordedOutcome(webhook);
}

function outcomeOfUpload({ state }: UploadDelivery): JobOutcome {
  switch (state.status) {
    case 'delivered':
    case 'skipped': {
      const { receipt } = state;
      return receipt ? { kind: 'completed', url: receipt.url, file: receipt.file } : undelivered();
    }
    case 'failed':
      return { kind: 'failed', error: state.error };
    case 'canceled':
      return canceled(message('outbox.uploadCanceled'));
    case 'staged':
    case 'waiting':
    case 'running':
      return undelivered();
  }
}

/** The outcome of a removed upload was recorded before; otherwise nothing is known about it. */
function recordedOutcome({ outcome }: WebhookDelivery): JobOutcome {
  const isRecorded = outcome.kind === 'failed' || outcome.url !== undefined;
  return isRecorded ? outcome : undelivered();
}

function undelivered(): JobOutcome {
  return canceled(message('outbox.uploadRemoved'));
}

function canceled(reason: Message): JobOutcome {
  return { kind: 'failed', error: { code: 'canceled', message: reason } };
}

/** Returns true if two outcomes look the same to receivers. */
function isSameReport(one: JobOutcome, other: JobOutcome): boolean {
  return JSON.stringify(reportOf(one)) === JSON.stringify(reportOf(other));
}

function reportOf(outcome: JobOutcome): readonly unknown[] {
  if (outcome.kind === 'failed') return Object.values(redactedError(outcome.error, false));
  return [outcome.url, outcome.file.name, outcome.file.size];
}
