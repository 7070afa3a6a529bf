import type { Dirent } from 'node:fs';
import { open, readdir, realpath, stat } from 'node:fs/promises';
import { basename, extname, join, sep } from 'node:path';
import { AppError } from '../../../shared/messages/errors.js';
import { type Message, message } from '../../../shared/messages/message.js';
import { isPdfPath } from '../../../shared/request/source.js';
import { quotePath } from '../../../shared/request/text.js';
import { linkOutside, type SourceFile, type SourceList } from '../../../shared/source-list.js';
import { diskPath, readFailure } from '../../util/disk-path.js';
import { contentIssue, folderEndings, isFoundInFolders, sourceKindOf } from './source-kinds.js';

/** The convertible files of a folder by path, and those that were refused, with the reason. */
interface FolderContents {
  readonly files: readonly SourceFile[];
  readonly refused: readonly RefusedPath[];
  /** How many other files there are, as in {@link SourceList}. */
  readonly leftOut: ReadonlyMap<string, number>;
}

type RefusedPath = SourceList['refused'][number];

/** How many bytes are read to tell text from binary content. */
const sampleBytes = 8192;

/** How many files and folders are visited: more are rarely intended, and would fill the memory. */
const walkLimit = 250_000;

/** How many files are inspected concurrently: most of the time is spent waiting for the disk. */
const inspectedAtOnce = 16;

/** How often progress is reported, in milliseconds. */
const progressMs = 100;

interface WalkOptions {
  /** Called periodically with the number of files found so far. */
  readonly onProgress?: (count: number) => void;
  /** How many files and folders are visited at most. */
  readonly limit?: number;
}

/**
 * Checks a file before its conversion.
 * @throws AppError `source-unreadable` if it is missing, unreadable, not a file, empty or binary
 */
export async function inspectFile(path: string): Promise<SourceFile> {
  const name = basename(path);
  try {
    const { size, head } = await readHead(path);
    const file = message('sources.file', { path: quotePath(path) });
    const issue = contentIssue(file, head, size, sourceKindOf(path) ?? 'HTML');
    if (issue !== null) throw unreadable(isPdf(path, head) ? pdfAlone(path) : issue);
    return { path, name, size };
  } catch (thrown) {
    if (thrown instanceof AppError) throw thrown;
    throw unreadable(readFailure(path, thrown), thrown);
  }
}

function isPdf(path: string, head: Uint8Array): boolean {
  return isPdfPath(path) && hasPdfHeader(head);
}

/** Readers find the header of a PDF in its first 1024 bytes. */
export function hasPdfHeader(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-');
}

function pdfAlone(path: string): Message {
  return message('merge.pdfAlone', { path: quotePath(path) });
}

/**
 * Checks a PDF before it is merged with other documents.
 * @throws AppError `source-unreadable` if it is missing, unreadable, not a file, or not a PDF
 */
async function inspectPdf(path: string): Promise<SourceFile> {
  try {
    const { size, head } = await readHead(path);
    if (hasPdfHeader(head)) return { path, name: basename(path), size };
    throw unreadable(message('merge.pdfBroken', { path: quotePath(path) }));
  } catch (thrown) {
    if (thrown instanceof AppError) throw thrown;
    throw unreadable(readFailure(path, thrown), thrown);
  }
}

/**
 * Searches a folder for convertible files. Hidden folders and node_modules are skipped; links to
 * folders are not followed, links to files only if they stay inside.
 * @throws AppError `source-unreadable` if the folder cannot be read or contains no convertible file
 */
export async function findSourceFiles(
  folder: string,
  { onProgress = () => undefined, limit = walkLimit }: WalkOptions = {},
): Promise<FolderContents> {
  const files: SourceFile[] = [];
  const refused: RefusedPath[] = [];
  const leftOut = new Map<string, number>();
  const root = await realpath(folder).catch((thrown: unknown) => {
    throw unreadable(readFailure(folder, thrown), thrown);
  });
  let reportedAt = Date.now();
  for await (const steps of inGroups(
    walkFolder(folder, root, limit, (kind) => count(leftOut, kind)),
    inspectedAtOnce,
  )) {
    const group = await Promise.all(steps.map(async (step) => inspectStep(step, folder, limit)));
    for (const found of group) {
      if ('message' in found) refused.push(found);
      else files.push(found);
    }
    if (Date.now() - reportedAt < progressMs) continue;
    reportedAt = Date.now();
    onProgress(files.length);
  }
  if (files.length > 0) return { files, refused, leftOut };
  throw unreadable(emptyFolderMessage(folder, refused, leftOut.has(linkOutside)));
}

