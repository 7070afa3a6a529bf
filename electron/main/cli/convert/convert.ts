import { resolve } from 'node:path';
import { errorData } from '../../../shared/messages/errors.js';
import type { JobOptions, JobRow, QueueSummary } from '../../../shared/jobs.js';
import { literal, message, messageSchema } from '../../../shared/messages/message.js';
import { englishText } from '../../../shared/messages/translator.js';
import { type ConversionSource, minMergedParts } from '../../../shared/request/source.js';
import { splitNotes } from '../../../shared/split.js';
import { unusedOptions } from '../../../shared/request/own-options.js';
import { hasPlaceholder } from '../../../shared/request/filename.js';
import { machineTarget } from '../../../shared/targets.js';
import { uploadLocation } from '../../../shared/upload-location.js';
import { excerpt } from '../../../shared/request/text.js';
import { encryptionIssues } from '../../../shared/request/url.js';
import { fieldIssue, invalidRequest } from '../../../shared/request/validation.js';
import type { LocalEngine } from '../../engine/contract/pdf-engine.js';
import type { RemoteRenderer } from '../../engine/remote-renderer.js';
import { ClaimedNames } from '../../files/claimed-names.js';
import { PdfSpool } from '../../files/pdf-spool.js';
import { type Contents, removeLeftovers } from '../../files/temporary-file.js';
import { placeholderValues } from '../../files/plan-delivery.js';
import type { UploadOverrides } from '../../outbox/delivery.js';
import type { UploadPlace } from '../../outbox/delivery-sink.js';
import { ConversionWork } from '../../jobs/conversion-work.js';
import { JobQueue } from '../../jobs/job-queue.js';
import { nullJobStore } from '../../jobs/job-store.js';
import { type Job, isSent } from '../../jobs/job.js';
import { aborted, once } from '../../util/async.js';
import {
  type CommandIo,
  type ExitStatus,
  exitStatus,
  exitStatusOf,
  writeContents,
} from '../command-io.js';
import { helpText } from '../help.js';
import { type AccessOfSource, type StoredSignIns, accessOfSources } from './access.js';
import { type ConvertTask, parseConvertArguments } from './arguments.js';
import { type ConvertDeliverySettings, RunDeliveries, findTarget } from './deliveries.js';
import { targetIssues } from './server-options.js';
import { readAll } from './input-streams.js';
import { convertField, convertPage, ownFlag } from './options.js';
import { type OutputTarget, outputTarget } from './output.js';
import { type RemoteService, type RemoteServices, findRemote } from './remote.js';
import { Reporter } from './reporter.js';
import { RunResults } from './results.js';
import { type ResolvedSources, resolveSources } from './sources.js';
import { partResults } from './split.js';
import { SourceWatch, type WatchedPlaces, resolveWatched } from './watch.js';

export interface ConvertParts {
  readonly io: CommandIo;
  readonly engine: LocalEngine;
  readonly version: string;
  /** Full path of the folder for PDFs that can't be saved or uploaded. */
  readonly spoolFolder: string;
  /** Slow, so called only for deliveries. */
  readonly deliverySettings: (log: (line: string) => void) => Promise<ConvertDeliverySettings>;
  /** Called only with `--remote`. */
  readonly remoteServices: (log: (line: string) => void) => Promise<RemoteServices>;
  /** Called only with `--sign-in`. */
  readonly signIns: (log: (line: string) => void) => Promise<StoredSignIns>;
  /** Stops the run; files that are being written are removed. The reason names the signal. */
  readonly stop: AbortSignal;
}

/** Never throws: errors go to standard error and determine the exit status. */
export async function runConvert(
  args: readonly string[],
  parts: ConvertParts,
): Promise<ExitStatus> {
  const { io, version } = parts;
  const reporter = new Reporter(io, {
    json: args.includes('--json'),
    quiet: args.includes('--quiet'),
    fieldName: convertField(args),
  });
  try {
    const task = parseConvertArguments(args, io.cwd());
    if (task.action === 'convert') return await new ConvertRun(task, parts, reporter).execute();
    io.stdout.write(task.action === 'help' ? helpText(convertPage()) : `${version}\n`);
    return exitStatus.success;
  } catch (thrown) {
    const error = errorData(thrown);
    reporter.failed(null, error);
    return exitStatusOf(0, [error]);
  }
}

