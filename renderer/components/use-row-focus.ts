import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react';

interface FocusedRow {
  /** What tells the row that the keyboard is on from all others; null: it is on none yet. */
  readonly active: string | null;
  /** Its place in the list, from 0; -1 while the list does not show it. */
  readonly index: number;
  /** In CSS pixels. */
  readonly rowHeight: number;
  /** The row is to get the focus as soon as it is there. */
  readonly isWanted: boolean;
  /** Called once it has it. */
  readonly onTaken: () => void;
}

interface FocusHandlers {
  readonly onFocus: () => void;
  readonly onBlur: (event: FocusEvent) => void;
}

/**
 * Keeps the row of a list that the keyboard is on in view, and gives it the focus: when that is wanted, and when the row that had it was taken
 * off the list, as the focus is never lost. What it gives belongs to the element that scrolls.
 */
export function useRowFocus(
  scroller: RefObject<HTMLElement | null>,
  { active, index, rowHeight, isWanted, onTaken }: FocusedRow,
): FocusHandlers {
  const holdsFocus = useRef(false);

  useLayoutEffect(() => {
    if (!scroller.current || active === null || index < 0) return;
    reveal(scroller.current, index * rowHeight, rowHeight);
    if (holdsFocus.current && document.activeElement === document.body) focusRow(scroller.current);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- rows that come and go must not move the view
  }, [active]);

  useLayoutEffect(() => {
    if (!isWanted || !scroller.current) return;
    onTaken();
    focusRow(scroller.current);
  }, [isWanted, scroller, onTaken]);

  return {
    onFocus: () => {
      holdsFocus.current = true;
    },
    onBlur: ({ relatedTarget }) => {
      if (relatedTarget !== null) holdsFocus.current = false;
    },
  };
}

function focusRow(scroller: HTMLElement): void {
  const row = scroller.querySelector<HTMLElement>('[role="row"][tabindex="0"]');
  row?.focus({ preventScroll: true });
}

/** Scrolls as little as shows the row, both in CSS pixels from the top of the list. */
function reveal(scroller: HTMLElement, top: number, rowHeight: number): void {
  const lowest = top + rowHeight - scroller.clientHeight;
  if (scroller.scrollTop > top) scroller.scrollTop = top;
  else if (scroller.scrollTop < lowest) scroller.scrollTop = lowest;
}