/**
 * Checks files and searches folders, in their order. Paths that cannot be converted are listed with
 * the reason; never throws for a path. Files may also be PDFs, which can only be merged; those in
 * folders are left out, because earlier results may be among them.
 * @param onProgress called periodically with the number of files found so far
 */
export async function listSources(
  paths: readonly string[],
  onProgress: (count: number) => void = () => undefined,
): Promise<SourceList> {
  const list: SourceList = { files: [], refused: [] };
  const leftOut = new Map<string, number>();
  for (const path of paths) {
    try {
      if (await isFolder(path)) {
        const before = list.files.length;
        const contents = await findSourceFiles(path, {
          onProgress: (count) => onProgress(before + count),
        });
        for (const file of contents.files) list.files.push({ ...file, folder: path });
        for (const file of contents.refused) list.refused.push(file);
        for (const [ending, number] of contents.leftOut) count(leftOut, ending, number);
      } else {
        list.files.push(await (isPdfPath(path) ? inspectPdf(path) : inspectFile(path)));
      }
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown;
      list.refused.push({ path, message: thrown.toData().message });
    }
  }
  return { ...list, leftOut: Object.fromEntries(leftOut) };
}

function count(counts: Map<string, number>, key: string, by = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

/** Returns true if a path leads to an existing folder. */
export async function isFolder(path: string): Promise<boolean> {
  const entry = await stat(path).catch(() => null);
  return entry?.isDirectory() ?? false;
}

/**
 * Returns true for an SVG file that only defines fonts, as web pages have them for old browsers:
 * printed, it is an empty page. False for a file that can't be read, which its inspection reports.
 */
export async function isSvgFont(path: string): Promise<boolean> {
  return sourceKindOf(path) === 'SVG' && definesOnlyFonts(path).catch(() => false);
}

async function definesOnlyFonts(path: string): Promise<boolean> {
  const file = await open(diskPath(path), 'r');
  try {
    const textAt = async (position: number, length: number) => {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, position);
      return buffer.toString('latin1', 0, bytesRead);
    };
    const start = (await textAt(0, sampleBytes)).replaceAll(notDrawn, '');
    if (!/<svg\b[^>]*>\s*<defs\b[^>]*>\s*<font[\s>]/.test(start)) return false;
    const { size } = await file.stat();
    const end = await textAt(Math.max(0, size - fontEndBytes), fontEndBytes);
    return /<\/font>\s*<\/defs>\s*<\/svg>\s*$/.test(end);
  } finally {
    await file.close();
  }
}

/** What may precede the definitions of an SVG file and draws nothing. */
const notDrawn = /<!--.*?-->|<(metadata|title|desc)\b[^>]*>.*?<\/\1>|<metadata\s*\/>/gs;

/** How many bytes are read to find the end of the definitions of a font. */
const fontEndBytes = 256;

async function readHead(path: string): Promise<{ size: number; head: Uint8Array }> {
  const real = diskPath(path);
  const entry = await stat(real);
  const quoted = { path: quotePath(path) };
  if (entry.isDirectory()) throw unreadable(message('sources.isFolder', quoted));
  if (!entry.isFile()) throw unreadable(message('sources.notRegular', quoted));
  const file = await open(real, 'r');
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(sampleBytes), 0, sampleBytes, 0);
    return { size: entry.size, head: buffer.subarray(0, bytesRead) };
  } finally {
    await file.close();
  }
}

