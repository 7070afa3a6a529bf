import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  type DragEventHandler,
  type FocusEvent,
  type KeyboardEvent,
  type DragEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

/** What a row needs from its list. */
export interface ListRow {
  readonly id: string;
  /** Index in the list, from 0. */
  readonly index: number;
  /** True if the row and its buttons are the list's tab stop. */
  readonly isTabStop: boolean;
  /** Position and height in CSS pixels; they belong on the row's element. */
  readonly top: number;
  readonly height: number;
}

interface VirtualListProps {
  readonly label: string;
  readonly className: string;
  readonly ids: readonly string[];
  /** In CSS pixels, the same for all rows. */
  readonly rowHeight: number;
  /** The row that the keyboard is on; null for none. */
  readonly active: string | null;
  readonly isMultiselectable?: boolean;
  /** The row of column headers; it doesn't scroll. */
  readonly header?: ReactNode;
  /** Renders a row: an element with the role `row`, in its position, with the tab stop. */
  readonly children: (row: ListRow) => ReactNode;
  /** A row that stays in view while it changes, until the user scrolls. */
  readonly followed?: string | null;
  /** True if the active row should be focused once it is mounted. */
  readonly focusWanted?: boolean;
  /** Called after the active row was focused. */
  readonly onFocused?: () => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly drag?: ListDrag;
}

/** How the rows of a list are reordered by drag and drop. */
interface ListDrag {
  /** The data type of a dragged row; others are not accepted. */
  readonly type: string;
  /**
   * Called for a dropped row.
   * @param data those of the drag
   * @param before the index that it was dropped before
   */
  readonly onDrop: (data: string, before: number) => void;
}

/** @param data received by the list's `onDrop` */
export function startRowDrag(event: DragEvent, type: string, data: string): void {
  event.dataTransfer.setData(type, data);
  event.dataTransfer.effectAllowed = 'move';
}

/**
 * A virtualized grid of rows with one tab stop. The active row stays in view, and keeps the focus
 * when rows are removed.
 */
export function VirtualList(props: VirtualListProps) {
  const { label, className, ids, rowHeight, active, header, children, onKeyDown, drag } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const activeIndex = active === null ? -1 : ids.indexOf(active);
  const tabStop = Math.max(activeIndex, 0);
  const [dropIndex, setDropIndex] = useState<number | null>(null);
  // eslint-disable-next-line react-hooks/incompatible-library -- this component isn't memoized
  const virtualizer = useVirtualizer({
    count: ids.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
    rangeExtractor: (range) => {
      const rows = defaultRangeExtractor(range);
      return rows.includes(tabStop) || tabStop >= ids.length ? rows : [...rows, tabStop];
    },
  });
  const isOwnScroll = useRef(false);
  const reveal = (index: number) => {
    if (scrollTo(scroller, index * rowHeight, rowHeight)) isOwnScroll.current = true;
  };
  const onFocusMoves = useActiveRow(scroller, props, () => {
    if (activeIndex >= 0) reveal(activeIndex);
  });
  const onUserScroll = useFollowing({
    scroller,
    index: ids.indexOf(props.followed ?? ''),
    rowHeight,
    isOwnScroll,
    reveal,
  });

  const height = virtualizer.getTotalSize();
  const scrolls = height > (virtualizer.scrollRect?.height ?? height);
  return (
    <div
      className={`virtual-list ${className}`}
      data-scrolls={scrolls || undefined}
      role="grid"
      aria-label={label}
      aria-rowcount={ids.length}
      {...(props.isMultiselectable && { 'aria-multiselectable': true })}
      data-keeps-focus='[role="row"][tabindex="0"]'
      onKeyDown={(event) => {
        onUserScroll();
        onKeyDown?.(event);
      }}
      {...onFocusMoves}
    >
      {header}
      <div
        ref={scroller}
        className="virtual-scroller"
        role="rowgroup"
        onWheel={onUserScroll}
        onPointerDown={onUserScroll}
        {...(drag &&
          dragHandlers(drag, setDropIndex, (top) => indexAt(top, rowHeight, ids.length)))}
      >
        <div className="virtual-rows" style={{ height }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const id = ids[index];
            if (id === undefined) return null;
            return children({
              id,
              index,
              isTabStop: index === tabStop,
              top: start,
              height: rowHeight,
            });
          })}
          {dropIndex !== null && (
            <div className="virtual-drop" style={{ top: dropIndex * rowHeight }} />
          )}
        </div>
      </div>
    </div>
  );
}

