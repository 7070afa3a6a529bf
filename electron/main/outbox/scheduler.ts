import type { AppErrorData } from '../../shared/messages/errors.js';
import { message } from '../../shared/messages/message.js';
import type { Clock } from '../util/clock.js';
import { type Delivery, attemptsOf, isPrivate } from './delivery.js';
import { Routes, routeOf } from './routes.js';
import { type RetrySchedule, delayAfter } from './schedule.js';

/** Maximum delay before new work probes a route that is down, in milliseconds. */
const expediteMs = 2000;

export interface SchedulerOptions {
  readonly schedule: RetrySchedule;
  /** How many deliveries run at the same time. */
  readonly concurrency: { readonly upload: number; readonly webhook: number };
  readonly clock: Clock;
  /** Returns a number from 0 to 1; spreads retries. */
  readonly random: () => number;
  /** Starts an attempt; the delivery has to be running when it returns. */
  readonly start: (id: string) => void;
  /** Called with the deliveries that wait for a route whose availability has changed. */
  readonly onRouteChange: (ids: readonly string[]) => void;
}

/**
 * The decision after an interrupted attempt. `retryAt` in milliseconds since the epoch; null: give
 * up.
 */
export interface RetryDecision {
  readonly retryAt: number | null;
}

/** Decides which delivery runs when: per-route queues, concurrency, back-off. */
export class Scheduler {
  readonly #options: SchedulerOptions;
  readonly #routes = new Routes();
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
    this.#routes.update(delivery);
  }

  remove(delivery: Delivery): void {
    this.#routes.remove(delivery);
  }

  /** Returns when the route of a delivery may be used and why it may not; see {@link Routes}. */
  routeState(delivery: Delivery): { availableAt: number; error: AppErrorData | undefined } {
    const route = routeOf(delivery);
    return {
      availableAt: this.#routes.availableAt(route),
      error: this.#routes.errorOf(route),
    };
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

  /** New work was added: a route that is down is probed soon. */
  expedite(delivery: Delivery): void {
    const { schedule, clock } = this.#options;
    // Where attempts are limited, new work must not use up those of others.
    if (!schedule[delivery.kind].isEndless) return;
    this.#routes.expedite(delivery, clock.now() + expediteMs);
  }

  /** Starts a waiting delivery next, even during an outage of its route. */
  retryNow(delivery: Delivery): void {
    this.#routes.prioritize(delivery);
    this.#routes.unblock(delivery);
    this.#routeChanged(delivery);
  }

  answered(delivery: Delivery): void {
    if (this.#routes.answered(delivery)) this.#routeChanged(delivery);
  }

  aborted(delivery: Delivery): void {
    this.#routes.aborted(delivery);
  }

  /** @param requestedMs how long the server asks to wait; 0 if it does not ask */
  interrupted(delivery: Delivery, error: AppErrorData, requestedMs: number): RetryDecision {
    const { schedule, clock, random } = this.#options;
    const steps = schedule[delivery.kind];
    const spread = random();
    const delayOf = (attempts: number) => delayAfter(steps, attempts, spread, requestedMs);
    const now = clock.now();
    const isNewOutage = this.#routes.interrupted(delivery, now, {
      error: sharedError(delivery, error),
      // Each webhook has its own delays; they share only the probe of the receiver.
      delayAfter: delivery.kind === 'webhook' ? () => 0 : (failures) => delayOf(failures) ?? 0,
      isRequested: requestedMs > 0,
    });
    // The other webhooks of a receiver wait for their own times.
    if (delivery.kind === 'upload' || isNewOutage) this.#routeChanged(delivery);
    const delay = delayOf(attemptsOf(delivery.state));
    return { retryAt: delay === null ? null : now + delay };
  }

  #startNext(): void {
    const { clock, concurrency, start } = this.#options;
    const now = clock.now();
    for (const kind of ['upload', 'webhook'] as const) {
      while (this.#routes.running(kind) < concurrency[kind]) {
        const id = this.#routes.next(kind, now);
        if (id === null) break;
        start(id);
      }
    }
    this.#cancelTimer();
    const next = this.#routes.nextAt(now);
    if (Number.isFinite(next)) this.#cancelTimer = clock.after(next - now, () => this.wake());
  }

  started(delivery: Delivery): void {
    this.#routes.started(delivery);
  }

  #routeChanged(delivery: Delivery): void {
    this.#options.onRouteChange(this.#routes.waiting(routeOf(delivery)));
  }
}

/** The error of the deliveries that wait for the route of an interrupted one. */
function sharedError(delivery: Delivery, { code, message: reason }: AppErrorData): AppErrorData {
  // The reason names the place of a private delivery.
  if (isPrivate(delivery)) return { code, message: message('outbox.sharedOutagePrivate') };
  return { code, message: message('outbox.sharedOutage', { reason }) };
}
