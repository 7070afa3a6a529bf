import type { Draft } from '@shared/draft.js';
import type { FieldIssue } from '@shared/messages/errors.js';
import { type Message, message } from '@shared/messages/message.js';
import { type MergedSource, isPdfPath } from '@shared/request/source.js';
import { quotePath } from '@shared/request/text.js';
import { addressLines, validAddresses } from './addresses.js';
import { countSources, fileSource, isMerging } from './draft-store.js';

/** Null unless the documents of the open tab are merged. */
export function mergedSource(draft: Draft): MergedSource | null {
  if (!isMerging(draft)) return null;
  const parts = draft.tab === 'files' ? draft.files.map(fileSource) : validAddresses(draft.url);
  return { kind: 'merged', parts: [...parts] };
}

/** How many the documents of the open tab become. */
export function countPdfs(draft: Draft): number {
  return isMerging(draft) ? 1 : countSources(draft);
}

/** All but PDFs, which can only be merged. */
export function convertibleFiles({ files }: Pick<Draft, 'files'>): Draft['files'] {
  return files.some(isPdfFile) ? files.filter((file) => !isPdfFile(file)) : files;
}

/** Why a PDF is not converted by itself. */
export function pdfAloneMessage(path: string): Message {
  return message('merge.pdfAlone', { path: quotePath(path) });
}

/** Such a file can only be merged. */
export function isPdfFile({ path }: Pick<Draft['files'][number], 'path'>): boolean {
  return isPdfPath(path);
}

/** Why the selected file cannot be converted by itself; null if it can. */
export function pdfAloneIssue(draft: Draft): Message | null {
  const { tab, selectedPath } = draft;
  if (tab !== 'files' || selectedPath === null || isMerging(draft)) return null;
  return isPdfPath(selectedPath) ? pdfAloneMessage(selectedPath) : null;
}

let last: { readonly list: Draft['files'] | string; readonly key: string } = { list: '', key: '' };

/** The same in another order: they are the same document, whose saved PDF is replaced. */
export function mergedKey({ tab, files, url }: Draft): string {
  const list = tab === 'files' ? files : url;
  if (last.list !== list || last.key === '') {
    const names = tab === 'files' ? files.map(({ path }) => path) : addressLines(url);
    last = { list, key: `merged:${names.toSorted().join('\n')}` };
  }
  return last.key;
}

export function mergeConflicts(issues: readonly FieldIssue[]): readonly FieldIssue[] {
  return issues.filter(
    ({ field, message: { key } }) => key.startsWith('merge.') && field !== 'source',
  );
}

/**
 * @param from index of the moved item
 * @param before index of the item that it is moved before; the length of the list for its end
 */
export function reordered<T>(list: readonly T[], from: number, before: number): readonly T[] {
  return list
    .toSpliced(from, 1)
    .toSpliced(indexAfterMove(from, from, before), 0, ...list.slice(from, from + 1));
}

/** Where an item is after {@link reordered}. */
export function indexAfterMove(index: number, from: number, before: number): number {
  const to = before > from ? before - 1 : before;
  if (index === from) return to;
  const removed = index > from ? index - 1 : index;
  return removed >= to ? removed + 1 : removed;
}

/**
 * Moves a file among those that are shown, which may be only some of the list.
 * @param from index of a shown file
 * @param before index of the shown file that it is moved before; their number for the end
 */
export function withMovedFile(
  files: Draft['files'],
  shown: Draft['files'],
  from: number,
  before: number,
): Draft['files'] {
  const [moved, next, end] = [shown[from], shown[before], shown.at(-1)];
  const isThere = indexAfterMove(from, from, before) === from;
  if (isThere || moved === undefined || end === undefined) return files;
  const target = next === undefined ? files.indexOf(end) + 1 : files.indexOf(next);
  return [...reordered(files, files.indexOf(moved), target)];
}
