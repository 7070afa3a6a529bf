import { basename } from 'node:path';
import type { DeliveryReceipt } from '../../../shared/deliveries.js';
import type { RemoteReceipt } from '../../../shared/endpoints.js';
import { type AppErrorData, publicError } from '../../../shared/messages/errors.js';
import { durationMessage } from '../../../shared/messages/measures.js';
import { type Message, type ParamValue, message } from '../../../shared/messages/message.js';
import { englishText } from '../../../shared/messages/translator.js';
import {
  type Preflight,
  foldersToAllow,
  publicFindings,
} from '../../../shared/request/preflight.js';
import type { ConversionRequest } from '../../../shared/request/request.js';
import { quotePath } from '../../../shared/request/text.js';
import type { PdfFacts } from '../../jobs/job.js';
import { type CommandIo, type CommandOutput, errorLines } from '../command-io.js';
import {
  type BatchProgress,
  ProgressLine,
  type RunCounts,
  progressMessage,
  summaryMessage,
} from './progress.js';
import type { SplitPart } from '../../../shared/split.js';

export interface PdfResult {
  /** The name of its source. */
  readonly label: string;
  /** Full path; null if it was not saved locally. */
  readonly path: string | null;
  /** Null if they are unknown, because the PDF could be neither saved nor kept. */
  readonly facts: PdfFacts | null;
  readonly compliance: ConversionRequest['compliance'];
  /** Which part of its source it is; absent: all. */
  readonly part?: SplitPart | undefined;
}

export interface ReporterOptions {
  /** Writes results and errors as JSON, one object per line. */
  readonly json: boolean;
  /** Writes only results and errors. */
  readonly quiet: boolean;
  /** The name of an issue's field on the command line. */
  readonly fieldName?: (field: string) => string;
}

/**
 * Reports the progress of a run: results to standard output, with `--json` also errors; everything
 * else to standard error.
 */
export class Reporter {
  readonly #stdout: CommandOutput;
  readonly #stderr: CommandOutput;
  readonly #json: boolean;
  readonly #quiet: boolean;
  readonly #fieldName: ReporterOptions['fieldName'];
  readonly #line: ProgressLine;
  readonly #findings = new FindingDeduplicator();
  /** The last line about what each job waits for. */
  readonly #waiting = new Map<string, string>();
  /** The folders that were named in a hint. */
  readonly #offered = new Set<string>();
  #batch: Message | null = null;
  #uploads: Message | null = null;

  constructor({ stdout, stderr }: Pick<CommandIo, 'stdout' | 'stderr'>, options: ReporterOptions) {
    this.#stdout = stdout;
    this.#stderr = stderr;
    this.#json = options.json;
    this.#quiet = options.quiet;
    this.#fieldName = options.fieldName;
    this.#line = new ProgressLine(stderr);
  }

  /** @param label the source; null for the whole run */
  notice(label: string | null, text: Message): void {
    this.#print(lineOf(label, text));
  }

  /** Shows the number of files found so far. */
  found(count: number): void {
    this.#show(message('convert.filesFound', { count }));
  }

