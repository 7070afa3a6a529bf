import type { LucideIcon } from 'lucide-react';
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { PickRow } from './PickRow.js';
import { indexByKey } from './list-keys.js';
import { useRowsInView } from './use-rows-in-view.js';

/** In CSS pixels; the style sheet has the same. */
const rowHeight = 32;

/** What one row of the list says. */
export interface PickRowContent {
  /** What tells the row from all others. */
  readonly key: string;
  readonly icon: LucideIcon;
  /** Quiet, before the name: where it lies. */
  readonly place: string;
  readonly name: string;
  /** Quiet, at the end. */
  readonly end: string;
  readonly tooltip: string;
  /** Something is wrong with it; the tooltip says what. */
  readonly isWrong: boolean;
}

interface PickListProps {
  readonly label: string;
  readonly count: number;
  /** The chosen row, from 0; -1 if none is. */
  readonly selected: number;
  readonly rowAt: (index: number) => PickRowContent | undefined;
  readonly onChoose: (index: number) => void;
  /** Takes a row off the list. */
  readonly onRemove: (index: number) => void;
}

/** A list of which one row is chosen, however long. One tab stop: the arrow keys go through the rows, Delete takes one off. */
export function PickList({ label, count, selected, rowAt, onChoose, onRemove }: PickListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const wantsFocus = useRef(false);
  const { from, to } = useRowsInView(scroller, count, rowHeight);
  const selectedKey = rowAt(selected)?.key;

  useLayoutEffect(() => {
    if (scroller.current && selected >= 0) reveal(scroller.current, selected);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- a row that is taken off must not move the view
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
    <div ref={scroller} className="pick-list" onKeyDown={goByKey}>
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
