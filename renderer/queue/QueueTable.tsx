import { VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { type Message, message } from '@shared/messages/message.js';
import { t, textOf } from '../i18n/t.js';
import { ListHeader } from '../ui/ListView.js';
import { activeAfter, indexByKey, isRemoveKey, selectRow } from '../ui/row-selection.js';
import { VirtualList } from '../ui/VirtualList.js';
import { currentListing, focusJobs, selectedIds, useJobs, useListing } from './jobs-store.js';
import {
  type MoveDirection,
  cancelOrRemove,
  moveJobs,
  moveSelected,
  moveTo,
} from './job-actions.js';
import type { QueueTab } from './wording.js';
import { QueueRow, rowDragType } from './QueueRow.js';

/** In CSS pixels. */
const rowHeight = 38;

/**
 * The jobs and uploads that match the tab and the filter. Arrow keys move between rows, with Shift
 * they extend the selection, with Ctrl or Cmd they don't change it.
 */
export function QueueTable() {
  const { ids, running } = useListing();
  const [{ selected, active }, focusWanted, tab] = useJobs(
    useShallow((state) => [state.selection, state.focusWanted, state.tab] as const),
  );
  useActiveRow(ids);
  if (ids.length === 0) return <Nothing />;
  return (
    <VirtualList
      // Another tab starts at its top.
      key={tab}
      label={t('queue.list')}
      className="list-table"
      ids={ids}
      rowHeight={rowHeight}
      active={active}
      isMultiselectable
      header={<ListHeader first={<VisuallyHidden>{t('queue.status')}</VisuallyHidden>} />}
      followed={running}
      focusWanted={focusWanted}
      onFocused={onFocused}
      onKeyDown={pressInTable}
      drag={{ type: rowDragType, onDrop: dropRow }}
    >
      {(row) => <QueueRow key={row.id} {...row} isSelected={selected.has(row.id)} />}
    </VirtualList>
  );
}

function onFocused(): void {
  useJobs.setState({ focusWanted: false });
}

const noneTexts: Readonly<Record<QueueTab, Message>> = {
  all: message('queue.noJobs'),
  failed: message('queue.noFailedJobs'),
  running: message('queue.noRunningJobs'),
  waiting: message('queue.noWaitingJobs'),
  done: message('queue.noCompletedJobs'),
  canceled: message('queue.noCanceledJobs'),
};

function Nothing() {
  const [tab, isFiltered] = useJobs(
    useShallow(
      ({ tab: open, query, problem }) => [open, query !== '' || problem !== null] as const,
    ),
  );
  return (
    <p className="list-none quiet">{isFiltered ? t('queue.noMatches') : textOf(noneTexts[tab])}</p>
  );
}

/** When the active row disappears, the one that took its place becomes active. */
function useActiveRow(ids: readonly string[]): void {
  const before = useRef(ids);
  useEffect(() => {
    const { selection } = useJobs.getState();
    const active = activeAfter(selection.active, before.current, ids);
    before.current = ids;
    if (active !== selection.active) useJobs.setState({ selection: { ...selection, active } });
  }, [ids]);
}

/** Moves a dragged job: if it is selected, together with the other selected ones. */
function dropRow(id: string, before: number): void {
  const { selection, rows } = useJobs.getState();
  const dragged = selection.selected.has(id) ? selection.selected : new Set([id]);
  const move = moveTo(before, dragged, currentListing().ids, rows);
  if (move) void moveJobs(move);
}

/** Handles keys in the table. Enter and Space on a row's buttons are left to the buttons. */
function pressInTable(event: KeyboardEvent): void {
  const isOnButton = event.target instanceof Element && event.target.closest('button') !== null;
  if (isOnButton && (event.key === 'Enter' || event.key === ' ')) return;
  if (!act(event)) return;
  event.preventDefault();
  event.stopPropagation();
}

const moves: Readonly<Record<string, MoveDirection>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'top',
};

/** Returns true if the key does something in the table. */
function act({ key, altKey, shiftKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  const hasMod = ctrlKey || metaKey;
  if (altKey) return moveByKey(key);
  if (isRemoveKey({ key, altKey })) return cancelOrRemoveByKey();
  return chooseByKey(key) || goByKey(key, shiftKey, hasMod);
}

function moveByKey(key: string): boolean {
  const direction = moves[key];
  if (!direction) return false;
  focusJobs();
  void moveSelected(direction);
  return true;
}

function cancelOrRemoveByKey(): boolean {
  const ids = selectedIds();
  if (ids.length === 0) return false;
  focusJobs();
  void cancelOrRemove(ids);
  return true;
}

/** Enter selects the active row; Space toggles it. */
function chooseByKey(key: string): boolean {
  const { selection } = useJobs.getState();
  const { ids } = currentListing();
  const id = selection.active ?? ids[0];
  if (id === undefined || (key !== 'Enter' && key !== ' ')) return false;
  const mode = key === 'Enter' ? 'only' : 'toggle';
  useJobs.setState({ selection: selectRow(selection, ids, id, mode) });
  return true;
}

function goByKey(key: string, withShift: boolean, withMod: boolean): boolean {
  const { selection } = useJobs.getState();
  const { ids } = currentListing();
  const current = selection.active === null ? 0 : ids.indexOf(selection.active);
  const id = ids[indexByKey(key, current, ids.length) ?? -1];
  if (id === undefined) return false;
  const next =
    withMod && !withShift
      ? { ...selection, active: id }
      : selectRow(selection, ids, id, withShift ? 'range' : 'only');
  useJobs.setState({ selection: next, focusWanted: true });
  return true;
}
