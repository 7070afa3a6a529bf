import { type AppErrorData, errorData } from '../../../shared/errors.js';
import { DeliveryFailure } from '../delivery-failure.js';
import type { Clock } from './clock.js';
import type { OutboxParts } from './outbox-parts.js';
import type { Outgoing, OutgoingState } from './outgoing.js';
import type { OutgoingList } from './outgoing-list.js';
import { attemptsOf, isPrivate, waitingAfter } from './outgoing-state.js';
import { type Routes, routeOf } from './routes.js';
import { RunningDeliveries, type StopReason } from './running-deliveries.js';
import { delayAfter } from './schedule.js';
import { type TryEnd, type TryHooks, tryUpload, tryWebhook } from './try-delivery.js';
import type { Turns } from './turns.js';

/** How long what is under way may take to stop, in milliseconds: a server that hangs may not keep Platen from ending. */
const stopLimit = 5000;

const usualConcurrency = { upload: 4, webhook: 8 };

/** Sends what waits, several at a time, and decides after each try what comes next. */
export class Tries {
  readonly #parts: OutboxParts & { readonly clock: Clock };
  readonly #list: OutgoingList;
  readonly #routes: Routes;
  readonly #turns: Turns;
  readonly #onEnd: (outgoing: Outgoing) => void;
  readonly #running = new RunningDeliveries();
  #isStarted = false;
  #isWaking = false;
  #takeBackTimer: () => void = () => undefined;

  /** @param onEnd hears of each delivery that has come to rest */
  constructor(
    parts: OutboxParts & { readonly clock: Clock },
    list: OutgoingList,
    routes: Routes,
    turns: Turns,
    onEnd: (outgoing: Outgoing) => void,
  ) {
    this.#parts = parts;
    this.#list = list;
    this.#routes = routes;
    this.#turns = turns;
    this.#onEnd = onEnd;
  }

  start(): void {
    this.#isStarted = true;
    this.wake();
  }

  /** Breaks off what is under way, which waits for the next start. */
  async stop(): Promise<void> {
    this.#isStarted = false;
    this.#takeBackTimer();
    for (const id of await this.#running.stop(stopLimit)) this.#postpone(id);
  }

  breakOff(id: string, reason: StopReason): void {
    this.#running.breakOff(id, reason);
  }

  /** Looks whose turn it is, a moment later: what changes in one go is looked at once. */
  wake(): void {
    if (this.#isWaking || !this.#isStarted) return;
    this.#isWaking = true;
    queueMicrotask(() => {
      this.#isWaking = false;
      if (this.#isStarted) this.#fill();
    });
  }

  #fill(): void {
    const { clock, concurrency = usualConcurrency } = this.#parts;
    const now = clock.now();
    for (const kind of ['upload', 'webhook'] as const) {
      while (this.#turns.running(kind) < concurrency[kind]) {
        const id = this.#turns.next(kind, now);
        const outgoing = id === null ? undefined : this.#list.get(id);
        if (!outgoing) break;
        this.#begin(outgoing);
      }
    }
    this.#takeBackTimer();
    const next = this.#turns.nextAt(now);
    if (Number.isFinite(next)) {
      this.#takeBackTimer = clock.after(next - now, () => this.wake());
    }
  }

  #begin(outgoing: Outgoing): void {
    const { id, state } = outgoing;
    const { begun } = waitingAfter(state);
    const attempts = attemptsOf(state) + 1;
    const running = { status: 'running', attempts, ...(begun && { begun }) } as const;
    this.#list.show({ ...outgoing, state: running });
    this.#routes.began(routeOf(outgoing), id);
    this.#running.run(
      id,
      async (signal) => this.#try({ ...outgoing, state: running }, signal),
      (result, reason) => this.#ended(id, result, reason),
    );
  }

