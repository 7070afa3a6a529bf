import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type {
  ExistingObjectPolicy,
  ExistingPolicy,
  Output,
  UploadRequest,
} from '../../../shared/output.js';
import { invalidRequest } from '../../../shared/request/validation.js';
import { hasPlaceholder } from '../../../shared/request/filename.js';
import { quote } from '../../../shared/request/text.js';
import { oneObjectIssues } from './destination-options.js';

/** Where the results are to go, as asked. */
export interface OutputOptions {
  /**
   * A file if it ends in .pdf, else a folder; without it a PDF lies beside its source, or in `cwd`.
   */
  readonly out?: string | undefined;
  /** The request's file name; `out` beats it if it is a file. */
  readonly filename?: string | undefined;
  /** Places in buckets. With one, nothing is written to this computer unless `out` says where. */
  readonly destinations?: readonly string[];
  /**
   * Without it a name is numbered, but a file that `out` names is replaced, and an object is left
   * as it is.
   */
  readonly existing?: ExistingPolicy | undefined;
  readonly cwd: string;
}

/** Where all results go. */
export interface OutputTarget {
  /** Full path of the one PDF, if `--out` names it. */
  readonly path?: string | undefined;
  readonly output: Output;
}

/**
 * Decides where the results go.
 * @param count how many PDFs are to be made
 * @throws AppError `invalid-request` if one name is given for several PDFs
 */
export function outputTarget(
  { out, filename, destinations = [], existing, cwd }: OutputOptions,
  count: number,
): OutputTarget {
  const path = out === undefined ? null : resolve(cwd, out);
  const isFile = out !== undefined && path !== null && isPdfFile(out) && !isFolder(path);
  const save = out !== undefined || destinations.length === 0;
  refuseOneName(
    { out: isFile ? out : undefined, filename: save ? filename : undefined, destinations },
    count,
  );
  const uploads = uploadsTo(destinations, existing);
  if (!isFile) return { output: { folder: path, existing: existing ?? 'number', save, uploads } };
  return { path, output: { folder: null, existing: existing ?? 'overwrite', save, uploads } };
}

function uploadsTo(
  destinations: readonly string[],
  existing: ExistingObjectPolicy = 'ask',
): UploadRequest[] {
  return destinations.map((destination) => ({ target: null, destination, existing }));
}

/** Whether a path in `--out` is meant as a file. */
export function isPdfFile(out: string): boolean {
  return /\.pdf$/i.test(out);
}

/** The sentence about a file in `--out` that is given for several PDFs. */
export function oneFileSentence(out: string, count: number): string {
  return `--out ${quote(out)} names one file, but ${count} PDFs are to be made; name a folder in --out, or convert one source at a time.`;
}

/** The sentence about a file name that is given for several PDFs; null if it differs for each. */
export function oneNameSentence(filename: string, count: number): string | null {
  if (hasPlaceholder(filename)) return null;
  return `The file name ${quote(filename)} names one file, but ${count} PDFs are to be made; put {name} or {n} into it, or leave it out.`;
}

function refuseOneName(
  { out, filename, destinations = [] }: Omit<OutputOptions, 'cwd'>,
  count: number,
): void {
  if (count < 2) return;
  const name = filename === undefined ? null : oneNameSentence(filename, count);
  const issues = [
    ...(out === undefined ? [] : [{ field: 'out', message: oneFileSentence(out, count) }]),
    ...(name === null ? [] : [{ field: 'filename', message: name }]),
    ...oneObjectIssues('to', destinations, count),
  ];
  if (issues.length > 0) throw invalidRequest(issues);
}

function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}
