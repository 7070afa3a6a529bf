import type { DeliveryReceipt } from '../../shared/deliveries.js';
import { type AppErrorData, errorData } from '../../shared/messages/errors.js';
import { message } from '../../shared/messages/message.js';
import { englishText } from '../../shared/messages/translator.js';
import { type UploadLocation, locationUri } from '../../shared/upload-location.js';
import { type UploadHooks, type UploadState, hasLeftovers } from '../uploads/upload.js';
import { settleWithin } from '../util/async.js';
import type { Clock } from '../util/clock.js';
import type { SendWebhook } from '../webhooks/webhook-post.js';
import {
  type Delivery,
  type UploadDelivery,
  type WebhookDelivery,
  attemptsOf,
  canceledAfter,
  isPrivate,
  placeOfUpload,
  runningAfter,
  uploadStateOf,
} from './delivery.js';
import type { DeliveryStore } from './delivery-store.js';
import type { AnyOutcome, AnyUpload, UploadAccess, UploadAccessTo } from './uploaders.js';
import { webhookBody } from './webhook-message.js';

export interface DeliveryTransports {
  /** @throws DeliveryFailure; anything once its signal is aborted */
  readonly upload: (upload: AnyUpload, hooks: UploadHooks) => Promise<AnyOutcome>;
  /** Removes what an interrupted attempt left at its destination. */
  readonly abortUpload: (
    access: UploadAccess,
    place: UploadLocation,
    state: UploadState,
    signal: AbortSignal,
  ) => Promise<void>;
  readonly sendWebhook: SendWebhook;
  readonly accessTo: UploadAccessTo;
}

/** The result of an attempt that did not fail. */
export interface AttemptResult {
  readonly status: 'delivered' | 'skipped';
  readonly receipt?: DeliveryReceipt;
  /** Key of the object, which may have been numbered. */
  readonly key?: string;
}

/** How long running attempts, and cleanup, may delay the end of Platen, in milliseconds. */
const stopTimeoutMs = 5000;

/** How long aborting a multipart upload may take, in milliseconds. */
const cleanupTimeoutMs = 30_000;

/** Why an attempt was aborted: by the user, because it was removed, or because Platen quits. */
export type AbortReason = 'canceled' | 'removed' | 'stopped';

export interface EndedAttempt {
  /** Its last state, even if it was removed from the list. */
  readonly delivery: Delivery;
  readonly result: PromiseSettledResult<AttemptResult>;
  readonly abortReason: AbortReason | null;
}

export interface RunnerOptions {
  readonly transports: DeliveryTransports;
  readonly store: DeliveryStore;
  /** A full path. */
  readonly pathOf: (pdf: string) => string;
  readonly clock: Clock;
  readonly log: (line: string) => void;
  readonly onEnd: (attempt: EndedAttempt) => void;
}

interface Attempt {
  delivery: Delivery;
  readonly controller: AbortController;
  abortReason: AbortReason | null;
  ended: Promise<void>;
}

/** Runs single attempts, and removes what canceled ones leave at their destinations. */
export class DeliveryRunner {
  readonly #options: RunnerOptions;
  readonly #attempts = new Map<string, Attempt>();
  readonly #cleanups = new Set<Promise<void>>();

  constructor(options: RunnerOptions) {
    this.#options = options;
  }

