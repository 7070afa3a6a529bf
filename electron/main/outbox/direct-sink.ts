import {
  type AppError,
  type AppErrorData,
  errorData,
  errorText,
} from '../../shared/messages/errors.js';
import { message } from '../../shared/messages/message.js';
import { englishText } from '../../shared/messages/translator.js';
import { locationUri } from '../../shared/upload-location.js';
import type { PdfSpool } from '../files/pdf-spool.js';
import {
  DeliveryFailure,
  MissingSecret,
  isLastingFailure,
  requestedDelayMs,
} from '../network/delivery-failure.js';
import { type UploadHooks, hasLeftovers } from '../uploads/upload.js';
import { Mutex, Semaphore, settleWithin, withRetry } from '../util/async.js';
import { ChangeBatcher } from '../util/change-batcher.js';
import { type Clock, systemClock } from '../util/clock.js';
import {
  type AttemptResult,
  type DeliveryTransports,
  abortUpload,
  attemptUpload,
  attemptWebhook,
} from './attempt.js';
import {
  type Delivery,
  type DeliveryState,
  type UploadDelivery,
  type WebhookDelivery,
  attemptsOf,
  failedAfter,
  isDone,
  isPrivate,
  runningAfter,
  uploadStateOf,
  waitingAfter,
} from './delivery.js';
import { type DeliveryInput, type DeliverySink, newDeliveries } from './delivery-sink.js';
import { routeOf } from './routes.js';
import { delayAfter, interactiveSchedule } from './schedule.js';
import { outcomeOf } from './webhook-events.js';

/** How many deliveries of one route run at the same time. */
const concurrency = { upload: 8, webhook: 8 };

/** The longest `Retry-After` that is honored while the user waits, in milliseconds. */
const maxRetryAfterMs = interactiveSchedule.upload.maxRetryAfterMs ?? Infinity;

/** How long running attempts may delay the end of a command, in milliseconds. */
const stopTimeoutMs = 5000;

export interface DirectSinkOptions extends DeliveryTransports {
  /** Holds each PDF until it is uploaded; those of failed uploads stay. */
  readonly pdfs: Pick<PdfSpool, 'keep' | 'remove' | 'pathOf'>;
  /** Called a few times a second at most, with the released uploads that have not ended. */
  readonly onProgress: (unfinished: readonly UnfinishedUpload[]) => void;
  /** A delivery is retried after a delay in milliseconds. */
  readonly onRetry: (delivery: Delivery, error: AppErrorData, delayMs: number) => void;
  /** All uploads of a route fail from now on, for this reason. */
  readonly onRouteFailed?: ((error: AppErrorData) => void) | undefined;
  readonly log: (line: string) => void;
  readonly clock?: Clock;
  /** Returns a number from 0 to 1; spreads retries. */
  readonly random?: () => number;
}

export interface UnfinishedUpload {
  readonly delivery: UploadDelivery;
  /** Bytes sent by the running attempt. */
  readonly sent: number;
}

interface Entry {
  delivery: Delivery;
  sent: number;
  /** Resolves with undefined if it is discarded. */
  readonly result: Promise<Delivery | undefined>;
  readonly end: (delivery?: Delivery) => void;
}

/** What deliveries to one target, or to one webhook host, share. */
interface Route {
  readonly slots: Semaphore;
  /** Aborted with an AppError when a delivery gives up. */
  outage: AbortController;
  /** Why every upload fails; absent while they don't. */
  failure?: AppError;
}

/**
 * Delivers while a command runs: each delivery is retried in place for half a minute, and nothing
 * is persisted. When one gives up because its server is down, those that wait for the same server
 * fail with it, instead of each waiting as long. After an error that every upload to the same
 * bucket would have, such as a wrong key, no other one is sent there.
 */
export class DirectSink implements DeliverySink {
  readonly #options: DirectSinkOptions;
  readonly #clock: Clock;
  readonly #entries = new Map<string, Entry>();
  readonly #running = new Map<Entry, Promise<void>>();
  readonly #routes = new Map<string, Route>();
  /** Two uploads to one key at the same time could both find it free. */
  readonly #keys = new Map<string, Mutex>();
  readonly #changes: ChangeBatcher;
  readonly #stopping = new AbortController();

  constructor(options: DirectSinkOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#changes = new ChangeBatcher(() => options.onProgress(this.#unfinishedUploads()));
  }

