import { ConversionWork } from '../../jobs/conversion-work.js';
import { nullJobStore } from '../../jobs/job-store.js';
import { isSent } from '../../jobs/job.js';
import { JobQueue } from '../../jobs/job-queue.js';
import type { LocalEngine } from '../../engine/pdf-engine.js';
import { ClaimedNames } from '../../files/claimed-names.js';
import type { DeliverySettings } from '../../outbox/delivery-settings.js';
import type { PdfSpool } from '../../files/pdf-spool.js';
import type { ConvertTask } from './arguments.js';
import type { CommandIo } from '../command-io.js';
import { type FoundRemote, type RemoteServices, noRemote } from './find-remote.js';
import { reportResult, PendingResults } from './report-result.js';
import type { OutputTarget } from './output-target.js';
import type { Reporter } from './reporter.js';
import { RunDeliveries } from './run-deliveries.js';
import type { RunTally } from './run-tally.js';
import type { SourceJob } from './sources.js';
import { WaitingNotes } from './waiting-notes.js';

/** What a run works with. */
export interface Run {
  readonly io: CommandIo;
  readonly engine: LocalEngine;
  readonly version: string;
  /** What the settings say about services. */
  readonly services: () => Promise<RemoteServices>;
  readonly reporter: Reporter;
  readonly kept: PdfSpool;
  /** What the settings say about buckets and webhooks. */
  readonly settings: () => Promise<DeliverySettings>;
  readonly stop: AbortSignal;
}

/**
 * Converts the sources of a run on the queue that the window uses too, and delivers what comes of
 * them.
 * @returns when all has ended, or when the run is stopped and nothing goes on
 */
export async function convertJobs(
  jobs: readonly SourceJob[],
  task: ConvertTask,
  { path, output: asked }: OutputTarget,
  run: Run & { readonly remote: FoundRemote | undefined },
  tally: RunTally,
): Promise<void> {
  if (jobs.length === 0) return;
  const { io, engine, reporter, kept, settings, stop } = run;
  // The bucket is the service's to fill.
  const output = run.remote ? { ...asked, uploads: [] } : asked;
  const { renderer, endpoint: renderOn, underWay } = run.remote ?? noRemote;
  const { request, allowPrivateWebhook } = task;
  const labelOf = (id: string | null): string => jobs[numberOf(id) - 1]?.label ?? '';
  const numberOf = (id: string | null): number => (id === null ? 0 : (queue.get(id)?.number ?? 0));
  const deliveries = new RunDeliveries({
    kept,
    settings,
    allowPrivateWebhook,
    reporter,
    labelOf,
  });
  const uploads = output.uploads.length > 0;
  const isNamed = task.out !== undefined;
  const parts = { reporter, deliveries, compliance: request.compliance, uploads, isNamed };
  const ends = new PendingResults();
  const waiting = new WaitingNotes(reporter, labelOf);
  const store = nullJobStore;
  const log = (line: string) => reporter.note(line);
  const elsewhere = io.cwd();
  const names = new ClaimedNames();
  engine.setConcurrency(task.concurrency);
  const queue = new JobQueue({
    work: new ConversionWork({
      engine,
      remote: renderer,
      store,
      kept,
      names,
      outbox: deliveries.sink,
      elsewhere,
      path,
      log,
    }),
    store,
    concurrency: task.concurrency,
    onJobEnd: (job) =>
      ends.add(async () => {
        const end = await reportResult(job, labelOf(job.id), parts);
        if (end !== null) tally.add(end);
      }),
    onChange: ({ rows, summary }) => {
      rows.forEach((row) => waiting.heard(row));
      if (summary.batch && jobs.length > 1) reporter.batch(summary.batch);
    },
    onBatchEnd: () => ends.close(),
    log,
  });
  const sources = jobs.map(({ source }) => source);
  const ids = await queue.add(sources, { request, output, renderOn });
  queue.start();
  await Promise.race([ends.all(), untilStopped(stop)]);
  const sent = ids.filter((id) => {
    const state = queue.get(id)?.state;
    return state !== undefined && isSent(state);
  });
  await queue.stop();
  await deliveries.sink.stop();
  if (!stop.aborted) return;
  // What was delivered in the last moment is told first.
  await new Promise(setImmediate);
  for (const id of sent) reporter.underWay(labelOf(id), underWay);
  await deliveries.reportStopped();
}

/** Resolves with null when the run is to stop. */
export async function untilStopped(stop: AbortSignal): Promise<null> {
  return new Promise((resolve) => {
    if (stop.aborted) resolve(null);
    stop.addEventListener('abort', () => resolve(null), { once: true });
  });
}