  /** Reports once what a job is waiting for, on a terminal. */
  waiting(job: string, label: string, reason: ParamValue): void {
    if (!this.#stderr.isTTY) return;
    const line = lineOf(label, message('convert.waiting', { what: reason }));
    if (this.#waiting.get(job) === line) return;
    this.#waiting.set(job, line);
    this.#print(line);
  }

  batch(batch: BatchProgress): void {
    this.#batch = progressMessage(batch);
    this.#showProgress();
  }

  /** @param uploads their progress; null if there are none */
  uploads(uploads: Message | null): void {
    this.#uploads = uploads;
    if (this.#batch === null && uploads === null) this.#line.clear();
    this.#showProgress();
  }

  findings(label: string, preflight: Preflight): void {
    for (const finding of this.#findings.linesOf(preflight)) this.#print(`${label}: ${finding}`);
    const folders = foldersToAllow(preflight).filter((folder) => !this.#offered.has(folder));
    if (folders.length === 0) return;
    for (const folder of folders) this.#offered.add(folder);
    const options = folders.map((folder) => `--allow ${quotePath(folder)}`).join(' ');
    this.notice(label, message('convert.allowHint', { options }));
  }

  /** @param isUploaded whether the JSON results of its uploads will contain the path */
  saved(pdf: PdfResult, path: string, isUploaded: boolean): void {
    if (!this.#json) this.#result(path);
    else if (!isUploaded) this.#result(savedJson(pdf, path));
  }

  /** Reports a saved PDF whose uploads all failed, so that no JSON result contains its path. */
  savedOnly(pdf: PdfResult, path: string): void {
    if (this.#json) this.#result(savedJson(pdf, path));
  }

  /** Reports a PDF that a service created, and that may have been saved as well. */
  convertedRemotely(pdf: PdfResult, receipt: RemoteReceipt): void {
    const place = pdf.path ?? receipt.url;
    if (this.#json) this.#result(remoteJson(pdf, receipt));
    else if (place !== undefined) this.#result(place);
  }

  /** @param link a temporary link to the object, which takes the place of its URL */
  uploaded(pdf: PdfResult, receipt: DeliveryReceipt, link?: string): void {
    this.#result(this.#json ? uploadedJson(pdf, receipt, link) : (link ?? receipt.url));
  }

  /**
   * Reports a file or object that exists and was not replaced.
   * @param key its name in `--json`
   * @param reason for a terminal
   */
  skipped(
    label: string,
    key: 'path' | 'url',
    place: string,
    reason = message('convert.skipped', { place }),
  ): void {
    if (this.#json) this.#result(JSON.stringify({ source: label, [key]: place, skipped: true }));
    else this.notice(label, reason);
  }

  /** Reports a failed attempt of a delivery. */
  retrying(label: string | undefined, { message: error }: AppErrorData, seconds: number): void {
    this.notice(
      label ?? null,
      message('convert.retrying', { error, delay: durationMessage(seconds) }),
    );
  }

  /**
   * Reports an error: with `--json` as an object on standard output, like a result.
   * @param label the source; null for the whole run
   * @param preflight the warnings about its page, if it was loaded
   * @param isReportedOnce whether {@link failedTogether} reports it for all sources
   */
  failed(
    label: string | null,
    error: AppErrorData,
    preflight?: Preflight,
    isReportedOnce = false,
  ): void {
    if (!this.#json && isReportedOnce) return;
    if (!this.#json) {
      this.#error(errorLines(label, error, this.#fieldName));
      return;
    }
    const failure = {
      ...(label && { source: label }),
      error: publicError(error),
      preflight: preflight && publicFindings(preflight),
    };
    this.#result(JSON.stringify(failure));
  }

  /** Reports an error that several sources have; with `--json`, each of them has its own object. */
  failedTogether(error: AppErrorData): void {
    if (!this.#json) this.#error(errorLines(null, error, this.#fieldName));
  }

  /** Reports a delivered PDF whose webhook failed. */
  webhookFailed(label: string, error: AppErrorData): void {
    if (this.#json) {
      this.#result(JSON.stringify({ source: label, webhookError: publicError(error) }));
    } else this.#error([lineOf(label, error.message)]);
  }

  /** Hides the progress of a batch that has ended, while the run continues. */
  idle(): void {
    this.#batch = null;
    this.#line.clear();
  }

  ended(counts: RunCounts, seconds: number): void {
    this.#line.clear();
    const repeated = this.#findings.repeated;
    if (repeated !== null) this.notice(null, repeated);
    this.notice(null, summaryMessage(counts, seconds));
  }

  /** @param total number of sources; 0 if they were not found yet */
  stopped(signal: ParamValue, converted: number, total: number): void {
    this.#line.clear();
    const text =
      total === 0
        ? message('convert.stoppedEarly', { signal })
        : message('convert.stopped', { signal, converted, total });
    this.#stderr.write(`platen: ${englishText(text)}\n`);
  }

  /** Reports an upload or a request to a service that the end of the run interrupted. */
  interrupted(label: string, text: Message): void {
    this.#error([lineOf(label, text)]);
  }

  #print(line: string): void {
    if (!this.#quiet) this.#line.around(() => this.#stderr.write(`${line}\n`));
  }

  #result(line: string): void {
    this.#line.around(() => this.#stdout.write(`${line}\n`));
  }

  #error(lines: readonly string[]): void {
    this.#line.around(() => this.#stderr.write(lines.map((line) => `${line}\n`).join('')));
  }

  #show(progress: Message): void {
    if (!this.#quiet) this.#line.show(englishText(progress));
  }

  #showProgress(): void {
    const [progress, uploads] = [this.#batch, this.#uploads];
    const both =
      progress && uploads && message('convert.progressWithUploads', { progress, uploads });
    const shown = both ?? progress ?? uploads;
    if (shown !== null) this.#show(shown);
  }
}

function lineOf(label: string | null, text: Message): string {
  return label === null ? englishText(text) : `${label}: ${englishText(text)}`;
}

/** Maximum number of warnings that are shown of one source. */
const maxFindings = 5;

/**
 * Chooses which warnings to show; `--json` has all. A warning of one source is not repeated for the
 * next: a thousand pages with the same missing font report it once.
 */
export class FindingDeduplicator {
  readonly #shown = new Set<string>();
  #repeatedSources = 0;

  linesOf(preflight: Preflight): readonly string[] {
    const texts = preflight.map((finding) => englishText(finding.message));
    const unseen = texts.filter((text) => !this.#shown.has(text));
    if (unseen.length < texts.length) this.#repeatedSources += 1;
    const shown = unseen.slice(0, maxFindings);
    for (const text of shown) this.#shown.add(text);
    const count = unseen.length - shown.length;
    return count > 0 ? [...shown, englishText(message('preflight.more', { count }))] : shown;
  }

  /** How many sources had warnings that were not repeated; null if none had. */
  get repeated(): Message | null {
    const count = this.#repeatedSources;
    return count === 0 ? null : message('convert.repeatedFindings', { count });
  }
}

/** The API's response (section 2.5) with the path instead of the URL, and additional facts. */
function savedJson({ label, facts, compliance, part }: PdfResult, path: string): string {
  return JSON.stringify({
    source: label,
    path,
    file: { name: basename(path), size: facts?.size },
    compliance: { hipaa: compliance?.hipaa ?? false, gdpr: compliance?.gdpr ?? false },
    pages: facts?.pages,
    part: part && partJson(part),
    preflight: facts ? publicFindings(facts.preflight) : undefined,
  });
}

/** The pages are numbered from 1, as in the whole document. */
function partJson({ number, of, range }: SplitPart) {
  const { first, end, title } = range;
  return { number, of, firstPage: first + 1, lastPage: end, ...(title && { bookmark: title }) };
}

/** The API's response (section 2.5) with additional facts. */
function uploadedJson(
  { label, path, facts, part }: PdfResult,
  receipt: DeliveryReceipt,
  link: string | undefined,
): string {
  const { url, destination, file, compliance } = receipt;
  return JSON.stringify({
    source: label,
    ...(path !== null && { path }),
    url,
    ...(link !== undefined && { link }),
    destination,
    file,
    compliance: { hipaa: compliance.hipaa, gdpr: compliance.gdpr },
    pages: facts?.pages,
    part: part && partJson(part),
    preflight: facts ? publicFindings(facts.preflight) : undefined,
  });
}

/** The API's response (section 2.5) as far as the service sent it, with additional facts. */
function remoteJson({ label, path, facts, compliance }: PdfResult, receipt: RemoteReceipt): string {
  const { url, file, testMode, name } = receipt;
  const { hipaa, gdpr } = receipt.compliance ?? { hipaa: false, gdpr: false, ...compliance };
  return JSON.stringify({
    source: label,
    ...(path !== null && { path }),
    url,
    file: file ?? (path === null ? undefined : { name: basename(path), size: facts?.size }),
    compliance: { hipaa, gdpr },
    testMode,
    remote: name,
    notFetched: receipt.notFetched && englishText(receipt.notFetched),
    pages: facts?.pages,
    preflight: facts ? publicFindings(facts.preflight) : undefined,
  });
}
