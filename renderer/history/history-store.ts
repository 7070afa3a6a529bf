import { create } from 'zustand';
import type { HistoryRow } from '@shared/history.js';
import { call, on } from '../bridge/bridge.js';
import { t, textOf } from '../i18n/t.js';
import { viewQueue } from '../document/preview/convert.js';
import { editConversion } from '../queue/job-actions.js';
import { reportResult, showActions } from '../ui/notices.js';
import { removeWithUndo } from '../ui/removals.js';
import { useUi } from '../ui/ui-store.js';

interface HistoryState {
  /** The newest is the first. */
  readonly rows: readonly HistoryRow[];
  readonly query: string;
  /** Id of the selected row; null for none. */
  readonly selected: string | null;
  /** Ids of removed rows, while their removal can be undone. */
  readonly hidden: ReadonlySet<string>;
}

/** What was converted, as reported by the main process. */
export const useHistory = create<HistoryState>(() => ({
  rows: [],
  query: '',
  selected: null,
  hidden: new Set(),
}));

/** Follows changes; the list is read when its view opens. */
export function startHistory(): void {
  on('history:changed', () => {
    if (useUi.getState().view === 'history') void loadHistory();
  });
}

export async function loadHistory(): Promise<void> {
  const result = await call('history:list', undefined);
  if (reportResult(t('history.loadFailed'), result)) useHistory.setState({ rows: result.value });
}

export async function openFromHistory(id: string): Promise<void> {
  reportResult(t('window.openPdfFailed'), await call('history:open', { id }));
}

export async function showFromHistory(id: string): Promise<void> {
  reportResult(t('window.openFolderFailed'), await call('history:show-in-folder', { id }));
}

/** Adds an entry to the queue, with its options. */
export async function convertAgain({ id, name }: HistoryRow): Promise<void> {
  const result = await call('history:source', { id });
  const title = t('history.convertFailed');
  if (!reportResult(title, result)) return;
  const { source, options } = result.value;
  const added = await call('jobs:add', { sources: [source], options });
  if (reportResult(title, added)) showActions(t('history.converting', { name }), [viewQueue()]);
}

/** Loads an entry into the form, with undo. */
export async function editFromHistory({ id, name }: HistoryRow): Promise<void> {
  const result = await call('history:source', { id });
  if (!reportResult(t('queue.editFailed'), result)) return;
  await editConversion(result.value.source, result.value.options, textOf(name));
}

/** Removes entries, with undo: they are hidden first. PDFs stay. */
export function removeFromHistory(ids: readonly string[]): void {
  if (ids.length === 0) return;
  useHistory.setState(({ hidden }) => ({ hidden: new Set([...hidden, ...ids]), selected: null }));
  removeWithUndo(
    { history: [...ids] },
    {
      removed: t('history.removedEntries', { count: ids.length }),
      failed: t('history.removeFailed'),
    },
    () => unhide(ids),
  );
}

function unhide(ids: readonly string[]): void {
  const shown = new Set(ids);
  useHistory.setState(({ hidden }) => ({
    hidden: new Set([...hidden].filter((id) => !shown.has(id))),
  }));
}

/** Those that match the filter field. */
export function listedHistory({ rows, query, hidden }: HistoryState): readonly HistoryRow[] {
  const words = query.trim().toLowerCase();
  return rows.filter(({ id, name, place, path = '' }) => {
    if (hidden.has(id)) return false;
    return words === '' || `${place}/${textOf(name)} ${path}`.toLowerCase().includes(words);
  });
}
