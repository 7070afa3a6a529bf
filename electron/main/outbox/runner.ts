import { type AppErrorData, errorData } from '../../shared/errors.js';
import type { UploadHooks } from '../s3/upload.js';
import { DeliveryFailure, MissingSecret } from '../network/delivery-failure.js';
import type { Clock } from '../util/clock.js';
import type { OutboxParts } from './outbox-parts.js';
import type { Delivery, DeliveryState } from './delivery.js';
import type { DeliveryTable } from './delivery-list.js';
import { attemptsOf, canceledAfter, isPrivate, waitingAfter } from './delivery-state.js';
import { type CircuitBreaker, routeOf } from './circuit-breaker.js';
import { RunningDeliveries, type StopReason } from './running-deliveries.js';
import { delayAfter } from './schedule.js';
import type { MultipartCleanup } from './multipart-cleanup.js';
import { type AttemptResult, attemptUpload, attemptWebhook } from './attempt.js';
import type { Turns } from './scheduler.js';
import { literal } from '../../shared/messages/message.js';
import { englishText } from '../../shared/messages/translator.js';

/** How long what is under way may take to stop, in milliseconds: a server that hangs may not keep Platen from ending. */
const stopLimit = 5000;

const defaultConcurrencies = { upload: 4, webhook: 8 };

/** A try that is under way. */
interface Try {
  /** The delivery as it stands, also once it was taken off the list. */
  delivery: Delivery;
  /** How often secrets had changed when it began. */
  readonly secretChanges: number;
}

/** Sends what waits, several at a time, and decides after each try what comes next. */
export class DeliveryRunner {
  readonly #parts: OutboxParts & { readonly clock: Clock };
  readonly #list: DeliveryTable;
  readonly #routes: CircuitBreaker;
  readonly #turns: Turns;
  readonly #takingBack: MultipartCleanup;
  readonly #onEnd: (delivery: Delivery) => void;
  readonly #running = new RunningDeliveries();
  #secretChanges = 0;
  #isStarted = false;
  #isWaking = false;
  #takeBackTimer: () => void = () => undefined;

