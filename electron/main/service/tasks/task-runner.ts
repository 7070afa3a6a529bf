import { createHash, randomBytes } from 'node:crypto';
import { AppError, errorData, errorText } from '../../../shared/messages/errors.js';
import type { ConversionRequest } from '../../../shared/request/request.js';
import { requestFromWire } from '../../../shared/request/wire.js';
import type { ServiceMetrics } from '../monitoring/monitoring.js';
import type { ServiceLog } from '../contract/service-log.js';
import { maxAttempts } from '../contract/schedules.js';
import type {
  Outcome,
  ServiceStore,
  Settlement,
  ClaimedTask,
  TaskSubmission,
  WebhookTask,
} from '../store/service-store.js';
import { eventSource } from '../../outbox/webhook-message.js';
import { ServerMisconfigured } from './bucket-storage.js';
import { failedSettlement, faultCode, retainedOutcome, retrySecondsOf } from './outcome.js';
import {
  type PdfProducer,
  type PdfRequest,
  type ProducedPdf,
  complianceOf,
} from './pdf-producer.js';
import type { ResultsStorage } from '../store/results.js';
import type { UnpaidWork } from './unpaid-work.js';
import { type QueuePlace, QueueStopped, type WorkQueue } from './work-queue.js';

/** The end of a task, with the PDF if there is one. */
export interface TaskEnd {
  readonly outcome: Outcome;
  readonly parts?: readonly Buffer[];
}

/** A task ended without an outcome, and nothing was charged. */
export class TaskInterrupted extends Error {
  override readonly name = 'TaskInterrupted';
  /**
   * `canceled`: its account deleted the task. `lease-lost`: another server considered this one dead
   * and requeued the task. `retried-later`: an asynchronous task, because Chromium ended or storage
   * failed.
   */
  readonly reason: 'canceled' | 'client-gone' | 'stopping' | 'lease-lost' | 'retried-later';

  constructor(reason: TaskInterrupted['reason']) {
    super(`The task was interrupted (${reason}).`);
    this.reason = reason;
  }
}

/** Everything that determines the end of a request, valid or not. */
interface SettledRequest extends Pick<PdfRequest, 'idempotencyKey'> {
  readonly request: Pick<ConversionRequest, 'compliance' | 'webhook'>;
  /** Absent for an invalid one. */
  readonly valid?: ConversionRequest;
  readonly testMode: boolean;
  readonly account: string;
}

export interface TaskRunnerParts {
  readonly store: ServiceStore;
  readonly queue: WorkQueue;
  readonly producer: Pick<PdfProducer, 'produce'>;
  readonly results: ResultsStorage;
  readonly metrics: ServiceMetrics;
  readonly unpaid: UnpaidWork;
  readonly log: ServiceLog;
}

/** Runs admitted tasks: waits for a slot, creates the PDF, and settles or requeues. */
export class TaskRunner {
  readonly #parts: TaskRunnerParts;
  readonly #stop = new AbortController();
  readonly #running = new Set<Promise<unknown>>();
  /** Those of the tasks that wait or run here. */
  readonly #cancels = new Map<string, AbortController>();

  constructor(parts: TaskRunnerParts) {
    this.#parts = parts;
  }

  /**
   * Runs a task whose client waits.
   * @param clientSignal aborted when the client disconnects
   * @throws TaskInterrupted if it was requeued
   */
  async execute(
    task: string,
    request: PdfRequest,
    place: QueuePlace,
    clientSignal: AbortSignal,
  ): Promise<TaskEnd> {
    return this.#track(this.#execute(task, request, place, clientSignal));
  }

  /** Runs an asynchronous task. Never rejects. */
  async executeClaimed(claimed: ClaimedTask): Promise<void> {
    const { task } = claimed;
    const { queue, log } = this.#parts;
    try {
      const request = await this.#pdfRequestOf(claimed);
      if (request === null) return;
      const place = queue.place(claimed.account, claimed);
      await this.#track(this.#execute(task, request, place, null));
    } catch (error) {
      if (error instanceof TaskInterrupted) return;
      const fault = errorText(error);
      log.error({ account: claimed.account, task, code: errorData(error).code, fault }, 'fault');
    }
  }

