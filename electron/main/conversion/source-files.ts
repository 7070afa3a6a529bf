import { open, readdir, realpath, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import type { SourceFile, SourceList } from '../../shared/bridge.js';
import { AppError } from '../../shared/errors.js';
import { quotePath } from '../../shared/request/wording.js';
import { contentMistake } from './source-content.js';

/** An HTML file below a folder, with where it lies there. */
export interface FolderFile extends SourceFile {
  /** Path below the folder, such as `guide/start.html`. */
  readonly relativePath: string;
}

/** What a walk through a folder found, sorted by path, and what it could not take, with why. */
export interface FolderContents {
  readonly files: readonly FolderFile[];
  readonly refused: readonly { readonly path: string; readonly message: string }[];
}

/** Bytes of a file that are looked at to tell text from binary content. */
const sampleBytes = 8192;

const htmlName = /\.(html?|xhtml)$/i;

/**
 * Looks at a file that is to be converted.
 * @throws AppError `source-unreadable` if it is missing, unreadable, no file, empty or binary
 */
export async function inspectFile(path: string): Promise<SourceFile> {
  const name = basename(path);
  try {
    const { size, head } = await readHead(path);
    const mistake = contentMistake(head, size);
    if (mistake !== null) throw unreadable(`The file ${quotePath(path)} ${mistake}`);
    return { path, name, size };
  } catch (thrown) {
    if (thrown instanceof AppError) throw thrown;
    throw unreadable(readFailure(path, thrown), thrown);
  }
}

/**
 * Walks a folder for .html, .htm and .xhtml files. Hidden folders and node_modules are left out; links to folders are not
 * followed, links to files only if they stay inside.
 * @throws AppError `source-unreadable` if the folder cannot be read or holds no HTML file
 */
export async function findHtmlFiles(folder: string): Promise<FolderContents> {
  const contents: { files: FolderFile[]; refused: { path: string; message: string }[] } = {
    files: [],
    refused: [],
  };
  const root = await realpath(folder).catch((thrown: unknown) => {
    throw unreadable(readFailure(folder, thrown), thrown);
  });
  for await (const path of htmlPaths(folder, root, contents.refused)) {
    try {
      const file = await inspectFile(path);
      contents.files.push({ ...file, relativePath: relative(folder, path) });
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown;
      contents.refused.push({ path, message: thrown.message });
    }
  }
  if (contents.files.length > 0) return contents;
  throw unreadable(emptyFolderSentence(folder, contents.refused));
}

/**
 * Looks at files and folders that are to be converted: each HTML file in its place, folders walked, and what could not be taken with
 * the reason. Never throws for a path.
 */
export async function listSources(paths: readonly string[]): Promise<SourceList> {
  const list: SourceList = { files: [], refused: [] };
  for (const path of paths) {
    try {
      if (await isFolder(path)) {
        const folder = path;
        const { files, refused } = await findHtmlFiles(folder);
        list.files.push(...files.map(({ path, name, size }) => ({ path, name, size, folder })));
        list.refused.push(...refused);
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
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
  switch (code) {
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

async function* htmlPaths(
  folder: string,
  root: string,
  refused: { path: string; message: string }[],
): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((thrown: unknown) => {
    refused.push({ path: folder, message: readFailure(folder, thrown) });
    return [];
  });
  entries.sort((a, b) => orderOf(a.name).localeCompare(orderOf(b.name), 'en', { numeric: true }));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!isSkipped(entry.name)) yield* htmlPaths(path, root, refused);
    } else if (htmlName.test(entry.name) && (entry.isFile() || (await linksInside(path, root)))) {
      yield path;
    }
  }
}

/** By name, but a folder's start page first. */
function orderOf(name: string): string {
  return /^index\.x?html?$/i.test(name) ? '' : name;
}

function isSkipped(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules';
}

async function linksInside(path: string, root: string): Promise<boolean> {
  const target = await realpath(path).catch(() => null);
  if (!target?.startsWith(root + sep)) return false;
  return (await stat(target)).isFile();
}

function emptyFolderSentence(
  folder: string,
  refused: readonly { readonly path: string; readonly message: string }[],
): string {
  const [first] = refused;
  if (first === undefined) {
    return `The folder ${quotePath(folder)} holds no HTML files (.html, .htm or .xhtml).`;
  }
  return `The folder ${quotePath(folder)} holds no HTML file that can be taken. ${first.message}`;
}

function unreadable(message: string, cause?: unknown): AppError {
  return new AppError('source-unreadable', message, undefined, { cause });
}
