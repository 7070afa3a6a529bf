import { type AppErrorData, errorData } from '../../shared/messages/errors.js';
import { message } from '../../shared/messages/message.js';
import { containerOf, locationUri } from '../../shared/upload-location.js';
import {
  type DeliveryFailure,
  MissingSecret,
  isLastingFailure,
  requestedDelayMs,
} from '../network/delivery-failure.js';
import type { Clock } from '../util/clock.js';
import { hostOf } from '../webhooks/webhook-post.js';
import {
  type Delivery,
  type UploadDelivery,
  attemptsOf,
  isPrivate,
  placeOfUpload,
  uploadStateOf,
} from './delivery.js';
import { type RetrySchedule, delayAfter } from './schedule.js';

/** Maximum delay before new work probes a route that is down, in milliseconds. */
const expediteMs = 2000;

export interface SchedulerOptions {
  readonly schedule: RetrySchedule;
  readonly concurrency: { readonly upload: number; readonly webhook: number };
  readonly clock: Clock;
  /** From 0 to 1; spreads retries. */
  readonly random: () => number;
  /** Starts an attempt; the delivery no longer waits when it returns. */
  readonly start: (id: string) => void;
  /** Called with the deliveries that wait for a route whose availability has changed. */
  readonly onRouteChange: (ids: readonly string[]) => void;
}

/** The decision after an interrupted attempt. */
export interface RetryDecision {
  /** In milliseconds since the epoch; null: give up. */
  readonly retryAt: number | null;
  /** Whether those that wait for the same route fail with it. */
  readonly isShared: boolean;
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

/** A refusal that all uploads of a route share, such as a wrong password. */
interface Refusal {
  readonly error: AppErrorData;
  /** The bucket or the server; a target may have been changed since. */
  readonly container: string;
  /** In milliseconds since the epoch. */
  readonly until: number;
}

interface Retry {
  readonly attempts: number;
  readonly retryAt: number;
}

interface Route {
  readonly kind: Delivery['kind'];
  /** Retried by the user: before all others. */
  readonly prioritized: Set<string>;
  /** Never attempted, in their order. */
  readonly fresh: Set<string>;
  readonly retries: Map<string, Retry>;
  readonly running: Set<string>;
  outage: Outage | null;
  refusal: Refusal | null;
}

/**
 * Decides which delivery runs when. Each target, and each host of webhooks, is a route with a queue
 * and a circuit breaker: after an interrupted attempt all deliveries of the route wait, and one at
 * a time probes it, so that a server that is down is not flooded, and deliveries to others
 * continue. The first response, even a refusal, ends the outage. After a refusal that all uploads
 * of a route share, the others fail for the same reason without an attempt: servers lock out who
 * signs in wrongly again and again.
 *
 * Two uploads to one key never run at the same time: if the server ignores conditional writes, each
 * would find the key free, and one would replace the other. Different targets may lead to one
 * bucket.
 */
export class Scheduler {
  readonly #options: SchedulerOptions;
  readonly #routes = new Map<string, Route>();
  /** The place that each waiting upload is for. */
  readonly #requested = new Map<string, string>();
  /** The places that each running upload may write to. */
  readonly #writing = new Map<string, readonly string[]>();
  #isStarted = false;
  #isWaking = false;
  #cancelTimer: () => void = () => undefined;

  constructor(options: SchedulerOptions) {
    this.#options = options;
  }

  start(): void {
    this.#isStarted = true;
    this.wake();
  }

  stop(): void {
    this.#isStarted = false;
    this.#cancelTimer();
  }

  update(delivery: Delivery): void {
    const { id, state } = delivery;
    this.remove(delivery);
    const route = this.#routeOf(delivery);
    if (state.status === 'running') {
      route.running.add(id);
      if (delivery.kind === 'upload') this.#writing.set(id, writtenPlaces(delivery));
    }
    if (state.status !== 'waiting' || state.missingSecret === true) return;
    if (delivery.kind === 'webhook' && delivery.ready === undefined) return;
    if (delivery.kind === 'upload') this.#requested.set(id, placeOf(delivery, delivery.key));
    const { attempts, retryAt = 0 } = state;
    if (attempts === 0 && retryAt === 0) route.fresh.add(id);
    else route.retries.set(id, { attempts, retryAt });
  }

