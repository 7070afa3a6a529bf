import { join } from 'node:path';
import type { DeliveryChanges, DeliveryRow } from '../../shared/deliveries.js';
import { type AppErrorData, errorData, errorText } from '../../shared/messages/errors.js';
import { type Message, message } from '../../shared/messages/message.js';
import type { ExistingPolicy } from '../../shared/output.js';
import { type UploadLocation, containerOf, locationUri } from '../../shared/upload-location.js';
import { PdfSpool } from '../files/pdf-spool.js';
import { MissingSecret } from '../network/delivery-failure.js';
import { type Clock, systemClock } from '../util/clock.js';
import {
  type Delivery,
  type DeliveryState,
  type UploadDelivery,
  attemptsOf,
  canceledAfter,
  failedAfter,
  isAtRest,
  isDone,
  isPrivate,
  placeOfUpload,
  waitingAfter,
} from './delivery.js';
import { deliveryRow } from './delivery-row.js';
import { type DeliveryInput, type DeliverySink, newDeliveries } from './delivery-sink.js';
import { DeliveryStore } from './delivery-store.js';
import { type DeliveryFiles, OutboxFolder } from './outbox-folder.js';
import {
  type AttemptResult,
  DeliveryRunner,
  type DeliveryTransports,
  type EndedAttempt,
} from './runner.js';
import { type RetrySchedule, backgroundSchedule, finalError } from './schedule.js';
import { Scheduler } from './scheduler.js';
import { WebhookEvents } from './webhook-events.js';

const defaultConcurrency = { upload: 8, webhook: 8 };

export interface OutboxOptions extends DeliveryTransports {
  readonly files: DeliveryFiles;
  /** Stores the PDFs until no delivery needs them. */
  readonly pdfs: Pick<PdfSpool, 'keep' | 'remove' | 'pathOf'>;
  /** Deliveries that an earlier process left, in their order. */
  readonly deliveries?: readonly Delivery[];
  /** Returns the name of a target; without it, targets are named by their buckets or servers. */
  readonly nameOf?: (target: string | null, place: UploadLocation) => string;
  /** The default is {@link backgroundSchedule}. */
  readonly schedule?: RetrySchedule;
  /** The default is 8 of each. */
  readonly concurrency?: { readonly upload: number; readonly webhook: number };
  /** Called a few times a second at most. */
  readonly onChange?: (changes: DeliveryChanges) => void;
  /** A delivery is at rest. */
  readonly onEnd?: (delivery: Delivery) => void;
  /** An interrupted delivery is attempted again after a delay in milliseconds. */
  readonly onRetry?: (delivery: Delivery, error: AppErrorData, delayMs: number) => void;
  /** All uploads to the place of one fail from now on; see {@link Outbox.refusalOf}. */
  readonly onRefusal?: (error: AppErrorData) => void;
  /** Called when {@link Outbox.writeError} has changed. */
  readonly onWriteErrorChange?: () => void;
  /** Lines name no private delivery, and nothing of a webhook's URL but its host. */
  readonly log?: (line: string) => void;
  readonly clock?: Clock;
  /** From 0 to 1; spreads retries. */
  readonly random?: () => number;
}

export interface OpenedOutbox {
  readonly outbox: Outbox;
  /** Messages about files that could not be read. */
  readonly notices: readonly Message[];
}

/**
 * Opens the outbox of an earlier process, however that ended. Call `outbox.reconcile()` with the
 * ids that the jobs refer to before `outbox.start()`.
 * @param userData the application's own folder; no other process may use it
 * @throws the system's error if the folder cannot be read
 */
export async function openOutbox({
  userData,
  ...options
}: Omit<OutboxOptions, 'files' | 'pdfs' | 'deliveries'> & {
  readonly userData: string;
}): Promise<OpenedOutbox> {
  const folder = join(userData, 'outbox');
  const files = new OutboxFolder(folder);
  const pdfs = new PdfSpool(folder);
  const { deliveries, notices } = await files.open(pdfs);
  return { outbox: new Outbox({ ...options, files, pdfs, deliveries }), notices };
}

