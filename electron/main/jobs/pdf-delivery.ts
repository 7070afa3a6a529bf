import { basename, posix } from 'node:path';
import { AppError } from '../../shared/errors.js';
import { defaultFilename } from '../../shared/request/filename.js';
import type { ClaimedNames } from '../files/claimed-names.js';
import type { DeliveryPlan } from '../files/deliver.js';
import type { PdfSpool } from '../files/pdf-spool.js';
import { type DeliveryRequest, claimName } from '../files/plan-delivery.js';
import { throwIfCanceled } from '../engine/canceled.js';
import {
  type EndState,
  type Job,
  type JobDelivery,
  retainedState,
  keptPdf,
  withDeliveries,
} from './job.js';
import type { JobDeliveries, PlannedUploads } from './job-delivery-sink.js';
import type { JobRun } from './job-work.js';
import { LocalCopies, type MadePdf } from './local-copies.js';
import { isPrivate } from './private-jobs.js';

export interface PdfDeliveryParts {
  /** PDFs that could not be written where they should go. */
  readonly kept: PdfSpool;
  /** The names that the jobs have between them. */
  readonly names: ClaimedNames;
  readonly handover: JobDeliveries;
  readonly log: (line: string) => void;
}

/** A job at work. */
export interface Work {
  readonly job: Readonly<Job>;
  readonly wish: DeliveryRequest;
  readonly run: JobRun;
}

/** Null: not to be written to this computer; an error: it is to be, and cannot. */
type LocalPlan = DeliveryPlan | AppError | null;

/**
 * Hands the PDF of a job over to the outbox, then writes it to this computer. A disk that takes no PDF stops no upload: the job fails, with the PDF kept, and
 * its next try only writes it.
 */
export class PdfDelivery {
  readonly #parts: PdfDeliveryParts;
  readonly #copies: LocalCopies;

  constructor(parts: PdfDeliveryParts) {
    this.#parts = parts;
    this.#copies = new LocalCopies(parts.names, parts.log);
  }

  /** @throws AppError for what is wrong with the places; `canceled`, and nothing is handed over then */
  async deliver(work: Work, pdf: MadePdf): Promise<EndState> {
    const { job, wish, run } = work;
    throwIfCanceled(run.signal);
    run.onProgress({ stage: 'writing' });
    const uploads = this.#parts.handover.plan(job, wish, pdf.facts.title);
    const plan = await this.#plan(work, pdf);
    const name = this.#fileName(work, pdf, plan, uploads);
    const handed = { contents: pdf.contents, name, size: pdf.facts.size };
    let held: readonly JobDelivery[] = [];
    try {
      held = await this.#parts.handover.hold(job, { pdf: handed, uploads }, run.signal);
      throwIfCanceled(run.signal);
      return await this.#write(work, pdf, plan, held);
    } catch (thrown) {
      return this.#afterFailure(work, pdf, held, thrown);
    }
  }

  async #plan({ job, wish, run }: Work, { facts }: MadePdf): Promise<LocalPlan> {
    if (!job.options.output.save) return null;
    return this.#copies.plan(wish, facts, run).catch((thrown: unknown) => {
      if (isWriteFailure(thrown)) return thrown;
      throw thrown;
    });
  }

  /** What the PDF is called where it has no other name. */
  #fileName(
    { wish }: Work,
    { facts }: MadePdf,
    plan: LocalPlan,
    { places: [first] }: PlannedUploads,
  ): string {
    if (plan instanceof AppError) return basename(claimName(wish, this.#parts.names, facts.title));
    if (plan !== null) return basename(plan.path);
    return first === undefined ? defaultFilename(wish.source) : posix.basename(first.key);
  }

  async #write(
    { job, run }: Work,
    pdf: MadePdf,
    plan: LocalPlan,
    held: readonly JobDelivery[],
  ): Promise<EndState> {
    const { facts, remote } = pdf;
    const had = withDeliveries(retainedState(job.state), held);
    const made = { pdf: facts, ...(remote && { remote }), ...had };
    if (plan instanceof AppError) throw plan;
    if (plan === null) return { status: 'completed', path: null, ...made };
    const how = { deliveries: had.deliveries ?? [], isPrivate: isPrivate(job.options) };
    const { kind, path } = await this.#copies.write(plan, pdf, run, how);
    if (kind === 'written') return { status: 'completed', path, ...made };
    if (how.deliveries.some(isUpload)) return { status: 'completed', path: null, ...made };
    // Nothing was made, so that there is nothing to tell.
    await this.#parts.handover.withdraw(held);
    return { status: 'completed', path, pdf: null };
  }

  async #afterFailure(
    { job, run }: Work,
    pdf: MadePdf,
    held: readonly JobDelivery[],
    thrown: unknown,
  ): Promise<EndState> {
    const carried = retainedState(job.state);
    // Whether the PDF has its name is not known yet: who has canceled it decides over what is held.
    if (run.signal.aborted) {
      return { status: 'canceled', ...carried, ...withDeliveries(carried, held) };
    }
    if (isWriteFailure(thrown)) return this.#keep(job, pdf, held, thrown, run);
    await this.#parts.handover.withdraw(held);
    throw thrown;
  }

  async #keep(
    job: Readonly<Job>,
    { contents, facts, remote }: MadePdf,
    held: readonly JobDelivery[],
    failure: AppError,
    { signal }: JobRun,
  ): Promise<EndState> {
    const { kept } = this.#parts;
    const { error, path } = keptPdf(job.state)
      ? { error: failure, path: kept.pathOf(job.id) }
      : await kept.keepAfter(failure.toData(), job.id, contents);
    const told = held.some(isUpload) ? held : await this.#tellFailure(job, held, error, signal);
    return {
      status: 'failed',
      error: error.toData(),
      ...(path !== undefined && { kept: facts, ...(remote && { remote }) }),
      ...withDeliveries(retainedState(job.state), told),
    };
  }

  /** In the place of the message that the PDF is there. */
  async #tellFailure(
    job: Readonly<Job>,
    held: readonly JobDelivery[],
    error: AppError,
    signal: AbortSignal,
  ): Promise<readonly JobDelivery[]> {
    await this.#parts.handover.withdraw(held);
    return this.#parts.handover.holdFailure(job, error.toData(), signal);
  }
}

function isUpload({ wish }: JobDelivery): boolean {
  return wish !== undefined;
}

function isWriteFailure(thrown: unknown): thrown is AppError {
  return thrown instanceof AppError && thrown.code === 'write-failed';
}
