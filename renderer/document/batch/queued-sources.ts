import type { Draft } from '@shared/draft.js';
import { changeDraft, useDraft } from '../form/draft-store.js';

type Files = Draft['files'];

/** Restores files at the start of the list, before those added since. */
export function restoreFiles(queued: Files, selectedPath: string | null): void {
  const { files } = useDraft.getState().draft;
  const restored = new Set(queued.map(({ path }) => path));
  const others = files.filter(({ path }) => !restored.has(path));
  changeDraft({ tab: 'files', files: [...queued, ...others], selectedPath });
}
