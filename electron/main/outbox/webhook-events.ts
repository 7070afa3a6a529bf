import { randomUUID } from 'node:crypto';
import type { AppErrorData } from '../../shared/messages/errors.js';
import { type Message, message } from '../../shared/messages/message.js';
import { locationUri } from '../../shared/upload-location.js';
import type { Clock } from '../util/clock.js';
import {
  type Delivery,
  type JobOutcome,
  type UploadDelivery,
  type UploadResult,
  type WebhookDelivery,
  isAtRest,
  isDone,
  isPrivate,
} from './delivery.js';
import type { DeliveryStore } from './delivery-store.js';
import { reportOf } from './webhook-message.js';

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
      if (webhook.ready !== undefined) continue;
      const { outcome } = webhook;
      const uploads = [...(outcome.uploads ?? []), resultOfUpload(upload)];
      this.#store.put({ ...webhook, outcome: { ...outcome, uploads } });
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
 * Returns what a webhook reports: the results of all uploads. It is `failed` with the error of the
 * first upload that failed, was canceled or was removed, and `completed` if there is none.
 */
function outcomeOf({ after, outcome }: WebhookDelivery, find: FindDelivery): JobOutcome {
  if (after.length === 0) return outcome;
  const uploads = after.map((id) => resultOf(id, outcome, find));
  const error = uploads.find((upload) => upload.error !== undefined)?.error;
  const delivered = uploads.find(({ status }) => status === 'delivered');
  const file = delivered?.file ?? outcome.file;
  if (error !== undefined) return { kind: 'failed', error, ...(file && { file }), uploads };
  if (file === undefined) throw new Error('An event about uploads has no file.');
  return { kind: 'completed', ...(delivered && { url: delivered.url }), file, uploads };
}

/** The result of a removed upload was recorded before; otherwise nothing is known about it. */
function resultOf(id: string, { uploads }: JobOutcome, find: FindDelivery): UploadResult {
  const upload = find(id);
  if (upload?.kind === 'upload') return resultOfUpload(upload);
  const recorded = uploads?.find((each) => each.id === id);
  return recorded ?? { id, status: 'canceled', error: canceled(message('outbox.uploadRemoved')) };
}

function resultOfUpload(upload: UploadDelivery): UploadResult {
  const { id, state } = upload;
  const base = { id, destination: locationUri(upload) };
  const removed = canceled(message('outbox.uploadRemoved'));
  switch (state.status) {
    case 'delivered': {
      const { receipt } = state;
      if (receipt === undefined) return { ...base, status: 'canceled', error: removed };
      return { ...base, status: 'delivered', url: receipt.url, file: receipt.file };
    }
    case 'skipped':
      return { ...base, status: 'skipped' };
    case 'failed':
      return { ...base, status: 'failed', error: state.error };
    case 'canceled':
      return { ...base, status: 'canceled', error: canceled(message('outbox.uploadCanceled')) };
    case 'staged':
    case 'waiting':
    case 'running':
      return { ...base, status: 'canceled', error: removed };
  }
}

function canceled(reason: Message): AppErrorData {
  return { code: 'canceled', message: reason };
}

/** Returns true if two outcomes look the same to receivers. */
function isSameReport(one: JobOutcome, other: JobOutcome): boolean {
  return JSON.stringify(reportOf(one, false)) === JSON.stringify(reportOf(other, false));
}
