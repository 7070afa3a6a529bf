import { randomUUID } from 'node:crypto';
import { AppError } from '../../shared/errors.js';
import { publicError } from './webhook-message.js';
import type { Clock } from '../util/clock.js';
import type { JobOutcome, Delivery, UploadDelivery, WebhookDelivery } from './delivery.js';
import type { DeliveryTable } from './delivery-list.js';
import { isAtRest, isDone, isPrivate } from './delivery-state.js';

/**
 * Sees to what webhooks tell. A message is ready when all uploads that it waits for have come to rest, or were taken off the list; from then on it is the same
 * on every try. Where an upload is tried again later and that changes what there is to tell, a new message with a new id goes out, in the place of one that was
 * not delivered yet, else after it. A message that the person canceled is not made anew.
 */
export class Messages {
  readonly #list: DeliveryTable;
  readonly #clock: Clock;
  readonly #removeFromList: (webhook: WebhookDelivery) => void;

  /** @param takeOff takes a message off the list, whatever it is doing */
  constructor(
    list: DeliveryTable,
    clock: Clock,
    removeFromList: (webhook: WebhookDelivery) => void,
  ) {
    this.#list = list;
    this.#clock = clock;
    this.#removeFromList = removeFromList;
  }

  /** Catches up with what a kill may have left undone. */
  start(): void {
    const webhooks = this.#list.all.filter((delivery) => delivery.kind === 'webhook');
    for (const { instead } of webhooks) {
      const replaced = instead === undefined ? undefined : this.#list.get(instead);
      if (replaced?.kind === 'webhook') this.#replace(replaced);
    }
    for (const { id } of webhooks) this.check(id);
    this.#forgetPrivate(this.#list.all);
  }

  /** Sees to those who wait for an upload, or have told of it: it has come to rest, or was taken off the list. */
  uploadEnded(upload: string): void {
    for (const { id } of this.#list.webhooksAfter(upload)) this.check(id);
  }

  /** Puts down what became of an upload that is about to be taken off the list. */
  uploadLeaves(upload: UploadDelivery): void {
    for (const webhook of this.#list.webhooksAfter(upload.id)) {
      if (webhook.ready !== undefined || webhook.after[0] !== upload.id) continue;
      this.#list.put({ ...webhook, outcome: outcomeOfUpload(upload) });
    }
  }

  /** A message has all that it tells, or was taken off the list: it needs its uploads no more. */
  leaves({ after }: WebhookDelivery): void {
    this.#forgetPrivate(this.#list.some(after));
  }

  /** Makes a message ready, or anew, if it is time. */
  check(id: string): void {
    const webhook = this.#list.get(id);
    if (webhook?.kind !== 'webhook' || webhook.state.status === 'held') return;
    const find = (upload: string) => this.#list.get(upload);
    if (!hasNothingToWaitFor(webhook, find)) return;
    const outcome = outcomeToTell(webhook, find);
    const now = this.#clock.now();
    if (webhook.ready === undefined) {
      this.#list.put({ ...webhook, outcome, ready: now });
      this.leaves(webhook);
    } else if (webhook.state.status !== 'canceled' && !isSameOutcome(webhook.outcome, outcome)) {
      const state = { status: 'waiting', attempts: 0 } as const;
      const anew = { id: randomUUID(), created: now, ready: now, instead: id, outcome, state };
      this.#list.put({ ...webhook, ...anew });
      this.#replace(webhook);
    }
  }

  #forgetPrivate(some: readonly Delivery[]): void {
    for (const delivery of some) {
      if (isPrivate(delivery) && isDone(delivery.state)) void this.#list.remember(delivery);
    }
  }

  /** One that was delivered stays as a line of the list, and has no part in what comes. */
  #replace(webhook: WebhookDelivery): void {
    if (!isDone(webhook.state)) this.#removeFromList(webhook);
    else if (webhook.after.length > 0) this.#list.put({ ...webhook, after: [] });
  }
}

/** Finds a delivery; undefined for one that was taken off the list. */
type FindDelivery = (id: string) => Delivery | undefined;

/** Whether all uploads that a webhook waits for have come to rest, or were taken off the list. */
function hasNothingToWaitFor({ after }: WebhookDelivery, find: FindDelivery): boolean {
  return after.every((id) => {
    const upload = find(id);
    return upload === undefined || isAtRest(upload.state);
  });
}

/**
 * What a webhook has to tell: what became of its first upload. A delivered or skipped one is `completed` with its address. Any other end is `failed`: one that
 * failed with its own error, one that the person canceled or took off the list with the error `canceled`.
 */
function outcomeToTell(webhook: WebhookDelivery, find: FindDelivery): JobOutcome {
  const [first] = webhook.after;
  if (first === undefined) return webhook.outcome;
  const upload = find(first);
  return upload?.kind === 'upload' ? outcomeOfUpload(upload) : recordedOutcome(webhook);
}

/** What is told of an upload as it stands. */
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
      return failed('The upload was canceled, so the PDF was not delivered.');
    case 'held':
    case 'waiting':
    case 'running':
      return undelivered();
  }
}

/** Whether two outcomes are told with the same words. */
function isSameOutcome(one: JobOutcome, other: JobOutcome): boolean {
  return JSON.stringify(wordsOf(one)) === JSON.stringify(wordsOf(other));
}

/** The outcome of an upload that is gone was put down as it left; where it was not, nothing is known of its delivery. */
function recordedOutcome({ outcome }: WebhookDelivery): JobOutcome {
  const isRecorded = outcome.kind === 'failed' || outcome.url !== undefined;
  return isRecorded ? outcome : undelivered();
}

function undelivered(): JobOutcome {
  return failed(
    'The upload was taken off the list before it was done, so the PDF was not delivered.',
  );
}

function failed(message: string): JobOutcome {
  return { kind: 'failed', error: new AppError('canceled', message).toData() };
}

function wordsOf(outcome: JobOutcome): readonly unknown[] {
  if (outcome.kind === 'failed') return Object.values(publicError(outcome.error, false));
  return [outcome.url, outcome.file.name, outcome.file.size];
}
