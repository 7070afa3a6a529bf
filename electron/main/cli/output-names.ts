import { existsSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, parse, resolve } from 'node:path';
import { invalidRequest } from '../../shared/request/field-issues.js';
import { suggestPdfFilename } from '../../shared/request/filename.js';
import { quote } from '../../shared/request/wording.js';
import type { SourceJob, SourceOrigin } from './sources.js';

/** Where the results are to go, as asked. */
export interface OutputWishes {
  /** A file if it ends in .pdf, else a folder; without it a PDF lies beside its source, or in `cwd`. */
  readonly out?: string | undefined;
  /** The request's file name; `out` beats it if it is a file. */
  readonly filename?: string | undefined;
  readonly cwd: string;
}

/** Where one result goes. */
export interface PlannedOutput {
  /** Full path of a .pdf file; its folder may have to be made. */
  readonly path: string;
  /** Whether a file that is there may be replaced: only one that `--out` itself names. */
  readonly replace: boolean;
}

/** What the plan asks the disk. */
export interface Disk {
  readonly exists: (path: string) => boolean;
  readonly isFolder: (path: string) => boolean;
}

const thisDisk: Disk = {
  exists: existsSync,
  isFolder: (path) => existsSync(path) && statSync(path).isDirectory(),
};

/**
 * Decides where each PDF goes, in the order of the jobs. No two get the same name, on systems that do not tell capitals apart
 * either, and no file that is there is replaced unless `--out` names it: the later one is numbered, as in `name-2.pdf`.
 * @throws AppError `invalid-request` if one name is given for several PDFs
 */
export function planOutputs(
  jobs: readonly SourceJob[],
  wishes: OutputWishes,
  disk: Disk = thisDisk,
): readonly PlannedOutput[] {
  const { out, filename, cwd } = wishes;
  const target = out === undefined ? null : resolve(cwd, out);
  const isFile = out !== undefined && target !== null && isPdfFile(out) && !disk.isFolder(target);
  if (jobs.length > 1) refuseOneName(isFile ? out : undefined, filename, jobs.length);
  if (isFile) return jobs.map(() => ({ path: target, replace: true }));

  const taken = new Set<string>();
  return jobs.map(({ origin }) => {
    const folder = target === null ? folderOf(origin, cwd) : join(target, treeOf(origin));
    const path = freePath(join(folder, filename ?? nameOf(origin)), taken, disk);
    taken.add(path.toLowerCase());
    return { path, replace: false };
  });
}

/** Whether a path in `--out` is meant as a file. */
export function isPdfFile(out: string): boolean {
  return /\.pdf$/i.test(out);
}

/** The sentence about one name that is given for several PDFs. */
export function oneFileSentence(subject: string, name: string, count: number): string {
  return `${subject} ${quote(name)} names one file, but ${count} PDFs are to be made; name a folder in --out, or convert one source at a time.`;
}

function refuseOneName(out: string | undefined, filename: string | undefined, count: number): void {
  const issues = [
    ...(out === undefined ? [] : [{ field: 'out', message: oneFileSentence('--out', out, count) }]),
    ...(filename === undefined
      ? []
      : [{ field: 'filename', message: oneFileSentence('The file name', filename, count) }]),
  ];
  if (issues.length > 0) throw invalidRequest(issues);
}

function folderOf(origin: SourceOrigin, cwd: string): string {
  return origin.kind === 'file' ? dirname(origin.path) : cwd;
}

function treeOf(origin: SourceOrigin): string {
  return origin.kind === 'file' ? origin.tree : '';
}

function nameOf(origin: SourceOrigin): string {
  if (origin.kind === 'file') return `${basename(origin.path, extname(origin.path))}.pdf`;
  if (origin.kind === 'html') return suggestPdfFilename('');
  return suggestPdfFilename(nameOfAddress(new URL(origin.url)));
}

function nameOfAddress({ pathname, hostname }: URL): string {
  const segment = pathname.split('/').findLast((part) => part !== '') ?? '';
  const name = decoded(segment).replace(/\.(html?|xhtml|php|aspx?|jsp)$/i, '');
  return name === '' ? hostname : name;
}

/** A segment that is not valid percent-encoding names itself. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function freePath(wanted: string, taken: ReadonlySet<string>, disk: Disk): string {
  const { dir, name, ext } = parse(wanted);
  let path = wanted;
  for (let number = 2; taken.has(path.toLowerCase()) || disk.exists(path); number += 1) {
    path = join(dir, `${name}-${number}${ext}`);
  }
  return path;
}
