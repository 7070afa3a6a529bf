import { randomUUID } from 'node:crypto';
import type { Clock } from './clock.js';
import type { Outgoing, OutgoingUpload, OutgoingWebhook } from './outgoing.js';
import type { OutgoingList } from './outgoing-list.js';
import { isDone, isPrivate } from './outgoing-state.js';
import {
  hasNothingToWaitFor,
  isSameOutcome,
  outcomeOfUpload,
  outcomeToTell,
} from './webhook-outcome.js';

/**
 * Sees to what webhooks tell. A message is ready when all uploads that it waits for have come to rest, or were taken off the list; from then on it is the same
 * on every try. Where an upload is tried again later and that changes what there is to tell, a new message with a new id goes out, in the place of one that was
 * not delivered yet, else after it. A message that the person canceled is not made anew.
 */
export class Messages {
  readonly #list: OutgoingList;
  readonly #clock: Clock;
  readonly #takeOff: (webhook: OutgoingWebhook) => void;

  /** @param takeOff takes a message off the list, whatever it is doing */
  constructor(list: OutgoingList, clock: Clock, takeOff: (webhook: OutgoingWebhook) => void) {
    this.#list = list;
    this.#clock = clock;
    this.#takeOff = takeOff;
  }

  /** Catches up with what a kill may have left undone. */
  start(): void {
    const webhooks = this.#list.all.filter((outgoing) => outgoing.kind === 'webhook');
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
  uploadLeaves(upload: OutgoingUpload): void {
    for (const webhook of this.#list.webhooksAfter(upload.id)) {
      if (webhook.ready !== undefined || webhook.after[0] !== upload.id) continue;
      this.#list.put({ ...webhook, outcome: outcomeOfUpload(upload) });
    }
  }

  /** A message has all that it tells, or was taken off the list: it needs its uploads no more. */
  leaves({ after }: OutgoingWebhook): void {
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

  #forgetPrivate(some: readonly Outgoing[]): void {
    for (const outgoing of some) {
      if (isPrivate(outgoing) && isDone(outgoing.state)) void this.#list.remember(outgoing);
    }
  }

  /** One that was delivered stays as a line of the list, and has no part in what comes. */
  #replace(webhook: OutgoingWebhook): void {
    if (!isDone(webhook.state)) this.#takeOff(webhook);
    else if (webhook.after.length > 0) this.#list.put({ ...webhook, after: [] });
  }
}
