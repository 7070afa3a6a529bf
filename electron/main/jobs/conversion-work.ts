import { randomUUID } from 'node:crypto';
import { AppError, errorData } from '../../shared/errors.js';
import { encryptionIssues } from '../../shared/request/url.js';
import { invalidRequest } from '../../shared/request/validation.js';
import type { ConversionSource } from '../../shared/request/source.js';
import { nowhereIssue } from '../../shared/upload-wishes.js';
import type { ClaimedNames } from '../files/claimed-names.js';
import { type Delivery, skippedDelivery } from '../files/deliver.js';
import type { PdfSpool } from '../files/pdf-spool.js';
import type { DeliverySink } from '../outbox/delivery-sink.js';
import {
  type DeliveryRequest,
  claimName,
  needsTitle,
  planDelivery,
} from '../files/plan-delivery.js';
import { throwIfCanceled, untilCanceled } from '../engine/canceled.js';
import { wasNotProcessed } from '../engine/certain-failure.js';
import type { ConvertedPdf, PdfEngine } from '../engine/pdf-engine.js';
import type { RemoteRenderer } from '../engine/remote-renderer.js';
import { failedState } from './failed-state.js';
import {
  type EndState,
  type Job,
  type JobState,
  type PdfFacts,
  retainedState,
  keptPdf,
  sourceForNames,
  withDeliveries,
  withSent,
} from './job.js';
import { JobDeliveries } from './job-delivery-sink.js';
import type { JobStore } from './job-store.js';
import type { JobRun, JobWork } from './job-work.js';
import type { MadePdf } from './local-copies.js';
import { RemoteRequests } from './remote-requests.js';
import { PdfDelivery, type Work } from './pdf-delivery.js';

export interface WorkParts {
  readonly engine: PdfEngine;
  /** Has the PDFs of jobs made that are not for this computer. */
  readonly remote: RemoteRenderer;
  readonly memory: JobStore;
  /** PDFs that could not be written where they should go. */
  readonly kept: PdfSpool;
  /** The names that the jobs have between them. */
  readonly names: ClaimedNames;
  /** Takes what leaves this computer. */
  readonly outbox: DeliverySink;
  /** Full path of the folder for what has no folder of its own, such as an address. */
  readonly elsewhere: string;
  /** Full path of the one PDF that is to be made, where a person has named it. */
  readonly path?: string | undefined;
  /** Takes a line for the log. */
  readonly log?: ((line: string) => void) | undefined;
}

/** Jobs that are converted by an engine, written to the disk and handed over to the outbox. */
export class ConversionWork implements JobWork {
  readonly #parts: WorkParts;
  readonly #handover: JobDeliveries;
  readonly #delivery: PdfDelivery;
  readonly #requests: RemoteRequests;
  readonly #log: (line: string) => void;

  constructor(parts: WorkParts) {
    this.#parts = parts;
    this.#log = (line) => parts.log?.(line);
    this.#requests = new RemoteRequests(parts.remote);
    this.#handover = new JobDeliveries(parts.outbox, this.#log);
    this.#delivery = new PdfDelivery({ ...parts, handover: this.#handover, log: this.#log });
  }

