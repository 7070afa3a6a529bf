import type { Draft } from '@shared/draft.js';
import { changeDraft, loadUrl, useDraft } from '../form/draft-store.js';
import { addressLines, filledAddresses } from './addresses.js';

type Files = Draft['files'];

/** Removes files from the list, except those added since. */
export function removeFiles(queued: Files): void {
  const { draft } = useDraft.getState();
  const files = without(draft.files, queued);
  const remains = files.some(({ path }) => path === draft.selectedPath);
  changeDraft({ files, selectedPath: remains ? draft.selectedPath : (files[0]?.path ?? null) });
}

/** Restores files at the start of the list, before those added since. */
export function restoreFiles(queued: Files, selectedPath: string | null): void {
  const { files } = useDraft.getState().draft;
  changeDraft({ tab: 'files', files: [...queued, ...without(files, queued)], selectedPath });
}

/** Removes the URLs of a text from the form, except those added since. */
export function removeAddresses(queued: string): void {
  const removed = new Set(addressLines(queued));
  const { url } = useDraft.getState().draft;
  const left = filledAddresses(url).filter((line) => !removed.has(line));
  changeDraft({ url: left.join('\n') });
  loadUrl();
}

/** Restores the URLs of a text, before those added since. */
export function restoreAddresses(queued: string): void {
  const { url } = useDraft.getState().draft;
  changeDraft({ tab: 'url', url: [queued, ...filledAddresses(url)].join('\n') });
  loadUrl();
}

function without(files: Files, queued: Files): Files {
  const removed = new Set(queued.map(({ path }) => path));
  return files.filter(({ path }) => !removed.has(path));
}
