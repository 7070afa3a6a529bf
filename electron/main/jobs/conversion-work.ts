import { randomUUID } from 'node:crypto';
import { AppError, errorData, errorText } from '../../shared/messages/errors.js';
import { mergingIssues } from '../../shared/request/request.js';
import { encryptionIssues } from '../../shared/request/url.js';
import { fieldIssue, invalidRequest } from '../../shared/request/validation.js';
import type { ConversionSource } from '../../shared/request/source.js';
import { hasPlaceholder } from '../../shared/request/filename.js';
import { splitIssues } from '../../shared/split.js';
import { destinationIssue } from '../../shared/upload-requests.js';
import { throwIfCanceled, untilCanceled } from '../engine/contract/canceled.js';
import { wasNotProcessed } from '../engine/remote-renderer.js';
import type { ConvertedPdf, PdfEngine } from '../engine/contract/pdf-engine.js';
import type { PdfPasswords } from '../../shared/request/pdf-password.js';
import type { PageAccess } from '../network/page-access.js';
import type { ConversionRequest } from '../../shared/request/request.js';
import type { RemoteRenderer } from '../engine/remote-renderer.js';
import type { ClaimedNames } from '../files/claimed-names.js';
import { currentDelivery, skippedDelivery } from '../files/deliver.js';
import type { PdfSpool } from '../files/pdf-spool.js';
import {
  type DeliveryRequest,
  claimName,
  needsTitle,
  planDelivery,
} from '../files/plan-delivery.js';
import type { Contents } from '../files/temporary-file.js';
import type { DeliverySink, UploadPlace } from '../outbox/delivery-sink.js';
import {
  type EndState,
  type Job,
  type PdfFacts,
  canceledState,
  failedState,
  hasNoPdf,
  isInSpool,
  keptPdf,
  retainedState,
  sentKey,
  sourceForNames,
  withDeliveries,
  withSent,
} from './job.js';
import { JobDeliveries } from './job-deliveries.js';
import { type JobStore, nullJobStore } from './job-store.js';
import { type Attempt, PdfDelivery, type RenderedPdf } from './pdf-delivery.js';
import type { JobRun, JobWork } from './queue-parts.js';
import { RemoteRequests } from './remote-requests.js';
import { SplitWork } from './split-work.js';

export interface WorkParts {
  readonly engine: PdfEngine;
  /** Renders the PDFs of jobs that name a service. */
  readonly remote: RemoteRenderer;
  readonly store: JobStore;
  /** PDFs that could not be written to their destination. */
  readonly spool: PdfSpool;
  readonly names: ClaimedNames;
  readonly outbox: DeliverySink;
  /** Full path of the default output folder, for sources without a folder, such as a URL. */
  readonly elsewhere: string;
  /** Full path of the only PDF, if the user named it. */
  readonly path?: string | undefined;
  /** Receives PDFs that are not saved as files, as for standard output. */
  readonly receive?: ((contents: Contents) => void) | undefined;
  /** Returns true for a source that is skipped if its PDF is not older. */
  readonly onlyNewer?: ((source: ConversionSource) => boolean) | undefined;
  /**
   * Returns true if objects exist at all the places that a PDF is to be uploaded to, which skips
   * existing ones; such a PDF need not be made.
   */
  readonly uploadsExist?:
    ((job: string, places: readonly UploadPlace[]) => Promise<boolean>) | undefined;
  /**
   * Returns what opens the page of a request behind a login; undefined for none.
   * @throws (rejects) AppError if its sign-in is missing
   */
  readonly accessOf?: AccessOf | undefined;
  /**
   * Returns the passwords of a request that is to be protected; undefined for another.
   * @throws (rejects) AppError if they are missing
   */
  readonly passwordsOf?: PasswordsOf | undefined;
  readonly log?: ((line: string) => void) | undefined;
}

export type AccessOf = (request: ConversionRequest) => Promise<PageAccess | undefined>;

export type PasswordsOf = (request: ConversionRequest) => Promise<PdfPasswords | undefined>;

/** Converts the source of a job, locally or by a service, and delivers the PDF. */
export class ConversionWork implements JobWork {
  readonly #parts: WorkParts;
  readonly #deliveries: JobDeliveries;
  readonly #pdfDelivery: PdfDelivery;
  readonly #splitting: SplitWork;
  readonly #requests: RemoteRequests;
  readonly #log: (line: string) => void;