async function* inGroups<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<readonly T[]> {
  let group: T[] = [];
  for await (const item of items) {
    group.push(item);
    if (group.length < size) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

async function inspectStep(
  step: WalkStep,
  folder: string,
  limit: number,
): Promise<SourceFile | RefusedPath> {
  const { kind, path } = step;
  switch (kind) {
    case 'unread':
      return { path, message: readFailure(path, step.thrown) };
    case 'limit': {
      const params = { folder: quotePath(folder), limit, path: quotePath(path) };
      return { path: folder, message: message('sources.folderTooLarge', params) };
    }
    case 'file':
      return inspectFile(path).catch((thrown: unknown) => {
        if (!(thrown instanceof AppError)) throw thrown;
        return { path, message: thrown.toData().message };
      });
  }
}

function emptyFolderMessage(
  path: string,
  [first]: readonly RefusedPath[],
  hasLinks: boolean,
): Message {
  const folder = quotePath(path);
  if (first !== undefined) {
    return message('sources.folderUnreadable', { folder, reason: first.message });
  }
  if (hasLinks) return message('sources.folderOnlyLinks', { folder });
  return message('sources.folderEmpty', { folder, endings: { or: folderEndings } });
}

function unreadable(failure: Message, cause?: unknown): AppError {
  return new AppError('source-unreadable', failure, undefined, { cause });
}

type WalkStep =
  | { readonly kind: 'file'; readonly path: string }
  /** A folder that could not be read, with the system's error. */
  | { readonly kind: 'unread'; readonly path: string; readonly thrown: unknown }
  /** The limit was reached; the walk ends here. */
  | { readonly kind: 'limit'; readonly path: string };

const order = new Intl.Collator('en', { numeric: true });

/**
 * Yields the convertible files of a folder in order, its start page first. Hidden folders and
 * node_modules are skipped; links to folders are not followed, which rules out cycles; links to
 * files only if they stay inside.
 * @param root the folder's real path
 * @param limit how many names are visited
 * @param onOther receives the kinds of other files as in {@link SourceList}, without hidden ones
 */
async function* walkFolder(
  folder: string,
  root: string,
  limit: number,
  onOther: (kind: string) => void,
): AsyncGenerator<WalkStep> {
  // A stack: the last one is visited next.
  const waiting: Found[] = [];
  let seen = 0;
  const enter = async function* (path: string): AsyncGenerator<WalkStep> {
    const { entries, thrown } = await entriesOf(path);
    if (thrown !== undefined) yield { kind: 'unread', path, thrown };
    for (const entry of entries.reverse()) waiting.push({ path: join(path, entry.name), entry });
  };
  yield* enter(folder);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { path, entry } = next;
    seen += 1;
    if (seen > limit) {
      yield { kind: 'limit', path };
      return;
    }
    if (entry.isDirectory()) {
      if (!isSkippedName(entry.name)) yield* enter(path);
      continue;
    }
    const place = isFoundInFolders(entry.name) ? await placeOf(entry, path, root) : null;
    if (place === 'outside') {
      onOther(linkOutside);
    } else if (place === 'inside' && !(await isSvgFont(path))) {
      yield { kind: 'file', path };
    } else if (entry.isFile() && !/^(\.|~\$)/.test(entry.name)) {
      onOther(extname(entry.name).toLowerCase());
    }
  }
}

interface Found {
  readonly path: string;
  readonly entry: Dirent;
}

interface Entries {
  readonly entries: Dirent[];
  readonly thrown?: unknown;
}

async function entriesOf(folder: string): Promise<Entries> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    entries.sort((a, b) => order.compare(orderOf(a.name), orderOf(b.name)));
    return { entries };
  } catch (thrown) {
    return { entries: [], thrown };
  }
}

/** Returns where a file or the one that a link leads to is; null if there is none. */
async function placeOf(
  entry: Dirent,
  path: string,
  root: string,
): Promise<'inside' | 'outside' | null> {
  if (entry.isFile()) return 'inside';
  const target = entry.isSymbolicLink() ? await realpath(path).catch(() => null) : null;
  if (target === null || !(await stat(target)).isFile()) return null;
  return target.startsWith(root.endsWith(sep) ? root : root + sep) ? 'inside' : 'outside';
}

/** By name, a folder's start page first. */
function orderOf(name: string): string {
  return /^index\.x?html?$/i.test(name) ? '' : name;
}

/** Hidden folders and node_modules are never searched. */
export function isSkippedName(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules';
}
