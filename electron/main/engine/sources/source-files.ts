import { open, realpath, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { SourceFile, SourceList } from '../../../shared/source-list.js';
import { AppError, codeOf } from '../../../shared/errors.js';
import { listInWords, quotePath, withCommas } from '../../../shared/request/text.js';
import { type WalkStep, walkFolder } from './folder-walk.js';
import { contentIssue } from './source-content.js';
import { sourceEndings, sourceKindOf } from './source-kinds.js';

/** What a walk through a folder found, sorted by path, and what it could not take, with why. */
export interface FolderContents {
  readonly files: readonly SourceFile[];
  readonly refused: readonly { readonly path: string; readonly message: string }[];
}

/** Bytes of a file that are looked at to tell text from binary content. */
const sampleBytes = 8192;

/** How many files and folders a walk looks at: more are hardly meant, and would fill the memory. */
const walkLimit = 250_000;

/** How many files are looked at together: waiting for the disk is what takes the time. */
const inspectedAtOnce = 16;

/** How often a walk tells how far it is, in milliseconds. */
const progressMs = 100;

export interface WalkOptions {
  /** Called now and then with the number of files found so far. */
  readonly onProgress?: (count: number) => void;
  /** How many files and folders are looked at. */
  readonly limit?: number;
}

/**
 * Looks at a file that is to be converted.
 * @throws AppError `source-unreadable` if it is missing, unreadable, no file, empty or binary
 */
export async function inspectFile(path: string): Promise<SourceFile> {
  const name = basename(path);
  try {
    const { size, head } = await readHead(path);
    const issue = contentIssue(head, size, sourceKindOf(path) ?? 'HTML');
    if (issue !== null) throw unreadable(`The file ${quotePath(path)} ${issue}`);
    return { path, name, size };
  } catch (thrown) {
    if (thrown instanceof AppError) throw thrown;
    throw unreadable(readFailure(path, thrown), thrown);
  }
}

/**
 * Walks a folder for files that can be converted: pages, drawings and texts. Hidden folders and node_modules are left out; links to folders are
 * not followed, links to files only if they stay inside.
 * @throws AppError `source-unreadable` if the folder cannot be read or holds nothing that can be converted
 */
export async function findSourceFiles(
  folder: string,
  { onProgress = () => undefined, limit = walkLimit }: WalkOptions = {},
): Promise<FolderContents> {
  const files: SourceFile[] = [];
  const refused: { readonly path: string; readonly message: string }[] = [];
  const root = await realpath(folder).catch((thrown: unknown) => {
    throw unreadable(readFailure(folder, thrown), thrown);
  });
  let told = Date.now();
  for await (const steps of inGroups(walkFolder(folder, root, limit), inspectedAtOnce)) {
    const group = await Promise.all(steps.map(async (step) => inspectStep(step, folder, limit)));
    for (const found of group) {
      if ('message' in found) refused.push(found);
      else files.push(found);
    }
    if (Date.now() - told < progressMs) continue;
    told = Date.now();
    onProgress(files.length);
  }
  if (files.length > 0) return { files, refused };
  throw unreadable(emptyFolderSentence(folder, refused));
}

/**
 * Looks at files and folders that are to be converted: each file in its place, folders walked, and what could not be taken with
 * the reason. Never throws for a path.
 * @param onProgress called now and then with the number of files found so far
 */
export async function listSources(
  paths: readonly string[],
  onProgress: (count: number) => void = () => undefined,
): Promise<SourceList> {
  const list: SourceList = { files: [], refused: [] };
  for (const path of paths) {
    try {
      if (await isFolder(path)) {
        const before = list.files.length;
        const contents = await findSourceFiles(path, {
          onProgress: (count) => onProgress(before + count),
        });
        for (const file of contents.files) list.files.push({ ...file, folder: path });
        for (const file of contents.refused) list.refused.push(file);
      } else {
        list.files.push(await inspectFile(path));
      }
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown;
      list.refused.push({ path, message: thrown.message });
    }
  }
  return list;
}

/** Whether a path leads to a folder that is there. */
export async function isFolder(path: string): Promise<boolean> {
  const entry = await stat(path).catch(() => null);
  return entry?.isDirectory() ?? false;
}

/** The sentence about a path that the system would not let us read. */
export function readFailure(path: string, thrown: unknown): string {
  switch (codeOf(thrown)) {
    case 'ENOENT':
    case 'ENOTDIR':
      return `${quotePath(path)} does not exist; check the path.`;
    case 'EACCES':
    case 'EPERM':
      return `${quotePath(path)} cannot be read: permission is denied; allow reading, or choose another.`;
    case 'ELOOP':
      return `${quotePath(path)} cannot be read: its links lead in a circle.`;
    default:
      return `${quotePath(path)} cannot be read: ${thrown instanceof Error ? thrown.message : String(thrown)}.`;
  }
}

async function readHead(path: string): Promise<{ size: number; head: Uint8Array }> {
  const entry = await stat(path);
  if (entry.isDirectory()) throw unreadable(`${quotePath(path)} is a folder, not a file.`);
  if (!entry.isFile()) {
    throw unreadable(
      `${quotePath(path)} is no ordinary file; send its content to standard input (-).`,
    );
  }
  const file = await open(path, 'r');
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
): Promise<SourceFile | { readonly path: string; readonly message: string }> {
  const { kind, path } = step;
  switch (kind) {
    case 'unread':
      return { path, message: readFailure(path, step.thrown) };
    case 'limit': {
      const message = `The folder ${quotePath(folder)} holds more than ${withCommas(limit)} files and folders; from ${quotePath(path)} on, nothing was taken. Name the folders in it one by one.`;
      return { path: folder, message };
    }
    case 'file':
      return inspectFile(path).catch((thrown: unknown) => {
        if (!(thrown instanceof AppError)) throw thrown;
        return { path, message: thrown.message };
      });
  }
}

function emptyFolderSentence(
  folder: string,
  refused: readonly { readonly path: string; readonly message: string }[],
): string {
  const [first] = refused;
  if (first === undefined) {
    return `The folder ${quotePath(folder)} holds no file that can be converted (${listInWords(sourceEndings, 'or')}).`;
  }
  return `The folder ${quotePath(folder)} holds no file that can be taken. ${first.message}`;
}

function unreadable(message: string, cause?: unknown): AppError {
  return new AppError('source-unreadable', message, undefined, { cause });
}
