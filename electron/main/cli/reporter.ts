import { basename } from 'node:path';
import type { AppErrorData } from '../../shared/errors.js';
import type { Preflight } from '../../shared/preflight.js';
import type { ConversionRequest } from '../../shared/request/conversion-request.js';
import type { ConversionProgress, ConvertedPdf } from '../conversion/pdf-engine.js';
import type { CommandIo } from './command-io.js';

/** Tells what a command does: results on stdout, everything else on stderr (design, 2). */
export interface Reporter {
  /** Says something about the whole run. */
  note(sentence: string): void;
  /** Gives what takes the progress of one source. */
  progress(label: string): (progress: ConversionProgress) => void;
  made(
    label: string,
    path: string,
    pdf: ConvertedPdf,
    compliance: ConversionRequest['compliance'],
  ): void;
  /** @param label the source, or null for a mistake in the request itself */
  failed(label: string | null, error: AppErrorData): void;
}

/** How many findings of one source are told. */
const shownFindings = 5;

/** With `json`, results and errors are JSON objects, one a line; `quiet` leaves out all but results and errors. */
export function createReporter(
  { stdout, stderr }: Pick<CommandIo, 'stdout' | 'stderr'>,
  { json, quiet }: { readonly json: boolean; readonly quiet: boolean },
): Reporter {
  const say = (line: string) => {
    if (!quiet) stderr.write(`${line}\n`);
  };
  return {
    note: say,
    progress:
      (label) =>
      ({ waitingFor }) => {
        if (waitingFor !== undefined) say(`${label}: waiting for ${waitingFor}`);
      },
    made: (label, path, pdf, compliance) => {
      for (const line of findingLines(pdf.preflight)) say(`${label}: ${line}`);
      stdout.write(
        `${json ? JSON.stringify({ source: label, ...resultOf(path, pdf, compliance) }) : path}\n`,
      );
    },
    failed: (label, error) => {
      if (json) stderr.write(`${JSON.stringify({ ...(label && { source: label }), error })}\n`);
      else for (const line of errorLines(label, error)) stderr.write(`${line}\n`);
    },
  };
}

/** The interface's response (section 2.5) with the path in the place of the address, and what else is known. */
function resultOf(path: string, pdf: ConvertedPdf, compliance: ConversionRequest['compliance']) {
  return {
    path,
    file: { name: basename(path), size: pdf.bytes.length },
    compliance: { hipaa: compliance?.hipaa ?? false, gdpr: compliance?.gdpr ?? false },
    pages: pdf.pages,
    preflight: pdf.preflight,
  };
}

/** `--json` has all of them; a person reads the first. */
function findingLines(preflight: Preflight): readonly string[] {
  const lines = preflight.map(({ message }) => message);
  const left = lines.length - shownFindings;
  return left > 0 ? [...lines.slice(0, shownFindings), `and ${left} more like these`] : lines;
}

function errorLines(label: string | null, { message, fields }: AppErrorData): readonly string[] {
  if (fields !== undefined && fields.length > 0) {
    return fields.map((issue) => `${issue.field}: ${issue.message}`);
  }
  return [message.includes(label ?? '') ? message : `${label ?? ''}: ${message}`];
}
