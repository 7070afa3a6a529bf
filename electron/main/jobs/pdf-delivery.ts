import { rm } from 'node:fs/promises';
import { basename, posix } from 'node:path';
import type { RemoteReceipt } from '../../shared/endpoints.js';
import { AppError } from '../../shared/messages/errors.js';
import { defaultFilename } from '../../shared/request/filename.js';
import { throwIfCanceled, untilCanceled } from '../engine/contract/canceled.js';
import type { ClaimedNames } from '../files/claimed-names.js';
import {
  type Delivery,
  type DeliveryHooks,
  type DeliveryPlan,
  deliverPdf,
} from '../files/deliver.js';
import type { PdfSpool } from '../files/pdf-spool.js';
import { type DeliveryRequest, claimName, planDelivery } from '../files/plan-delivery.js';
import type { Contents } from '../files/temporary-file.js';
import { settleWithin } from '../util/async.js';
import {
  type EndState,
  type Job,
  type JobDelivery,
  type PdfFacts,
  keptPdf,
  retainedState,
  withDeliveries,
} from './job.js';
import type { JobDeliveries, PlannedUploads } from './job-deliveries.js';
import { isPrivate } from './private-jobs.js';
import type { JobRun } from './queue-parts.js';

/**
 * How long a canceled job waits for a rename in progress, in milliseconds: usually it takes a
 * moment.
 */
const commitTimeoutMs = 2000;

export interface PdfDeliveryParts {
  /** PDFs that could not be written to their destination. */
  readonly spool: PdfSpool;
  readonly names: ClaimedNames;
  readonly deliveries: JobDeliveries;
  /** Receives PDFs that are not saved as files, as for standard output. */
  readonly receive?: ((contents: Contents) => void) | undefined;
  readonly log: (line: string) => void;
}

/** A running job. */
export interface Attempt {
  readonly job: Readonly<Job>;
  readonly delivery: DeliveryRequest;
  readonly run: JobRun;
}

/** A PDF in memory. */
export interface RenderedPdf {
  readonly contents: Contents;
  readonly facts: PdfFacts;
  /** The receipt of the service that rendered it; absent if rendered locally. */
  readonly remote?: RemoteReceipt | undefined;
}

/** Null: no local file is requested; an error: it cannot be written. */
type LocalPlan = DeliveryPlan | AppError | null;

/**
 * Stages the PDF of a job in the outbox, then saves it locally. A write error does not stop the
 * uploads: the job fails, its PDF is kept, and a retry only writes the file.
 */
export class PdfDelivery {
  readonly #parts: PdfDeliveryParts;

  constructor(parts: PdfDeliveryParts) {
    this.#parts = parts;
  }

  /** @throws AppError for invalid destinations, or `canceled`; nothing is staged then */
  async deliver(attempt: Attempt, pdf: RenderedPdf): Promise<EndState> {
    const { job, delivery, run } = attempt;
    const { deliveries } = this.#parts;
    throwIfCanceled(run.signal);
    run.onProgress({ stage: 'writing' });
    const uploads = deliveries.plan(job, delivery, pdf.facts.title);
    const plan = await this.#plan(attempt, pdf);
    const name = this.#fileName(attempt, pdf, plan, uploads);
    const file = { contents: pdf.contents, name, size: pdf.facts.size };
    let staged: readonly JobDelivery[] = [];
    try {
      staged = await deliveries.stage(job, { pdf: file, uploads }, run.signal);
      throwIfCanceled(run.signal);
      return await this.#save(attempt, pdf, plan, staged);
    } catch (thrown) {
      return this.#afterFailure(attempt, pdf, staged, thrown);
    }
  }