  /**
   * Returns null if the task was failed: it had too many attempts, or a server of another version
   * admitted what this one refuses.
   */
  async #pdfRequestOf(claimed: ClaimedTask): Promise<PdfRequest | null> {
    const { task, account, request, testMode, base, attempt, idempotency } = claimed;
    const key = idempotency && { idempotencyKey: idempotency.key };
    try {
      if (attempt > maxAttempts)
        throw new Error(`${maxAttempts} servers failed or ended during this task.`);
      const workId = workIdOf(task, account, idempotency);
      return {
        workId,
        request: requestFromWire(request),
        testMode,
        base,
        account,
        isStored: true,
        ...key,
      };
    } catch (error) {
      const settlement = failedSettlement(error);
      this.#logFault(task, claimed, settlement.outcome, error);
      await this.#settle(task, { ...claimed, ...key }, settlement, null);
      return null;
    }
  }

  /** Ends the work of a task that was deleted, if this server does it. */
  cancel(task: string): void {
    this.#cancels.get(task)?.abort();
  }

  /** Cancels running tasks, which are requeued. */
  abort(): void {
    this.#stop.abort();
  }

  /** Resolves when no task runs. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }

  async #track<T>(work: Promise<T>): Promise<T> {
    this.#running.add(work);
    return work.finally(() => this.#running.delete(work));
  }

  async #execute(
    task: string,
    request: PdfRequest,
    place: QueuePlace,
    clientSignal: AbortSignal | null,
  ): Promise<TaskEnd> {
    const { store } = this.#parts;
    const canceled = new AbortController();
    this.#cancels.set(task, canceled);
    const ends = [canceled.signal, this.#stop.signal, ...(clientSignal ? [clientSignal] : [])];
    const signal = AbortSignal.any(ends);
    let produced: ProducedPdf | null = null;
    let settlement: Settlement;
    try {
      produced = await place.run(signal, async () => this.#produce(request, signal));
      const outcome: Outcome = { kind: 'made', response: produced.response };
      settlement = { outcome, ...(produced.stored && { stored: produced.stored }) };
    } catch (error) {
      if (canceled.signal.aborted) throw new TaskInterrupted('canceled');
      if (error instanceof QueueStopped || signal.aborted) {
        await store.requeue(task);
        throw new TaskInterrupted(clientSignal?.aborted === true ? 'client-gone' : 'stopping');
      }
      settlement = failedSettlement(error);
      this.#logFault(task, request, settlement.outcome, error);
      // No client waits, so that the store can retry the task.
      const isRepeated = clientSignal === null && retrySecondsOf(settlement.outcome) !== null;
      if (isRepeated) throw new TaskInterrupted('retried-later');
      if (error instanceof ServerMisconfigured) this.#logMisconfiguration(task, request, error);
    } finally {
      this.#cancels.delete(task);
    }
    await this.#settle(task, { ...request, valid: request.request }, settlement, produced);
    return { outcome: settlement.outcome, ...(produced && { parts: produced.parts }) };
  }

  /** Counts the time of work that costs no credit. */
  async #produce(request: PdfRequest, signal: AbortSignal): Promise<ProducedPdf> {
    const { producer, unpaid } = this.#parts;
    const started = performance.now();
    let isPaid = false;
    try {
      const produced = await producer.produce(request, signal);
      isPaid = !request.testMode;
      return produced;
    } finally {
      // The account is not to blame if the service stops.
      if (!isPaid && !this.#stop.signal.aborted)
        unpaid.count(request.account, (performance.now() - started) / 1000);
    }
  }

  async #settle(
    task: string,
    { request, valid, testMode, account, idempotencyKey }: SettledRequest,
    settlement: Settlement,
    produced: ProducedPdf | null,
  ): Promise<void> {
    const { store, metrics } = this.#parts;
    const compliance = complianceOf(request);
    const outcome = retainedOutcome(settlement.outcome, compliance);
    const { webhook: address } = request;
    const webhook = address !== undefined && {
      address,
      id: `msg_${randomBytes(16).toString('base64url')}`,
      task,
      account,
      timestamp: Date.now(),
      ...(idempotencyKey !== undefined && { idempotencyKey }),
      outcome,
      compliance,
      ...(valid && subjectOf(valid)),
      ...(testMode && { isTest: true }),
    };
    // If this throws, the settlement may still have been saved: the file stays, and is deleted
    // later if the store does not know it.
    const retained = { ...settlement, outcome, ...(webhook && { webhook }) };
    const isSettled = await store.settle(task, retained);
    if (!isSettled) {
      if (produced?.stored) await this.#parts.results.remove(produced.stored.token);
      throw new TaskInterrupted('lease-lost');
    }
    if (produced !== null) metrics.countPdf(testMode);
    else if (outcome.kind === 'failed') metrics.countFailure(outcome.error.code);
  }

  /** If no client waits, the ID of the task leads to the log line of its request. */
  #logFault(
    task: string,
    { account, origin }: Pick<PdfRequest, 'account' | 'origin'>,
    outcome: Outcome,
    thrown: unknown,
  ): void {
    const code = faultCode(outcome, thrown);
    if (code === null) return;
    const cause = thrown instanceof AppError ? (thrown.cause ?? thrown) : thrown;
    this.#parts.log.error({ ...origin, account, task, code, fault: errorText(cause) }, 'fault');
  }

  /** The reason may name the bucket, which requests with gdpr or hipaa keep out of the log. */
  #logMisconfiguration(
    task: string,
    { request, account, origin }: PdfRequest,
    { code, details, reason }: ServerMisconfigured,
  ): void {
    const { hipaa, gdpr } = complianceOf(request);
    const { field } = details;
    const entry = { ...origin, account, task, code, field, ...(!hipaa && !gdpr && { reason }) };
    this.#parts.log.error(entry, 'bucket set-up');
  }
}

/**
 * Returns the ID of an uploaded object, by which a repetition after a kill recognizes it: that of
 * the task, or one of the `Idempotency-Key`, because each request with it is another task.
 */
export function workIdOf(
  task: string,
  account: string,
  idempotency: TaskSubmission['idempotency'],
): string {
  if (idempotency === undefined) return task;
  const { key, digest } = idempotency;
  return createHash('sha256')
    .update(JSON.stringify([account, key, digest]))
    .digest('hex');
}

/** What the webhook of the request says besides its outcome. */
function subjectOf(request: ConversionRequest): Pick<WebhookTask, 'source' | 'destination'> {
  const { source, storage } = request;
  const { hipaa, gdpr } = complianceOf(request);
  return {
    ...(!hipaa && !gdpr && { source: eventSource(source) }),
    ...(storage?.provider === 'object_store' && { destination: storage.bucketDestination }),
  };
}
