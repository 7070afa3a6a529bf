import { randomBytes } from 'node:crypto';
import { errorText } from '../../../shared/errors.js';
import type { ConversionRequest } from '../../../shared/request/request.js';
import { requestFromWire } from '../../../shared/request/wire.js';
import { failedSettlement } from '../http/failed-outcome.js';
import {
  Problem,
  clientGone,
  internalProblem,
  retryAfter,
  stoppingProblem,
} from '../http/problem.js';
import type { ServiceLog } from '../service-log.js';
import type { ServiceMetrics } from '../metrics.js';
import { maxAttempts } from '../task-schedule.js';
import type { Outcome, ServiceStore, Settlement, TakenTask } from '../store/service-store.js';
import { SetUpFailure } from './bucket-storage.js';
import { retainedOutcome } from './kept-outcome.js';
import { type MadePdf, type PdfMaker, type PdfRequest, complianceOf } from './pdf-maker.js';
import type { ResultsFolder } from './results-folder.js';
import { workIdOf } from './work-id.js';
import { type QueuePlace, QueueStopped, type WorkQueue } from './work-queue.js';

/** How a task has ended; with the PDF, if one was made. */
export interface TaskEnd {
  readonly outcome: Outcome;
  readonly parts?: readonly Buffer[];
}

/** What the end of a request depends on, whether or not it could be read. */
interface Settled {
  readonly request: Pick<ConversionRequest, 'compliance' | 'webhook'>;
  readonly testMode: boolean;
  readonly account: string;
}

export interface TasksParts {
  readonly store: ServiceStore;
  readonly queue: WorkQueue;
  readonly maker: Pick<PdfMaker, 'make'>;
  readonly results: ResultsFolder;
  readonly metrics: ServiceMetrics;
  readonly log: ServiceLog;
}

/** Carries out what was admitted: makes the PDF in its turn and settles, or gives the task back. */
export class Tasks {
  readonly #parts: TasksParts;
  readonly #stop = new AbortController();
  readonly #underWay = new Set<Promise<unknown>>();

  constructor(parts: TasksParts) {
    this.#parts = parts;
  }

  /**
   * Carries out a task that somebody waits for.
   * @param gone aborted when they do so no longer
   * @throws Problem where it was given back
   */
  async execute(
    task: string,
    wish: PdfRequest,
    place: QueuePlace,
    gone: AbortSignal,
  ): Promise<TaskEnd> {
    return this.#keep(this.#execute(task, wish, place, gone));
  }

  /** Carries out a task that nobody waits for. Never rejects. */
  async executeTaken(taken: TakenTask): Promise<void> {
    const { task } = taken;
    const { queue, log } = this.#parts;
    try {
      const wish = await this.#pageRequestOf(taken);
      if (wish === null) return;
      const place = queue.place();
      await this.#keep(this.#execute(task, wish, place, new AbortController().signal));
    } catch (thrown) {
      // It waits for another server, or for the next start.
      if (!(thrown instanceof Problem)) log.error({ task, fault: errorText(thrown) }, 'task');
    }
  }

  /** Null where it is not to be made, and has ended with the reason: a server of another version may have let in what this one refuses. */
  async #pageRequestOf(taken: TakenTask): Promise<PdfRequest | null> {
    const { task, account, request, testMode, base, attempt, idempotency } = taken;
    try {
      if (attempt > maxAttempts)
        throw new Error(`Each of ${maxAttempts} servers failed or ended while it made this PDF.`);
      const workId = workIdOf(task, account, idempotency);
      return { workId, request: requestFromWire(request), testMode, base, account };
    } catch (thrown) {
      const settlement = failedSettlement(thrown);
      this.#tellFault(task, settlement, thrown);
      await this.#settle(task, taken, settlement, null);
      return null;
    }
  }

  /** Ends what runs, as there is no more time; it is given back. */
  breakOff(): void {
    this.#stop.abort();
  }

  /** Resolves when nothing is under way. */
  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.allSettled(this.#underWay);
  }

  async #keep<T>(work: Promise<T>): Promise<T> {
    this.#underWay.add(work);
    return work.finally(() => this.#underWay.delete(work));
  }

  async #execute(
    task: string,
    wish: PdfRequest,
    place: QueuePlace,
    gone: AbortSignal,
  ): Promise<TaskEnd> {
    const { store, maker } = this.#parts;
    const signal = AbortSignal.any([gone, this.#stop.signal]);
    let made: MadePdf | null = null;
    let settlement: Settlement;
    try {
      made = await place.run(signal, async () => maker.make(wish, signal));
      const outcome: Outcome = { kind: 'made', response: made.response };
      settlement = { outcome, ...(made.stored && { stored: made.stored }) };
    } catch (thrown) {
      if (thrown instanceof QueueStopped || signal.aborted) {
        await store.requeue(task);
        throw gone.aborted ? clientGone() : stoppingProblem();
      }
      settlement = failedSettlement(thrown);
      this.#tellFault(task, settlement, thrown);
      if (thrown instanceof SetUpFailure) this.#tellSetUp(task, wish, thrown);
    }
    await this.#settle(task, wish, settlement, made);
    return { outcome: settlement.outcome, ...(made && { parts: made.parts }) };
  }

  async #settle(
    task: string,
    { request, testMode, account }: Settled,
    settlement: Settlement,
    made: MadePdf | null,
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
      outcome,
      compliance,
    };
    // Where this throws nobody knows whether the PDF is wanted: its file stays, and is swept up later if no store knows it.
    const kept = { ...settlement, outcome, ...(webhook && { webhook }) };
    const isSettled = await store.settle(task, kept);
    if (!isSettled) {
      if (made?.stored) await this.#parts.results.remove(made.stored.token);
      throw leaseLost();
    }
    if (made !== null) metrics.made(testMode);
  }

  /** The log says what nobody else is told. */
  #tellFault(task: string, { outcome }: Settlement, thrown: unknown): void {
    if (outcome.kind !== 'failed' || outcome.status !== internalProblem().status) return;
    this.#parts.log.error({ task, fault: errorText(thrown) }, 'fault');
  }

  /** A server may be called by its bucket, which with a flag is no matter for the log: what remains is where the fault lies. */
  #tellSetUp(task: string, { request }: PdfRequest, { details, reason }: SetUpFailure): void {
    const { hipaa, gdpr } = complianceOf(request);
    const { field } = details;
    this.#parts.log.error({ task, field, ...(!hipaa && !gdpr && { reason }) }, 'bucket set-up');
  }
}

/** Another server believed this one dead and has given the task back. */
function leaseLost(): Problem {
  return new Problem(
    503,
    'interrupted',
    'The service lost its place among the servers while it made the PDF; nothing was charged. Send the request again.',
    { headers: retryAfter(1) },
  );
}
