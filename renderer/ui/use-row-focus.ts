import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react';

interface FocusedRow {
  /** Id of the active row, or null. */
  readonly active: string | null;
  /** Index of the active row, from 0; -1 if it isn't listed. */
  readonly index: number;
  /** In CSS pixels. */
  readonly rowHeight: number;
  /** True if the row should be focused once it is mounted. */
  readonly isWanted: boolean;
  /** Called after the row was focused. */
  readonly onTaken: () => void;
}

interface FocusHandlers {
  readonly onFocus: () => void;
  readonly onBlur: (event: FocusEvent) => void;
}

/**
 * Keeps the active row of a list visible. Focuses it on request, and when the focused row was
 * removed. Attach the returned handlers to the scrolling element.
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
    // eslint-disable-next-line react-hooks/exhaustive-deps -- other rows must not scroll
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

/** Scrolls the minimum that shows the row. Both lengths are in CSS pixels. */
function reveal(scroller: HTMLElement, top: number, rowHeight: number): void {
  const lowest = top + rowHeight - scroller.clientHeight;
  if (scroller.scrollTop > top) scroller.scrollTop = top;
  else if (scroller.scrollTop < lowest) scroller.scrollTop = lowest;
}
