import { type RefObject, useLayoutEffect, useState } from 'react';

/** A range of row indexes; `to` is exclusive. */
interface RowRange {
  readonly from: number;
  readonly to: number;
}

/** Rows rendered above and below the viewport. */
const reserve = 10;

/** Those in or near the viewport of a virtualized list. All have the same height, in CSS pixels. */
export function useRowsInView(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
): RowRange {
  const [first, setFirst] = useState(0);
  const [inView, setInView] = useState(0);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const update = () => {
      setFirst(Math.floor(element.scrollTop / rowHeight));
      setInView(Math.ceil(element.clientHeight / rowHeight) + 1);
    };
    const observer = new ResizeObserver(update);
    observer.observe(element);
    element.addEventListener('scroll', update, { passive: true });
    update();
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', update);
    };
  }, [scroller, rowHeight]);

  return { from: Math.max(0, first - reserve), to: Math.min(count, first + inView + reserve) };
}