  remove(delivery: Delivery): void {
    const { id } = delivery;
    const { prioritized, fresh, retries, running } = this.#routeOf(delivery);
    for (const entries of [prioritized, fresh, retries, running, this.#requested, this.#writing]) {
      entries.delete(id);
    }
  }

  /**
   * Returns when the route of a delivery may be used, in milliseconds since the epoch, and why it
   * may not: 0 without an outage, infinite while another one probes it.
   */
  routeState(delivery: Delivery): { availableAt: number; error: AppErrorData | undefined } {
    const { outage } = this.#routeOf(delivery);
    return { availableAt: availableAt(outage), error: outage?.error };
  }

  /** Returns the ids of the deliveries that wait for the route of another one. */
  waitingWith(delivery: Delivery): readonly string[] {
    const { prioritized, fresh, retries } = this.#routeOf(delivery);
    return [...prioritized, ...fresh, ...retries.keys()];
  }

  /** Returns the error with which an upload fails without an attempt. */
  refusalOf(delivery: Delivery): AppErrorData | undefined {
    if (delivery.kind === 'webhook') return undefined;
    const { refusal } = this.#routeOf(delivery);
    const isValid =
      refusal?.container === containerOf(delivery) && refusal.until > this.#options.clock.now();
    return isValid ? refusal.error : undefined;
  }

  /** Allows the next upload of a route that has refused one. */
  forgetRefusal(delivery: Delivery): void {
    this.#routeOf(delivery).refusal = null;
  }

  forgetRefusals(): void {
    for (const route of this.#routes.values()) route.refusal = null;
  }

  /** Starts what may run now, in a microtask: changes that are made together count once. */
  wake(): void {
    if (this.#isWaking || !this.#isStarted) return;
    this.#isWaking = true;
    queueMicrotask(() => {
      this.#isWaking = false;
      if (this.#isStarted) this.#startNext();
    });
  }

  /** New work was added: a route that is down is probed soon, once per outage. */
  expedite(delivery: Delivery): void {
    const { schedule, clock } = this.#options;
    // Where attempts are limited, new work must not use up those of others.
    if (!schedule[delivery.kind].isEndless) return;
    const latest = clock.now() + expediteMs;
    const { outage } = this.#routeOf(delivery);
    if (!outage || outage.isRequested || outage.isExpedited || outage.retryAt <= latest) return;
    outage.retryAt = latest;
    outage.isExpedited = true;
  }

  /** Starts a waiting delivery next, even during an outage of its route or after a refusal. */
  retryNow(delivery: Delivery): void {
    const { id } = delivery;
    const route = this.#routeOf(delivery);
    if (route.fresh.delete(id) || route.retries.delete(id)) route.prioritized.add(id);
    route.refusal = null;
    if (route.outage) Object.assign(route.outage, { retryAt: 0, probe: null });
    this.#routeChanged(delivery);
  }

  /** Records the start of an attempt; during an outage, it probes the route. */
  started(delivery: Delivery): void {
    const { outage } = this.#routeOf(delivery);
    if (outage) outage.probe = delivery.id;
  }

  /** Records a response, which ends an outage. */
  answered(delivery: Delivery): void {
    const route = this.#routeOf(delivery);
    if (route.outage === null) return;
    route.outage = null;
    this.#routeChanged(delivery);
  }

  /** Records an aborted attempt, which says nothing about the route. */
  aborted(delivery: Delivery): void {
    const { outage } = this.#routeOf(delivery);
    if (outage?.probe === delivery.id) outage.probe = null;
  }

  /**
   * Records a refusal, if all uploads of the route would have it. @returns true if it was not known
   */
  refused(delivery: Delivery, thrown: unknown): boolean {
    const { schedule, clock } = this.#options;
    const error = commonError(thrown);
    if (delivery.kind === 'webhook' || error === undefined) return false;
    const isNew = this.refusalOf(delivery) === undefined;
    const until = clock.now() + schedule.refusalMs;
    this.#routeOf(delivery).refusal = { error, container: containerOf(delivery), until };
    return isNew;
  }

  /**
   * Records an interrupted attempt. During an outage only its probe counts: attempts that ran at
   * the same time count as one.
   */
  interrupted(delivery: Delivery, thrown: unknown): RetryDecision {
    const { schedule, clock, random } = this.#options;
    const { isInteractive } = schedule;
    const [steps, spread, requestedMs] = [
      schedule[delivery.kind],
      random(),
      requestedDelayMs(thrown),
    ];
    const delayOf = (failures: number) => delayAfter(steps, failures, spread, requestedMs);
    const now = clock.now();
    const route = this.#routeOf(delivery);
    const { outage } = route;
    if (outage === null || outage.probe === delivery.id) {
      const failures = (outage?.failures ?? 0) + 1;
      // Each webhook of the window has its own delays; they share only the probe of the receiver.
      const isOwn = delivery.kind === 'webhook' && !isInteractive;
      route.outage = {
        failures,
        retryAt: now + (isOwn ? 0 : (delayOf(failures) ?? 0)),
        isRequested: requestedMs > 0,
        isExpedited: outage?.isExpedited ?? false,
        probe: null,
        error: sharedError(delivery, errorData(thrown)),
      };
    }
    // The other webhooks of a receiver wait for their own times.
    if (delivery.kind === 'upload' || outage === null) this.#routeChanged(delivery);
    const isShared = isInteractive && delayOf(route.outage?.failures ?? 0) === null;
    const delay = isShared ? null : delayOf(attemptsOf(delivery.state));
    return { retryAt: delay === null ? null : now + delay, isShared };
  }

  #startNext(): void {
    const { clock, concurrency, start } = this.#options;
    const now = clock.now();
    for (const kind of ['upload', 'webhook'] as const) {
      while (this.#running(kind) < concurrency[kind]) {
        const id = this.#next(kind, now);
        if (id === null) break;
        start(id);
      }
    }
    this.#cancelTimer();
    const next = Math.min(...[...this.#routes.values()].map((route) => nextTimeOf(route, now)));
    if (Number.isFinite(next)) this.#cancelTimer = clock.after(next - now, () => this.wake());
  }

  #running(kind: Delivery['kind']): number {
    return this.#routesOf(kind).reduce((sum, { running }) => sum + running.size, 0);
  }

  /**
   * Null if none may start now. The route with the fewest running deliveries comes first; on it,
   * those with the fewest attempts, in their order.
   */
  #next(kind: Delivery['kind'], now: number): string | null {
    const available = this.#routesOf(kind)
      .filter(({ outage }) => availableAt(outage) <= now)
      .sort((one, other) => one.running.size - other.running.size);
    for (const route of available) {
      const id = this.#firstOf(route, now);
      if (id !== null) return id;
    }
    return null;
  }

  #firstOf({ prioritized, fresh, retries }: Route, now: number): string | null {
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

  #routeChanged(delivery: Delivery): void {
    this.#options.onRouteChange(this.waitingWith(delivery));
  }

  #routesOf(kind: Delivery['kind']): readonly Route[] {
    return [...this.#routes.values()].filter((route) => route.kind === kind);
  }

  #routeOf(delivery: Delivery): Route {
    const name = routeName(delivery);
    const existing = this.#routes.get(name);
    if (existing) return existing;
    const route: Route = {
      kind: delivery.kind,
      prioritized: new Set(),
      fresh: new Set(),
      retries: new Map(),
      running: new Set(),
      outage: null,
      refusal: null,
    };
    this.#routes.set(name, route);
    return route;
  }
}

/** What a command line sets for its uploads may be what a server refuses. */
function routeName(delivery: Delivery): string {
  if (delivery.kind === 'webhook') return `host ${hostOf(delivery.address)}`;
  const to = delivery.target === null ? containerOf(delivery) : `target ${delivery.target}`;
  const { overrides } = delivery;
  return overrides === undefined ? to : `${to} ${JSON.stringify(overrides)}`;
}

function availableAt(outage: Outage | null): number {
  if (!outage) return 0;
  return outage.probe === null ? outage.retryAt : Infinity;
}

/**
 * Returns the time of the next delayed delivery, in milliseconds since the epoch. One that only
 * waits for another to end has none.
 */
function nextTimeOf({ prioritized, fresh, retries, outage }: Route, now: number): number {
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

/** The error of the deliveries that wait for the route of an interrupted one. */
function sharedError(delivery: Delivery, { code, message: reason }: AppErrorData): AppErrorData {
  // The reason names the place of a private delivery.
  if (isPrivate(delivery)) return { code, message: message('outbox.sharedOutagePrivate') };
  return { code, message: message('outbox.sharedOutage', { reason }) };
}

/** Returns the error that all uploads to one place have; undefined if only one has it. */
function commonError(thrown: unknown): AppErrorData | undefined {
  if (thrown instanceof MissingSecret) return thrown.toData();
  if (!isLastingFailure(thrown)) return undefined;
  return withoutObject(thrown);
}

/** Returns the error without the object that it is about, where it says so. */
function withoutObject(failure: DeliveryFailure): AppErrorData {
  const { field, reason } = failure.details;
  if (reason === undefined) return failure.toData();
  const fields = field === undefined ? {} : { fields: [{ field, message: reason }] };
  return { code: 'delivery-refused', message: reason, ...fields };
}
