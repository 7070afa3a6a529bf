import { AppError } from '../../../shared/errors.js';
import { encryptionIssues } from '../../../shared/request/url.js';
import { invalidRequest } from '../../../shared/request/validation.js';
import type { ConvertTask } from './arguments.js';
import type { CommandIo } from '../command-io.js';
import { findRemote } from './find-remote.js';
import { type Run, convertJobs, untilStopped } from './convert-jobs.js';
import { type ExitStatus, exitStatus, exitStatusOf } from '../exit-status.js';
import { outputTarget } from './output-target.js';
import type { Reporter } from './reporter.js';
import { RunTally } from './run-tally.js';
import { type ResolvedSources, type SourceJob, resolveSources } from './sources.js';

/**
 * Converts all sources of a command line, and delivers what comes of them.
 * @throws AppError for a mistake in the request, before anything is made
 */
export async function convertAll(task: ConvertTask, run: Run): Promise<ExitStatus> {
  const { io, reporter, stop } = run;
  const began = performance.now();
  const tally = new RunTally();
  const resolved = await Promise.race([resolve(task, io, reporter), untilStopped(stop)]);
  if (resolved === null) return endEarly(tally, 0, run);
  const { jobs, refused } = resolved;
  const total = jobs.length + refused.length;

  const { out, destinations, existing, request } = task;
  const wishes = { out, destinations, filename: request.filename, existing };
  refuseUnencrypted(jobs, request);
  const target = outputTarget({ ...wishes, cwd: io.cwd() }, jobs.length);
  const remote = task.remote && (await findRemote(task.remote, run));
  for (const note of notesOn(task, target.output.save)) reporter.note(note);
  for (const { path, message } of refused) {
    const data = new AppError('source-unreadable', message).toData();
    reporter.failed(path, data);
    tally.add({ errors: [data] });
  }
  await convertJobs(jobs, task, target, { ...run, remote }, tally);
  if (stop.aborted) return endEarly(tally, total, run);
  const { counts, errors } = tally;
  if (total > 1) reporter.ended(counts, (performance.now() - began) / 1000);
  return exitStatusOf(counts.made + counts.skipped, errors);
}

async function resolve(
  task: ConvertTask,
  io: CommandIo,
  reporter: Reporter,
): Promise<ResolvedSources> {
  const readInput = async () => readAll(io.stdin);
  return resolveSources(task, io.cwd(), readInput, (count) => reporter.found(count));
}

/**
 * @throws AppError `invalid-request` that names each source which the hipaa flag does not allow,
 * before anything is made
 */
function refuseUnencrypted(
  jobs: readonly SourceJob[],
  { compliance }: ConvertTask['request'],
): void {
  const issues = jobs.flatMap(({ source }) => encryptionIssues({ source, compliance }));
  if (issues.length > 0) throw invalidRequest(issues);
}

/** What a person may have expected otherwise. */
function notesOn(
  { request, destinations, remote }: ConvertTask,
  isSaved: boolean,
): readonly string[] {
  const { storage, filename } = request;
  return [
    ...(storage?.provider === 'service' && destinations.length === 0 && !remote
      ? ['The request asks for the storage of a service; here that is this computer.']
      : []),
    ...(filename !== undefined && !isSaved && !remote
      ? [
          'The file name has no effect: nothing is written to this computer, and a bucket destination ends in a name of its own.',
        ]
      : []),
  ];
}

function endEarly(
  { counts }: RunTally,
  total: number,
  { reporter, stop }: Pick<Run, 'reporter' | 'stop'>,
): ExitStatus {
  if (stop.reason !== null) reporter.stopped(String(stop.reason), counts.made, total);
  return exitStatus.someFailed;
}

async function readAll(stream: AsyncIterable<Uint8Array | string>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}
