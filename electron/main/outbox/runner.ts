import { type AppErrorData, errorData } from '../../shared/messages/errors.js';
import { message } from '../../shared/messages/message.js';
import { englishText } from '../../shared/messages/translator.js';
import { type UploadState, hasLeftovers } from '../uploads/upload.js';
import { settleWithin } from '../util/async.js';
import type { Clock } from '../util/clock.js';
import {
  type AttemptResult,
  type DeliveryTransports,
  abortUpload,
  attemptUpload,
  attemptWebhook,
} from './attempt.js';
import {
  type Delivery,
  attemptsOf,
  canceledAfter,
  isPrivate,
  runningAfter,
  uploadStateOf,
} from './delivery.js';
import type { DeliveryStore } from './delivery-store.js';

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
  /** Returns the full path of a PDF. */
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
        () => this.#setCanceled(id, { uploadState: { key: uploadState.key } }),
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
    this.#setCanceled(delivery.id, { error: { ...error, message: partsLeft } });
    // The message names the place of the upload.
    this.#options.log(
      isPrivate(delivery)
        ? `Couldn't abort a multipart upload. The delivery is private; the error is ${error.code}.`
        : `Couldn't abort a multipart upload. ${englishText(error.message)}`,
    );
  }

  /** Does nothing for an upload that was removed or is retried already. */
  #setCanceled(id: string, change: Parameters<typeof canceledAfter>[1]): void {
    const { store } = this.#options;
    const state = store.get(id)?.state;
    if (state?.status !== 'canceled') return;
    store.setState(id, canceledAfter(state, change));
  }
}