  /** @param onEnd hears of each delivery that has come to rest */
  constructor(
    parts: OutboxParts & { readonly clock: Clock },
    list: DeliveryTable,
    routes: CircuitBreaker,
    turns: Turns,
    takingBack: MultipartCleanup,
    onEnd: (delivery: Delivery) => void,
  ) {
    this.#parts = parts;
    this.#list = list;
    this.#routes = routes;
    this.#turns = turns;
    this.#takingBack = takingBack;
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
    const late = await this.#running.stop(stopLimit);
    for (const delivery of this.#list.some(late)) this.#postpone(delivery);
  }

  /** Breaks a try off, if there is one under way; what it left is taken back when it has ended. */
  breakOff(id: string, reason: StopReason): void {
    this.#running.breakOff(id, reason);
  }

  /** Tries what waits for a secret: one was entered, replaced or removed. */
  secretsChanged(): void {
    this.#secretChanges += 1;
    for (const delivery of this.#list.all) {
      const { state } = delivery;
      if (state.status !== 'waiting' || state.missingSecret !== true) continue;
      // The disk need not know: what waits for a secret is tried at the next start, too.
      this.#list.show({ ...delivery, state: { ...state, missingSecret: false } });
    }
    this.wake();
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
    const { clock, concurrency = defaultConcurrencies } = this.#parts;
    const now = clock.now();
    for (const kind of ['upload', 'webhook'] as const) {
      while (this.#turns.running(kind) < concurrency[kind]) {
        const id = this.#turns.next(kind, now);
        const delivery = id === null ? undefined : this.#list.get(id);
        if (!delivery) break;
        this.#begin(delivery);
      }
    }
    this.#takeBackTimer();
    const next = this.#turns.nextAt(now);
    if (Number.isFinite(next)) {
      this.#takeBackTimer = clock.after(next - now, () => this.wake());
    }
  }

  #begin(delivery: Delivery): void {
    const { id, state } = delivery;
    const { begun } = waitingAfter(state);
    const attempts = attemptsOf(state) + 1;
    const running = { status: 'running', attempts, ...(begun && { begun }) } as const;
    const secretChanges = this.#secretChanges;
    const run: Try = { delivery: { ...delivery, state: running }, secretChanges };
    this.#list.show(run.delivery);
    this.#routes.began(routeOf(delivery), id);
    this.#running.run(
      id,
      async (signal) => this.#try(run, signal),
      (result, reason) => this.#ended(run, result, reason),
    );
  }

  async #try(run: Try, signal: AbortSignal): Promise<AttemptResult> {
    const { delivery } = run;
    const { id } = delivery;
    if (delivery.kind === 'webhook') {
      await this.#list.remember(delivery, true);
      signal.throwIfAborted();
      return attemptWebhook(this.#parts, delivery, signal);
    }
    const hooks: UploadHooks = {
      signal,
      onProgress: (sent) => this.#list.setSent(id, sent),
      beforeSending: async ({ key, multipart }) => {
        const begun = { key, ...(multipart !== undefined && { multipart }) };
        // Also one that is being broken off has to be known: it is to be taken back.
        const attempts = attemptsOf(delivery.state);
        run.delivery = { ...delivery, state: { status: 'running', attempts, begun } };
        signal.throwIfAborted();
        this.#list.show(run.delivery);
        await this.#list.remember(delivery, true);
        signal.throwIfAborted();
      },
    };
    return attemptUpload(this.#parts, delivery, hooks, () => this.#parts.clock.now());
  }

  #ended(run: Try, result: PromiseSettledResult<AttemptResult>, reason: StopReason | null): void {
    const { delivery } = run;
    const { id } = delivery;
    if (this.#list.get(id) === undefined) this.#leftOff(delivery, result);
    else if (result.status === 'fulfilled') this.#delivered(delivery, result.value);
    else if (reason === 'stopped') this.#postpone(delivery);
    else if (reason === 'canceled') this.#canceled(delivery, result);
    else if (this.#waitsFor(result.reason)) this.#awaitSecret(run, result.reason);
    else this.#failed(delivery, result.reason);
    this.wake();
  }

  /** A try was broken off that others of its route may have waited for. */
  #leftOff(delivery: Delivery, { status }: PromiseSettledResult<AttemptResult>): void {
    this.#routes.leftOff(routeOf(delivery), delivery.id);
    if (status === 'rejected') this.#takingBack.begin(delivery);
  }

  #delivered(delivery: Delivery, { status, receipt, key }: AttemptResult): void {
    this.#answered(delivery);
    const attempts = attemptsOf(delivery.state);
    const state: DeliveryState = { status, attempts, ...(receipt && { receipt }) };
    const isUpload = delivery.kind === 'upload' && key !== undefined;
    this.#list.put(isUpload ? { ...delivery, key, state } : { ...delivery, state });
    this.#onEnd(delivery);
  }

  /** Leaves a try that was broken off to the next start; it does not count. */
  #postpone(delivery: Delivery): void {
    const { id, state } = delivery;
    if (state.status !== 'running') return;
    this.#list.setState(id, waitingAfter(state, { attempts: state.attempts - 1 }));
    this.#routes.leftOff(routeOf(delivery), id);
  }

  #canceled(delivery: Delivery, result: PromiseSettledResult<AttemptResult>): void {
    this.#list.setState(delivery.id, canceledAfter(delivery.state));
    this.#leftOff(delivery, result);
    this.#onEnd(delivery);
  }

  #waitsFor(thrown: unknown): thrown is MissingSecret {
    return thrown instanceof MissingSecret && this.#parts.schedule.waitsForSecrets;
  }

  /**
   * Has a delivery wait until its secret is known. The attempt does not count: the other side was not asked. If secrets
   * have changed since it began, it may have looked too early and is tried again.
   */
  #awaitSecret({ delivery, secretChanges }: Try, missing: MissingSecret): void {
    const { id, state } = delivery;
    const attempts = attemptsOf(state) - 1;
    const missingSecret = secretChanges === this.#secretChanges;
    this.#list.setState(
      id,
      waitingAfter(state, { attempts, error: missing.toData(), missingSecret }),
    );
    this.#routes.leftOff(routeOf(delivery), id);
  }

  #failed(delivery: Delivery, thrown: unknown): void {
    const error = errorData(thrown);
    if (error.code === 'delivery-interrupted') {
      const asked = thrown instanceof DeliveryFailure ? thrown.details.retryAfterMs : undefined;
      this.#interrupted(delivery, error, asked);
    } else {
      this.#answered(delivery);
      this.#giveUp(delivery, error);
    }
  }

  /** @param asked what the other side asks for before the next try, in milliseconds */
  #interrupted(delivery: Delivery, interruption: AppErrorData, asked = 0): void {
    const { id, kind, state } = delivery;
    const { schedule, clock, random = Math.random } = this.#parts;
    const steps = schedule[kind];
    const spread = random();
    const delayOf = (tries: number) => delayAfter(steps, tries, spread, asked);
    const now = clock.now();
    const route = routeOf(delivery);
    const wasOpen = this.#routes.errorOf(route) === undefined;
    const error = withWait(interruption, asked, steps.maxRequested);
    const shared = errorOfOthers(delivery, error);
    const opensAt = this.#routes.interrupted(route, id, now, {
      error: shared,
      // Each message has its own times; what they share is that one at a time is tried.
      delayAfter: kind === 'webhook' ? () => 0 : delayOf,
      confirmOpen: asked > 0,
    });
    const delay = delayOf(attemptsOf(state));
    if (delay === null || opensAt === null) this.#giveUp(delivery, error);
    else this.#list.setState(id, waitingAfter(state, { retryAt: now + delay, error }));
    // The others of a receiver wait for their own times, and need not hear of every one that is tried.
    if (kind === 'upload' || wasOpen) this.#list.tellRoute(route);
    if (opensAt === null) this.#giveUpRoute(route, shared);
  }

  /** What waits together fails together. */
  #giveUpRoute(route: string, error: AppErrorData): void {
    for (const delivery of this.#list.some(this.#turns.waiting(route))) {
      this.#giveUp(delivery, error);
    }
  }

  #giveUp(delivery: Delivery, error: AppErrorData): void {
    const { attempts, begun } = waitingAfter(delivery.state);
    const state = { status: 'failed', attempts, error, ...(begun && { begun }) } as const;
    this.#list.setState(delivery.id, state);
    this.#onEnd(delivery);
  }

  #answered(delivery: Delivery): void {
    const route = routeOf(delivery);
    const wasOpen = this.#routes.errorOf(route) === undefined;
    this.#routes.answered(route);
    if (!wasOpen) this.#list.tellRoute(route);
  }
}

/** The error of those that wait for the same place as one that was interrupted. */
function errorOfOthers(delivery: Delivery, { code, message }: AppErrorData): AppErrorData {
  const what = 'It waits with others for the same place, where the last try was interrupted.';
  const text = isPrivate(delivery) ? what : `${what} ${englishText(message)}`;
  return { code, message: literal(text) };
}

/** Says of an error that it asks for more time than there is, if it does. All times in milliseconds. */
function withWait(error: AppErrorData, asked: number, longest = Infinity): AppErrorData {
  if (asked <= longest) return error;
  const wait = `It asks for a wait of ${Math.ceil(asked / 1000)} seconds, and is waited for ${longest / 1000} at most.`;
  return { ...error, message: literal(`${englishText(error.message)} ${wait}`) };
}
