import { Stats, existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { isAbsolute, resolve } from 'node:path';
import { AppError, type AppErrorData, type FieldIssue } from '../../../shared/messages/errors.js';
import { type Message, message } from '../../../shared/messages/message.js';
import { englishText } from '../../../shared/messages/translator.js';
import { sourceName } from '../../../shared/request/filename.js';
import {
  type SingleSource,
  baseIssue,
  isPdfPath,
  sourceFromInput,
} from '../../../shared/request/source.js';
import { excerpt, quotePath } from '../../../shared/request/text.js';
import { isHostWithPort, looksLikeUrl, urlScheme } from '../../../shared/request/url.js';
import { invalidRequest } from '../../../shared/request/validation.js';
import { leftOutMessage } from '../../../shared/source-list.js';
import { isBroadFolder, realPathOf } from '../../engine/access/allowed-folders.js';
import { diskPath, readFailure } from '../../util/disk-path.js';
import { pathTest } from '../../engine/sources/path-filter.js';
import { findSourceFiles, inspectFile, isFolder } from '../../engine/sources/source-files.js';
import { unicodeText } from '../../engine/sources/text-encoding.js';
import { linkedPages, sitemapPages } from '../../engine/sources/web/site-pages.js';
import type { ConvertTask } from './arguments.js';
import { type FileFilter, fileTest } from './filters.js';
import type { AccessOfSource } from './access.js';
import type { CrawlTask } from './crawl.js';
import {
  htmlFromBytes,
  isDescriptor,
  isStandardInput,
  isStream,
  readStream,
} from './input-streams.js';

export interface SourceJob {
  readonly source: SingleSource;
  /** Its name in progress, errors and `--json`: a path, a URL, `standard input`. */
  readonly label: string;
}

/** The conversions of a command line, and the sources that can't be read. */
export interface ResolvedSources {
  readonly jobs: readonly SourceJob[];
  readonly refused: readonly RefusedSource[];
}

interface RefusedSource {
  /** Its name in errors and `--json`, as that of a job. */
  readonly label: string;
  readonly error: AppErrorData;
}

export interface ResolveOptions {
  /** Folder that paths are relative to. */
  readonly cwd: string;
  /** Reads standard input; called only if a source or the URL list names it. */
  readonly readInput: () => Promise<Uint8Array>;
  /** Called with the number of files found so far while folders are searched. */
  readonly onProgress?: (count: number) => void;
  /** Called with what the user may not expect, such as links that lead to nothing. */
  readonly onNotice?: (notice: Message, label?: string) => void;
  /** Whether unencrypted connections are refused (docs/security.md). */
  readonly encryptedOnly?: boolean;
  /** The sign-in that a crawl reads the pages of a source with. */
  readonly accessOf?: AccessOfSource;
  readonly signal?: AbortSignal;
}

const inputLabel = englishText(message('convert.standardInput'));

type SourceArguments = Pick<
  ConvertTask,
  'sources' | 'requestSource' | 'base' | 'urls' | 'sitemap' | 'crawl' | 'allow' | 'filter' | 'merge'
>;

/**
 * Finds the sources that the arguments name: files and folders first, then URLs, with or without a
 * scheme. A source that can't be read is refused, and the others are converted.
 * @throws AppError with all issues: `source-unreadable` if the URL list can't be read,
 * `invalid-request` if a URL or the base is invalid
 */
export async function resolveSources(
  task: SourceArguments,
  options: ResolveOptions,
): Promise<ResolvedSources> {
  const { sources, requestSource, base: writtenBase, urls, sitemap, allow = [], filter } = task;
  const { crawl, merge } = task;
  const { cwd, readInput, onProgress = () => undefined, onNotice = () => undefined } = options;
  const jobs: SourceJob[] = [];
  const refused: RefusedSource[] = [];
  const errors: AppError[] = [];
  const collect = async <T>(find: () => Promise<T>): Promise<T | undefined> =>
    find().catch((thrown: unknown) => {
      if (!(thrown instanceof AppError)) throw thrown;
      errors.push(thrown);
      return undefined;
    });

  const base = await collect(async () => resolveBase(writtenBase, cwd));
  const allowed = await collect(async () => resolveAllowed(allow, cwd));
  if (requestSource) jobs.push(requestJob(requestSource, base));
  for (const argument of sources) {
    const walked = (count: number) => onProgress(jobs.length + count);
    const found = await collect(async () =>
      refusing(nameOf(argument, cwd), async () =>
        isStandardInput(argument)
          ? one(inputJob(await readInput(), base))
          : argumentJobs(argument, { cwd, base, filter, merge, onProgress: walked, onNotice }),
      ),
    );
    for (const job of found?.jobs ?? []) jobs.push(job);
    for (const file of found?.refused ?? []) refused.push(file);
  }
  if (urls !== undefined) {
    const listed = await collect(async () => readUrlList(urls, options));
    for (const source of listed ?? []) jobs.push({ source, label: source.url });
  }
  if (sitemap !== undefined) {
    const listed = await collect(async () => sitemapSources(sitemap, options));
    for (const source of listed ?? []) jobs.push({ source, label: source.url });
  }
  if (errors.length > 0) throw combined(errors);
  if (crawl !== undefined) {
    const site = { ...options, crawl, filter };
    const found = await Promise.all(jobs.map(async (job) => withLinkedPages(job, site)));
    return { jobs: withoutRepeated(found.flat(), allowed ?? []), refused };
  }
  return {
    jobs: jobs.map((job) => ({ ...job, source: withAllowed(job.source, allowed ?? []) })),
    refused,
  };
}

/** Refuses an argument that can't be read, rather than the whole command line. */
async function refusing(
  label: string,
  find: () => Promise<ResolvedSources>,
): Promise<ResolvedSources> {
  return find().catch((thrown: unknown) => {
    if (!(thrown instanceof AppError) || thrown.code !== 'source-unreadable') throw thrown;
    return { jobs: [], refused: [{ label, error: thrown.toData() }] };
  });
}

/** The full path if it exists. */
function nameOf(argument: string, cwd: string): string {
  if (isStandardInput(argument)) return inputLabel;
  const path = resolve(cwd, argument);
  return existsSync(path) ? path : argument;
}

interface ArgumentOptions {
  readonly cwd: string;
  readonly base: string | undefined;
  readonly filter: FileFilter | undefined;
  /** Whether a file may be a PDF. */
  readonly merge: boolean | undefined;
  readonly onProgress: (count: number) => void;
  readonly onNotice: (notice: Message, label: string) => void;
}

async function argumentJobs(argument: string, options: ArgumentOptions): Promise<ResolvedSources> {
  if (argument === '') throw new AppError('invalid-request', message('cli.emptySource'));
  const { cwd, base, merge = false } = options;
  const path = resolve(cwd, argument);
  const entry = await stat(diskPath(path)).catch((thrown: unknown) => thrown);
  if (entry instanceof Stats) {
    if (entry.isDirectory()) return folderJobs(path, options);
    return one(isStream(path, entry) ? await streamJob(path, base) : await fileJob(path, merge));
  }
  if (!isUrl(argument, cwd)) {
    throw new AppError('source-unreadable', readFailure(argument, entry));
  }
  const url = sourceFromInput(argument);
  if (!url.ok) throw new AppError('invalid-request', url.message);
  return one(urlJob(url.value));
}

/**
 * An argument that is not the name of a file: `my.site/a.html` is no URL if there is a folder
 * my.site.
 */
function isUrl(argument: string, cwd: string): boolean {
  if (isHostWithPort(argument)) return true;
  // A single letter before a colon is a drive on Windows.
  if ((urlScheme(argument) ?? '').length > 1) return true;
  if (!looksLikeUrl(argument)) return false;
  const [host = '', ...path] = argument.split('/');
  return path.length === 0 || !existsSync(resolve(cwd, host));
}

async function fileJob(path: string, merge: boolean): Promise<SourceJob> {
  if (!merge || !isPdfPath(path)) await inspectFile(path);
  return { source: { kind: 'file', path }, label: path };
}

async function folderJobs(
  folder: string,
  { filter, onProgress, onNotice }: ArgumentOptions,
): Promise<ResolvedSources> {
  const found = await findSourceFiles(folder, { onProgress });
  const left = filter === undefined ? leftOutMessage(Object.fromEntries(found.leftOut)) : null;
  const isSelected = filter === undefined ? () => true : fileTest(filter, folder);
  const files = found.files.filter(({ path }) => isSelected(path));
  const refused = found.refused.filter(({ path }) => path === folder || isSelected(path));
  if (files.length + refused.length === 0) {
    const failure = message('convert.nothingSelected', { folder: quotePath(folder) });
    throw new AppError('source-unreadable', failure);
  }
  if (left !== null) onNotice(left, folder);
  return {
    jobs: files.map(({ path }) => ({ source: { kind: 'file', path, folder }, label: path })),
    refused: refused.map((file) => ({
      label: file.path,
      error: new AppError('source-unreadable', file.message).toData(),
    })),
  };
}

function inputJob(bytes: Uint8Array, base: string | undefined): SourceJob {
  const html = htmlFromBytes(bytes, message('sources.standardInput'));
  return { source: { kind: 'html', html, ...(base !== undefined && { base }) }, label: inputLabel };
}

/** A stream has no folder: what it reads is written somewhere else. */
async function streamJob(path: string, base: string | undefined): Promise<SourceJob> {
  const file = message('sources.file', { path: quotePath(path) });
  const bytes = await readStream(path, file).catch((thrown: unknown) => {
    if (thrown instanceof AppError) throw thrown;
    throw new AppError('source-unreadable', readFailure(path, thrown));
  });
  const html = htmlFromBytes(bytes, file);
  const named = isDescriptor(path) ? {} : { name: sourceName({ kind: 'file', path }) };
  const source = { kind: 'html', html, ...(base !== undefined && { base }), ...named } as const;
  return { source, label: path };
}

function requestJob(source: SingleSource, base: string | undefined): SourceJob {
  if (source.kind !== 'html') return urlJob(source);
  const html = { ...source, ...(base !== undefined && { base }) };
  return { source: html, label: englishText(message('convert.requestHtml')) };
}

function urlJob(source: SingleSource): SourceJob {
  if (source.kind !== 'url')
    throw new Error(`A URL was parsed as a source of kind ${source.kind}.`);
  return { source, label: source.url };
}

async function resolveBase(base: string | undefined, cwd: string): Promise<string | undefined> {
  if (base === undefined) return undefined;
  if (base.trim() === '' || /^https?:/i.test(base)) {
    const issue = baseIssue(base);
    if (issue === null) return base;
    throw invalidRequest([{ field: 'base', message: issue }]);
  }
  const folder = resolve(cwd, base);
  if (await isFolder(folder)) return folder;
  const missing = message('convert.baseMissing', { base: excerpt(base) });
  throw invalidRequest([{ field: 'base', message: missing }]);
}

/**
 * The real paths of the folders that `--allow` names. The root of a file system, the home folder
 * and those above it count only if their own paths are written, so that neither `..` nor a link
 * allows them by accident.
 * @throws AppError `invalid-request` with an issue for each other folder
 */
export async function resolveAllowed(
  paths: readonly string[],
  cwd: string,
): Promise<readonly string[]> {
  const folders: string[] = [];
  const issues: FieldIssue[] = [];
  for (const path of paths) {
    const real = await realPathOf(resolve(cwd, path));
    const name = excerpt(path);
    if (path === '' || real === null) {
      issues.push({ field: 'allow', message: message('convert.allowMissing', { folder: name }) });
    } else if (!(await isFolder(real))) {
      issues.push({ field: 'allow', message: message('convert.allowFile', { path: name }) });
    } else if ((await isBroadFolder(real)) && !isNamed(path, real)) {
      const broad = message('convert.allowBroad', { folder: name, path: real });
      issues.push({ field: 'allow', message: broad });
    } else folders.push(real);
  }
  if (issues.length > 0) throw invalidRequest(issues);
  return folders;
}

/** A path with `..` or a link in it names another folder than it leads to. */
function isNamed(path: string, real: string): boolean {
  return isAbsolute(path) && !path.split(/[\\/]/).includes('..') && resolve(path) === real;
}

/** Lets a source read folders besides its own; those of a server have none. */
export function withAllowed(source: SingleSource, folders: readonly string[]): SingleSource {
  if (folders.length === 0 || source.kind === 'url') return source;
  return { ...source, allowedFolders: [...folders] };
}

/** Several sources may link to the same page. */
function withoutRepeated(jobs: readonly SourceJob[], allowed: readonly string[]) {
  const byLabel = new Map<string, SourceJob>();
  for (const job of jobs) if (!byLabel.has(job.label)) byLabel.set(job.label, job);
  return [...byLabel.values()].map((job) => ({
    ...job,
    source: withAllowed(job.source, allowed),
  }));
}

function one(job: SourceJob): ResolvedSources {
  return { jobs: [job], refused: [] };
}

function combined(errors: readonly AppError[]): AppError {
  const fields: readonly FieldIssue[] = errors.flatMap(
    (error) => error.fields ?? [{ field: 'source', message: error.toData().message }],
  );
  const code = errors.every((error) => error.code === 'source-unreadable')
    ? 'source-unreadable'
    : 'invalid-request';
  const [first] = fields;
  const text =
    fields.length === 1 && first
      ? first.message
      : message('convert.sourceIssues', { count: fields.length });
  return new AppError(code, text, fields);
}

type UrlSource = Extract<SingleSource, { kind: 'url' }>;

/**
 * A URL in each line; empty lines and those that start with # are ignored.
 * @param file a path, or `-` for standard input
 * @throws AppError `invalid-request` with the issues of all lines, `source-unreadable` if the file
 * can't be read
 */
async function readUrlList(
  file: string,
  { cwd, readInput }: ResolveOptions,
): Promise<readonly UrlSource[]> {
  const isInput = isStandardInput(file);
  const name = isInput ? message('convert.standardInput') : quotePath(file);
  const bytes = await (isInput ? readInput() : readListFile(resolve(cwd, file), file));
  const lines = unicodeText(bytes).split(/\r\n|[\n\r]/);
  const urls: UrlSource[] = [];
  const issues: Message[] = [];
  for (const [index, line] of lines.entries()) {
    if (/^\s*(#|$)/.test(line)) continue;
    const parsed = sourceFromInput(line.trim());
    if (!parsed.ok) {
      const params = { line: index + 1, file: name, issue: parsed.message };
      issues.push(message('convert.urlListLine', params));
    } else urls.push(parsed.value);
  }
  if (urls.length === 0 && issues.length === 0) {
    issues.push(message('convert.urlListEmpty', { file: name }));
  }
  if (issues.length === 0) return urls;
  throw invalidRequest(issues.map((issue) => ({ field: 'urls', message: issue })));
}

async function readListFile(path: string, shown: string): Promise<Uint8Array> {
  return readFile(path).catch((thrown: unknown) => {
    const failure = readFailure(shown, thrown);
    throw new AppError('source-unreadable', failure, [{ field: 'urls', message: failure }]);
  });
}

type SiteOptions = Pick<ResolveOptions, 'cwd' | 'encryptedOnly' | 'onNotice' | 'signal'>;

/**
 * @param location a path or a URL
 * @throws AppError `load-failed`, `source-unreadable` or, if there is no URL, `invalid-request`
 */
async function sitemapSources(
  location: string,
  { cwd, encryptedOnly, onNotice, signal }: SiteOptions,
): Promise<readonly Extract<SingleSource, { kind: 'url' }>[]> {
  const options = { cwd, encryptedOnly, signal };
  const { sources, notes } = await sitemapPages(location, options).catch((thrown: unknown) => {
    if (!(thrown instanceof AppError)) throw thrown;
    const failure = thrown.toData().message;
    throw new AppError(thrown.code, failure, [{ field: 'sitemap', message: failure }]);
  });
  for (const note of notes) onNotice?.(note);
  const urls = sources.filter((source) => source.kind === 'url');
  if (urls.length > 0) return urls;
  const issue = message('sites.sitemapEmpty', { location: quotePath(location) });
  throw invalidRequest([{ field: 'sitemap', message: issue }]);
}

/**
 * Each page comes after the one it was found in. Archives, text and files of folders that were
 * named are not followed.
 */
async function withLinkedPages(
  job: SourceJob,
  options: SiteOptions &
    Pick<ResolveOptions, 'onProgress' | 'accessOf'> & {
      readonly crawl: CrawlTask;
      readonly filter: FileFilter | undefined;
    },
): Promise<readonly SourceJob[]> {
  const { source } = job;
  const isInFolder = source.kind === 'file' && source.folder !== undefined;
  if (source.kind === 'html' || isInFolder) return [job];
  const { crawl: task, filter, encryptedOnly, signal, onProgress, onNotice, accessOf } = options;
  const access = accessOf?.(source);
  const found = await linkedPages(source, {
    ...task,
    isSelected: filter === undefined ? () => true : pathTest(filter),
    encryptedOnly,
    access,
    signal,
    onProgress: (count) => onProgress?.(count),
  }).catch((thrown: unknown) => {
    // The conversion reports what is wrong with the page itself.
    if (!(thrown instanceof AppError)) throw thrown;
    const notes = access === undefined ? [] : [thrown.toData().message];
    return { sources: [source], notes, isCut: false };
  });
  for (const note of found.notes) onNotice?.(note);
  if (found.isCut) {
    const params = { source: job.label, limit: task.limit, option: '--crawl-limit' };
    onNotice?.(message('convert.crawlCut', params));
  }
  return found.sources.map((page) => ({ source: page, label: labelOf(page) }));
}

function labelOf(source: SingleSource): string {
  return source.kind === 'url' ? source.url : source.kind === 'file' ? source.path : '';
}
