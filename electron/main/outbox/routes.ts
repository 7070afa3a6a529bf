import type { AppErrorData } from '../../shared/messages/errors.js';
import { locationUri } from '../../shared/upload-location.js';
import { hostOf } from '../webhooks/webhook-post.js';
import { type Delivery, type UploadDelivery, placeOfUpload, uploadStateOf } from './delivery.js';

/**
 * Returns the route of a delivery: a target, or the host of a webhook. Deliveries of one route
 * share connection problems.
 */
export function routeOf(delivery: Delivery): string {
  if (delivery.kind === 'upload') {
    if (delivery.target !== null) return `target ${delivery.target}`;
    return 'bucket' in delivery ? `bucket ${delivery.bucket}` : `server ${delivery.server}`;
  }
  return `host ${hostOf(delivery.address)}`;
}

/** The open circuit of a route whose last attempt was interrupted. */
interface Outage {
  /** Interrupted attempts in a row. */
  readonly failures: number;
  /** When the next attempt may start, in milliseconds since the epoch. */
  retryAt: number;
  /** Whether the server requested that time. */
  readonly isRequested: boolean;
  /** Whether new work has brought the next attempt forward; allowed once per outage. */
  isExpedited: boolean;
  /** Id of the delivery that tests the route; null if none does. */
  probe: string | null;
  readonly error: AppErrorData;
}

export interface Interruption {
  readonly error: AppErrorData;
  /** Milliseconds until the next attempt after so many failures in a row. */
  readonly delayAfter: (failures: number) => number;
  /** Whether the server requested a delay. */
  readonly isRequested: boolean;
}

interface Retry {
  readonly attempts: number;
  readonly retryAt: number;
}

interface RouteQueue {
  readonly kind: Delivery['kind'];
  /** Retried by the user: before all others. */
  readonly prioritized: Set<string>;
  /** Never attempted, in their order. */
  readonly fresh: Set<string>;
  readonly retries: Map<string, Retry>;
  readonly running: Set<string>;
  outage: Outage | null;
}

/**
 * The queue and the circuit breaker of each route. After an interrupted attempt all deliveries of
 * the route wait, and one at a time probes it: a server that is down is not flooded, and deliveries
 * to others continue. The first response, even a refusal, ends the outage. Two uploads to one key
 * never run at the same time: if the server ignores conditional writes, each would find the key
 * free, and one would replace the other. Different targets may lead to one bucket.
 */
export class Routes {
  readonly #queues = new Map<string, RouteQueue>();
  /** The place that each waiting upload is for. */
  readonly #requested = new Map<string, string>();
  /** The places that each running upload may write to. */
  readonly #writing = new Map<string, readonly string[]>();

  update(delivery: Delivery): void {
    const { id, state } = delivery;
    this.remove(delivery);
    const queue = this.#queueOf(delivery);
    if (state.status === 'running') {
      queue.running.add(id);
      if (delivery.kind === 'upload') this.#writing.set(id, writtenPlaces(delivery));
    }
    if (state.status !== 'waiting' || state.missingSecret === true) return;
    if (delivery.kind === 'webhook' && delivery.ready === undefined) return;
    if (delivery.kind === 'upload') this.#requested.set(id, placeOf(delivery, delivery.key));
    const { attempts, retryAt = 0 } = state;
    if (attempts === 0 && retryAt === 0) queue.fresh.add(id);
    else queue.retries.set(id, { attempts, retryAt });
  }