  async #try(outgoing: Outgoing, signal: AbortSignal): Promise<TryEnd> {
    const { id } = outgoing;
    if (outgoing.kind === 'webhook') {
      await this.#list.remember(outgoing, true);
      signal.throwIfAborted();
      return tryWebhook(this.#parts, outgoing, signal);
    }
    const hooks: TryHooks = {
      signal,
      onProgress: (sent) => this.#list.setSent(id, sent),
      beforeSending: async (begun) => {
        signal.throwIfAborted();
        const { key, multipart } = begun;
        const state = {
          ...outgoing.state,
          begun: { key, ...(multipart !== undefined && { multipart }) },
        };
        this.#list.show({ ...outgoing, state });
        await this.#list.remember(outgoing, true);
        signal.throwIfAborted();
      },
    };
    return tryUpload(this.#parts, outgoing, hooks, () => this.#parts.clock.now());
  }

  #ended(id: string, result: PromiseSettledResult<TryEnd>, reason: StopReason | null): void {
    const outgoing = this.#list.get(id);
    if (!outgoing) return;
    if (result.status === 'fulfilled') this.#delivered(outgoing, result.value);
    else if (reason === 'stopped') this.#postpone(id);
    else if (reason === 'canceled') this.#canceled(outgoing);
    else this.#failed(outgoing, result.reason);
    this.wake();
  }

  #delivered(outgoing: Outgoing, { status, receipt, key }: TryEnd): void {
    this.#answered(outgoing);
    const attempts = attemptsOf(outgoing.state);
    const state: OutgoingState = { status, attempts, ...(receipt && { receipt }) };
    const isUpload = outgoing.kind === 'upload' && key !== undefined;
    this.#list.put(isUpload ? { ...outgoing, key, state } : { ...outgoing, state });
    this.#onEnd(outgoing);
  }

  /** Leaves a try that was broken off to the next start; it does not count. */
  #postpone(id: string): void {
    const outgoing = this.#list.get(id);
    if (outgoing?.state.status !== 'running') return;
    const { state } = outgoing;
    this.#list.setState(id, waitingAfter(state, { attempts: state.attempts - 1 }));
    this.#routes.leftOff(routeOf(outgoing), id);
  }

  #canceled(outgoing: Outgoing): void {
    const attempts = attemptsOf(outgoing.state);
    this.#list.setState(outgoing.id, { status: 'canceled', attempts });
    this.#routes.leftOff(routeOf(outgoing), outgoing.id);
    this.#onEnd(outgoing);
  }

  #failed(outgoing: Outgoing, thrown: unknown): void {
    const error = errorData(thrown);
    if (error.code === 'delivery-interrupted') this.#interrupted(outgoing, error, thrown);
    else {
      this.#answered(outgoing);
      this.#giveUp(outgoing, error);
    }
  }

  #interrupted(outgoing: Outgoing, error: AppErrorData, thrown: unknown): void {
    const { id, kind, state } = outgoing;
    const { schedule, clock, random = Math.random } = this.#parts;
    const asked = thrown instanceof DeliveryFailure ? thrown.details.retryAfterMs : undefined;
    const spread = random();
    const delayOf = (tries: number) => delayAfter(schedule[kind], tries, spread, asked);
    const now = clock.now();
    const route = routeOf(outgoing);
    const shared = errorOfOthers(outgoing, error);
    const opensAt = this.#routes.interrupted(route, id, now, {
      error: shared,
      // Each message has its own times; what they share is that one at a time is tried.
      delayAfter: kind === 'webhook' ? () => 0 : delayOf,
      isAsked: asked !== undefined,
    });
    const delay = delayOf(attemptsOf(state));
    if (delay === null || opensAt === null) this.#giveUp(outgoing, error);
    else this.#list.setState(id, waitingAfter(state, { retryAt: now + delay, error }));
    this.#list.tellRoute(route);
    if (opensAt === null) this.#giveUpRoute(route, shared);
  }

  /** What waits together fails together. */
  #giveUpRoute(route: string, error: AppErrorData): void {
    for (const outgoing of this.#list.some(this.#turns.waiting(route))) {
      this.#giveUp(outgoing, error);
    }
  }

  #giveUp(outgoing: Outgoing, error: AppErrorData): void {
    const { attempts, begun } = waitingAfter(outgoing.state);
    const state = { status: 'failed', attempts, error, ...(begun && { begun }) } as const;
    this.#list.setState(outgoing.id, state);
    this.#onEnd(outgoing);
  }

  #answered(outgoing: Outgoing): void {
    const route = routeOf(outgoing);
    const wasOpen = this.#routes.errorOf(route) === undefined;
    this.#routes.answered(route);
    if (!wasOpen) this.#list.tellRoute(route);
  }
}

/** The error of those that wait for the same place as one that was interrupted. */
function errorOfOthers(outgoing: Outgoing, { code, message }: AppErrorData): AppErrorData {
  const what = 'It waits with others for the same place, where the last try was interrupted.';
  return { code, message: isPrivate(outgoing) ? what : `${what} ${message}` };
}
