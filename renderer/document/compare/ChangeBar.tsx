import { VisuallyHidden } from '@mantine/core';
import { ChevronDown, ChevronUp, ListTree } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { keysOf } from '../../ui/commands.js';
import { t } from '../../i18n/t.js';
import { IconButton } from '../../ui/parts.js';
import { useRowsInView } from '../../ui/use-rows-in-view.js';
import type { Change } from './changes.js';
import { type Comparison } from './comparison.js';
import type { PagePair } from './align.js';
import { useCompare } from './versions.js';

/** How many changes there are, and the way from one to the next. */
export function ChangeBar({ comparison }: { readonly comparison: Comparison }) {
  const state = useStore(comparison.store);
  const isListOpen = useCompare((compare) => compare.isListOpen);
  const { changes, current, compared, isRunning } = state;
  const change = current === null ? undefined : changes[current];
  const summary = summaryOf(state);
  return (
    <div className="compare-bar">
      <IconButton
        icon={ListTree}
        label={t('compare.changes')}
        pressed={isListOpen}
        onClick={() => useCompare.setState({ isListOpen: !isListOpen })}
      />
      <span className="compare-summary cut" title={summary}>
        {summary}
      </span>
      {/* Without the progress, which would be announced several times a second. */}
      <VisuallyHidden role="status">
        {change && compared
          ? `${placeOf(change, compared.rows)}: ${changeText(change)}`
          : isRunning
            ? t('compare.reading')
            : summary}
      </VisuallyHidden>
      <span className="compare-position quiet">
        {current !== null && t('compare.position', { current: current + 1, total: changes.length })}
      </span>
      <IconButton
        icon={ChevronUp}
        label={t('compare.previousChange')}
        keys={keysOf('previous-change')}
        disabled={changes.length === 0}
        onClick={() => comparison.step(-1)}
      />
      <IconButton
        icon={ChevronDown}
        label={t('compare.next')}
        keys={keysOf('next-change')}
        disabled={changes.length === 0}
        onClick={() => comparison.step(1)}
      />
    </div>
  );
}

type State = ReturnType<Comparison['store']['getState']>;

function summaryOf({ compared, changes, movedRows, done, isRunning, error }: State): string {
  if (error) return '';
  if (!compared) return t('compare.reading');
  const counted = changes.filter(({ kind }) => kind !== 'moved');
  const pages = new Set(counted.map(({ row }) => row)).size;
  const count = t('compare.count', { changes: counted.length, pages });
  if (isRunning) {
    const progress = t('compare.progress', { done: done + 1, total: compared.rows.length });
    return counted.length > 0 ? `${count} · ${progress}` : progress;
  }
  if (counted.length > 0) return count;
  return movedRows.size > 0 ? t('compare.onlyMoved', { pages: movedRows.size }) : t('compare.none');
}

/** The page in the newer version, if the change has one there. */
function placeOf({ row }: Change, rows: readonly PagePair[]): string {
  const { after = null, before = null } = rows[row] ?? {};
  return t('preview.pageNumber', { number: (after ?? before ?? 0) + 1 });
}

export function changeText({ kind, before, after }: Change): string {
  switch (kind) {
    case 'page-added':
      return t('compare.pageAdded');
    case 'page-removed':
      return t('compare.pageRemoved');
    case 'moved':
      return t('compare.moved');
    case 'look':
      return after === '' ? t('compare.picture') : t('compare.looks', { text: shortened(after) });
    case 'text':
      if (before === '') return t('compare.textAdded', { text: shortened(after) });
      if (after === '') return t('compare.textRemoved', { text: shortened(before) });
      return t('compare.textReplaced', { before: shortened(before), after: shortened(after) });
  }
}

/** The longest text of a change that is shown; the paper has the rest. */
const maxText = 160;

function shortened(text: string): string {
  return text.length > maxText ? `${text.slice(0, maxText)}…` : text;
}

const itemHeight = 46;

/** The changes with one tab stop; arrow keys move between them. */
export function ChangeList({ comparison }: { readonly comparison: Comparison }) {
  const changes = useStore(comparison.store, (state) => state.changes);
  const current = useStore(comparison.store, (state) => state.current);
  const rows = useStore(comparison.store, (state) => state.compared?.rows) ?? [];
  const scroller = useRef<HTMLElement>(null);
  const { from, to } = useRowsInView(scroller, changes.length, itemHeight);

  useEffect(() => {
    const element = scroller.current;
    if (!element || current === null) return;
    const lowest = (current + 1) * itemHeight - element.clientHeight;
    element.scrollTop = Math.max(lowest, Math.min(element.scrollTop, current * itemHeight));
  }, [current]);

  function goByKey(event: KeyboardEvent): void {
    const at = current ?? 0;
    const last = changes.length - 1;
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: last }[event.key];
    if (next === undefined || next < 0 || next > last) return;
    event.preventDefault();
    comparison.goTo(next);
  }

  return (
    <nav ref={scroller} className="compare-list" aria-label={t('compare.changes')}>
      <ol style={{ height: changes.length * itemHeight }} onKeyDown={goByKey}>
        {changes.slice(from, to).map((change, offset) => (
          <ChangeItem
            key={from + offset}
            change={change}
            place={placeOf(change, rows)}
            top={(from + offset) * itemHeight}
            isCurrent={from + offset === current}
            isTabStop={from + offset === (current ?? 0)}
            onGo={() => comparison.goTo(from + offset)}
          />
        ))}
      </ol>
    </nav>
  );
}

interface ChangeItemProps {
  readonly change: Change;
  readonly place: string;
  /** In CSS pixels. */
  readonly top: number;
  readonly isCurrent: boolean;
  readonly isTabStop: boolean;
  readonly onGo: () => void;
}

function ChangeItem({ change, place, top, isCurrent, isTabStop, onGo }: ChangeItemProps) {
  const button = useRef<HTMLButtonElement>(null);
  const text = changeText(change);

  // The focus follows the change that the keyboard went to.
  useEffect(() => {
    const list = button.current?.closest('ol');
    if (isCurrent && list?.contains(document.activeElement)) button.current?.focus();
  }, [isCurrent]);

  return (
    <li style={{ top, height: itemHeight }}>
      <button
        ref={button}
        type="button"
        aria-current={isCurrent || undefined}
        tabIndex={isTabStop ? 0 : -1}
        title={text}
        onClick={onGo}
      >
        <span className="quiet small">{place}</span>
        <span className="cut">{text}</span>
      </button>
    </li>
  );
}