/** One run of `convert`: finds the sources, converts them in a queue and reports the results. */
class ConvertRun {
  readonly #task: ConvertTask;
  readonly #parts: ConvertParts;
  readonly #reporter: Reporter;
  readonly #spool: PdfSpool;
  readonly #deliverySettings: () => Promise<ConvertDeliverySettings>;
  readonly #deliveries: RunDeliveries;
  readonly #results: RunResults;
  readonly #started = performance.now();
  #jobs: readonly RunJob[] = [];
  #accessOf: AccessOfSource = () => undefined;
  /** The PDF for standard output. */
  #pdf: Contents | null = null;
  #queue: JobQueue | null = null;
  #watch: SourceWatch | null = null;
  #hasStoredAccess = false;

  constructor(task: ConvertTask, parts: ConvertParts, reporter: Reporter) {
    this.#task = task;
    this.#parts = parts;
    this.#reporter = reporter;
    this.#spool = new PdfSpool(parts.spoolFolder);
    this.#deliverySettings = once(async () => parts.deliverySettings(this.#log));
    this.#deliveries = new RunDeliveries({
      folder: parts.spoolFolder,
      settings: this.#deliverySettings,
      overrides: overridesOf(task),
      linkSeconds: task.linkSeconds,
      encryptedOnly: task.request.compliance?.hipaa === true,
      onBucketFailed: () => this.#stopBatch(),
      allowPrivateWebhook: task.allowPrivateWebhook,
      reporter,
      labelOf: (job) => this.#labelOf(job),
    });
    this.#results = new RunResults({
      reporter,
      deliveries: this.#deliveries,
      compliance: task.request.compliance,
      hasUploads: task.remote === undefined && task.destinations.length > 0,
      hasOutOption: task.out !== undefined,
      isStandardOutput: task.out === '-',
      onlyNewer: task.newer ?? false,
    });
  }

  /** @throws AppError for an invalid request, before anything is converted */
  async execute(): Promise<ExitStatus> {
    const { stop, spoolFolder } = this.#parts;
    await removeLeftovers(spoolFolder);
    if (this.#task.watch === true) return this.#watchPlaces();
    const found = await Promise.race([this.#findSources(), aborted(stop)]);
    if (found === null) return this.#endStopped(0);
    this.#jobs = this.#task.merge === true ? this.#merged(found) : found.jobs;
    const total = this.#jobs.length + found.refused.length;
    const target = await this.#checkedTarget(this.#jobs.length);
    const service = await this.#findService();
    if (service === null) await this.#checkBuckets(target, this.#jobs.length);
    await this.#findAccess(this.#jobs.map(({ source }) => source));
    this.#reportNotes(target);
    for (const { label, error } of found.refused) this.#results.refuse(label, error);
    if (this.#jobs.length > 0) await this.#convert(target, service);
    if (stop.aborted) return this.#endStopped(total);
    if (!(await this.#writePdf())) return exitStatus.failure;
    if (total > 1 || this.#task.split !== undefined) this.#reportEnd();
    return this.#results.exitStatus;
  }

  /** @throws AppError if no upload to a bucket can succeed */
  async #checkBuckets({ output }: OutputTarget, count: number): Promise<void> {
    const source = this.#jobs[0]?.source ?? { kind: 'html', html: '' };
    const values = placeholderValues({ source, date: new Date(), number: 1, of: 1 }, '');
    const places = output.uploads.map(({ target, destination }) => ({
      target,
      ...uploadLocation(destination, values),
    }));
    await this.#deliveries.checkAccess(places, count);
  }

  /** PDFs that are saved as well are still useful. */
  #stopBatch(): void {
    if (this.#task.out === undefined && this.#watch === null) this.#queue?.cancel('unended');
  }

  #reportEnd(): void {
    const seconds = (performance.now() - this.#started) / 1000;
    this.#reporter.ended(this.#results.counts, seconds);
  }

  /**
   * Converts what is in the places, and what appears or changes there, until the run is stopped.
   * @throws AppError for an invalid request, before anything is converted
   */
  async #watchPlaces(): Promise<ExitStatus> {
    const { stop, io } = this.#parts;
    const watched = await resolveWatched(this.#task, io.cwd());
    const target = await this.#watchedTarget(watched);
    const service = await this.#findService();
    if (service === null) await this.#checkBuckets(target, 0);
    await this.#findAccess(
      watched.places.map(({ folder, file = folder }) => ({ kind: 'file', path: file })),
    );
    this.#reportNotes(target);
    const failed = new AbortController();
    const { queue, options } = this.#openQueue(target, service, () => this.#reporter.idle());
    this.#watch = new SourceWatch({
      ...watched,
      filter: this.#task.filter,
      queue: {
        add: async (sources) => queue.add(sources, options),
        get: (id) => queue.get(id),
        retry: (ids) => queue.retry(ids),
      },
      onRefused: (label, error) => this.#results.refuse(label, error.toData()),
      onFailure: (label, error) => {
        this.#results.refuse(label, error.toData());
        failed.abort();
      },
    });
    queue.start();
    this.#watch.start();
    this.#reporter.notice(null, message('convert.watching', { count: watched.places.length }));
    await Promise.race([aborted(stop), aborted(failed.signal)]);
    await this.#watch.close();
    await this.#stopQueue(queue, service);
    this.#reportEnd();
    return this.#results.exitStatus;
  }

  /** @throws AppError if the documents of the places would share a name */
  async #watchedTarget({ isMany }: WatchedPlaces): Promise<OutputTarget> {
    const { out = '', request } = this.#task;
    const target = await this.#checkedTarget(1);
    const { filename } = request;
    if (isMany && target.path !== undefined) {
      throw invalidRequest([fieldIssue('out', message('convert.watchOut', { out: excerpt(out) }))]);
    }
    if (isMany && filename !== undefined && !hasPlaceholder(filename)) {
      const issue = message('convert.watchFilename', { filename: excerpt(filename) });
      throw invalidRequest([fieldIssue('filename', issue)]);
    }
    return target;
  }

  async #findAccess(sources: readonly ConversionSource[]): Promise<void> {
    // A stored sign-in does not depend on the sources, and a crawl has read it already.
    if (this.#hasStoredAccess) return;
    const stored = async () => this.#parts.signIns(this.#log);
    this.#accessOf = await accessOfSources(this.#task.access, sources, stored);
    this.#hasStoredAccess = this.#task.access?.kind === 'stored';
  }

  /**
   * One job that merges all sources; none if one of them cannot be read.
   * @throws AppError for fewer than two sources, and for one that the PDF would replace
   */
  #merged({ jobs, refused }: ResolvedSources): readonly RunJob[] {
    if (refused.length > 0) return [];
    const [first] = jobs;
    if (first === undefined || jobs.length < minMergedParts) {
      const issue = message('convert.mergeTooFew', { count: jobs.length });
      throw invalidRequest([fieldIssue('merge', issue)]);
    }
    const { out = '' } = this.#task;
    const path = resolve(this.#parts.io.cwd(), out);
    if (jobs.some(({ source }) => source.kind === 'file' && source.path === path)) {
      throw invalidRequest([fieldIssue('out', message('convert.mergeOverPart', { out }))]);
    }
    const label = message('merge.documents', { first: first.label, count: jobs.length - 1 });
    const source = { kind: 'merged', parts: jobs.map((job) => job.source) } as const;
    return [{ source, label: englishText(label) }];
  }

  async #findSources(): Promise<ResolvedSources> {
    const { io } = this.#parts;
    if (this.#task.crawl !== undefined) await this.#findAccess([]);
    return resolveSources(this.#task, {
      accessOf: this.#accessOf,
      cwd: io.cwd(),
      readInput: async () => readAll(io.stdin, message('sources.standardInput')),
      onProgress: (count) => this.#reporter.found(count),
      onNotice: (notice, label) => this.#reporter.notice(label ?? null, notice),
      encryptedOnly: this.#task.request.compliance?.hipaa === true,
      signal: this.#parts.stop,
    });
  }

  /**
   * Writes the PDF for standard output, if there is one. It is complete by then, so that a failed
   * conversion writes nothing.
   * @returns false if it can't be written; the process reports errors of its output
   */
  async #writePdf(): Promise<boolean> {
    if (this.#pdf === null) return true;
    return (await writeContents(this.#parts.io.stdout, this.#pdf)) === null;
  }

  /** @throws AppError for shared names, and for sources that the HIPAA flag doesn't allow */
  async #checkedTarget(count: number): Promise<OutputTarget> {
    const { out, destinations, existing, request } = this.#task;
    const { filename, compliance } = request;
    const issues = this.#jobs.flatMap(({ source }) => encryptionIssues({ source, compliance }));
    if (out === '-' && this.#parts.io.stdout.isTTY) {
      issues.push(fieldIssue('out', message('convert.outputIsTerminal')));
    }
    if (issues.length > 0) throw invalidRequest(issues);
    const cwd = this.#parts.io.cwd();
    const { target: name } = this.#task;
    const target = name === undefined ? undefined : await this.#findTarget(name, destinations);
    return outputTarget({ out, filename, destinations, existing, target, cwd }, count);
  }

  /** @throws AppError `invalid-request` if it is unknown, or not that of the destinations */
  async #findTarget(name: string, destinations: readonly string[]): Promise<string> {
    const target = await findTarget(name, this.#deliverySettings);
    const issues = targetIssues(target, destinations);
    if (issues.length > 0) throw invalidRequest(issues);
    return target?.id ?? machineTarget;
  }

  async #findService(): Promise<RemoteService | null> {
    const { engine, version, remoteServices } = this.#parts;
    const log = this.#log;
    const services = async () => remoteServices(log);
    const { remote } = this.#task;
    return remote === undefined ? null : findRemote(remote, { engine, version, services, log });
  }

  /** Reports effects of the options that users may not expect. */
  #reportNotes({ output }: OutputTarget): void {
    const { request, destinations, remote } = this.#task;
    for (const { name, needed } of unusedOptions(request)) {
      const options = { or: needed.map((each) => `--${ownFlag(each)}`) };
      const unused = message('convert.optionUnused', { option: `--${ownFlag(name)}`, options });
      this.#reporter.notice(null, unused);
    }
    if (remote) return;
    if (request.storage?.provider === 'service' && destinations.length === 0) {
      this.#reporter.notice(null, message('convert.storedLocally'));
    }
    if (request.filename !== undefined && !output.save) {
      this.#reporter.notice(null, message('convert.filenameUnused'));
    }
  }

  /** Resolves when all deliveries have ended, or the run is stopped and nothing continues. */
  async #convert(target: OutputTarget, service: RemoteService | null): Promise<void> {
    const { stop } = this.#parts;
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const { queue, options } = this.#openQueue(target, service, () => end());
    await queue.add(
      this.#jobs.map(({ source }) => source),
      options,
    );
    queue.start();
    await Promise.race([ended.then(async () => this.#results.settled()), aborted(stop)]);
    const { canceled } = queue.summary.counts;
    await this.#stopQueue(queue, service);
    this.#deliveries.reportFailedBuckets(canceled);
  }

  /** The queue is not started yet. */
  #openQueue(
    target: OutputTarget,
    service: RemoteService | null,
    onBatchEnd: () => void,
  ): { readonly queue: JobQueue; readonly options: JobOptions } {
    const { engine } = this.#parts;
    const { request, concurrency, memoryLimit = null } = this.#task;
    engine.setConcurrency(concurrency);
    engine.setMemoryLimit(memoryLimit);
    const queue = this.#createQueue(target, service, onBatchEnd);
    this.#queue = queue;
    // A service uploads PDFs itself.
    const { split } = this.#task;
    const output = {
      ...(service ? { ...target.output, uploads: [] } : target.output),
      ...(split && { split }),
    };
    return { queue, options: { request, output, renderOn: service?.endpoint ?? null } };
  }

  async #stopQueue(queue: JobQueue, service: RemoteService | null): Promise<void> {
    const sent = queue.listed.rows.flatMap(({ id }) => {
      const state = queue.get(id)?.state;
      return state !== undefined && isSent(state) ? [id] : [];
    });
    await queue.stop();
    await this.#deliveries.stop();
    if (this.#parts.stop.aborted) await this.#reportStopped(sent, service);
  }

  #createQueue(
    { path, isStandardOutput = false }: OutputTarget,
    service: RemoteService | null,
    onBatchEnd: () => void,
  ): JobQueue {
    const { io, engine } = this.#parts;
    const isNewer = this.#task.newer ?? false;
    return new JobQueue({
      work: new ConversionWork({
        engine,
        remote: service?.renderer ?? noRemote,
        store: nullJobStore,
        spool: this.#spool,
        names: new ClaimedNames(),
        outbox: this.#deliveries.sink,
        elsewhere: io.cwd(),
        path,
        onlyNewer: (source) => isNewer && this.#comparesTimes(source),
        uploadsExist: async (job, places) => this.#uploadsExist(job, places),
        accessOf: async ({ source }) => Promise.resolve(this.#accessOf(source)),
        passwordsOf: async () => Promise.resolve(this.#task.passwords),
        ...(isStandardOutput && { receive: (contents) => void (this.#pdf = contents) }),
        log: this.#log,
      }),
      store: nullJobStore,
      concurrency: this.#task.concurrency,
      onJobEnd: (job) => {
        this.#addResult(job);
        this.#watch?.jobEnded(job.id);
      },
      onChange: ({ rows, summary }) => this.#reportProgress(rows, summary),
      onBatchEnd,
      log: this.#log,
    });
  }

  /** Reports a job; of a divided PDF, each part as a result of its own. */
  #addResult(job: Readonly<Job>): void {
    const label = this.#labelOf(job.id);
    const parts = partResults(job);
    const { split } = this.#task;
    const divided = job.state.split;
    if (split && divided) {
      for (const note of splitNotes(split, divided.parts)) this.#reporter.notice(label, note);
    }
    for (const { job: result, part } of parts) this.#results.add(result, label, part);
    // What stopped the other parts is reported as well.
    const isReported = parts.some(({ job: { state } }) => state.status === job.state.status);
    if (isReported) return;
    // The uploads of the parts are.
    const deliveries = job.state.deliveries?.filter((each) => each.part === undefined);
    this.#results.add({ ...job, state: { ...job.state, deliveries } }, label);
  }

  async #uploadsExist(job: string, places: readonly UploadPlace[]): Promise<boolean> {
    const existing = await this.#deliveries.existing(places);
    for (const url of existing) this.#reporter.skipped(this.#labelOf(job), 'url', url);
    return existing.length > 0;
  }

  #comparesTimes(source: ConversionSource): boolean {
    return source.kind !== 'file' || this.#watch?.comparesTimes(source.path) !== false;
  }

  #reportProgress(rows: readonly JobRow[], { batch }: QueueSummary): void {
    for (const { id, waitingFor } of rows) {
      if (waitingFor !== undefined) this.#reporter.waiting(id, this.#labelOf(id), waitingFor);
    }
    if (batch && batch.total > 1) this.#reporter.batch(batch);
  }

  /** @param sent jobs whose requests a service may have received */
  async #reportStopped(sent: readonly string[], service: RemoteService | null): Promise<void> {
    // Reports results that have just arrived first.
    await new Promise(setImmediate);
    for (const id of sent) {
      if (service) this.#reporter.interrupted(this.#labelOf(id), service.stopped);
    }
    await this.#deliveries.reportStopped();
  }

  #endStopped(total: number): ExitStatus {
    const signal = messageSchema.safeParse(this.#parts.stop.reason);
    // Without a reason, the reader of the output has closed the pipe.
    if (signal.success) {
      this.#reporter.stopped(signal.data, this.#results.counts.converted, total);
    }
    return exitStatus.failure;
  }

  #labelOf(id: string | null): string {
    const job = id === null ? undefined : this.#queue?.get(id);
    if (job?.source.kind === 'file') return job.source.path;
    return job === undefined ? '' : (this.#jobs[job.number - 1]?.label ?? '');
  }

  readonly #log = (line: string): void => this.#reporter.notice(null, literal(line));
}

interface RunJob {
  readonly source: ConversionSource;
  /** Its name in progress, errors and `--json`. */
  readonly label: string;
}

/** What uploads send regardless of the settings; undefined if that is nothing. */
function overridesOf({ acl, object, cleared, server }: ConvertTask): UploadOverrides | undefined {
  if (acl === undefined && !object && !cleared && !server) return undefined;
  return {
    ...(acl !== undefined && { acl: acl === 'none' ? null : acl }),
    ...(object && { object }),
    ...(cleared && { cleared }),
    ...(server && { server }),
  };
}

/** For runs without a service. */
const noRemote: RemoteRenderer = {
  nameOf: () => undefined,
  storageOf: () => undefined,
  convert: async () => Promise.reject(new Error('The run has no service.')),
};