  async stage(input: DeliveryInput): Promise<readonly string[]> {
    const deliveries = newDeliveries(input, this.#clock.now());
    const upload = deliveries.find((delivery) => delivery.kind === 'upload');
    if (upload && input.pdf) await this.#options.pdfs.keep(upload.pdf.id, input.pdf.contents);
    for (const delivery of deliveries) this.#entries.set(delivery.id, newEntry(delivery));
    return deliveries.map(({ id }) => id);
  }

  async release(ids: readonly string[]): Promise<void> {
    for (const entry of this.#staged(ids)) {
      this.#setState(entry, { status: 'waiting', attempts: 0 });
      this.#start(entry);
    }
    return Promise.resolve();
  }

  /** Sends uploads of an earlier process, whose PDFs are still held. */
  resume(uploads: readonly UploadDelivery[]): void {
    const entries = uploads.map((upload) =>
      newEntry({ ...upload, state: waitingAfter(upload.state, { attempts: 0 }) }),
    );
    for (const entry of entries) this.#entries.set(entry.delivery.id, entry);
    for (const entry of entries) this.#start(entry);
  }

  #start(entry: Entry): void {
    const running = this.#deliver(entry).finally(() => this.#running.delete(entry));
    this.#running.set(entry, running);
  }

  async discard(ids: readonly string[]): Promise<void> {
    for (const { delivery, end } of this.#staged(ids)) {
      this.#entries.delete(delivery.id);
      end();
      if (delivery.kind === 'upload') await this.#options.pdfs.remove(delivery.pdf.id);
    }
  }

  get(id: string): Delivery | undefined {
    return this.#entries.get(id)?.delivery;
  }

  /** Returns the error that all uploads to the same bucket have; undefined if there is none. */
  failureOfRoute(delivery: Delivery): AppErrorData | undefined {
    return this.#routeOf(delivery).failure?.toData();
  }

  /**
   * Resolves with a delivery when it is released and then delivered, skipped, failed or stopped;
   * with undefined if it is discarded or does not exist.
   */
  async result(id: string): Promise<Delivery | undefined> {
    return this.#entries.get(id)?.result;
  }

  /**
   * Aborts running deliveries and waits a few seconds for them. Unfinished deliveries stay
   * `waiting`.
   */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await settleWithin(this.#running.values(), stopTimeoutMs);
    this.#changes.flush();
  }