  async run(job: Readonly<Job>, run: JobRun): Promise<EndState> {
    // Its options may be changed while it runs; they are for its next try.
    const begun: Job = { ...job };
    try {
      return await this.#run(begun, run).catch(async (error: unknown) => {
        throwIfCanceled(run.signal);
        const failed = failedState(begun, error);
        const told = await this.#handover.holdFailure(begun, failed.error, run.signal);
        return { ...failed, ...withDeliveries(failed, told) };
      });
    } catch (error) {
      if (!run.signal.aborted) throw error;
      return { status: 'canceled', ...retainedState(begun.state) };
    }
  }

  /** Names are given in the order of the list, not in the order in which jobs happen to run: a restart changes nothing then. */
  expect(job: Readonly<Job>): void {
    const { names } = this.#parts;
    const wish = this.#wish(job, sourceForNames(job.source));
    this.#handover.expect(job, wish);
    this.#requests.expect(job, wish);
    if (job.state.status === 'completed') {
      if (job.state.path !== null) names.claim(job.id, job.state.path);
      return;
    }
    if (job.options.output.save && !needsTitle(wish)) claimName(wish, names);
  }

  async dropPdf({ id }: Readonly<Job>): Promise<void> {
    await this.#parts.kept.remove(id);
  }

  release(ids: readonly string[]): void {
    this.#handover.release(ids);
  }

  async withdraw(ids: readonly string[]): Promise<void> {
    await this.#handover.withdraw(ids.map((id) => ({ id })));
  }

  async discard(job: Readonly<Job>): Promise<void> {
    this.#parts.names.release(job.id);
    this.#handover.forget(job);
    this.#requests.forget(job);
    if (keptPdf(job.state)) await this.#parts.kept.remove(job.id);
  }

  #wish(
    { id, options, number, of, added }: Readonly<Job>,
    source: ConversionSource,
  ): DeliveryRequest {
    return {
      owner: id,
      source,
      filename: options.request.filename,
      output: options.output,
      path: this.#parts.path,
      elsewhere: this.#parts.elsewhere,
      number,
      of,
      date: new Date(added),
    };
  }

  async #run(job: Job, run: JobRun): Promise<EndState> {
    const source = await this.#parts.memory.readSource(job.source);
    checkJob(job, source);
    const work = { job, run, wish: this.#wish(job, source) };
    const kept = keptPdf(job.state);
    if (kept) return this.#deliverKept(work, kept);
    const skipped = await this.#skipped(work);
    if (skipped) return { status: 'completed', path: skipped.path, pdf: null };
    const { renderOn } = job.options;
    return renderOn === null ? this.#convert(work) : this.#convertElsewhere(work, job, renderOn);
  }

  async #convert(work: Work): Promise<EndState> {
    const { job, wish } = work;
    const { signal, onProgress } = work.run;
    const request = { ...job.options.request, source: wish.source };
    const pdf = await this.#parts.engine.convert(request, { signal, onProgress });
    return this.#delivery.deliver(work, madePdf(pdf));
  }

  /** @param begun the run's own copy of the job, which is carried on with the key of what was sent */
  async #convertElsewhere(work: Work, begun: Job, endpoint: string): Promise<EndState> {
    const { wish, run } = work;
    const key = sentKey(begun.state) ?? randomUUID();
    const { receipt, pdf } = await this.#parts.remote
      .convert(endpoint, this.#requests.of(begun, wish), {
        signal: run.signal,
        onProgress: run.onProgress,
        idempotencyKey: key,
        beforeSending: async () => {
          await run.beforeSending(key);
          begun.state = withSent(begun.state, key);
        },
      })
      .catch((error: unknown) => {
        if (wasNotProcessed(error)) begun.state = withSent(begun.state, null);
        throw error;
      });
    if (pdf !== null) return this.#delivery.deliver(work, { ...madePdf(pdf), remote: receipt });
    const { deliveries } = retainedState(begun.state);
    return {
      status: 'completed',
      path: null,
      pdf: null,
      remote: receipt,
      ...withDeliveries({ deliveries }),
    };
  }

  /** What is to be skipped is not converted for nothing. */
  async #skipped({ job, wish, run }: Work): Promise<Delivery | null> {
    const { output } = job.options;
    if (this.#handover.awaits(job, wish)) return null;
    if (this.#requests.fillsBucket(job)) return null;
    if (!output.save || needsTitle(wish)) return null;
    const planned = planDelivery(wish, this.#parts.names);
    return untilCanceled(run.signal, planned.then(skippedDelivery));
  }

  async #deliverKept(work: Work, facts: PdfFacts): Promise<EndState> {
    const { id, state } = work.job;
    const contents = await this.#parts.kept.read(id).catch((thrown: unknown) => {
      if (thrown instanceof AppError) return thrown;
      throw thrown;
    });
    // Without its PDF, the next try converts again.
    if (contents instanceof AppError) {
      return { status: 'failed', error: errorData(contents), ...withDeliveries(state) };
    }
    const { remote } = retainedState(state);
    const end = await this.#delivery.deliver(work, { contents, facts, remote });
    if (end.status === 'completed') await this.#removeKept(id);
    return end;
  }

  /** The PDF is where it belongs: one that stays here is removed by the next start. */
  async #removeKept(id: string): Promise<void> {
    await this.#parts.kept.remove(id).catch((error: unknown) => {
      this.#log(
        `${this.#parts.kept.pathOf(id)} is not needed any more, but could not be removed. ${errorData(error).message}`,
      );
    });
  }
}

function madePdf({ parts, size, pages, title, preflight }: ConvertedPdf): MadePdf {
  return { contents: parts, facts: { pages, title, preflight: [...preflight], size } };
}

function sentKey(state: JobState): string | undefined {
  return state.status === 'completed' ? undefined : state.sent?.key;
}

/** @throws AppError `invalid-request` where options and source do not go together, which the options alone do not show */
function checkJob({ options }: Readonly<Job>, source: ConversionSource): void {
  const nowhere = nowhereIssue(options);
  const issues = encryptionIssues({ ...options.request, source });
  const all = nowhere === null ? issues : [...issues, { field: 'save', message: nowhere }];
  if (all.length > 0) throw invalidRequest(all);
}