/**
 * Scrolls as far as it takes to see a row. The virtualizer's own way measures the list again in
 * several frames.
 * @param top in CSS pixels, like its height
 * @returns true if the list scrolls
 */
function scrollTo(scroller: Scroller, top: number, height: number): boolean {
  const element = scroller.current;
  if (!element) return false;
  const { scrollTop, clientHeight } = element;
  const lowest = top + height - clientHeight;
  if (top < scrollTop) element.scrollTop = top;
  else if (lowest > scrollTop) element.scrollTop = lowest;
  return element.scrollTop !== scrollTop;
}

interface FocusHandlers {
  readonly onFocus: () => void;
  readonly onBlur: (event: FocusEvent) => void;
}

type Scroller = RefObject<HTMLDivElement | null>;

/** Shows the active row, and focuses it on request or when the focused row was removed. */
function useActiveRow(
  scroller: Scroller,
  { active, focusWanted = false, onFocused }: VirtualListProps,
  reveal: () => void,
): FocusHandlers {
  const hasFocus = useRef(false);

  useLayoutEffect(() => {
    reveal();
    const { activeElement, body } = document;
    const isInList = activeElement === body || scroller.current?.contains(activeElement) === true;
    if (hasFocus.current && isInList) focusRow(scroller);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- changes of other rows must not scroll
  }, [active]);

  // After each render: the first one has no rows yet.
  useEffect(() => {
    if (focusWanted && focusRow(scroller)) onFocused?.();
  });

  return {
    onFocus: () => {
      hasFocus.current = true;
    },
    onBlur: ({ relatedTarget }) => {
      if (relatedTarget !== null) hasFocus.current = false;
    },
  };
}

/** Returns true if there is a row to focus. */
function focusRow(scroller: Scroller): boolean {
  const row = scroller.current?.querySelector<HTMLElement>('[role="row"][tabindex="0"]');
  row?.focus({ preventScroll: true });
  return row instanceof HTMLElement;
}

interface Following {
  readonly scroller: Scroller;
  /** Of the row; -1 for none. */
  readonly index: number;
  /** In CSS pixels. */
  readonly rowHeight: number;
  /** True from a scroll by `reveal` to its end. */
  readonly isOwnScroll: RefObject<boolean>;
  readonly reveal: (index: number) => void;
}

/**
 * Keeps a row in view until the user scrolls or chooses a row, and again once the user has scrolled
 * back to it.
 * @returns call it when the user may have scrolled
 */
function useFollowing({ scroller, index, rowHeight, isOwnScroll, reveal }: Following): () => void {
  const isFollowing = useRef(true);

  useLayoutEffect(() => {
    if (index < 0) isFollowing.current = true;
    else if (isFollowing.current) reveal(index);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only another row scrolls
  }, [index]);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const update = () => {
      const isOwn = isOwnScroll.current;
      isOwnScroll.current = false;
      if (isOwn) return;
      const { scrollTop, clientHeight } = element;
      const top = index * rowHeight;
      if (top >= scrollTop && top + rowHeight <= scrollTop + clientHeight)
        isFollowing.current = true;
    };
    element.addEventListener('scrollend', update);
    return () => element.removeEventListener('scrollend', update);
  }, [scroller, index, rowHeight, isOwnScroll]);

  return () => {
    isFollowing.current = false;
  };
}

interface DragHandlers {
  readonly onDragOver: DragEventHandler;
  readonly onDragLeave: DragEventHandler;
  readonly onDrop: DragEventHandler;
}

/** Returns the index of the row whose upper edge is nearest. @param top in CSS pixels */
function indexAt(top: number, rowHeight: number, count: number): number {
  return Math.min(count, Math.max(0, Math.round(top / rowHeight)));
}

function dragHandlers(
  { type, onDrop }: ListDrag,
  onOver: (index: number | null) => void,
  indexAtTop: (top: number) => number,
): DragHandlers {
  const indexUnder = ({ clientY, currentTarget }: DragEvent) =>
    indexAtTop(clientY - currentTarget.getBoundingClientRect().top + currentTarget.scrollTop);
  const accepts = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes(type);
  return {
    onDragOver: (event) => {
      if (!accepts(event)) return;
      event.preventDefault();
      onOver(indexUnder(event));
    },
    onDragLeave: ({ currentTarget, relatedTarget }) => {
      const isInside = relatedTarget instanceof Node && currentTarget.contains(relatedTarget);
      if (!isInside) onOver(null);
    },
    onDrop: (event) => {
      onOver(null);
      if (!accepts(event)) return;
      event.preventDefault();
      onDrop(event.dataTransfer.getData(type), indexUnder(event));
    },
  };
}