  #unfinishedUploads(): readonly UnfinishedUpload[] {
    return [...this.#running.keys()].flatMap(({ delivery, sent }) =>
      delivery.kind === 'upload' ? [{ delivery, sent }] : [],
    );
  }

  #staged(ids: readonly string[]): readonly Entry[] {
    return ids.flatMap((id) => {
      const entry = this.#entries.get(id);
      return entry?.delivery.state.status === 'staged' ? [entry] : [];
    });
  }

  async #deliver(entry: Entry): Promise<void> {
    const { delivery } = entry;
    if (delivery.kind === 'webhook') await this.#complete(entry, delivery);
    try {
      if (!this.#stopping.signal.aborted) {
        this.#delivered(entry, await this.#attemptUntilAnswered(entry));
      }
    } catch (error) {
      if (this.#stopping.signal.aborted) this.#setState(entry, waitingAfter(entry.delivery.state));
      else this.#setState(entry, failedAfter(entry.delivery.state, finalError(error)));
      await this.#abortParts(entry.delivery);
    }
    if (delivery.kind === 'upload') await this.#removePdf(delivery);
    entry.end(entry.delivery);
  }

  /** Removes what attempts have left at the destination, as no further one continues it. */
  async #abortParts(upload: Delivery): Promise<void> {
    const state = uploadStateOf(upload.state);
    if (upload.kind !== 'upload' || !hasLeftovers(state)) return;
    try {
      await abortUpload(this.#options, upload, state, stopTimeoutMs);
    } catch (error) {
      const reason = errorData(error);
      const text = isPrivate(upload) ? reason.code : englishText(reason.message);
      this.#options.log(`Couldn't remove what an upload left. ${text}`);
    }
  }

  /** Waits for the uploads that a webhook reports. */
  async #complete(entry: Entry, webhook: WebhookDelivery): Promise<void> {
    for (const upload of webhook.after) await this.result(upload);
    const outcome = outcomeOf(webhook, (id) => this.get(id));
    const { state } = entry.delivery;
    entry.delivery = { ...webhook, state, outcome, ready: this.#clock.now() };
  }

  async #attemptUntilAnswered(entry: Entry): Promise<AttemptResult> {
    const route = this.#routeOf(entry.delivery);
    const signal = AbortSignal.any([this.#stopping.signal, route.outage.signal]);
    const retried = async () =>
      withRetry(async () => this.#attempt(entry), {
        delayAfter: (error, attempts) =>
          signal.aborted ? null : this.#delayAfter(entry, error, attempts),
        signal,
        clock: this.#clock,
      });
    try {
      return await route.slots.run(async () => this.#exclusively(entry, retried), { signal });
    } catch (error) {
      if (signal.aborted) throw error;
      const data = errorData(error);
      if (data.code === 'delivery-interrupted') this.#giveUp(route, data);
      if (entry.delivery.kind === 'upload' && isLasting(error)) this.#fail(route, error);
      throw error;
    }
  }

  async #attempt(entry: Entry): Promise<AttemptResult> {
    const { signal } = this.#stopping;
    this.#setState(entry, runningAfter(entry.delivery.state));
    entry.sent = 0;
    const { delivery } = entry;
    if (delivery.kind === 'webhook') return attemptWebhook(this.#options, delivery, signal);
    const hooks: UploadHooks = {
      signal,
      onProgress: (sent) => {
        entry.sent = sent;
        this.#changes.touch();
      },
      beforeSending: async (uploadState) => {
        const attempts = attemptsOf(delivery.state);
        this.#setState(entry, { status: 'running', attempts, uploadState });
        return Promise.resolve();
      },
      isResumed: () => !signal.aborted,
    };
    const path = this.#options.pdfs.pathOf(delivery.pdf.id);
    return attemptUpload(this.#options, delivery, path, hooks, () => this.#clock.now());
  }

  /** @returns milliseconds; null to give up */
  #delayAfter(entry: Entry, thrown: unknown, attempts: number): number | null {
    const error = errorData(thrown);
    if (error.code !== 'delivery-interrupted') return null;
    const { random = Math.random, onRetry } = this.#options;
    const { delivery } = entry;
    const steps = interactiveSchedule[delivery.kind];
    const delay = delayAfter(steps, attempts, random(), requestedDelayMs(thrown));
    if (delay === null) return null;
    const retryAt = this.#clock.now() + delay;
    this.#setState(entry, waitingAfter(delivery.state, { retryAt, error }));
    onRetry(delivery, error, delay);
    return delay;
  }

  #delivered(entry: Entry, { status, receipt, key }: AttemptResult): void {
    const attempts = attemptsOf(entry.delivery.state);
    const { delivery } = entry;
    if (delivery.kind === 'upload' && key !== undefined) entry.delivery = { ...delivery, key };
    this.#setState(entry, { status, attempts, ...(receipt && { receipt }) });
  }

  /** Fails the deliveries that wait for a route. Later ones start with a new outage. */
  #giveUp(route: Route, { message: reason }: AppErrorData): void {
    const shared = message('outbox.gaveUp', { reason });
    const { outage } = route;
    route.outage = new AbortController();
    outage.abort(new DeliveryFailure('delivery-interrupted', shared));
  }

  /** Fails all uploads of a route, those that wait and those that follow. */
  #fail(route: Route, error: AppError): void {
    if (route.failure !== undefined) return;
    route.failure = error;
    route.outage.abort(error);
    this.#options.onRouteFailed?.(error.toData());
  }

  #setState(entry: Entry, state: DeliveryState): void {
    entry.delivery = { ...entry.delivery, state };
    this.#changes.touch();
  }

  /** Deletes a PDF when all uploads of it have been delivered. */
  async #removePdf({ pdf }: UploadDelivery): Promise<void> {
    const uploads = [...this.#entries.values()]
      .map(({ delivery }) => delivery)
      .filter((delivery) => delivery.kind === 'upload' && delivery.pdf.id === pdf.id);
    if (!uploads.every(({ state }) => isDone(state))) return;
    await this.#options.pdfs.remove(pdf.id).catch((error: unknown) => {
      this.#options.log(`Couldn't delete an uploaded PDF: ${errorText(error)}`);
    });
  }

  #routeOf(delivery: Delivery): Route {
    const name = routeOf(delivery);
    const existing = this.#routes.get(name);
    if (existing) return existing;
    const slots = new Semaphore(concurrency[delivery.kind]);
    const route = { slots, outage: new AbortController() };
    this.#routes.set(name, route);
    return route;
  }

  /** Runs an upload when no other one writes to its key. */
  async #exclusively<T>({ delivery }: Entry, task: () => Promise<T>): Promise<T> {
    if (delivery.kind === 'webhook') return task();
    const place = locationUri(delivery);
    const mutex = this.#keys.get(place) ?? new Mutex();
    this.#keys.set(place, mutex);
    return mutex.run(task);
  }
}

function newEntry(delivery: Delivery): Entry {
  let end: Entry['end'] = () => undefined;
  const result = new Promise<Delivery | undefined>((resolve) => (end = resolve));
  return { delivery, sent: 0, result, end };
}

function isLasting(thrown: unknown): thrown is AppError {
  return thrown instanceof MissingSecret || isLastingFailure(thrown);
}

/**
 * Returns an error that includes the reason why it is not retried, if the server asks to wait too
 * long.
 */
function finalError(thrown: unknown): AppErrorData {
  const error = errorData(thrown);
  const requestedMs = requestedDelayMs(thrown);
  if (error.code !== 'delivery-interrupted' || requestedMs <= maxRetryAfterMs) return error;
  const [seconds, limit] = [Math.ceil(requestedMs / 1000), maxRetryAfterMs / 1000];
  const reason = error.message;
  return { ...error, message: message('outbox.waitTooLong', { reason, seconds, limit }) };
}
