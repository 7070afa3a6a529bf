import { basename } from 'node:path';
import type { AppErrorData } from '../../shared/errors.js';
import type { Preflight } from '../../shared/preflight.js';
import type { ConversionRequest } from '../../shared/request/conversion-request.js';
import { withCommas } from '../../shared/request/wording.js';
import type { PdfFacts } from '../conversion/queue/job.js';
import type { CommandIo } from './command-io.js';
import {
  type BatchProgress,
  ProgressLine,
  type RunCounts,
  progressText,
  summaryText,
} from './progress-line.js';
import { ToldFindings } from './told-findings.js';

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
  made(
    label: string,
    path: string,
    pdf: PdfFacts,
    compliance: ConversionRequest['compliance'],
  ): void;
  /** Nothing was made, as there is a file of that name. */
  skipped(label: string, path: string): void;
  /**
   * @param label the source, or null for a mistake in the request itself
   * @param preflight what was found of its page, if that was begun
   */
  failed(label: string | null, error: AppErrorData, preflight?: Preflight): void;
  /** All sources are done. */
  ended(counts: RunCounts, seconds: number): void;
  /** The run was stopped. @param total 0 if the sources were not known yet */
  stopped(by: string, made: number, total: number): void;
}

/** With `json`, results and errors are JSON objects, one a line; `quiet` leaves out all but results and errors. */
export function createReporter(
  { stdout, stderr }: Pick<CommandIo, 'stdout' | 'stderr'>,
  { json, quiet }: { readonly json: boolean; readonly quiet: boolean },
): Reporter {
  const line = new ProgressLine(stderr);
  const findings = new ToldFindings();
  const say = (text: string) => {
    if (!quiet) line.around(() => stderr.write(`${text}\n`));
  };
  const result = (text: string) => line.around(() => stdout.write(`${text}\n`));
  const show = (text: string) => {
    if (!quiet) line.show(text);
  };
  return {
    note: say,
    found: (count) => show(`${withCommas(count)} files found`),
    waiting: (label, what) => say(`${label}: waiting for ${what}`),
    batch: (batch) => show(progressText(batch)),
    made: (label, path, pdf, compliance) => {
      for (const finding of findings.linesOf(pdf.preflight)) say(`${label}: ${finding}`);
      result(json ? JSON.stringify({ source: label, ...resultOf(path, pdf, compliance) }) : path);
    },
    skipped: (label, path) => {
      if (json) result(JSON.stringify({ source: label, path, skipped: true }));
      else say(`${label}: skipped, as ${path} is there`);
    },
    failed: (label, error, preflight) => {
      const lines = json
        ? [JSON.stringify({ ...(label && { source: label }), error, preflight })]
        : errorLines(label, error);
      line.around(() => stderr.write(lines.map((text) => `${text}\n`).join('')));
    },
    ended: (counts, seconds) => {
      line.clear();
      if (findings.rest !== null) say(findings.rest);
      say(summaryText(counts, seconds));
    },
    stopped: (by, made, total) => {
      line.clear();
      const count = total === 0 ? 'nothing was made' : madeText(made, total);
      stderr.write(`platen: stopped by ${by}; ${count}\n`);
    },
  };
}

function madeText(made: number, total: number): string {
  return `${withCommas(made)} of ${withCommas(total)} ${made === 1 ? 'was' : 'were'} made`;
}

/** The interface's response (section 2.5) with the path in the place of the address, and what else is known. */
function resultOf(path: string, pdf: PdfFacts, compliance: ConversionRequest['compliance']) {
  return {
    path,
    file: { name: basename(path), size: pdf.size },
    compliance: { hipaa: compliance?.hipaa ?? false, gdpr: compliance?.gdpr ?? false },
    pages: pdf.pages,
    preflight: pdf.preflight,
  };
}

function errorLines(label: string | null, { message, fields }: AppErrorData): readonly string[] {
  if (fields !== undefined && fields.length > 0) {
    return fields.map((issue) => `${issue.field}: ${issue.message}`);
  }
  return [message.includes(label ?? '') ? message : `${label ?? ''}: ${message}`];
}