  async #plan({ job, delivery, run }: Attempt, { facts }: RenderedPdf): Promise<LocalPlan> {
    if (!job.options.output.save || this.#parts.receive) return null;
    const plan = planDelivery(delivery, this.#parts.names, facts.title);
    return untilCanceled(run.signal, plan).catch((thrown: unknown) => {
      if (isWriteFailure(thrown)) return thrown;
      throw thrown;
    });
  }

  /** Also names a PDF that is not saved locally. */
  #fileName(
    { delivery }: Attempt,
    { facts }: RenderedPdf,
    plan: LocalPlan,
    { places: [first] }: PlannedUploads,
  ): string {
    if (plan instanceof AppError)
      return basename(claimName(delivery, this.#parts.names, facts.title));
    if (plan !== null) return basename(plan.path);
    return first === undefined ? defaultFilename(delivery.source) : posix.basename(first.key);
  }

  async #save(
    { job, run }: Attempt,
    pdf: RenderedPdf,
    plan: LocalPlan,
    staged: readonly JobDelivery[],
  ): Promise<EndState> {
    const { facts, remote } = pdf;
    const delivered = withDeliveries(retainedState(job.state), staged);
    const result = { pdf: facts, ...(remote && { remote }), ...delivered };
    if (plan instanceof AppError) throw plan;
    const { contents } = pdf;
    if (plan === null) {
      this.#parts.receive?.(contents);
      return { status: 'completed', path: null, ...result };
    }
    const { kind, path } = await deliverUntilCanceled(
      async (hooks) => deliverPdf(plan, contents, hooks),
      {
        signal: run.signal,
        beforeCommit: async (intent) => run.beforeCommit({ ...result, intent }),
        onLate: async (late) => this.#undo(late, plan, isPrivate(job.options)),
      },
    );
    if (kind === 'written') return { status: 'completed', path, ...result };
    if (delivered.deliveries?.some(isUpload)) return { status: 'completed', path: null, ...result };
    // There is no PDF that a webhook could report.
    await this.#parts.deliveries.delete(staged);
    return { status: 'completed', path, pdf: null };
  }

  /** Removes a PDF that was written after its job was canceled, unless it has replaced a file. */
  async #undo(
    { kind, path }: Delivery,
    { existing }: DeliveryPlan,
    isPathPrivate: boolean,
  ): Promise<void> {
    if (kind === 'skipped') return;
    if (existing !== 'overwrite' && (await isRemoved(path))) return;
    const name = isPathPrivate ? 'A private PDF' : path;
    this.#parts.log(`${name} was written after its job had been canceled.`);
  }

  async #afterFailure(
    attempt: Attempt,
    pdf: RenderedPdf,
    staged: readonly JobDelivery[],
    thrown: unknown,
  ): Promise<EndState> {
    const { job, run } = attempt;
    const before = retainedState(job.state);
    // The PDF may have been renamed; the queue decides what happens to the staged deliveries.
    if (run.signal.aborted) {
      return { status: 'canceled', ...before, ...withDeliveries(before, staged) };
    }
    if (isWriteFailure(thrown)) return this.#keep(attempt, pdf, staged, thrown);
    await this.#parts.deliveries.delete(staged);
    throw thrown;
  }

  async #keep(
    { job, delivery, run }: Attempt,
    { contents, facts, remote }: RenderedPdf,
    staged: readonly JobDelivery[],
    failure: AppError,
  ): Promise<EndState> {
    const { spool: kept } = this.#parts;
    const { error, path } = keptPdf(job.state)
      ? { error: failure, path: kept.pathOf(delivery.owner) }
      : await kept.keepAfter(failure.toData(), delivery.owner, contents);
    const deliveries = staged.some(isUpload)
      ? staged
      : await this.#reportFailure(job, staged, error, run.signal);
    return {
      status: 'failed',
      error: error.toData(),
      ...(path !== undefined && { kept: facts, ...(remote && { remote }) }),
      ...withDeliveries(retainedState(job.state), deliveries),
    };
  }

  /** Replaces the staged webhook, which reports success. */
  async #reportFailure(
    job: Readonly<Job>,
    staged: readonly JobDelivery[],
    error: AppError,
    signal: AbortSignal,
  ): Promise<readonly JobDelivery[]> {
    await this.#parts.deliveries.delete(staged);
    return this.#parts.deliveries.stageFailure(job, error.toData(), signal);
  }
}

export interface CancelableDelivery extends Required<DeliveryHooks> {
  readonly signal: AbortSignal;
  /** Called if the delivery completes although it was canceled. */
  readonly onLate: (delivery: Delivery) => Promise<void>;
}

/**
 * Delivers a PDF until it is canceled. A delivery whose rename has not started then never
 * completes. A rename in progress is awaited, but not forever: a hung disk may complete it later.
 * @throws AppError `canceled`, or the error of the delivery
 */
export async function deliverUntilCanceled(
  deliver: (hooks: DeliveryHooks) => Promise<Delivery>,
  { signal, beforeCommit, onLate }: CancelableDelivery,
): Promise<Delivery> {
  let isCommitting = false;
  let isLate = false;
  const delivery = deliver({
    beforeCommit: async (intent) => {
      isCommitting = false;
      await beforeCommit(intent);
      throwIfCanceled(signal);
      isCommitting = true;
    },
  });
  // A delivery that fails leaves nothing behind, so a late failure needs no handling.
  void delivery.then(
    async (end) => (isLate ? onLate(end) : undefined),
    () => undefined,
  );
  return untilCanceled(signal, delivery, async () => {
    if (isCommitting) await settleWithin([delivery], commitTimeoutMs);
    isLate = true;
  });
}

async function isRemoved(path: string): Promise<boolean> {
  return rm(path).then(
    () => true,
    () => false,
  );
}

function isUpload({ destination }: JobDelivery): boolean {
  return destination !== undefined;
}

function isWriteFailure(thrown: unknown): thrown is AppError {
  return thrown instanceof AppError && thrown.code === 'write-failed';
}
