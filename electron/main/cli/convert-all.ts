import { AppError, type AppErrorData } from '../../shared/errors.js';
import type { JobRow } from '../../shared/jobs.js';
import type { PdfEngine } from '../conversion/pdf-engine.js';
import { ConversionWork } from '../conversion/queue/conversion-work.js';
import type { Job } from '../conversion/queue/job.js';
import { noMemory } from '../conversion/queue/job-memory.js';
import { preflightOf } from '../conversion/queue/job-row.js';
import { JobQueue } from '../conversion/queue/job-queue.js';
import { ClaimedNames } from '../delivery/claimed-names.js';
import type { KeptPdfs } from '../delivery/kept-pdfs.js';
import type { ConvertTask } from './arguments.js';
import type { CommandIo } from './command-io.js';
import { type ExitStatus, exitStatus, exitStatusOf } from './exit-status.js';
import { type OutputTarget, outputTarget } from './output-target.js';
import type { Reporter } from './reporter.js';
import { type ResolvedSources, type SourceJob, resolveSources } from './sources.js';

interface Run {
  readonly io: CommandIo;
  readonly engine: PdfEngine;
  readonly reporter: Reporter;
  readonly kept: KeptPdfs;
  readonly stop: AbortSignal;
}

/** What became of the sources so far. */
interface Tally {
  made: number;
  skipped: number;
  readonly errors: AppErrorData[];
}

/**
 * Converts all sources of a command line, on the queue that the window uses too.
 * @throws AppError for a mistake in the request, before anything is made
 */
export async function convertAll(task: ConvertTask, run: Run): Promise<ExitStatus> {
  const { io, reporter, stop } = run;
  const began = performance.now();
  const tally: Tally = { made: 0, skipped: 0, errors: [] };
  const stopped = untilStopped(stop);
  const resolved = await Promise.race([resolve(task, io, reporter), stopped]);
  if (resolved === null) return endEarly(tally, 0, run);
  const { jobs, refused } = resolved;
  const total = jobs.length + refused.length;

  const wishes = { out: task.out, filename: task.request.filename, existing: task.existing };
  const target = outputTarget({ ...wishes, cwd: io.cwd() }, jobs.length);
  if (task.request.storage || task.request.webhook) {
    reporter.note('Storage and webhook have no effect yet: the PDF stays on this computer.');
  }
  for (const { path, message } of refused) {
    const data = new AppError('source-unreadable', message).toData();
    reporter.failed(path, data);
    tally.errors.push(data);
  }
  await convertJobs(jobs, task, target, run, tally);
  if (stop.aborted) return endEarly(tally, total, run);
  const { made, skipped, errors } = tally;
  if (total > 1) {
    const seconds = (performance.now() - began) / 1000;
    reporter.ended({ made, skipped, failed: errors.length }, seconds);
  }
  return exitStatusOf(made + skipped, errors);
}

async function resolve(
  task: ConvertTask,
  io: CommandIo,
  reporter: Reporter,
): Promise<ResolvedSources> {
  const readInput = async () => readAll(io.stdin);
  return resolveSources(task, io.cwd(), readInput, (count) => reporter.found(count));
}

/** Resolves when all jobs have ended, or when the run is stopped and nothing goes on. */
async function convertJobs(
  jobs: readonly SourceJob[],
  task: ConvertTask,
  { path, output }: OutputTarget,
  { io, engine, reporter, kept, stop }: Run,
  tally: Tally,
): Promise<void> {
  if (jobs.length === 0) return;
  const labelOf = ({ number }: Readonly<Job>) => jobs[number - 1]?.label ?? '';
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const told = new Map<string, string>();
  const waiting = ({ id, waitingFor }: JobRow) => {
    const job = queue.get(id);
    if (job === undefined || waitingFor === undefined || told.get(id) === waitingFor) return;
    told.set(id, waitingFor);
    reporter.waiting(labelOf(job), waitingFor);
  };
  const names = new ClaimedNames();
  const memory = noMemory;
  const log = (line: string) => reporter.note(line);
  const queue = new JobQueue({
    work: new ConversionWork({ engine, memory, kept, names, elsewhere: io.cwd(), path, log }),
    memory,
    concurrency: task.concurrency,
    onJobEnd: (job) => note(job, labelOf(job), task, reporter, tally),
    onChange: ({ rows, summary }) => {
      rows.forEach(waiting);
      if (summary.batch && jobs.length > 1) reporter.batch(summary.batch);
    },
    onBatchEnd: () => end(),
    log,
  });
  const sources = jobs.map(({ source }) => source);
  await queue.add(sources, { request: task.request, output });
  queue.start();
  await Promise.race([ended, untilStopped(stop)]);
  await queue.stop();
}

function note(
  { state }: Readonly<Job>,
  label: string,
  { request }: ConvertTask,
  reporter: Reporter,
  tally: Tally,
): void {
  if (state.status === 'failed') {
    tally.errors.push(state.error);
    reporter.failed(label, state.error, preflightOf(state));
  } else if (state.status === 'completed' && state.pdf !== null) {
    tally.made += 1;
    reporter.made(label, state.path, state.pdf, request.compliance);
  } else if (state.status === 'completed') {
    tally.skipped += 1;
    reporter.skipped(label, state.path);
  }
}

function endEarly({ made }: Tally, total: number, { reporter, stop }: Run): ExitStatus {
  if (stop.reason !== null) reporter.stopped(String(stop.reason), made, total);
  return exitStatus.someFailed;
}

async function untilStopped(stop: AbortSignal): Promise<null> {
  return new Promise((resolve) => {
    if (stop.aborted) resolve(null);
    stop.addEventListener('abort', () => resolve(null), { once: true });
  });
}

async function readAll(stream: AsyncIterable<Uint8Array | string>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