  constructor(parts: WorkParts) {
    this.#parts = parts;
    this.#log = (line) => parts.log?.(line);
    this.#requests = new RemoteRequests(parts.remote);
    this.#deliveries = new JobDeliveries(parts.outbox, this.#log);
    const { spool, names, receive } = parts;
    const deliveries = this.#deliveries;
    this.#pdfDelivery = new PdfDelivery({ spool, names, deliveries, receive, log: this.#log });
    const isPersistent = parts.store !== nullJobStore;
    this.#splitting = new SplitWork({
      spool,
      names,
      pdfDelivery: this.#pdfDelivery,
      isPersistent,
    });
  }

  async run(current: Readonly<Job>, run: JobRun): Promise<EndState> {
    // The options of the job may change while it runs; the next attempt uses them.
    const job: Job = { ...current };
    try {
      return await this.#run(job, run).catch(async (error: unknown) => {
        throwIfCanceled(run.signal);
        const failed = failedState(job.state, error);
        const staged = await this.#deliveries.stageFailure(job, failed.error, run.signal);
        return { ...failed, ...withDeliveries(failed, staged) };
      });
    } catch (error) {
      if (!run.signal.aborted) throw error;
      return canceledState(job.state);
    }
  }

  /**
   * Names follow the order of the list, not the order in which jobs run, so a restart changes none.
   */
  reserve(job: Readonly<Job>): void {
    if (hasNoPdf(job.state)) {
      this.#releaseNames(job);
      return;
    }
    const { names } = this.#parts;
    const delivery = this.#deliveryOf(job, sourceForNames(job.source));
    if (job.state.split ?? job.options.output.split) {
      this.#splitting.reserve(job, delivery);
      return;
    }
    this.#deliveries.reserve(job, delivery);
    this.#requests.reserve(job, delivery);
    if (job.state.status === 'completed') {
      if (job.state.path !== null) names.claim(job.id, job.state.path);
      return;
    }
    if (job.options.output.save && !needsTitle(delivery)) claimName(delivery, names);
  }

  async deletePdf({ id }: Readonly<Job>): Promise<void> {
    await this.#parts.spool.removeOf(id);
  }

  release(ids: readonly string[]): void {
    this.#deliveries.release(ids);
  }

  async deleteDeliveries(ids: readonly string[]): Promise<void> {
    await this.#deliveries.delete(ids.map((id) => ({ id })));
  }

  async discard(job: Readonly<Job>): Promise<void> {
    this.#releaseNames(job);
    if (isInSpool(job.state)) await this.#parts.spool.removeOf(job.id);
  }

  #releaseNames(job: Readonly<Job>): void {
    this.#parts.names.release(job.id);
    this.#splitting.release(job);
    this.#deliveries.forget(job);
    this.#requests.forget(job);
  }

  #deliveryOf(job: Readonly<Job>, source: ConversionSource): DeliveryRequest {
    const { id, options, number, of, added } = job;
    const { path, elsewhere } = this.#parts;
    const { output } = options;
    const { filename } = options.request;
    return {
      owner: id,
      source,
      filename,
      output,
      path,
      elsewhere,
      number,
      of,
      date: new Date(added),
    };
  }

  async #run(job: Job, run: JobRun): Promise<EndState> {
    const source = await this.#parts.store.readSource(job.source);
    checkJob(job, source);
    const attempt = { job, run, delivery: this.#deliveryOf(job, source) };
    const spool = keptPdf(job.state);
    if (spool) return this.#deliverKept(attempt, spool);
    if (job.state.split !== undefined && job.state.status !== 'completed') {
      return this.#splitting.resume(attempt);
    }
    const skipped = await this.#skipped(attempt);
    if (skipped) return skipped;
    const { renderOn } = job.options;
    return renderOn === null
      ? this.#convertLocally(attempt)
      : this.#convertRemotely(attempt, job, renderOn);
  }

  async #convertLocally(attempt: Attempt & { readonly job: Job }): Promise<EndState> {
    const { job, delivery } = attempt;
    const { signal, onProgress } = attempt.run;
    const request = { ...job.options.request, source: delivery.source };
    const access = await this.#parts.accessOf?.(request);
    const passwords = await this.#parts.passwordsOf?.(request);
    const { split } = job.options.output;
    if (split !== undefined) {
      const whole = { ...request, protection: undefined };
      const pdf = await this.#parts.engine.convert(whole, { signal, onProgress, access });
      return this.#splitting.start(attempt, split, { pdf, request }, passwords);
    }
    const options = { signal, onProgress, access, passwords };
    const pdf = await this.#parts.engine.convert(request, options);
    return this.#pdfDelivery.deliver(attempt, renderedPdf(pdf));
  }

  /** @param job the attempt's copy, whose state gets the idempotency key */
  async #convertRemotely(attempt: Attempt, job: Job, endpoint: string): Promise<EndState> {
    const { delivery, run } = attempt;
    const key = sentKey(job.state) ?? randomUUID();
    const { receipt, pdf } = await this.#parts.remote
      .convert(endpoint, this.#requests.of(job, delivery), {
        signal: run.signal,
        onProgress: run.onProgress,
        idempotencyKey: key,
        beforeSending: async () => {
          await run.beforeSending(key);
          job.state = withSent(job.state, key);
        },
      })
      .catch((error: unknown) => {
        if (wasNotProcessed(error)) job.state = withSent(job.state, null);
        throw error;
      });
    if (pdf !== null)
      return this.#pdfDelivery.deliver(attempt, { ...renderedPdf(pdf), remote: receipt });
    const { deliveries } = retainedState(job.state);
    const result = { path: null, pdf: null, remote: receipt } as const;
    return { status: 'completed', ...result, ...withDeliveries({ deliveries }) };
  }

  /** Returns the end of a job all of whose results exist and are to be left as they are. */
  async #skipped(attempt: Attempt): Promise<EndState | null> {
    const { job, delivery, run } = attempt;
    const { output } = job.options;
    const hasUploads = this.#deliveries.hasUploads(job, delivery);
    // The number of parts is unknown.
    if (output.split !== undefined) return null;
    if (hasUploads) return this.#skippedUploads(attempt);
    if (this.#requests.usesBucket(job)) return null;
    if (!output.save || needsTitle(delivery)) return null;
    const { names, onlyNewer } = this.#parts;
    const check = planDelivery(delivery, names).then(async (plan) =>
      onlyNewer?.(delivery.source) === true
        ? currentDelivery(delivery.source, plan)
        : skippedDelivery(plan),
    );
    const skipped = await untilCanceled(run.signal, check);
    return skipped && { status: 'completed', path: skipped.path, pdf: null };
  }

  /** A PDF that is saved too is made in any case. */
  async #skippedUploads({ job, delivery, run }: Attempt): Promise<EndState | null> {
    const { output } = job.options;
    const { uploadsExist } = this.#parts;
    if (uploadsExist === undefined || output.save) return null;
    const canSkip = output.uploads.every(
      ({ existing, destination }) => existing === 'skip' && !hasPlaceholder(destination, 'title'),
    );
    if (!canSkip) return null;
    const { places } = this.#deliveries.plan(job, delivery, '');
    const areThere = await untilCanceled(run.signal, uploadsExist(job.id, places));
    return areThere ? { status: 'completed', path: null, pdf: null } : null;
  }

  async #deliverKept(attempt: Attempt, facts: PdfFacts): Promise<EndState> {
    const { id, state } = attempt.job;
    const contents = await this.#parts.spool.read(id).catch((thrown: unknown) => {
      if (thrown instanceof AppError) return thrown;
      throw thrown;
    });
    // Without `kept`, a retry converts again.
    if (contents instanceof AppError) {
      return { status: 'failed', error: errorData(contents), ...withDeliveries(state) };
    }
    const { remote } = retainedState(state);
    const end = await this.#pdfDelivery.deliver(attempt, { contents, facts, remote });
    if (end.status === 'completed') await this.#removeKept(id);
    return end;
  }

  /** The PDF is delivered; if its copy cannot be removed, the next start removes it. */
  async #removeKept(id: string): Promise<void> {
    const { spool } = this.#parts;
    await spool.remove(id).catch((error: unknown) => {
      this.#log(`${spool.pathOf(id)} could not be removed. ${errorText(error)}`);
    });
  }
}

function renderedPdf({ parts, size, pages, title, preflight }: ConvertedPdf): RenderedPdf {
  return { contents: parts, facts: { pages, title, preflight: [...preflight], size } };
}

/** @throws AppError `invalid-request` if the options do not fit the source or deliver nothing */
function checkJob({ options }: Readonly<Job>, source: ConversionSource): void {
  const issue = destinationIssue(options);
  const issues = [
    ...encryptionIssues({ ...options.request, source }),
    ...(source.kind === 'merged' ? mergingIssues(options.request) : []),
    ...splitIssues(options),
  ];
  const all = issue === null ? issues : [...issues, fieldIssue('save', issue)];
  if (all.length > 0) throw invalidRequest(all);
}
