import { create } from 'zustand';
import {
  checkFilenamePattern,
  expandFilename,
  hasPlaceholder,
} from '@shared/request/filename-pattern.js';
import { sourceName } from '@shared/request/source-name.js';
import { call } from '../bridge.js';
import { revealFields, useDraft, loadUrl } from './draft-store.js';
import { showFailure, showNotice } from './notices.js';
import { settlePreview } from './preview-runner.js';
import { type ShownPdf, usePreview } from './preview-store.js';
import { sourceKey } from './read-draft.js';
import { currentReading, fieldsOf } from './reading.js';
import { focusField } from './ui-store.js';

interface SavedFile {
  readonly path: string;
  readonly artifactId: string;
}

interface SavingState {
  /** Where each PDF went that was saved in this window, by {@link savedKey}. */
  readonly saved: ReadonlyMap<string, SavedFile>;
  readonly saving: boolean;
}

/** What has been saved since the window was opened. */
export const useSaving = create<SavingState>(() => ({ saved: new Map(), saving: false }));

/** One saved PDF: the same source under the same name. Another title or another name is another file. */
export function savedKey(source: string, name: string): string {
  return `${name}\n${source}`;
}

/** The name under which the PDF is saved: the one typed, with what its placeholders stand for, else the one suggested. */
export function fileNameOf(shown: ShownPdf | null, typed: string): string {
  if (!shown) return typed;
  if (typed === '') return shown.artifact.suggestedName;
  if (!hasPlaceholder(typed) || checkFilenamePattern(typed) !== null) return typed;
  const { title } = shown.artifact;
  const name = sourceName(shown.request.source);
  return expandFilename(typed, { name, title, date: new Date(), n: 1, of: 1 });
}

/**
 * Saves what the form asks for, waiting for the preview if it is still being made.
 * @param ask true: asks where, even if this PDF was saved before
 */
export async function savePdf(ask: boolean): Promise<void> {
  if (useSaving.getState().saving) return;
  useSaving.setState({ saving: true });
  try {
    const shown = await readyToSave();
    if (shown) await save(shown, ask);
  } finally {
    useSaving.setState({ saving: false });
  }
}

/** Forgets where a source was saved, so that the next save asks: its content is another one now. */
export function forgetSaved(source: string): void {
  useSaving.setState(({ saved }) => ({
    saved: new Map([...saved].filter(([key]) => !key.endsWith(`\n${source}`))),
  }));
}

/** Opens the folder of a saved PDF in the system's file manager. */
export async function showInFolder(path: string): Promise<void> {
  const result = await call('delivery:show-in-folder', { path });
  if (!result.ok) showFailure('The folder could not be shown', result.error);
}

/** Opens a saved PDF in the program that the system has for it. */
export async function openSaved(path: string): Promise<void> {
  const result = await call('delivery:open', { path });
  if (!result.ok) showFailure('The PDF could not be opened', result.error);
}

async function readyToSave(): Promise<ShownPdf | null> {
  loadUrl();
  await settlePreview();
  const issues = [...currentReading().issues, ...usePreview.getState().issues].filter(
    ({ field }) => field !== 'output.folder',
  );
  const [first, ...others] = fieldsOf(issues);
  if (first) {
    revealFields([first, ...others]);
    focusField(first);
    return null;
  }
  const { shown, phase } = usePreview.getState();
  const { draft, loadedUrl } = useDraft.getState();
  if (shown && phase === 'idle' && shown.source === sourceKey(draft, loadedUrl)) return shown;
  showNotice('Nothing was saved: there is no PDF of this version yet.');
  return null;
}

async function save(shown: ShownPdf, ask: boolean): Promise<void> {
  const artifactId = shown.artifact.id;
  const name = fileNameOf(shown, useDraft.getState().draft.filename);
  const key = savedKey(shown.source, name);
  const before = useSaving.getState().saved.get(key);
  const result =
    before && !ask
      ? await call('delivery:save-again', { artifactId, path: before.path })
      : await call('delivery:save-as', { artifactId, name });
  if (!result.ok) {
    showFailure('The PDF could not be saved', result.error);
    return;
  }
  if (!result.value) return;
  const file = { path: result.value.path, artifactId };
  useSaving.setState(({ saved }) => ({ saved: new Map(saved).set(key, file) }));
}
