import type { RemoteReceipt } from '../../../shared/endpoints.js';
import { AppError, type AppErrorData } from '../../../shared/messages/errors.js';
import { literal, message } from '../../../shared/messages/message.js';
import type { ConversionOptions } from '../../../shared/request/request.js';
import { preflightOf } from '../../jobs/job-row.js';
import { type Job, type JobState, deliveryIds } from '../../jobs/job.js';
import { type ExitStatus, exitStatusOf } from '../command-io.js';
import type { RunDeliveries } from './deliveries.js';
import type { RunCounts } from './progress.js';
import type { PdfResult, Reporter } from './reporter.js';
import type { SplitPart } from '../../../shared/split.js';

type StateOf<Status> = Extract<JobState, { status: Status }>;

type SourceResult = 'converted' | 'skipped' | { readonly errors: readonly AppErrorData[] };

export interface RunResultsOptions {
  readonly reporter: Reporter;
  readonly deliveries: RunDeliveries;
  readonly compliance: ConversionOptions['compliance'];
  readonly hasUploads: boolean;
  readonly hasOutOption: boolean;
  /** Whether the PDF is written to standard output, where nothing else belongs. */
  readonly isStandardOutput: boolean;
  /** Whether PDFs that are not older than their source are skipped. */
  readonly onlyNewer: boolean;
}

/** Reports and counts the results of a run. If a job runs again, its last result counts. */
export class RunResults {
  readonly #options: RunResultsOptions;
  /** By job, or by an object of its own for a source without one. */
  readonly #results = new Map<unknown, SourceResult>();
  readonly #pending = new Set<Promise<void>>();

  constructor(options: RunResultsOptions) {
    this.#options = options;
  }

  get counts(): RunCounts {
    const results = [...this.#results.values()];
    const converted = results.filter((result) => result === 'converted').length;
    const skipped = results.filter((result) => result === 'skipped').length;
    return { converted, skipped, failed: results.length - converted - skipped };
  }

  get exitStatus(): ExitStatus {
    const { converted, skipped } = this.counts;
    const errors = [...this.#results.values()].flatMap((result) =>
      typeof result === 'string' ? [] : result.errors,
    );
    return exitStatusOf(converted + skipped, errors);
  }

  /** Reports a source that can't be read. */
  refuse(label: string, error: AppErrorData): void {
    this.#options.reporter.failed(label, error);
    this.#results.set({}, { errors: [error] });
  }

  /**
   * Reports a job, and its deliveries as they end. Canceled jobs don't count.
   * @param part which part of the source it is; absent: all
   */
  add({ id, state }: Readonly<Job>, label: string, part?: SplitPart): void {
    const counted = this.#resultOf(state, label, part).then((result) => {
      if (result !== null) this.#results.set(id, result);
      this.#pending.delete(counted);
    });
    // `settled` rejects with the same error.
    counted.catch(() => undefined);
    this.#pending.add(counted);
  }

  /** Resolves when the deliveries of all jobs that were added have ended. */
  async settled(): Promise<void> {
    await Promise.all(this.#pending);
  }

  async #resultOf(state: JobState, label: string, part?: SplitPart): Promise<SourceResult | null> {
    if (state.status === 'failed') return this.#failed(state, label);
    return state.status === 'completed' ? this.#completed(state, label, part) : null;
  }

  async #failed(state: StateOf<'failed'>, label: string): Promise<SourceResult> {
    const { reporter, deliveries, compliance } = this.#options;
    reporter.failed(label, state.error, preflightOf(state));
    const pdf = { label, path: null, facts: state.kept ?? null, compliance };
    const { errors } = await deliveries.follow(pdf, deliveryIds(state));
    return { errors: [state.error, ...errors] };
  }

  async #completed(
    state: StateOf<'completed'>,
    label: string,
    part?: SplitPart,
  ): Promise<SourceResult> {
    const { reporter, deliveries, compliance, hasUploads, isStandardOutput } = this.#options;
    const { path, pdf: facts } = state;
    const pdf: PdfResult = { label, path, facts, compliance, part };
    reporter.findings(label, preflightOf(state));
    if (state.remote) return this.#remoteResult(pdf, state.remote);
    if (path !== null && facts === null) {
      const current = message('convert.upToDate', { place: path });
      reporter.skipped(label, 'path', path, this.#options.onlyNewer ? current : undefined);
    }
    const saved = facts === null ? null : path;
    if (saved !== null) reporter.saved(pdf, saved, hasUploads);
    const { delivered, errors } = await deliveries.follow(pdf, deliveryIds(state));
    if (saved !== null && hasUploads && delivered === 0) reporter.savedOnly(pdf, saved);
    if (errors.length > 0) return { errors };
    if (facts === null) return 'skipped';
    return path === null && delivered === 0 && !isStandardOutput ? 'skipped' : 'converted';
  }

  /** A PDF that the service stored but that could not be downloaded is an error with `--out`. */
  #remoteResult(pdf: PdfResult, receipt: RemoteReceipt): SourceResult {
    const { reporter, hasOutOption, isStandardOutput } = this.#options;
    if (!isStandardOutput) reporter.convertedRemotely(pdf, receipt);
    const { notFetched: reason } = receipt;
    if (reason === undefined) return 'converted';
    if (!hasOutOption) {
      reporter.notice(pdf.label, reason);
      return 'converted';
    }
    const error = new AppError('delivery-refused', reason).toData();
    reporter.failed(pdf.label, error);
    if (isStandardOutput && receipt.url) reporter.interrupted(pdf.label, literal(receipt.url));
    return { errors: [error] };
  }
}
