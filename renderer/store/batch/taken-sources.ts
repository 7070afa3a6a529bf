import type { Draft } from '@shared/draft.js';
import { changeDraft, loadUrl, useDraft } from '../draft-store.js';
import { addressLines, filledAddresses } from './addresses.js';

type Files = Draft['files'];

/** Removes files from the list, except those added meanwhile. */
export function takeOutFiles(taken: Files): void {
  const { draft } = useDraft.getState();
  const files = without(draft.files, taken);
  const isLeft = files.some(({ path }) => path === draft.selectedPath);
  changeDraft({ files, selectedPath: isLeft ? draft.selectedPath : (files[0]?.path ?? null) });
}

/** Restores files at the start of the list, before those added meanwhile. */
export function putBackFiles(taken: Files, selectedPath: string | null): void {
  const { files } = useDraft.getState().draft;
  changeDraft({ tab: 'files', files: [...taken, ...without(files, taken)], selectedPath });
}

/** Removes the URLs of a text from the form, except those added meanwhile. */
export function takeOutAddresses(taken: string): void {
  const gone = new Set(addressLines(taken));
  const { url } = useDraft.getState().draft;
  const left = filledAddresses(url).filter((line) => !gone.has(line));
  changeDraft({ url: left.join('\n') });
  loadUrl();
}

/** Restores the URLs of a text, before those added meanwhile. */
export function putBackAddresses(taken: string): void {
  const { url } = useDraft.getState().draft;
  changeDraft({ tab: 'url', url: [taken, ...filledAddresses(url)].join('\n') });
  loadUrl();
}

function without(files: Files, taken: Files): Files {
  const gone = new Set(taken.map(({ path }) => path));
  return files.filter(({ path }) => !gone.has(path));
}
