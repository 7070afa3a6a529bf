import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { sourceKindOf } from './source-kinds.js';

/** What a walk comes upon. */
export type WalkStep =
  | { readonly kind: 'file'; readonly path: string }
  /** A folder that could not be read, with what the system threw. */
  | { readonly kind: 'unread'; readonly path: string; readonly thrown: unknown }
  /** So many names have been looked at that the walk ends here. */
  | { readonly kind: 'limit'; readonly path: string };

const order = new Intl.Collator('en', { numeric: true });

/**
 * Walks a folder for files that can be converted, in order, a folder's start page first. Hidden folders and node_modules are left out; links to
 * folders are not followed, so that no circle can hold the walk; links to files only if they stay inside.
 * @param root the folder's real path
 * @param limit how many names are looked at
 */
export async function* walkFolder(
  folder: string,
  root: string,
  limit: number,
): AsyncGenerator<WalkStep> {
  // The last one in is the first to be walked.
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
      if (!isSkipped(entry.name)) yield* enter(path);
    } else if (await isSource(entry, path, root)) {
      yield { kind: 'file', path };
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

async function isSource(entry: Dirent, path: string, root: string): Promise<boolean> {
  if (sourceKindOf(entry.name) === null) return false;
  return entry.isFile() || (entry.isSymbolicLink() && (await linksInside(path, root)));
}

async function linksInside(path: string, root: string): Promise<boolean> {
  const target = await realpath(path).catch(() => null);
  if (!target?.startsWith(root.endsWith(sep) ? root : root + sep)) return false;
  return (await stat(target)).isFile();
}

/** By name, but a folder's start page first. */
function orderOf(name: string): string {
  return /^index\.x?html?$/i.test(name) ? '' : name;
}

function isSkipped(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules';
}