  start(delivery: Delivery): void {
    const { id } = delivery;
    const attempt: Attempt = {
      delivery: { ...delivery, state: runningAfter(delivery.state) },
      controller: new AbortController(),
      abortReason: null,
      ended: Promise.resolve(),
    };
    this.#attempts.set(id, attempt);
    this.#options.store.set(attempt.delivery);
    attempt.ended = Promise.allSettled([this.#run(attempt)]).then(([result]) => {
      if (this.#attempts.get(id) !== attempt) return;
      this.#attempts.delete(id);
      const { delivery: last, abortReason } = attempt;
      this.#options.onEnd({ delivery: last, result, abortReason });
    });
  }

  /**
   * Aborts the attempt of a delivery, if one is running. A cancellation or removal takes precedence
   * over a stop.
   */
  abort(id: string, reason: AbortReason): void {
    const attempt = this.#attempts.get(id);
    if (!attempt) return;
    if (attempt.abortReason === null || reason !== 'stopped') attempt.abortReason = reason;
    attempt.controller.abort();
  }

  /**
   * Aborts all attempts and waits a few seconds for them.
   * @returns those that have not ended; their end is not reported
   */
  async stop(): Promise<readonly Delivery[]> {
    for (const id of this.#attempts.keys()) this.abort(id, 'stopped');
    const running = [...this.#attempts.values()];
    await settleWithin(
      running.map(({ ended }) => ended),
      stopTimeoutMs,
    );
    const late = [...this.#attempts.values()].map(({ delivery }) => delivery);
    this.#attempts.clear();
    return late;
  }

  /** Waits a few seconds for {@link cleanUp}. */
  async cleanedUp(): Promise<void> {
    await settleWithin(this.#cleanups, stopTimeoutMs);
  }

  /**
   * Removes what attempts of a delivery left at its destination; no attempt may be running. A
   * failure is logged, and a canceled upload stores it with the reason.
   */
  cleanUp(delivery: Delivery): void {
    const uploadState = uploadStateOf(delivery.state);
    if (delivery.kind !== 'upload' || !hasLeftovers(uploadState)) return;
    const { id } = delivery;
    const cleanup = abortUpload(this.#options.transports, delivery, uploadState, cleanupTimeoutMs)
      .then(
        () => this.#cleaned(id, { key: uploadState.key }),
        (error: unknown) => this.#cleanupFailed(delivery, errorData(error)),
      )
      .finally(() => this.#cleanups.delete(cleanup));
    this.#cleanups.add(cleanup);
  }

  async #run(attempt: Attempt): Promise<AttemptResult> {
    const { transports, store, pathOf, clock } = this.#options;
    const { delivery, controller } = attempt;
    const { signal } = controller;
    if (delivery.kind === 'webhook') {
      await store.persist(delivery, true);
      signal.throwIfAborted();
      return attemptWebhook(transports, delivery, signal);
    }
    const onProgress = (sent: number) => store.setSentBytes(delivery.id, sent);
    const beforeSending = async (uploadState: UploadState) => {
      // Even an aborted attempt must record this, for its cleanup.
      const attempts = attemptsOf(delivery.state);
      attempt.delivery = { ...delivery, state: { status: 'running', attempts, uploadState } };
      signal.throwIfAborted();
      store.set(attempt.delivery);
      await store.persist(delivery, true);
      signal.throwIfAborted();
    };
    // After a cancellation, none of its parts may stay at the destination.
    const isResumed = () => attempt.abortReason === null || attempt.abortReason === 'stopped';
    const hooks = { signal, onProgress, beforeSending, isResumed };
    return attemptUpload(transports, delivery, pathOf(delivery.pdf.id), hooks, () => clock.now());
  }

  #cleanupFailed(delivery: Delivery, error: AppErrorData): void {
    const partsLeft = message('outbox.partsLeft', { reason: error.message });
    const { id } = delivery;
    const state = this.#options.store.get(id)?.state;
    if (state?.status === 'canceled') {
      const left = { error: { ...error, message: partsLeft } };
      this.#options.store.setState(id, canceledAfter(state, left));
    }
    // The message names the place of the upload.
    this.#options.log(
      isPrivate(delivery)
        ? `Couldn't abort a multipart upload. The delivery is private; the error is ${error.code}.`
        : `Couldn't abort a multipart upload. ${englishText(error.message)}`,
    );
  }

  /** Does nothing for an upload that was removed or is retried already. */
  #cleaned(id: string, uploadState: UploadState): void {
    const { store } = this.#options;
    const state = store.get(id)?.state;
    if (state?.status !== 'canceled' && state?.status !== 'failed') return;
    store.setState(id, { ...state, uploadState });
  }
}

/**
 * Attempts an upload once.
 * @param path full path of the PDF
 * @param now in milliseconds since the epoch
 * @throws AppError
 */
async function attemptUpload(
  transports: Pick<DeliveryTransports, 'upload' | 'accessTo'>,
  delivery: UploadDelivery,
  path: string,
  hooks: UploadHooks,
  now: () => number,
): Promise<AttemptResult> {
  const { id, target, existing, pdf, compliance, overrides } = delivery;
  const place = placeOfUpload(delivery);
  const access = await transports.accessTo(target, place, overrides);
  hooks.signal.throwIfAborted();
  const outcome = await transports.upload(
    {
      id,
      access,
      place,
      existing,
      path,
      size: pdf.size,
      encryptedOnly: compliance.hipaa,
      uploadState: uploadStateOf(delivery.state),
    },
    hooks,
  );
  const receipt: DeliveryReceipt = {
    url: outcome.url,
    file: { name: outcome.place.key.split('/').at(-1) ?? pdf.name, size: pdf.size },
    compliance,
    destination: locationUri(outcome.place),
    etag: outcome.etag,
    versionId: outcome.versionId,
    deliveredAt: now(),
  };
  const status = outcome.kind === 'uploaded' ? 'delivered' : 'skipped';
  return { status, receipt, key: outcome.place.key };
}

/** Removes what attempts of an upload left at its destination. @throws AppError */
async function abortUpload(
  transports: Pick<DeliveryTransports, 'abortUpload' | 'accessTo'>,
  upload: UploadDelivery,
  state: UploadState,
  timeoutMs: number,
): Promise<void> {
  const place = placeOfUpload(upload, state.key);
  const access = await transports.accessTo(upload.target, place, upload.overrides);
  await transports.abortUpload(access, place, state, AbortSignal.timeout(timeoutMs));
}

/** @throws AppError */
async function attemptWebhook(
  { sendWebhook }: Pick<DeliveryTransports, 'sendWebhook'>,
  { id, address, job, source, compliance, outcome, created, ready = created }: WebhookDelivery,
  signal: AbortSignal,
): Promise<AttemptResult> {
  const about = { ...(job !== null && { job }), source };
  const body = webhookBody(outcome, about, compliance, new Date(ready));
  await sendWebhook({ id, address, body, encryptedOnly: compliance.hipaa }, signal);
  return { status: 'delivered' };
}
