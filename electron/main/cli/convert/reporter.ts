import type { DeliveryReceipt } from '../../../shared/deliveries.js';
import { durationText } from '../../../shared/duration.js';
import type { RemoteReceipt } from '../../../shared/endpoints.js';
import { type AppErrorData, publicError } from '../../../shared/errors.js';
import type { Preflight } from '../../../shared/preflight.js';
import { withCommas } from '../../../shared/request/text.js';
import type { CommandIo } from '../command-io.js';
import {
  type BatchProgress,
  ProgressLine,
  type RunCounts,
  progressText,
  summaryText,
} from '../progress-line.js';
import { type MadePdf, errorLines, remoteJson, savedJson, uploadedJson } from './result-lines.js';
import { FindingDeduplicator } from './finding-deduplicator.js';
import { englishText } from '../../../shared/messages/translator.js';

/** Tells what a command does: results on stdout, everything else on stderr (design, 2). */
export interface Reporter {
  /** Says something about the whole run. */
  note(sentence: string): void;
  /** How many files have been found so far. */
  found(count: number): void;
  /** What one source has been waiting for, for a second or longer. */
  waiting(label: string, what: string): void;
  /** The progress of all of them. */
  batch(batch: BatchProgress): void;
  /** The progress of the uploads, in words; empty if there is none. */
  uploads(progress: string): void;
  /** What went wrong while the page of a PDF loaded. */
  findings(label: string, preflight: Preflight): void;
  /**
   * A PDF is on this computer. @param goesOn whether it is uploaded too: with `--json`, those
   * results tell the path
   */
  saved(pdf: MadePdf, path: string, goesOn: boolean): void;
  /** A PDF is on this computer, and no upload of it was delivered whose result would have told. */
  savedOnly(pdf: MadePdf, path: string): void;
  /** A service has made a PDF, which may be on this computer too. */
  madeElsewhere(pdf: MadePdf, receipt: RemoteReceipt): void;
  /** A PDF is in a bucket. */
  uploaded(pdf: MadePdf, receipt: DeliveryReceipt): void;
  /**
   * Nothing was made or uploaded, as there is a file or an object of that name. @param key what
   * `--json` calls the place
   */
  skipped(label: string, key: 'path' | 'url', place: string): void;
  /** A delivery is tried again by itself. */
  retrying(label: string, error: AppErrorData, seconds: number): void;
  /**
   * @param label the source, or null for a mistake in the request itself
   * @param preflight what was found of its page, if that was begun
   */
  failed(label: string | null, error: AppErrorData, preflight?: Preflight): void;
  /** The PDF is where it belongs, and the webhook does not know. */
  webhookFailed(label: string, error: AppErrorData): void;
  /** All sources are done. */
  ended(counts: RunCounts, seconds: number): void;
  /** The run was stopped. @param total 0 if the sources were not known yet */
  stopped(by: string, made: number, total: number): void;
  /** A request to a service was under way as the run was stopped. */
  underWay(label: string, sentence: string): void;
  /** An upload was stopped too. @param path where its PDF is */
  notUploaded(label: string, destination: string, path: string): void;
}

/**
 * With `json`, results and errors are JSON objects, one a line; `quiet` leaves out all but results
 * and errors.
 */
export function createReporter(
  { stdout, stderr }: Pick<CommandIo, 'stdout' | 'stderr'>,
  { json, quiet }: { readonly json: boolean; readonly quiet: boolean },
): Reporter {
  const line = new ProgressLine(stderr);
  const told = new FindingDeduplicator();
  const progress = { batch: '', uploads: '' };
  const say = (text: string) => {
    if (!quiet) line.around(() => stderr.write(`${text}\n`));
  };
  const result = (text: string) => line.around(() => stdout.write(`${text}\n`));
  const fault = (lines: readonly string[]) =>
    line.around(() => stderr.write(lines.map((text) => `${text}\n`).join('')));
  const show = (text: string) => {
    if (!quiet) line.show(text);
  };
  const showProgress = () => {
    const parts = [progress.batch, progress.uploads].filter((part) => part !== '');
    if (parts.length > 0) show(parts.join(' · '));
  };
  return {
    note: say,
    found: (count) => show(`${withCommas(count)} files found`),
    waiting: (label, what) => say(`${label}: waiting for ${what}`),
    batch: (batch) => {
      progress.batch = progressText(batch);
      showProgress();
    },
    uploads: (text) => {
      progress.uploads = text;
      if (progress.batch === '' && text === '') line.clear();
      showProgress();
    },
    findings: (label, preflight) => {
      for (const finding of told.linesOf(preflight)) say(`${label}: ${finding}`);
    },
    saved: (pdf, path, goesOn) => {
      if (!json) result(path);
      else if (!goesOn) result(savedJson(pdf, path));
    },
    savedOnly: (pdf, path) => {
      if (json) result(savedJson(pdf, path));
    },
    madeElsewhere: (pdf, receipt) => {
      const place = pdf.path ?? receipt.url;
      if (json) result(remoteJson(pdf, receipt));
      else if (place !== undefined) result(place);
    },
    uploaded: (pdf, receipt) => result(json ? uploadedJson(pdf, receipt) : receipt.url),
    skipped: (label, key, place) => {
      if (json) result(JSON.stringify({ source: label, [key]: place, skipped: true }));
      else say(`${label}: skipped, as ${place} is there`);
    },
    retrying: (label, { message }, seconds) =>
      say(`${label}: ${englishText(message)} Trying again in ${durationText(seconds)}.`),
    failed: (label, error, preflight) =>
      fault(
        json
          ? [
              JSON.stringify({
                ...(label && { source: label }),
                error: publicError(error),
                preflight,
              }),
            ]
          : errorLines(label, error),
      ),
    webhookFailed: (label, error) =>
      fault(
        json
          ? [JSON.stringify({ source: label, webhookError: publicError(error) })]
          : [`${label}: ${englishText(error.message)}`],
      ),
    ended: (counts, seconds) => {
      line.clear();
      if (told.rest !== null) say(told.rest);
      say(summaryText(counts, seconds));
    },
    stopped: (by, made, total) => {
      line.clear();
      const count = total === 0 ? 'nothing was made' : renderedByLabel(made, total);
      stderr.write(`platen: stopped by ${by}; ${count}\n`);
    },
    underWay: (label, sentence) => fault([`${label}: ${sentence}`]),
    notUploaded: (label, destination, path) =>
      fault([`${label}: not uploaded to ${destination}; the PDF is kept at ${path}`]),
  };
}

function renderedByLabel(made: number, total: number): string {
  return `${withCommas(made)} of ${withCommas(total)} ${made === 1 ? 'was' : 'were'} made`;
}