  remove(delivery: Delivery): void {
    const { id } = delivery;
    const { prioritized, fresh, retries, running } = this.#queueOf(delivery);
    for (const entries of [prioritized, fresh, retries, running, this.#requested, this.#writing]) {
      entries.delete(id);
    }
  }

  /** Puts a waiting delivery before all others of its route, until its next update. */
  prioritize(delivery: Delivery): void {
    const { prioritized, fresh, retries } = this.#queueOf(delivery);
    const { id } = delivery;
    if (fresh.delete(id) || retries.delete(id)) prioritized.add(id);
  }

  /** Returns how many deliveries of a kind are running. */
  running(kind: Delivery['kind']): number {
    return this.#queuesOf(kind).reduce((sum, { running }) => sum + running.size, 0);
  }

  /** Returns the ids of the deliveries that wait for a route. */
  waiting(route: string): readonly string[] {
    const queue = this.#queues.get(route);
    return queue ? [...queue.prioritized, ...queue.fresh, ...queue.retries.keys()] : [];
  }

  /**
   * Returns the id of the delivery to start next; null if none may start now. The route with the
   * fewest running deliveries comes first; on it, those with the fewest attempts, in their order.
   */
  next(kind: Delivery['kind'], now: number): string | null {
    const available = this.#queuesOf(kind)
      .filter(({ outage }) => availableAt(outage) <= now)
      .sort((one, other) => one.running.size - other.running.size);
    for (const queue of available) {
      const id = this.#firstOf(queue, now);
      if (id !== null) return id;
    }
    return null;
  }

  /**
   * Returns when the next delayed delivery may start, in milliseconds since the epoch; infinite if
   * none is delayed.
   */
  nextAt(now: number): number {
    return [...this.#queues.values()]
      .map((queue) => nextTimeOf(queue, now))
      .reduce((soonest, time) => Math.min(soonest, time), Infinity);
  }

  /**
   * Returns when a route may be used, in milliseconds since the epoch: 0 without an outage,
   * infinite while a delivery probes it.
   */
  availableAt(route: string): number {
    return availableAt(this.#queues.get(route)?.outage);
  }

  /** Returns why a route may not be used; undefined without an outage. */
  errorOf(route: string): AppErrorData | undefined {
    return this.#queues.get(route)?.outage?.error;
  }

  /** Records the start of an attempt; during an outage, it probes the route. */
  started(delivery: Delivery): void {
    const { outage } = this.#queueOf(delivery);
    if (outage) outage.probe = delivery.id;
  }

  /** Records a response. Returns true if that ended an outage. */
  answered(delivery: Delivery): boolean {
    const queue = this.#queueOf(delivery);
    const wasDown = queue.outage !== null;
    queue.outage = null;
    return wasDown;
  }

  /** Records an aborted attempt, which says nothing about the route. */
  aborted(delivery: Delivery): void {
    const { outage } = this.#queueOf(delivery);
    if (outage?.probe === delivery.id) outage.probe = null;
  }

  /**
   * Records an interrupted attempt. During an outage only its probe counts: attempts that ran at
   * the same time count as one. Returns true if that started an outage.
   */
  interrupted(delivery: Delivery, now: number, interruption: Interruption): boolean {
    const queue = this.#queueOf(delivery);
    const { outage } = queue;
    if (outage !== null && outage.probe !== delivery.id) return false;
    const { error, delayAfter, isRequested } = interruption;
    const failures = (outage?.failures ?? 0) + 1;
    const retryAt = now + delayAfter(failures);
    const isExpedited = outage?.isExpedited ?? false;
    queue.outage = { failures, retryAt, isRequested, isExpedited, probe: null, error };
    return outage === null;
  }

  /**
   * Brings the next attempt on a route forward, once per outage, unless the server requested a
   * delay.
   * @param latest in milliseconds since the epoch
   */
  expedite(delivery: Delivery, latest: number): void {
    const { outage } = this.#queueOf(delivery);
    if (!outage || outage.isRequested || outage.isExpedited || outage.retryAt <= latest) return;
    outage.retryAt = latest;
    outage.isExpedited = true;
  }

  /** Allows the next attempt on a route now, even if the server requested a delay. */
  unblock(delivery: Delivery): void {
    const { outage } = this.#queueOf(delivery);
    if (!outage) return;
    outage.retryAt = 0;
    outage.probe = null;
  }

  #firstOf({ prioritized, fresh, retries }: RouteQueue, now: number): string | null {
    for (const id of prioritized) if (this.#isFree(id)) return id;
    for (const id of fresh) if (this.#isFree(id)) return id;
    let first: string | null = null;
    let fewestAttempts = Infinity;
    for (const [id, { attempts, retryAt }] of retries) {
      if (retryAt > now || attempts >= fewestAttempts || !this.#isFree(id)) continue;
      first = id;
      fewestAttempts = attempts;
    }
    return first;
  }

  /** Returns true if no running upload may write to the place of a delivery. */
  #isFree(id: string): boolean {
    const requested = this.#requested.get(id);
    if (requested === undefined) return true;
    for (const places of this.#writing.values()) if (places.includes(requested)) return false;
    return true;
  }

  #queuesOf(kind: Delivery['kind']): readonly RouteQueue[] {
    return [...this.#queues.values()].filter((queue) => queue.kind === kind);
  }

  #queueOf(delivery: Delivery): RouteQueue {
    const route = routeOf(delivery);
    const existing = this.#queues.get(route);
    if (existing) return existing;
    const queue: RouteQueue = {
      kind: delivery.kind,
      prioritized: new Set(),
      fresh: new Set(),
      retries: new Map(),
      running: new Set(),
      outage: null,
    };
    this.#queues.set(route, queue);
    return queue;
  }
}

function availableAt(outage: Outage | null | undefined): number {
  if (!outage) return 0;
  return outage.probe === null ? outage.retryAt : Infinity;
}

/**
 * Returns the time of the next delayed delivery. One that only waits for another to end has none.
 */
function nextTimeOf({ prioritized, fresh, retries, outage }: RouteQueue, now: number): number {
  const available = availableAt(outage);
  if (prioritized.size + fresh.size > 0 && available > now) return available;
  let next = Infinity;
  for (const { retryAt } of retries.values()) {
    const time = Math.max(retryAt, available);
    if (time > now && time < next) next = time;
  }
  return next;
}

function placeOf(upload: UploadDelivery, key: string): string {
  return locationUri(placeOfUpload(upload, key));
}

/** The requested key, and the one that it was numbered to. */
function writtenPlaces(upload: UploadDelivery): readonly string[] {
  const keys = [upload.key, uploadStateOf(upload.state)?.key ?? upload.key];
  return keys.map((key) => placeOf(upload, key));
}
