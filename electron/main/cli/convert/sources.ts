import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { AppError, type FieldIssue } from '../../../shared/errors.js';
import { urlScheme, isHostWithPort, looksLikeUrl } from '../../../shared/request/url.js';
import {
  type ConversionSource,
  baseIssue,
  sourceFromInput,
} from '../../../shared/request/source.js';
import { quote } from '../../../shared/request/text.js';
import {
  findSourceFiles,
  inspectFile,
  isFolder,
  readFailure,
} from '../../engine/sources/source-files.js';
import type { ConvertTask } from './arguments.js';
import { htmlFromBytes } from './stdin-html.js';
import { readUrlList } from './url-list.js';
import { englishText } from '../../../shared/messages/translator.js';

/** One conversion to do. */
export interface SourceJob {
  readonly source: ConversionSource;
  /** What to call it in progress and errors: a path, an address, `standard input`. */
  readonly label: string;
}

/**
 * The conversions that the sources of a command line make, and the files in folders that cannot be
 * taken, with why.
 */
export interface ResolvedSources {
  readonly jobs: readonly SourceJob[];
  readonly refused: readonly { readonly path: string; readonly message: string }[];
}

/**
 * Finds what the words of a command line name. A file or folder of that name comes first, then an
 * address, with or without a scheme.
 * @param readInput reads standard input to its end; called only if a word or the list of addresses
 * is `-`
 * @param onProgress called with the number of files found so far while folders are walked
 * @throws AppError with all mistakes together: `source-unreadable`, or `invalid-request` if one is
 * in an address or the base
 */
export async function resolveSources(
  task: Pick<ConvertTask, 'sources' | 'requestSource' | 'base' | 'urls'>,
  cwd: string,
  readInput: () => Promise<Uint8Array>,
  onProgress: (count: number) => void = () => undefined,
): Promise<ResolvedSources> {
  const jobs: SourceJob[] = [];
  const refused: { readonly path: string; readonly message: string }[] = [];
  const errors: AppError[] = [];
  const collect = async (find: () => Promise<ResolvedSources>) => {
    try {
      const found = await find();
      for (const job of found.jobs) jobs.push(job);
      for (const file of found.refused) refused.push(file);
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown;
      errors.push(thrown);
    }
  };

  const base = await resolveBase(task.base, cwd).catch((thrown: unknown) => {
    if (!(thrown instanceof AppError)) throw thrown;
    errors.push(thrown);
    return undefined;
  });
  if (task.requestSource) jobs.push(requestJob(task.requestSource, base));
  for (const word of task.sources) {
    const walked = (count: number) => onProgress(jobs.length + count);
    await collect(() => (word === '-' ? inputJob(readInput, base) : wordJobs(word, cwd, walked)));
  }
  const { urls } = task;
  if (urls !== undefined) await collect(async () => listedJobs(urls, cwd, readInput));
  if (errors.length > 0) throw together(errors);
  return { jobs, refused };
}

async function wordJobs(
  word: string,
  cwd: string,
  onProgress: (count: number) => void,
): Promise<ResolvedSources> {
  const path = resolve(cwd, word);
  const entry = await stat(path).catch((thrown: unknown) => thrown);
  if (word !== '' && !(entry instanceof Error)) {
    return (await isFolder(path)) ? folderJobs(path, onProgress) : one(await fileJob(path));
  }
  if (word !== '' && !isAddress(word, cwd)) {
    throw new AppError('source-unreadable', readFailure(word, entry));
  }
  const address = sourceFromInput(word);
  if (!address.ok) throw new AppError('invalid-request', englishText(address.message));
  return one(addressJob(address.value));
}

/**
 * Whether a word that names nothing on the disk is meant as an address; `my.site/a.html` is not
 * where there is a my.site.
 */
function isAddress(word: string, cwd: string): boolean {
  if (isHostWithPort(word)) return true;
  // A single letter before a colon is a drive of Windows.
  if ((urlScheme(word) ?? '').length > 1) return true;
  if (!looksLikeUrl(word)) return false;
  const [host = '', ...path] = word.split('/');
  return path.length === 0 || !existsSync(resolve(cwd, host));
}

async function fileJob(path: string): Promise<SourceJob> {
  await inspectFile(path);
  return { source: { kind: 'file', path }, label: path };
}

async function folderJobs(
  folder: string,
  onProgress: (count: number) => void,
): Promise<ResolvedSources> {
  const { files, refused } = await findSourceFiles(folder, { onProgress });
  const jobs = files.map(({ path }): SourceJob => ({
    source: { kind: 'file', path, folder },
    label: path,
  }));
  return { jobs, refused };
}

async function listedJobs(
  file: string,
  cwd: string,
  readInput: () => Promise<Uint8Array>,
): Promise<ResolvedSources> {
  const urls = await readUrlList(file, cwd, readInput);
  return { jobs: urls.map((source) => ({ source, label: source.url })), refused: [] };
}

async function inputJob(
  readInput: () => Promise<Uint8Array>,
  base: string | undefined,
): Promise<ResolvedSources> {
  const html = htmlFromBytes(await readInput());
  const source = { kind: 'html', html, ...(base !== undefined && { base }) } as const;
  return one({ source, label: 'standard input' });
}

function requestJob(source: ConversionSource, base: string | undefined): SourceJob {
  if (source.kind !== 'html') return addressJob(source);
  const html = { ...source, ...(base !== undefined && { base }) };
  return { source: html, label: 'the HTML in the request file' };
}

function addressJob(source: ConversionSource): SourceJob {
  if (source.kind !== 'url')
    throw new Error(`An address gave a source of the kind ${source.kind}.`);
  return { source, label: source.url };
}

async function resolveBase(base: string | undefined, cwd: string): Promise<string | undefined> {
  if (base === undefined) return undefined;
  if (base.trim() === '' || /^https?:/i.test(base)) {
    const issue = baseIssue(base);
    if (issue === null) return base;
    const message = englishText(issue);
    throw new AppError('invalid-request', message, [{ field: 'base', message }]);
  }
  const folder = resolve(cwd, base);
  if (await isFolder(folder)) return folder;
  const message = `The base ${quote(base)} is no folder that is there; name one, or an http or https address.`;
  throw new AppError('invalid-request', message, [{ field: 'base', message }]);
}

function one(job: SourceJob): ResolvedSources {
  return { jobs: [job], refused: [] };
}

function together(errors: readonly AppError[]): AppError {
  const fields: readonly FieldIssue[] = errors.flatMap(
    ({ fields, message }) => fields ?? [{ field: 'source', message }],
  );
  const code = errors.every((error) => error.code === 'source-unreadable')
    ? 'source-unreadable'
    : 'invalid-request';
  const [first] = fields;
  const message =
    fields.length === 1 && first ? first.message : `The sources have ${fields.length} mistakes.`;
  return new AppError(code, message, fields);
}
