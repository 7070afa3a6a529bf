import type { LucideIcon } from 'lucide-react';
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { PickRow } from './PickRow.js';
import { indexByKey } from './list-keys.js';
import { useRowsInView } from './use-rows-in-view.js';

/** In CSS pixels; must match the style sheet. */
const rowHeight = 32;

/** The content of one row. */
export interface PickRowContent {
  /** Identifies the row. */
  readonly key: string;
  readonly icon: LucideIcon;
  /** Shown before the name in a muted color: the folder. */
  readonly place: string;
  readonly name: string;
  /** Shown at the end in a muted color. */
  readonly end: string;
  readonly tooltip: string;
  /** True if the row is invalid; the tooltip says why. */
  readonly isWrong: boolean;
}

interface PickListProps {
  readonly label: string;
  readonly count: number;
  /** Index of the selected row, from 0; -1 for none. */
  readonly selected: number;
  readonly rowAt: (index: number) => PickRowContent | undefined;
  readonly onChoose: (index: number) => void;
  /** Removes a row. */
  readonly onRemove: (index: number) => void;
}

/**
 * A virtualized single-selection list with one tab stop. Arrow keys move the selection, Delete
 * removes the row.
 */
export function PickList({ label, count, selected, rowAt, onChoose, onRemove }: PickListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const wantsFocus = useRef(false);
  const { from, to } = useRowsInView(scroller, count, rowHeight);
  const selectedKey = rowAt(selected)?.key;

  useLayoutEffect(() => {
    if (scroller.current && selected >= 0) reveal(scroller.current, selected);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- removing a row must not scroll
  }, [selectedKey]);

  useLayoutEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    const row = scroller.current?.querySelector<HTMLElement>('[aria-current="true"]');
    row?.focus({ preventScroll: true });
  }, [selectedKey, count]);

  function remove(index: number): void {
    wantsFocus.current = true;
    onRemove(index);
  }

  function goByKey(event: KeyboardEvent): void {
    if (event.key === 'Delete' && selected >= 0) {
      remove(selected);
      return;
    }
    const target = indexByKey(event.key, selected, count);
    if (target === undefined || target < 0) return;
    event.preventDefault();
    wantsFocus.current = true;
    onChoose(target);
  }

  const near = Array.from({ length: Math.max(0, to - from) }, (_, offset) => from + offset);
  const indexes = selected < 0 || near.includes(selected) ? near : [...near, selected];
  return (
    <div
      ref={scroller}
      className="pick-list"
      data-keeps-focus='[aria-current="true"]'
      onKeyDown={goByKey}
    >
      <ul aria-label={label} style={{ height: count * rowHeight }}>
        {indexes.map((index) => {
          const content = rowAt(index);
          return (
            content && (
              <PickRow
                key={content.key}
                content={content}
                index={index}
                count={count}
                top={index * rowHeight}
                isSelected={index === selected}
                isTabStop={index === Math.max(selected, 0)}
                onChoose={onChoose}
                onRemove={remove}
              />
            )
          );
        })}
      </ul>
    </div>
  );
}

function reveal(scroller: HTMLElement, index: number): void {
  const top = index * rowHeight;
  const lowest = top + rowHeight - scroller.clientHeight;
  if (scroller.scrollTop > top) scroller.scrollTop = top;
  else if (scroller.scrollTop < lowest) scroller.scrollTop = lowest;
}
