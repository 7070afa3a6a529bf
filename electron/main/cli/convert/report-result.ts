import type { RemoteReceipt } from '../../../shared/endpoints.js';
import { AppError } from '../../../shared/errors.js';
import type { ConversionOptions } from '../../../shared/request/request.js';
import { preflightOf } from '../../jobs/job-row.js';
import { type Job, type JobState, deliveryIds } from '../../jobs/job.js';
import type { Reporter } from './reporter.js';
import type { MadePdf } from './result-lines.js';
import type { RunDeliveries } from './run-deliveries.js';
import type { SourceEnd } from './run-tally.js';

type Ended<Status> = Extract<JobState, { status: Status }>;

export interface ReportParts {
  readonly reporter: Reporter;
  readonly deliveries: RunDeliveries;
  readonly compliance: ConversionOptions['compliance'];
  /** Whether PDFs go into buckets. */
  readonly uploads: boolean;
  /** Whether the person has named a place for them on this computer. */
  readonly isNamed: boolean;
}

/**
 * Tells what became of a job, and waits until all that it has handed over has ended.
 * @returns null for a job that was canceled
 */
export async function reportResult(
  { state }: Readonly<Job>,
  label: string,
  parts: ReportParts,
): Promise<SourceEnd | null> {
  if (state.status === 'failed') return failedEnd(state, label, parts);
  return state.status === 'completed' ? completedEnd(state, label, parts) : null;
}

async function failedEnd(
  state: Ended<'failed'>,
  label: string,
  { reporter, deliveries, compliance }: ReportParts,
): Promise<SourceEnd> {
  reporter.failed(label, state.error, preflightOf(state));
  const pdf = { label, path: null, facts: state.kept ?? null, compliance };
  const { errors } = await deliveries.follow(pdf, deliveryIds(state));
  return { errors: [state.error, ...errors] };
}

async function completedEnd(
  state: Ended<'completed'>,
  label: string,
  parts: ReportParts,
): Promise<SourceEnd> {
  const { reporter, deliveries, compliance, uploads } = parts;
  const { path, pdf: facts } = state;
  const pdf: MadePdf = { label, path, facts, compliance };
  reporter.findings(label, preflightOf(state));
  if (state.remote) return remoteEnd(pdf, state.remote, parts);
  if (path !== null && facts === null) reporter.skipped(label, 'path', path);
  if (path !== null && facts !== null) reporter.saved(pdf, path, uploads);
  const { delivered, errors } = await deliveries.follow(pdf, deliveryIds(state));
  if (path !== null && facts !== null && uploads && delivered === 0) reporter.savedOnly(pdf, path);
  if (errors.length > 0) return { errors };
  return facts === null || (path === null && delivered === 0) ? 'skipped' : 'made';
}

/** Where the person has named a file, and the PDF did not come, that file is missed. */
function remoteEnd(
  pdf: MadePdf,
  receipt: RemoteReceipt,
  { reporter, isNamed }: ReportParts,
): SourceEnd {
  reporter.madeElsewhere(pdf, receipt);
  if (receipt.notFetched === undefined) return 'made';
  if (!isNamed) {
    reporter.note(`${pdf.label}: ${receipt.notFetched}`);
    return 'made';
  }
  const error = new AppError('delivery-refused', receipt.notFetched).toData();
  reporter.failed(pdf.label, error);
  return { errors: [error] };
}

/** The ends of jobs, which take until their uploads have ended. */
export class PendingResults {
  readonly #ends: Promise<void>[] = [];
  readonly #closed: Promise<void>;
  /** No more are added. */
  readonly close: () => void;

  constructor() {
    let close: () => void = () => undefined;
    this.#closed = new Promise((resolve) => (close = resolve));
    this.close = close;
  }

  add(end: () => Promise<void>): void {
    const promise = end();
    // What one rejects with, `all` does too.
    promise.catch(() => undefined);
    this.#ends.push(promise);
  }

  async all(): Promise<void> {
    await this.#closed;
    await Promise.all(this.#ends);
  }
}