/**
 * Uploads and webhooks, each with its own state, attempts and receipt. An undelivered one stays,
 * with its PDF, until it is delivered or the user removes it.
 */
export class Outbox implements DeliverySink {
  readonly #options: OutboxOptions;
  readonly #clock: Clock;
  readonly #store: DeliveryStore;
  readonly #schedule: RetrySchedule;
  readonly #scheduler: Scheduler;
  readonly #runner: DeliveryRunner;
  readonly #events: WebhookEvents;
  /** How often secrets have changed. */
  #secretsVersion = 0;
  /** The version of the secrets that each attempt started with. */
  readonly #secretsSeen = new Map<string, number>();

  constructor(options: OutboxOptions) {
    const { clock = systemClock, log = () => undefined, random = Math.random } = options;
    this.#options = options;
    this.#clock = clock;
    this.#schedule = options.schedule ?? backgroundSchedule;
    this.#scheduler = new Scheduler({
      schedule: this.#schedule,
      concurrency: options.concurrency ?? defaultConcurrency,
      clock,
      random,
      start: (id) => this.#start(id),
      onRouteChange: (ids) => this.#store.touch(ids),
    });
    const storeOptions = {
      files: options.files,
      pdfs: options.pdfs,
      scheduler: this.#scheduler,
      clock,
      log,
      onChange: ({ changed, removed }: Changes) => this.#reportChanges(changed, removed),
      onWriteErrorChange: () => options.onWriteErrorChange?.(),
    };
    this.#store = new DeliveryStore(storeOptions, options.deliveries ?? []);
    this.#runner = new DeliveryRunner({
      transports: options,
      store: this.#store,
      pathOf: (pdf) => this.pathOf(pdf),
      clock,
      log,
      onEnd: (attempt) => this.#attemptEnded(attempt),
    });
    this.#events = new WebhookEvents(this.#store, clock, (webhook) => this.#remove(webhook));
  }

  start(): void {
    this.#events.start();
    this.#scheduler.start();
  }

  /**
   * Stops sending: running attempts are aborted, continue after the next start, and do not count.
   * Resolves when all is on the disk; a server that hangs delays that by some seconds at most.
   */
  async stop(): Promise<void> {
    this.#scheduler.stop();
    for (const delivery of await this.#runner.stop()) this.#postpone(delivery);
    await this.#runner.cleanedUp();
    await this.flush();
  }

  /** Resolves when all changes are on the disk, or the disk has failed: see {@link writeError}. */
  async flush(): Promise<void> {
    await this.#store.flush();
  }

  async stage(input: DeliveryInput): Promise<readonly string[]> {
    const deliveries = newDeliveries(input, this.#clock.now());
    // Who uploads a PDF by hand may know that the server accepts it now.
    if (input.job === null) for (const each of deliveries) this.#scheduler.forgetRefusal(each);
    await this.#store.add(deliveries, input.pdf?.contents);
    return deliveries.map(({ id }) => id);
  }

  /** Resolves when the release is on the disk, or the disk has failed: see {@link writeError}. */
  async release(ids: readonly string[]): Promise<void> {
    const staged = this.#store.some(ids).filter(({ state }) => state.status === 'staged');
    for (const delivery of staged) {
      this.#store.setState(delivery.id, { status: 'waiting', attempts: 0 });
      this.#events.update(delivery.id);
      this.#scheduler.expedite(delivery);
    }
    this.#scheduler.wake();
    await Promise.all(staged.map(async (delivery) => this.#store.persist(delivery)));
  }

  async discard(ids: readonly string[]): Promise<void> {
    const staged = this.#store.some(ids).filter(({ state }) => state.status === 'staged');
    await Promise.all(staged.map(async (delivery) => this.#store.remove(delivery)));
  }

  /**
   * Releases the deliveries that an earlier process staged for jobs that have ended, and discards
   * the others, whose jobs run again.
   * @param referenced ids that ended jobs name
   */
  async reconcile(referenced: ReadonlySet<string>): Promise<void> {
    const staged = this.#store.all.filter(({ state }) => state.status === 'staged');
    const ids = staged.map(({ id }) => id);
    await this.release(ids.filter((id) => referenced.has(id)));
    await this.discard(ids.filter((id) => !referenced.has(id)));
  }

  /** The list, without staged deliveries. */
  get rows(): readonly DeliveryRow[] {
    return this.#store.all.flatMap((delivery) => this.#row(delivery) ?? []);
  }

  /** Returns null for a delivery that is staged or does not exist. */
  row(id: string): DeliveryRow | null {
    const delivery = this.#store.get(id);
    return delivery === undefined ? null : this.#row(delivery);
  }

  get(id: string): Delivery | undefined {
    return this.#store.get(id);
  }

  /** Returns the error with which all uploads to the place of this one fail without an attempt. */
  refusalOf(delivery: Delivery): AppErrorData | undefined {
    return this.#scheduler.refusalOf(delivery);
  }

  /** A full path. @param pdf `pdf.id` of an upload */
  pathOf(pdf: string): string {
    return this.#options.pdfs.pathOf(pdf);
  }

  /** Why deliveries cannot be persisted, as a message; null while they can. */
  get writeError(): Message | null {
    return this.#store.writeError;
  }

  /**
   * Retries waiting, failed and canceled deliveries now.
   * @param existing what to do if the object exists; absent: as before
   */
  retry(ids: readonly string[], existing?: ExistingPolicy): void {
    for (const delivery of this.#store.some(ids)) {
      const { state } = delivery;
      if (state.status === 'staged' || state.status === 'running' || isDone(state)) continue;
      const change = state.status === 'waiting' ? {} : { attempts: 0 };
      const waiting = { ...delivery, state: waitingAfter(state, change) };
      const isPolicyNew = waiting.kind === 'upload' && existing !== undefined;
      this.#store.put(isPolicyNew ? { ...waiting, existing } : waiting);
      this.#scheduler.retryNow(delivery);
    }
    this.#scheduler.wake();
  }

  /** Attempts deliveries that wait for a secret: one was entered, changed or deleted. */
  secretsChanged(): void {
    this.#secretsVersion += 1;
    this.#scheduler.forgetRefusals();
    for (const delivery of this.#store.all) {
      const { state } = delivery;
      if (state.status !== 'waiting' || state.missingSecret !== true) continue;
      // Not persisted: after a restart, it is attempted anyway.
      this.#store.set({ ...delivery, state: { ...state, missingSecret: false } });
    }
    this.#scheduler.wake();
  }

  /**
   * Retries the uploads that failed because of a field of a target, which has been corrected.
   * @param moved returns where an upload goes now: the bucket or the folder may have been wrong
   */
  targetCorrected(target: string, moved: (place: UploadLocation) => UploadLocation): void {
    const failed = this.#store.all.filter(
      (delivery): delivery is UploadDelivery =>
        delivery.kind === 'upload' && delivery.target === target && hasFaultyField(delivery.state),
    );
    for (const delivery of failed) {
      const place = placeOfUpload(delivery);
      const next = moved(place);
      if (locationUri(next) !== locationUri(place)) this.#store.set(movedTo(delivery, next));
    }
    this.retry(failed.map(({ id }) => id));
  }

  /** Cancels waiting and running deliveries. Their PDFs stay. */
  cancel(ids: readonly string[]): void {
    for (const delivery of this.#store.some(ids)) {
      this.#runner.abort(delivery.id, 'canceled');
      if (delivery.state.status !== 'waiting') continue;
      this.#store.setState(delivery.id, canceledAfter(delivery.state));
      this.#runner.cleanUp(delivery);
      this.#ended(delivery);
    }
  }

  /**
   * Removes deliveries, including undelivered ones; running ones are aborted. `ended` removes those
   * that are delivered or skipped, except webhooks that may have to report a retried upload.
   */
  remove(ids: readonly string[] | 'ended'): void {
    const removed =
      ids === 'ended'
        ? this.#store.all.filter((delivery) => isDone(delivery.state) && !this.#isOpen(delivery))
        : this.#store.some(ids).filter(({ state }) => state.status !== 'staged');
    for (const delivery of removed) {
      if (delivery.kind === 'upload') this.#events.uploadRemoving(delivery);
      this.#remove(delivery);
      if (delivery.state.status !== 'running') this.#runner.cleanUp(delivery);
      this.#ended(delivery);
    }
  }

  #start(id: string): void {
    const delivery = this.#store.get(id);
    if (!delivery) throw new Error(`The scheduler knows ${id}, the store does not.`);
    const refusal = this.#scheduler.refusalOf(delivery);
    if (refusal !== undefined) {
      this.#fail(delivery, refusal);
      return;
    }
    this.#secretsSeen.set(id, this.#secretsVersion);
    this.#runner.start(delivery);
    this.#scheduler.started(delivery);
  }

  #attemptEnded({ delivery, result, abortReason }: EndedAttempt): void {
    const secretsSeen = this.#secretsSeen.get(delivery.id);
    this.#secretsSeen.delete(delivery.id);
    if (this.#store.get(delivery.id) === undefined) this.#aborted(delivery, result);
    else if (result.status === 'fulfilled') this.#delivered(delivery, result.value);
    else if (abortReason === 'stopped') this.#postpone(delivery);
    else if (abortReason === 'canceled') this.#canceled(delivery, result);
    else if (result.reason instanceof MissingSecret && !this.#schedule.isInteractive) {
      // If secrets have changed since the attempt started, it may have looked too early.
      this.#awaitSecret(delivery, result.reason, secretsSeen === this.#secretsVersion);
    } else this.#failed(delivery, result.reason);
    this.#scheduler.wake();
  }

  #aborted(delivery: Delivery, { status }: PromiseSettledResult<AttemptResult>): void {
    this.#scheduler.aborted(delivery);
    if (status === 'rejected') this.#runner.cleanUp(delivery);
  }

  #delivered(delivery: Delivery, { status, receipt, key }: AttemptResult): void {
    this.#scheduler.answered(delivery);
    const attempts = attemptsOf(delivery.state);
    const state: DeliveryState = { status, attempts, ...(receipt && { receipt }) };
    const isUpload = delivery.kind === 'upload' && key !== undefined;
    this.#store.put(isUpload ? { ...delivery, key, state } : { ...delivery, state });
    this.#ended(delivery);
  }

  /** Leaves an aborted attempt to the next start; it does not count. */
  #postpone(delivery: Delivery): void {
    const { id, state } = delivery;
    this.#store.setState(id, waitingAfter(state, { attempts: attemptsOf(state) - 1 }));
    this.#scheduler.aborted(delivery);
  }

  #canceled(delivery: Delivery, result: PromiseSettledResult<AttemptResult>): void {
    this.#store.setState(delivery.id, canceledAfter(delivery.state));
    this.#aborted(delivery, result);
    this.#ended(delivery);
  }

  /** The attempt does not count: nothing was sent. */
  #awaitSecret(delivery: Delivery, missing: MissingSecret, isStillMissing: boolean): void {
    const { id, state } = delivery;
    const attempts = attemptsOf(state) - 1;
    const change = { attempts, error: missing.toData(), missingSecret: isStillMissing };
    this.#store.setState(id, waitingAfter(state, change));
    this.#scheduler.aborted(delivery);
  }

  #failed(delivery: Delivery, thrown: unknown): void {
    const error = errorData(thrown);
    if (error.code !== 'delivery-interrupted') {
      this.#scheduler.answered(delivery);
      const isNew = this.#scheduler.refused(delivery, thrown);
      this.#fail(delivery, error);
      if (isNew) this.#call('A refusal', () => this.#options.onRefusal?.(error));
      return;
    }
    const { retryAt, isShared } = this.#scheduler.interrupted(delivery, thrown);
    const { id, state } = delivery;
    if (retryAt === null) {
      this.#fail(delivery, finalError(thrown, this.#schedule[delivery.kind]));
      if (isShared) this.#giveUp(delivery, error);
      return;
    }
    this.#store.setState(id, waitingAfter(state, { retryAt, error }));
    const delayMs = retryAt - this.#clock.now();
    this.#call('A retry', () => this.#options.onRetry?.(delivery, error, delayMs));
  }

  #fail({ id, state }: Delivery, error: AppErrorData): void {
    this.#store.setState(id, failedAfter(state, error));
    const delivery = this.#store.get(id);
    // Somebody who waits for the result may never retry it.
    if (delivery && this.#schedule.isInteractive) this.#runner.cleanUp(delivery);
    this.#ended({ id });
  }

  /** Fails what waits for a server that stays down. Later deliveries try it again. */
  #giveUp(delivery: Delivery, { code, message: reason }: AppErrorData): void {
    // The reason names the place of a private delivery.
    const error = isPrivate(delivery)
      ? { code, message: message('outbox.gaveUpPrivate') }
      : { code, message: message('outbox.gaveUp', { reason }) };
    const waiting = this.#store.some(this.#scheduler.waitingWith(delivery));
    this.#scheduler.answered(delivery);
    for (const each of waiting) this.#fail(each, error);
  }

  /** A delivery is at rest, or was removed. */
  #ended({ id }: Pick<Delivery, 'id'>): void {
    this.#events.uploadEnded(id);
    const delivery = this.#store.get(id);
    if (delivery && isAtRest(delivery.state)) {
      this.#call('A delivery', () => this.#options.onEnd?.(delivery));
    }
    this.#scheduler.wake();
  }

  #remove(delivery: Delivery): void {
    this.#runner.abort(delivery.id, 'removed');
    void this.#store.remove(delivery);
    if (delivery.kind === 'webhook') this.#events.releaseUploads(delivery);
  }

  /**
   * Returns true for a webhook that may have to be replaced, as one of its uploads may be retried.
   */
  #isOpen(delivery: Delivery): boolean {
    if (delivery.kind === 'upload') return false;
    return this.#store.some(delivery.after).some(({ state }) => !isDone(state));
  }

  #row(delivery: Delivery): DeliveryRow | null {
    return deliveryRow(delivery, {
      nameOf: this.#options.nameOf ?? ((_target, place) => containerOf(place)),
      sent: this.#store.sentBytes(delivery.id),
      ...this.#scheduler.routeState(delivery),
    });
  }

  #reportChanges(changed: readonly string[], removed: readonly string[]): void {
    const { writeError } = this;
    const rows = changed.flatMap((id) => this.row(id) ?? []);
    const changes = {
      rows,
      removed: [...removed],
      ...(writeError !== null && { persistenceError: writeError }),
    };
    this.#call('A change', () => this.#options.onChange?.(changes));
  }

  /** Logs what a listener throws; deliveries continue. */
  #call(event: string, listener: () => void): void {
    try {
      listener();
    } catch (error) {
      this.#options.log?.(`${event} could not be reported. ${errorText(error)}`);
    }
  }
}

/** What was begun at the old place is left out: an upload that failed was aborted there. */
function movedTo(delivery: UploadDelivery, place: UploadLocation): UploadDelivery {
  return { ...delivery, ...place, state: { status: 'waiting', attempts: 0 } };
}

function hasFaultyField(state: DeliveryState): boolean {
  return state.status === 'failed' && state.error.fields !== undefined;
}

interface Changes {
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}
